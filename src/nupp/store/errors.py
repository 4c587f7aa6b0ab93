"""The errors of a database, as the callers of the store distinguish them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Final

from sqlalchemy.exc import DBAPIError, OperationalError, TimeoutError


class StoreError(Exception):
    """A database that cannot be used, or not now; the message says why, in one line."""


class BusyError(StoreError):
    """The database is locked, or its server cannot be reached: the same call may succeed soon.

    Of a call that writes nothing is stored, or all of it, if the connection was lost while it was.
    """


class FullError(StoreError):
    """There is no space left, or the disk takes no more: the same call may succeed when there is."""


class ConflictError(StoreError):
    """The error if what is stored is not what the caller supposes.

    reasons: for the id of each room, or other thing of this `kind`, what is wrong with it.
    """

    def __init__(self, name: str, reasons: Mapping[str, str], kind: str = "room") -> None:
        faults = "; ".join(f"{kind} {id}: {reason}" for id, reason in reasons.items())
        super().__init__(f"{name} does not agree: {faults}")
        self.reasons = dict(reasons)


_BUSY_IN_SQLITE: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_FULL_IN_SQLITE: Final = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_FSYNC,
}
_BUSY_ON_SERVERS: Final = ("08", "40", "53", "57", "55P03")
"""The first digits of SQLSTATEs for lost connections, deadlocks, scarce resources, shutdowns and locks."""
_FULL_ON_SERVERS: Final = "53100"


def kind_of(error: Exception) -> type[StoreError]:
    """The kind of StoreError for an error of the database."""
    if isinstance(error, TimeoutError):  # all connections are in use
        return BusyError
    if not isinstance(error, DBAPIError):
        return StoreError
    if isinstance(error.orig, sqlite3.Error):
        return _kind_in_sqlite(getattr(error.orig, "sqlite_errorcode", 0))
    state = getattr(error.orig, "sqlstate", None)
    if state is None:  # it comes from no server
        return BusyError if isinstance(error, OperationalError) else StoreError
    if state == _FULL_ON_SERVERS:
        return FullError
    return BusyError if state.startswith(_BUSY_ON_SERVERS) else StoreError


def _kind_in_sqlite(code: int) -> type[StoreError]:
    """code: an extended result code; its low byte is the primary one."""
    if {code, code & 0xFF} & _FULL_IN_SQLITE:
        return FullError
    return BusyError if code & 0xFF in _BUSY_IN_SQLITE else StoreError
