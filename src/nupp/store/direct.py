"""Changes of rooms that are moves or headers alone, written by the driver of the database itself.

Nearly all changes are of this kind. A server keeps some of them every few milliseconds, when the caches of
the processor hold nothing of the way there: a commit of four moves takes 0.3 ms of processor time here, and
0.9 ms by way of SQLAlchemy's statements and connections.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from nupp.store.database import Database
from nupp.store.room import Change
from nupp.store.schema import ROOMS
from nupp.store.statements import ADVANCE, APPEND, HEAD, HOLD, move_row

_WAIT: Final = 100
"""Milliseconds for which a server lets a transaction wait for another one here."""


class DirectWriter:
    """A connection that is kept open, and what is written on it. One thread at a time may use it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._connection: sa.PoolProxiedConnection | None = None
        self._texts: Mapping[sa.ClauseElement, str] = {
            one: database.text_of(one) for one in (ADVANCE, APPEND, HEAD, HOLD)
        }
        self._in_time = database.as_stored(ROOMS.c.changed)
        self._in_json = database.as_stored(ROOMS.c.header)

    def apply(self, changes: Sequence[Change], holder: int | None) -> bool:
        """Keep changes as `RoomStore.apply` does, if each is a move or a header of another room.

        False if they are not, or something went wrong. All or nothing of them is kept then; `RoomStore.apply`
        finds out which.
        """
        if len({one.room for one in changes}) < len(changes) or not all(map(_is_plain, changes)):
            return False
        if not self._lock.acquire(blocking=False):
            return False
        try:
            return self._write(changes, holder)
        except Exception:  # the other way finds out what is wrong
            self._let_go()
            return False
        finally:
            self._lock.release()

    def close(self) -> None:
        """Close the connection, if there is one."""
        with self._lock:
            self._let_go()

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()

    def _write(self, changes: Sequence[Change], holder: int | None) -> bool:
        if self._connection is None:
            self._connection = self._connect()
        cursor = self._connection.cursor()
        if self._database.is_file:
            cursor.execute("BEGIN IMMEDIATE")
        fits = holder is None or self._holds(cursor, holder)
        if fits and self._carry_out(cursor, changes):
            self._connection.commit()
            return not self._database.is_moved(self._connection.info)
        self._connection.rollback()
        return False

    def _holds(self, cursor: Any, holder: int) -> bool:
        """True if a member is there, and stays until the transaction ends."""
        return cursor.execute(self._texts[HOLD], {"number": holder}).fetchone() is not None

    def _carry_out(self, cursor: Any, changes: Sequence[Change]) -> bool:
        """Write changes; False if some do not fit to what is stored."""
        cursor.executemany(self._texts[ADVANCE], list(map(self._advance, changes)))
        if cursor.rowcount != len(changes):
            return False
        moves = [move_row(one.room, move) for one in changes for move in one.moves]
        self._execute(cursor, APPEND, moves)
        heads = [
            {"room_id": one.room, "header": self._in_json(one.header)}
            for one in changes
            if one.header is not None
        ]
        self._execute(cursor, HEAD, heads)
        return True

    def _execute(self, cursor: Any, statement: sa.ClauseElement, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            cursor.executemany(self._texts[statement], rows)

    def _advance(self, one: Change) -> dict[str, Any]:
        """A row of `ADVANCE`."""
        return {
            "room_id": one.room,
            "after": one.after,
            "version": one.version,
            "changed": self._in_time(one.changed),
            "count": len(one.moves),
            "ply": one.moves[0].ply if one.moves else None,
        }

    def _connect(self) -> sa.PoolProxiedConnection:
        """A connection that hardly waits for others: they are waited for in the other way."""
        made = self._database.connected()
        cursor = made.cursor()
        if self._database.is_file:
            cursor.execute("PRAGMA busy_timeout = 0")
        else:
            cursor.execute(f"SET lock_timeout = {_WAIT}")
            made.commit()
        return made


def _is_plain(change: Change) -> bool:
    others = (change.keep, change.state, change.seats)
    return all(one is None for one in others) and len(change.moves) <= 1
