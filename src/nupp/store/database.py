"""A database: SQLite in a file or PostgreSQL by its URL, through SQLAlchemy Core, ready to be used.

Many processes may use it at a time. A new one gets its tables, an older one its missing ones, when it is
opened; if several processes open it at once, one of them does it and the others wait.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, SQLAlchemyError

from nupp.extras import require
from nupp.folders import data_folder
from nupp.store.errors import StoreError, kind_of
from nupp.store.revisions import revision_of, upgrade

PATIENCE: Final = 20.0
"""Seconds to wait for another process that is writing, or for a server to answer."""

Insert = sqlite.Insert | postgresql.Insert
Inserting = Callable[[sa.Table], Insert]

_LOCK: Final = 0x6E757070
"""The advisory lock under which the tables are made on a server: the name of the program in ASCII."""
_WRITES: Final = "nupp_writes"
"""The option of a connection that is about to write."""
_AT_A_TIME: Final = 100
"""The number of rows that are fetched at once."""


def default_database() -> str:
    """The URL of the database in the data folder."""
    return f"sqlite:///{data_folder() / 'nupp.db'}"


def database_url(text: str) -> sa.URL:
    """The URL of a database, or of the SQLite file that a plain path names.

    StoreError for what is none of them, and for other kinds of databases.
    """
    with contextlib.suppress(ArgumentError, ValueError):
        url = sa.make_url(text) if "://" in text else sa.URL.create("sqlite", database=text)
        if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
            return url.set(drivername="postgresql+psycopg")
        if url.drivername == "sqlite" and url.database not in (None, "", ":memory:") and not url.query:
            return url
    raise StoreError(
        f"{text!r} is no database: expected sqlite:///FILE, the name of a file, or postgresql://HOST/NAME"
    )


class Database:
    """A database that is ready to be used; a context manager, or to be closed. Threads may share it.

    url: as in `database_url`. read_only: it must be there already, and is left as it is. patience: seconds
    to wait for others that are writing, or for a server to answer.
    StoreError for one that cannot be used, that holds something else, or that a newer nupp wrote; nothing is
    changed in it then. `name` is how messages call it.
    """

    def __init__(self, url: str, read_only: bool = False, patience: float = PATIENCE) -> None:
        self._url = database_url(url)
        self._patience = patience
        self._ready = self._failed = False
        self.is_file: Final = self._url.get_backend_name() == "sqlite"
        """True if the database is a file of SQLite, and not on a server."""
        self.insert: Final[Inserting] = sqlite.insert if self.is_file else postgresql.insert
        """Makes an insertion that can say what to do if the row is there already."""
        self.name: Final = self._path if self.is_file else self._url.render_as_string(hide_password=True)
        self._engine = self._new_file(read_only) if self.is_file else self._new_client()
        try:
            self._make_ready(read_only)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()

    # ---- transactions ----------------------------------------------------------------------------

    @contextlib.contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that is kept if nothing goes wrong in it; StoreError if it cannot be kept."""
        if self._failed:  # a connection that is opened when the trouble is over knows that it is
            self._failed = False
            self._engine.dispose()
        with self.telling(), self._engine.connect() as connection:
            connection.execution_options(**{_WRITES: True})
            try:
                with connection.begin():
                    yield connection
            except DBAPIError:
                self._failed = True
                connection.invalidate()
                raise
            if self.is_moved(connection.info):
                raise self._gone()

    def probe(self) -> None:
        """Commit what changes nothing, but is written; StoreError if nothing can be kept now."""
        with self.writing() as connection:
            if self.is_file:
                number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
                connection.exec_driver_sql(f"PRAGMA user_version = {number}")
            else:
                connection.execute(sa.select(sa.func.txid_current()))

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that sees the database as it is at one moment."""
        with self.telling(), self._engine.connect() as connection:
            if not self.is_file:
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextlib.contextmanager
    def lasting(self) -> Iterator[sa.Connection]:
        """A connection that each statement commits by itself; closed at the end, and not used again."""
        with self._engine.connect() as connection:
            try:
                yield connection.execution_options(isolation_level="AUTOCOMMIT")
            finally:
                connection.invalidate()

    def connected(self) -> sa.PoolProxiedConnection:
        """A connection of the driver, to write without SQLAlchemy; to be invalidated at the end."""
        return self._engine.raw_connection()

    def text_of(self, statement: sa.ClauseElement) -> str:
        """A statement as the driver takes it, its parameters by their names."""
        return str(statement.compile(dialect=self._engine.dialect))

    def as_stored(self, column: sa.Column[Any]) -> Callable[[Any], Any]:
        """The function that makes values of a column such as the driver takes."""
        dialect = self._engine.dialect
        return column.type.dialect_impl(dialect).bind_processor(dialect) or (lambda value: value)

    def rows(self, wanted: sa.Select[Any]) -> Iterator[tuple[Any, ...]]:
        """The rows of an answer, a few at a time."""
        with self.reading() as connection:
            for row in connection.execute(wanted.execution_options(yield_per=_AT_A_TIME)):
                yield tuple(row)

    @contextlib.contextmanager
    def telling(self) -> Iterator[None]:
        """Turn every failure of the database into one line."""
        try:
            yield
        except (SQLAlchemyError, ValueError, OSError) as error:
            if self.is_file and self._ready and not Path(self._path).exists():
                raise self._gone() from error
            reason = " ".join(str(error.orig if isinstance(error, DBAPIError) else error).split())
            raise kind_of(error)(f"{self.name} cannot be used: {reason}") from error

    # ---- files -----------------------------------------------------------------------------------

    @property
    def _path(self) -> str:
        return self._url.database or ""

    def _new_file(self, read_only: bool) -> sa.Engine:
        """The way to a file; nothing is connected yet."""
        path = Path(self._path)
        if read_only and not path.exists():
            raise StoreError(
                f"there is no database {str(path)!r}: games are stored by nupp serve, or a match with --store"
            )
        if not read_only and self._url == database_url(default_database()):
            with self.telling():
                path.parent.mkdir(parents=True, exist_ok=True)

        def connect() -> sqlite3.Connection:
            mode = "rw" if read_only or self._ready else "rwc"  # a file that was deleted is not made again
            uri = f"{path.absolute().as_uri()}?mode={mode}"
            return sqlite3.connect(uri, uri=True, timeout=self._patience, check_same_thread=False)

        engine = sa.create_engine(self._url, creator=connect, paramstyle="named")  # as on a server
        sa.event.listen(
            engine, "connect", self._set_up_for_reading if read_only else self._set_up_for_writing
        )
        sa.event.listen(engine, "checkout", self._check_out)
        sa.event.listen(engine, "begin", _begin)
        return engine

    def _set_up_for_reading(
        self, connection: sqlite3.Connection, record: sa.pool.ConnectionPoolEntry
    ) -> None:
        record.info["file"] = _identity(self._path)
        connection.isolation_level = None  # transactions are begun below, and not behind our back
        connection.execute("PRAGMA query_only=ON")

    def _set_up_for_writing(
        self, connection: sqlite3.Connection, record: sa.pool.ConnectionPoolEntry
    ) -> None:
        record.info["file"] = _identity(self._path)
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute(
            "PRAGMA synchronous=NORMAL"
        )  # in WAL mode a crash can undo the last games, no more
        if self._ready:  # the file is ours
            with contextlib.suppress(sqlite3.OperationalError):  # another process is just doing the same
                connection.execute(
                    "PRAGMA journal_mode=WAL"
                )  # readers and a writer do not wait for each other

    def _check_out(self, connection: object, record: sa.pool.ConnectionPoolEntry, proxy: object) -> None:
        """Open another connection if the file of this one was deleted, moved or replaced."""
        if self.is_moved(record.info):
            raise DisconnectionError(f"{self.name} was deleted, moved or replaced")

    def is_moved(self, info: Mapping[Any, Any]) -> bool:
        """True if the file of a connection, given by its `info`, was deleted, moved or replaced."""
        return self.is_file and info.get("file") != _identity(self._path)

    def _gone(self) -> StoreError:
        return StoreError(f"{self.name} is gone: it was deleted or moved while it was in use")

    # ---- servers ---------------------------------------------------------------------------------

    def _new_client(self) -> sa.Engine:
        """The way to a server; nothing is connected yet."""
        patience = {
            "connect_timeout": round(self._patience),
            "tcp_user_timeout": round(1000 * self._patience),
        }
        own = {option: value for option, value in patience.items() if option not in self._url.query}
        require("postgres", self.name)
        engine = sa.create_engine(self._url, connect_args=own, pool_pre_ping=True)
        sa.event.listen(engine, "begin", self._limit_waiting)
        return engine

    def _limit_waiting(self, connection: sa.Connection) -> None:
        """Let a transaction on a server fail if it has waited too long for another one."""
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {round(1000 * self._patience)}")

    # ---- tables ----------------------------------------------------------------------------------

    def _make_ready(self, read_only: bool) -> None:
        """Check that the tables are ours and, if they may be written, bring them to the newest revision."""
        if read_only:
            with self.reading() as connection:
                if revision_of(connection, self.name) is None:
                    raise StoreError(f"{self.name} holds something else: expected games stored by nupp")
        else:
            with self.writing() as connection:
                if not self.is_file:
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
                upgrade(connection, revision_of(connection, self.name))
        self._ready = True
        self._engine.dispose()


class Section:
    """One use of a database: one kind of things in it, by its URL or beside others in one Database.

    A context manager, or to be closed; a Database that was given is left open.
    """

    def __init__(self, database: str | Database, read_only: bool = False) -> None:
        self._own = isinstance(database, str)
        self._database = Database(database, read_only) if isinstance(database, str) else database

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back, if they are our own."""
        if self._own:
            self._database.close()


def in_utc(time: datetime) -> datetime:
    """A time as a database returns it: SQLite's do not say that they are in UTC."""
    return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)


def _identity(path: str) -> tuple[int, int] | None:
    """The identity of a file, which one that takes its place later does not have; None without a file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _begin(connection: sa.Connection) -> None:
    """Begin a transaction; one that writes waits for others here, and not in the middle of it."""
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
