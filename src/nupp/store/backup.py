"""Backups: all that a database holds in one file, which can be restored into an empty one of either kind.

The file is JSON lines, compressed: a head with the revision; for each table its name and columns, and then a
list of values for each row; at last the number of all rows, without which a file is not whole. Times are in
UTC.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final, TextIO

import sqlalchemy as sa

from nupp.store.database import Database, in_utc
from nupp.store.errors import StoreError
from nupp.store.revisions import HEAD, revision_of
from nupp.store.schema import PASSING, TABLES, VERSION
from nupp.version import __version__

_FORMAT: Final = 1
_AT_A_TIME: Final = 1000
"""The number of rows that are written at once."""


def back_up(database: Database, path: Path) -> int:
    """Write all that a database holds, as it is at one moment, to a file; returns the number of rows.

    Others may use the database meanwhile. The file is for its owner alone, and is there when it is whole; one
    that was there before is replaced. OSError if it cannot be written, StoreError.
    """
    descriptor, temporary = tempfile.mkstemp(dir=path.absolute().parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as raw:
            with gzip.open(raw, "wt", encoding="ascii", newline="\n") as file:
                rows = _write(database, file)
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
    return rows


def _write(database: Database, file: TextIO) -> int:
    count = 0
    with database.reading() as connection:
        revision = revision_of(connection, database.name)
        _put(file, {"nupp_backup": _FORMAT, "version": __version__, "revision": revision})
        for table in _kept_in(connection):
            _put(file, {"table": table.name, "columns": [column.name for column in table.columns]})
            found = connection.execute(sa.select(table).execution_options(yield_per=_AT_A_TIME))
            for row in found:
                _put(file, [_plain(value) for value in row])
                count += 1
    _put(file, {"rows": count})
    return count


def _kept_in(connection: sa.Connection) -> Iterator[sa.TableClause]:
    """The tables with data that a database has, which may be of an older revision; those named come first."""
    found = sa.inspect(connection)
    names = set(found.get_table_names())
    for table in TABLES.sorted_tables:
        if table.name in names and table not in (VERSION, *PASSING):
            there = {column["name"] for column in found.get_columns(table.name)}
            columns = [sa.column(one.name, one.type) for one in table.columns if one.name in there]
            yield sa.table(table.name, *columns)


def _put(file: TextIO, value: Any) -> None:
    file.write(json.dumps(value) + "\n")


def _plain(value: Any) -> Any:
    return in_utc(value).isoformat() if isinstance(value, datetime) else value


def restore(database: Database, path: Path) -> int:
    """Put what a backup holds into an empty database, all of it or nothing; returns the number of rows.

    StoreError for a database that holds something already, a file that is no backup, is not whole, or was
    made by a newer nupp. OSError if the file cannot be opened.
    """
    with gzip.open(path, "rt", encoding="ascii") as file, database.writing() as connection:
        _require_empty(connection, database.name)
        return _read(connection, _lines(file, str(path)), str(path))


def _require_empty(connection: sa.Connection, name: str) -> None:
    for table in _kept_in(connection):
        if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() is not None:
            raise StoreError(f"{name} holds {table.name} already: expected an empty database")


def _lines(file: TextIO, name: str) -> Iterator[Any]:
    try:
        yield from map(json.loads, file)
    except (EOFError, OSError, ValueError) as error:
        raise _broken(name, str(error)) from error


def _broken(name: str, why: str) -> StoreError:
    return StoreError(f"{name!r} is no whole backup: {' '.join(why.split())}")


def _read(connection: sa.Connection, lines: Iterator[Any], name: str) -> int:
    head = next(lines, None)
    if not isinstance(head, dict) or head.get("nupp_backup") != _FORMAT:
        raise _broken(name, "expected a file that nupp db backup wrote")
    if head["revision"] > HEAD:
        words = f"{name!r} was made by a newer nupp ({head['version']})"
        raise StoreError(f"{words}: its tables are of {head['revision']}, expected {HEAD} at the most")
    count, table, columns = 0, VERSION, list[str]()
    for kind, found in groupby(lines, key=type):
        while kind is list and (rows := list(islice(found, _AT_A_TIME))):
            try:
                count += _insert(connection, table, [dict(zip(columns, row, strict=False)) for row in rows])
            except (ValueError, TypeError, KeyError, sa.exc.DataError, sa.exc.IntegrityError) as error:
                raise _broken(name, f"{count} rows, and then some that are not of {table.name}") from error
        for line in found:  # several for tables without rows
            if line.get("rows") == count:
                _set_counters(connection)
                return count
            table, columns = TABLES.tables.get(line.get("table"), VERSION), line.get("columns", [])
            if table is VERSION:
                raise _broken(name, f"{count} rows, and then {line}")
    raise _broken(name, "its end is missing")


def _insert(connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> int:
    times = {column.name for column in table.columns if isinstance(column.type, sa.DateTime)}
    for row in rows:
        row |= {name: datetime.fromisoformat(row[name]).astimezone(UTC) for name in times}
    connection.execute(sa.insert(table), rows)
    return len(rows)


def _set_counters(connection: sa.Connection) -> None:
    """Let a server count on from the greatest numbers; SQLite does so anyway."""
    if connection.dialect.name != "postgresql":
        return
    for table in TABLES.sorted_tables:
        counted = table.autoincrement_column
        if counted is not None and table is not VERSION:
            sequence = sa.func.pg_get_serial_sequence(table.name, counted.name)
            greatest = sa.select(sa.func.max(counted)).scalar_subquery()
            connection.execute(sa.select(sa.func.setval(sequence, greatest)))
