"""The store: games and the runs that they come from, in a database that many processes may use at a time.

SQLite in a file, or PostgreSQL by its URL, through SQLAlchemy Core. The file of a run (`ledger.py`) is what
counts; the store holds copies to be looked through, and what it could not take can be given to it again.

    schema_version   version                                      one row
    runs             id, digest, header                           digest: of the header, unique
    games            run, number, game, first, second, ...        (run, number) unique; record: all of it
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import platformdirs
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from nupp.formats import GameRecord, parse_record

SCHEMA: Final = 1
"""The version of the tables; a store with a higher one is left alone."""

PATIENCE: Final = 20.0
"""Seconds to wait for another process that is writing, or for a server to answer."""

_TABLES: Final = sa.MetaData()
_VERSION: Final = sa.Table("schema_version", _TABLES, sa.Column("version", sa.Integer, primary_key=True))
_RUNS: Final = sa.Table(
    "runs",
    _TABLES,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("header", sa.JSON, nullable=False),
)
_GAMES: Final = sa.Table(
    "games",
    _TABLES,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("run", sa.ForeignKey("runs.id"), nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("first", sa.Text, nullable=False),
    sa.Column("second", sa.Text, nullable=False),
    sa.Column("outcome", sa.String(6)),
    sa.Column("margin", sa.BigInteger),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("termination", sa.Text),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("seed", sa.BigInteger),
    sa.Column("version", sa.Text, nullable=False),
    sa.Column("record", sa.JSON, nullable=False),
    sa.Column("stored", sa.DateTime(timezone=True), nullable=False),
    sa.UniqueConstraint("run", "number"),
    sa.Index("games_by_game", "game", "stored"),
    sa.Index("games_by_first", "first", "stored"),
    sa.Index("games_by_second", "second", "stored"),
    sa.Index("games_by_time", "stored"),
)
_LOCK: Final = 0x6E757070
"""The advisory lock under which the tables are made on a server: the name of the program in ASCII."""


_WRITES: Final = "nupp_writes"
"""The option of a connection that is about to write."""
_AT_A_TIME: Final = 100
"""How many rows are fetched at once."""


class StoreError(Exception):
    """A database that cannot be used, or not now; the message says why, in one line."""


@dataclass(frozen=True)
class StoredRun:
    """A run: its number in the store, the header of its file, and how many of its games are stored."""

    id: int
    header: dict[str, Any]
    games: int


@dataclass(frozen=True)
class StoredGame:
    """A game: the run that it belongs to, its number there, when it was stored (UTC), and its record."""

    run: int
    number: int
    stored: datetime
    record: GameRecord

    def to_dict(self) -> dict[str, Any]:
        """The game as JSON has it."""
        stored = self.stored.isoformat(timespec="seconds")
        record: dict[str, Any] = json.loads(self.record.to_json())
        return {"run": self.run, "number": self.number, "stored": stored} | record


def default_database() -> str:
    """The URL of the database in `NUPP_DATA` if that is set, else in the user's data folder for nupp."""
    folder = Path(os.environ.get("NUPP_DATA") or platformdirs.user_data_path("nupp"))
    return f"sqlite:///{folder.absolute() / 'nupp.db'}"


def database_url(text: str) -> sa.URL:
    """The URL of a database, or of the SQLite file that a plain path names.

    StoreError for what is none of them, and for other kinds of databases.
    """
    with contextlib.suppress(ArgumentError, ValueError):
        url = sa.make_url(text) if "://" in text else sa.URL.create("sqlite", database=text)
        if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
            return url.set(drivername="postgresql+psycopg")
        if url.drivername == "sqlite" and url.database not in (None, "", ":memory:"):
            return url
    raise StoreError(
        f"{text!r} is no database: expected sqlite:///FILE, the name of a file, or postgresql://HOST/NAME"
    )


class Store:
    """A database of games, to be used as a context manager, or closed.

    url: as in `database_url`. A database is made ready if it is new, unless it is only to be read. What goes
    wrong is a StoreError, and whatever was added before it is kept: each game is a transaction of its own.
    """

    def __init__(self, url: str, read_only: bool = False) -> None:
        self._url = database_url(url)
        self._name = self._url.database if self._is_file else self._url.render_as_string(hide_password=True)
        self._runs: dict[str, int] = {}
        self._engine = self._new_engine(read_only)
        try:
            with self._telling():
                self._check(read_only)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()

    # ---- games -----------------------------------------------------------------------------------

    def add(self, header: Mapping[str, Any], number: int, record: GameRecord) -> None:
        """Keep a game of the run that a header describes; one that is there already is replaced.

        header: the first line of the run's file; runs with equal headers are one. number: of the game in it.
        """
        with self._telling(), self._writing() as connection:
            known = self._run(connection, dict(header))
            values = {"run": known, "number": number, **_columns(record), "stored": datetime.now(UTC)}
            changes = {name: value for name, value in values.items() if name not in ("run", "number")}
            new = self._insert(_GAMES).values(values)
            connection.execute(new.on_conflict_do_update(index_elements=["run", "number"], set_=changes))
        self._runs[_digest(header)] = known  # now that it is certain to be there

    def games(
        self,
        game: str | None = None,
        player: str | None = None,
        outcome: str | None = None,
        limit: int | None = None,
    ) -> Iterator[StoredGame]:
        """The games that were stored, the latest first.

        game: only those of this spec. player: only those in which it had either side. outcome: `first`,
        `second`, `draw`, or `none` for games that were not finished. limit: at most so many.
        """
        wanted = sa.select(_GAMES.c.run, _GAMES.c.number, _GAMES.c.stored, _GAMES.c.record)
        if game is not None:
            wanted = wanted.where(_GAMES.c.game == game)
        if player is not None:
            wanted = wanted.where(sa.or_(_GAMES.c.first == player, _GAMES.c.second == player))
        if outcome is not None:
            wanted = wanted.where(_GAMES.c.outcome == (None if outcome == "none" else outcome))
        wanted = wanted.order_by(_GAMES.c.stored.desc(), _GAMES.c.id.desc()).limit(limit)
        for run, number, stored, record in self._rows(wanted):
            with self._telling():
                found = parse_record(json.dumps(record))
            yield StoredGame(run, number, _in_utc(stored), found)

    def runs(self) -> Iterator[StoredRun]:
        """The runs that games were stored of, from the first."""
        wanted = (
            sa.select(_RUNS.c.id, _RUNS.c.header, sa.func.count(_GAMES.c.id))
            .join(_GAMES, _GAMES.c.run == _RUNS.c.id)
            .group_by(_RUNS.c.id)
            .order_by(_RUNS.c.id)
        )
        for number, header, games in self._rows(wanted):
            yield StoredRun(number, header, games)

    # ---- the database ----------------------------------------------------------------------------

    @property
    def _is_file(self) -> bool:
        """Whether the database is a file of SQLite, and not on a server."""
        return self._url.get_backend_name() == "sqlite"

    def _new_engine(self, read_only: bool) -> sa.Engine:
        """The way to the database; nothing is connected yet."""
        if not self._is_file:
            return self._new_client()
        path = Path(self._url.database or "")
        if read_only and not path.exists():
            raise StoreError(f"there is no database {str(path)!r}: games are stored by a match with --store")
        if not read_only and self._url == database_url(default_database()):
            with self._telling():
                path.parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(self._url, connect_args={"timeout": PATIENCE})
        sa.event.listen(engine, "connect", _set_up_for_reading if read_only else _set_up_for_writing)
        sa.event.listen(engine, "begin", _begin)
        return engine

    def _new_client(self) -> sa.Engine:
        patience = {} if "connect_timeout" in self._url.query else {"connect_timeout": round(PATIENCE)}
        try:
            engine = sa.create_engine(self._url, connect_args=patience, pool_pre_ping=True)
        except ImportError as error:
            raise StoreError(
                f"{self._name} cannot be reached without the package psycopg: expected nupp installed "
                "with the extra postgres"
            ) from error
        sa.event.listen(engine, "begin", _limit_waiting)
        return engine

    def _check(self, read_only: bool) -> None:
        """Make the tables if there are none; StoreError for those of something else, or of a newer nupp."""
        with self._reading() if read_only else self._writing() as connection:
            if not (self._is_file or read_only):
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
            tables = set(sa.inspect(connection).get_table_names())
            if _VERSION.name in tables:
                self._compare(connection.scalar(sa.select(sa.func.max(_VERSION.c.version))))
            elif read_only or tables & _TABLES.tables.keys():
                raise StoreError(f"{self._name} holds something else: expected games stored by nupp")
            else:
                _TABLES.create_all(connection)
                connection.execute(sa.insert(_VERSION).values(version=SCHEMA))

    def _compare(self, version: int | None) -> None:
        if version is None or version < 1:
            raise StoreError(f"{self._name} holds something else: its tables have no version")
        if version > SCHEMA:
            raise StoreError(
                f"{self._name} was written by a newer nupp: its tables are of version {version}, "
                f"expected {SCHEMA} at the most"
            )

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """A transaction that is kept if nothing goes wrong in it."""
        with self._engine.connect() as connection:
            connection.execution_options(**{_WRITES: True})
            with connection.begin():
                yield connection

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with self._engine.connect() as connection:
            yield connection

    def _rows(self, wanted: sa.Select[Any]) -> Iterator[tuple[Any, ...]]:
        """The rows of an answer, a few at a time."""
        with self._telling(), self._reading() as connection:
            for row in connection.execute(wanted.execution_options(yield_per=_AT_A_TIME)):
                yield tuple(row)

    def _insert(self, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
        """An insertion that can say what to do if the row is there already."""
        return sqlite.insert(table) if self._is_file else postgresql.insert(table)

    def _run(self, connection: sa.Connection, header: dict[str, Any]) -> int:
        """The number of a run in the store, which is entered if it is new."""
        digest = _digest(header)
        if digest in self._runs:
            return self._runs[digest]
        new = self._insert(_RUNS).values(digest=digest, header=header)
        connection.execute(new.on_conflict_do_nothing(index_elements=["digest"]))
        return int(connection.execute(sa.select(_RUNS.c.id).where(_RUNS.c.digest == digest)).scalar_one())

    @contextlib.contextmanager
    def _telling(self) -> Iterator[None]:
        """Turn whatever goes wrong with the database into one line."""
        try:
            yield
        except DBAPIError as error:
            reason = " ".join(str(error.orig).split())
            raise StoreError(f"{self._name} cannot be used: {reason}") from error
        except (SQLAlchemyError, ValueError, OSError) as error:
            raise StoreError(f"{self._name} cannot be used: {' '.join(str(error).split())}") from error


# ---- rows ----------------------------------------------------------------------------------------


def _digest(header: Mapping[str, Any]) -> str:
    """What tells a run from all others: a hash of its header, whatever the order of its fields."""
    return hashlib.sha256(json.dumps(header, sort_keys=True).encode()).hexdigest()


def _columns(record: GameRecord) -> dict[str, Any]:
    """The columns of a game that repeat what its record says, to be searched by."""
    return {
        "game": _text(record.game),
        "first": _text(record.players[0]),
        "second": _text(record.players[1]),
        "outcome": record.outcome,
        "margin": _integer(record.margin),
        "plies": len(record.moves),
        "termination": None if record.termination is None else _text(record.termination),
        "seconds": float(sum(record.seconds)),
        "seed": _integer(record.seed),
        "version": _text(record.version),
        "record": json.loads(record.to_json()),
    }


def _text(text: str) -> str:
    """A text without what no database takes: the character 0, and halves of characters."""
    return text.replace("\0", "?").encode(errors="replace").decode()


def _integer(value: int | None) -> int | None:
    """An integer that fits into 64 bits, or None; the record knows it all the same."""
    return value if value is not None and -(2**63) <= value < 2**63 else None


def _in_utc(time: datetime) -> datetime:
    """A time as a database returns it: SQLite's do not say that they are in UTC."""
    return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)


# ---- connections ---------------------------------------------------------------------------------


def _limit_waiting(connection: sa.Connection) -> None:
    """Let a transaction on a server fail if it has waited too long for another one."""
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {round(1000 * PATIENCE)}")


def _set_up_for_reading(connection: sqlite3.Connection, record: object) -> None:
    connection.isolation_level = None  # transactions are begun below, and not behind our back
    connection.execute("PRAGMA query_only=ON")


def _set_up_for_writing(connection: sqlite3.Connection, record: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA synchronous=NORMAL")  # in WAL mode a crash can undo the last games, no more
    with contextlib.suppress(sqlite3.OperationalError):  # another process is just doing the same
        connection.execute("PRAGMA journal_mode=WAL")  # readers and a writer do not wait for each other


def _begin(connection: sa.Connection) -> None:
    """Begin a transaction; one that writes waits for others here, and not in the middle of it."""
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
