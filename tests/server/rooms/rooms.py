"""Rooms without a server, what people are shown of them, and a clock that tests set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import nupp
from nupp.players import clock as clocks
from nupp.server.http.identity import digest
from nupp.server.play.rules_compiler import RulesCompiler
from nupp.server.rooms.room import RefusedError, Room, open_room
from nupp.server.rooms.terms import RoomTerms, new_room
from nupp.server.rooms.view import room_seen
from nupp.store import StoredSeat

ANN, BOB, EVE = (digest(name) for name in ("ann", "bob", "eve"))
"""Two who play, and one who does not."""
TOKEN = "a token"
RULES = RulesCompiler()
RULES._wanted = {"tictactoe", "dotsandboxes:size=2"}  # they are interpreted, and nothing is compiled


class Time:
    """A clock that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def perf_counter(self) -> float:
        return self.now


def person(name: str, holder: str | None = None) -> StoredSeat:
    return StoredSeat("person", name, holder, None if holder else digest(TOKEN))


ENGINE = StoredSeat("engine", "random")


def room(
    *seats: StoredSeat, control: str | None = None, game: str = "tictactoe", moves: tuple[str, ...] = ()
) -> Room:
    """A new room; two people without seats."""
    first, second = seats or (person("ann", ANN), person("bob", BOB))
    terms = RoomTerms(None if control is None else clocks.parse_time_control(control))
    return open_room(new_room("r", nupp.game(game), ANN, (first, second), terms, moves=moves), RULES)


def seen(found: Room, client: str | None) -> dict[str, Any]:
    """The room as a client gets it."""
    return room_seen(found, client).model_dump(mode="json")


def clock(found: Room) -> dict[str, Any]:
    """The clock of a room as anybody gets it."""
    shown: dict[str, Any] = seen(found, None)["clock"]
    return shown


def moves_of(found: Room) -> list[str]:
    return [move.move for move in found.course.moves]


def refused(found: Room, act: Callable[[Room], Any]) -> str:
    """The code with which something is refused, which has to leave everything as it was."""
    before = found.stored(), seen(found, ANN)
    with pytest.raises(RefusedError) as error:
        act(found)
    after = found.stored(), seen(found, ANN)
    assert replace(after[0], changed=before[0].changed) == before[0]
    assert after[1] == before[1]
    assert str(error.value)
    return error.value.code
