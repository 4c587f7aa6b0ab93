"""The rooms of the server: games that are being played, with one row a move.

The server keeps the rooms that are in use in memory, changes them there, and hands the changes over to
`RoomStore.apply`, many rooms in one transaction. Until that has returned a change is not safe; if it fails,
the same changes are handed over again, as often as it takes, and none of them is stored twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from nupp.store.database import Database, Section, in_utc
from nupp.store.direct import DirectWriter
from nupp.store.errors import ConflictError
from nupp.store.games import enter_run, put_game
from nupp.store.members import require_member
from nupp.store.room import (
    Change,
    MisfitError,
    Plan,
    State,
    StoredEnd,
    StoredMove,
    StoredRoom,
    StoredSeat,
    plan,
)
from nupp.store.schema import CLIENTS, GAMES, MOVES, ROOMS, SEATS
from nupp.store.statements import APPEND, HEAD, move_row

BROWSER: Final[Mapping[str, Any]] = {"browser": {}}
"""The header of the run whose games are those that were played in rooms; their numbers are the rooms'."""

# Statements of moves and of the beginning and end of a game are made once: making and comparing them takes
# longer than carrying them out.
_OF: Final[sa.BindParameter[int]] = sa.bindparam("of")
_LOCK: Final[sa.Select[Any]] = (
    sa.select(ROOMS.c.number, ROOMS.c.id, ROOMS.c.version, ROOMS.c.plies, ROOMS.c.given, ROOMS.c.state)
    .where(ROOMS.c.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(ROOMS.c.number)
    .with_for_update()
)
_CUT: Final = sa.delete(MOVES).where(MOVES.c.room == _OF, MOVES.c.ply >= sa.bindparam("kept"))
_CHANGE: Final = sa.update(ROOMS).where(ROOMS.c.number == _OF)
_ENTER: Final = sa.insert(ROOMS).returning(ROOMS.c.number)
_SEAT: Final = sa.insert(SEATS)
_BY_ID: Final = sa.select(ROOMS).where(ROOMS.c.id == sa.bindparam("id"))
_BY_NUMBER: Final = sa.select(ROOMS).where(ROOMS.c.number == _OF)
_ROOMS: Final[sa.BindParameter[Sequence[int]]] = sa.bindparam("rooms", expanding=True)
_SEATS_OF: Final = sa.select(SEATS).where(SEATS.c.room.in_(_ROOMS)).order_by(SEATS.c.side)
_MOVES_OF: Final = sa.select(MOVES).where(MOVES.c.room.in_(_ROOMS)).order_by(MOVES.c.ply)


class RoomStore(Section):
    """The rooms in a database: `RoomStore(url)` or `RoomStore(Database(url))`; a context manager.

    It is synchronous, and may be used by several threads. Whatever goes wrong is a StoreError: a BusyError if
    the database is locked or its server cannot be reached (the same call may well succeed soon), a FullError
    if there is no space left, a ConflictError if what is stored does not fit, or a StoreError itself, such as
    for a file that is read-only or was deleted. Having failed, nothing of the call is stored, or (BusyError
    only: the connection was lost in the middle) all of it; every call may be repeated as it was.

    A game that is over is also among the games of `Store`, as long as it is over.
    """

    def __init__(self, database: str | Database, read_only: bool = False) -> None:
        super().__init__(database, read_only)
        self._direct = DirectWriter(self._database)

    def close(self) -> None:
        self._direct.close()
        super().close()

    def create(self, room: StoredRoom) -> None:
        """Keep a new room, with the moves that it has; ConflictError if there is another one of its id."""
        with self._database.writing() as connection:
            there = _one(connection, room.id)
            if there is None:
                self._enter(connection, room)
            elif there != room:
                raise ConflictError(self._database.name, {room.id: "there is another one"})

    def apply(self, changes: Sequence[Change], holder: int | None = None) -> None:
        """Keep what has happened in any number of rooms, in one transaction.

        holder: the member for which it is written; a ConflictError for all rooms if it is one no more.

        Changes of one room are applied in their order. Whatever of them is stored already, because an
        earlier call with the same changes was lost half-way, is not stored again. A batch may be handed over
        again with further changes behind it, but its changes stay as they were: they are not merged.
        ConflictError if there is no such room, or it is not as the changes suppose: then nothing of the rooms
        that it names is stored, and all of the others.
        """
        if self._direct.apply(changes, holder):
            return
        refused: dict[str, str] = {}
        with self._database.writing() as connection:
            require_member(connection, self._database.name, holder, {one.room for one in changes})
            due: list[tuple[sa.Row[Any], Plan]] = []
            stored = _locked(connection, {one.room for one in changes})
            for id, own in groupby(sorted(changes, key=lambda one: one.room), key=lambda one: one.room):
                try:
                    found = _plan(connection, stored.get(id), list(own))
                except MisfitError as error:
                    refused[id] = str(error)
                else:
                    due += [(stored[id], found)] if found else []
            self._carry_out(connection, due)
        if refused:
            raise ConflictError(self._database.name, refused)

    def probe(self) -> None:
        """See that changes can be kept; see `Database.probe`."""
        self._database.probe()

    def load(self, id: str) -> StoredRoom | None:
        """A room with its moves; None if there is none."""
        with self._database.reading() as connection:
            return _one(connection, id)

    def rooms(
        self,
        client: str | None = None,
        finder: str | None = None,
        state: State | None = None,
        game: str | None = None,
        begun: bool = False,
        offset: int = 0,
        limit: int = 50,
    ) -> tuple[StoredRoom, ...]:
        """Rooms with their moves, those made last first; `limit` of them, after the first `offset`.

        client: only those that the client with this SHA-256 has made or has a seat in, or another browser of
        the same person. finder: only those, and the public ones. state: only those in this state. game: only
        those of exactly this spec. begun: only those in which somebody has moved.
        """
        wanted = sa.select(ROOMS).order_by(ROOMS.c.created.desc(), ROOMS.c.number.desc())
        if client is not None:
            wanted = wanted.where(_is_of(client))
        if finder is not None:
            wanted = wanted.where(sa.or_(ROOMS.c.public, _is_of(finder)))
        if state is not None:
            wanted = wanted.where(ROOMS.c.state == state)
        if game is not None:
            wanted = wanted.where(ROOMS.c.game == game)
        if begun:
            wanted = wanted.where(ROOMS.c.plies > ROOMS.c.given)
        with self._database.reading() as connection:
            return _rooms(connection, wanted.offset(offset).limit(limit))

    def played(self, days: float) -> dict[str, int]:
        """The number of times that each game, by its name, was played in the last `days` days."""
        since = datetime.now(UTC) - timedelta(days=days)
        counted = sa.select(ROOMS.c.game, sa.func.count()).where(
            ROOMS.c.created >= since, ROOMS.c.plies > ROOMS.c.given
        )
        found: Counter[str] = Counter()
        with self._database.reading() as connection:
            for spec, number in connection.execute(counted.group_by(ROOMS.c.game)):
                found[spec.partition(":")[0]] += number
        return dict(found)

    def forget_unbegun(self, days: float) -> int:
        """Delete rooms in which no move was played and nothing has happened for `days` days; returns their
        number.

        Moves from before a room was made do not count, and a server must not have such a room in use.
        """
        before = datetime.now(UTC) - timedelta(days=days)
        with self._database.writing() as connection:
            gone = sa.delete(ROOMS).where(ROOMS.c.plies == ROOMS.c.given, ROOMS.c.changed < before)
            return connection.execute(gone).rowcount

    def forget_finished(self, days: float, most: int = 500) -> int:
        """Delete rooms that have been over for `days` days with their games, the oldest first.

        At most `most` are deleted at once; returns their number. Ratings and the results of rated games stay.
        """
        before = datetime.now(UTC) - timedelta(days=days)
        due = sa.select(ROOMS.c.number).where(ROOMS.c.state == State.OVER, ROOMS.c.changed < before)
        with self._database.writing() as connection:
            numbers = connection.scalars(due.order_by(ROOMS.c.changed).limit(most)).all()
            if numbers:
                run = enter_run(self._database, connection, BROWSER)
                played = sa.delete(GAMES).where(GAMES.c.run == run, GAMES.c.number.in_(numbers))
                connection.execute(played)
                connection.execute(sa.delete(ROOMS).where(ROOMS.c.number.in_(numbers)))
        return len(numbers)

    # ---- in a transaction ------------------------------------------------------------------------

    def _enter(self, connection: sa.Connection, room: StoredRoom) -> None:
        """Write a room that is not there."""
        number = connection.execute(_ENTER, _room_row(room)).scalar_one()
        connection.execute(_SEAT, _seat_rows(number, room.seats))
        _execute(connection, APPEND, [move_row(room.id, move) for move in room.moves])
        if room.state is State.OVER:
            self._file(connection, number, room)

    def _carry_out(self, connection: sa.Connection, due: Sequence[tuple[sa.Row[Any], Plan]]) -> None:
        """Write what was planned for rooms, given with their rows."""
        cut = [{"of": row.number, "kept": one.kept} for row, one in due if one.kept < row.plies]
        _execute(connection, _CUT, cut)
        new = [move_row(row.id, move) for row, one in due for move in one.new]
        _execute(connection, APPEND, new)
        _execute(connection, _CHANGE, [_counts(*pair) for pair in due])
        for row, one in due:
            _set(connection, row, one.values)
            if State.OVER in (row.state, one.values.get("state")):
                (room,) = _rooms(connection, _BY_NUMBER, of=row.number)
                self._file(connection, row.number, room)

    def _file(self, connection: sa.Connection, number: int, room: StoredRoom) -> None:
        """See that a room is among the games that were played exactly if it is one that is over."""
        run = enter_run(self._database, connection, BROWSER)
        if room.end is not None and len(room.moves) > room.given:
            put_game(self._database, connection, run, number, room.record())
        else:
            connection.execute(sa.delete(GAMES).where(GAMES.c.run == run, GAMES.c.number == number))


def _set(connection: sa.Connection, row: sa.Row[Any], values: Mapping[str, Any]) -> None:
    """Change values of a room other than those that every change has."""
    if "header" in values:
        connection.execute(HEAD, {"room_id": row.id, "header": values["header"]})
    if "state" in values:
        columns = {"state": values["state"], **_end_columns(values["end"])}
        connection.execute(_CHANGE, {"of": row.number, **columns})
    if "seats" in values:
        connection.execute(sa.delete(SEATS).where(SEATS.c.room == row.number))
        connection.execute(_SEAT, _seat_rows(row.number, values["seats"]))


def _execute(connection: sa.Connection, statement: sa.Executable, rows: list[dict[str, Any]]) -> None:
    """A statement for each of some rows, which may be none."""
    if rows:
        connection.execute(statement, rows)


def _plan(connection: sa.Connection, row: sa.Row[Any] | None, changes: Sequence[Change]) -> Plan | None:
    """The writes for a room; MisfitError if its changes do not fit."""
    if row is None:
        raise MisfitError("there is none")
    loaded: list[StoredRoom] = []

    def load() -> StoredRoom:
        if not loaded:
            loaded.extend(_rooms(connection, _BY_NUMBER, of=row.number))
        return loaded[0]

    return plan(row.version, row.plies, load, changes)


def _locked(connection: sa.Connection, ids: set[str]) -> dict[str, sa.Row[Any]]:
    """The rows of rooms, which nobody else changes before the transaction ends; always in the same order."""
    return {row.id: row for row in connection.execute(_LOCK, {"ids": list(ids)})}


def _is_of(client: str) -> sa.ColumnElement[bool]:
    """True if a client, or another browser of its person, has made a room or has a seat in it."""
    person = sa.select(CLIENTS.c.person).where(CLIENTS.c.client == client)
    browsers = sa.select(CLIENTS.c.client).where(CLIENTS.c.person.in_(person))
    seated = sa.select(SEATS.c.room).where(sa.or_(SEATS.c.holder == client, SEATS.c.holder.in_(browsers)))
    made = sa.or_(ROOMS.c.creator == client, ROOMS.c.creator.in_(browsers))
    return sa.or_(made, ROOMS.c.number.in_(seated))


def _one(connection: sa.Connection, id: str) -> StoredRoom | None:
    return next(iter(_rooms(connection, _BY_ID, id=id)), None)


def _rooms(connection: sa.Connection, wanted: sa.Select[Any], **parameters: Any) -> tuple[StoredRoom, ...]:
    """The rooms that a selection of their rows with these parameters gives, in its order."""
    rows = connection.execute(wanted, parameters).all()
    numbers = [row.number for row in rows]
    seats = _by_room(connection, _SEATS_OF, numbers)
    moves = _by_room(connection, _MOVES_OF, numbers)
    return tuple(_room(row, seats[row.number], moves[row.number]) for row in rows)


def _by_room(
    connection: sa.Connection, wanted: sa.Select[Any], numbers: Sequence[int]
) -> dict[int, list[sa.Row[Any]]]:
    """The rows, selected by `rooms`, that belong to each of some rooms, in their order."""
    found: dict[int, list[sa.Row[Any]]] = {number: [] for number in numbers}
    for row in connection.execute(wanted, {"rooms": numbers}):
        found[row.room].append(row)
    return found


# ---- rows ----------------------------------------------------------------------------------------


def _room(row: sa.Row[Any], seats: Sequence[sa.Row[Any]], moves: Sequence[sa.Row[Any]]) -> StoredRoom:
    first, second = (StoredSeat(one.kind, one.name, one.holder, one.invitation) for one in seats)
    return StoredRoom(
        row.id,
        row.game,
        row.creator,
        (first, second),
        in_utc(row.created),
        in_utc(row.changed),
        start=row.start,
        clock=row.clock,
        header=row.header,
        public=row.public,
        state=row.state,
        end=None if row.reason is None else StoredEnd(row.reason, row.outcome, row.margin),
        version=row.version,
        moves=tuple(map(_move, moves)),
        given=row.given,
    )


def _move(row: sa.Row[Any]) -> StoredMove:
    left = None if row.left_first is None else (row.left_first, row.left_second)
    return StoredMove(row.ply, row.move, row.seconds, left)


def _room_row(room: StoredRoom) -> dict[str, Any]:
    columns = "id game start clock header creator public state given version created"
    return {
        **{name: getattr(room, name) for name in columns.split()},
        **_end_columns(room.end),
        "plies": len(room.moves),
        "changed": room.changed,
    }


def _counts(row: sa.Row[Any], found: Plan) -> dict[str, Any]:
    """The values that every change of a room changes in its row."""
    return {
        "of": row.number,
        "plies": found.plies,
        "given": min(row.given, found.kept),
        "version": found.version,
        "changed": found.changed,
    }


def _end_columns(end: StoredEnd | None) -> dict[str, Any]:
    if end is None:
        return {"reason": None, "outcome": None, "margin": None}
    return {"reason": end.reason, "outcome": end.outcome, "margin": end.margin}


def _seat_rows(number: int, seats: Sequence[StoredSeat]) -> list[dict[str, Any]]:
    return [{"room": number, "side": side, **vars(seat)} for side, seat in enumerate(seats)]
