"""Rooms and changes for the tests of their store, and what is left of them there."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from nupp.store import Change, RoomStore, Store, StoredMove, StoredRoom, StoredSeat
from nupp.store.schema import GAMES, RUNS

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
ANN, BOB, EVE = (hashlib.sha256(name.encode()).hexdigest() for name in ("ann", "bob", "eve"))
SEATS = (StoredSeat("person", "Ann", ANN), StoredSeat("person", "Bob", invitation=BOB))


def runs_in(store: Store) -> list[tuple[dict[str, Any], int]]:
    """The headers of the runs in a store, from the first, with how many games there are of each."""
    games = sa.select(RUNS.c.header, sa.func.count(GAMES.c.id)).join(GAMES, GAMES.c.run == RUNS.c.id)
    rows = store._database.rows(games.group_by(RUNS.c.id).order_by(RUNS.c.id))
    return [(header, count) for header, count in rows]


def moves(texts: Sequence[str], first: int = 0) -> tuple[StoredMove, ...]:
    """Moves with some times, from the ply `first` on."""
    return tuple(
        StoredMove(ply, text, 0.1 + ply / 3, (60.0 - ply, 59.7))
        for ply, text in enumerate(texts, start=first)
    )


def room(id: str = "r1", minutes: float = 0, **others: Any) -> StoredRoom:
    """A room that was made some minutes after noon, waiting for Bob unless `others` say otherwise."""
    made = NOON + timedelta(minutes=minutes)
    usual: dict[str, Any] = {
        "game": "tictactoe",
        "creator": ANN,
        "seats": SEATS,
        "created": made,
        "changed": made,
    }
    return StoredRoom(**{"id": id} | usual | others)


def change(after: int, version: int | None = None, id: str = "r1", **what: Any) -> Change:
    """The change that leads from a version to another one, the next unless that is given."""
    version = after + 1 if version is None else version
    return Change(id, after, version, NOON + timedelta(hours=version), **what)


def one_move(ply: int) -> Change:
    """The change that appends the move with a ply, if each move is a version."""
    return change(ply, moves=moves([f"m{ply}"], ply))


def played(rooms: RoomStore) -> list[str]:
    """The moves of the room r1."""
    found = rooms.load("r1")
    assert found is not None
    return [one.move for one in found.moves]


def check(rooms: RoomStore, count: int) -> None:
    """Whether so many of those moves, and no other ones, are stored."""
    assert played(rooms) == [f"m{ply}" for ply in range(count)]
