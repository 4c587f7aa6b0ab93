"""The reasons for which a game does not count for ratings, as a room shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import nupp
from nupp.players import Budget
from nupp.server.http.identity import digest
from nupp.server.play.rules_compiler import RulesCompiler
from nupp.server.rooms.agreements import note_help, resign
from nupp.server.rooms.rating import why_unrated
from nupp.server.rooms.room import Room
from nupp.server.rooms.terms import RoomTerms, new_room
from nupp.store import SeatKind, StoredSeat

ANN, BOB = digest("ann"), digest("bob")
AMY = StoredSeat(SeatKind.PERSON, "Amy", ANN)
BEN = StoredSeat(SeatKind.PERSON, "Ben", BOB)
GUEST = StoredSeat(SeatKind.PERSON, "", BOB)
FREE = StoredSeat(SeatKind.PERSON, "", None, digest("invitation"))
LEVEL = StoredSeat(SeatKind.ENGINE, "level:n=3")
OTHER = StoredSeat(SeatKind.ENGINE, "uct")


def room(
    *seats: StoredSeat, given: Sequence[str] = (), start: str | None = None, terms: RoomTerms | None = None
) -> Room:
    game, rules_compiler = nupp.game("tictactoe"), RulesCompiler()
    rules_compiler._wanted = {game.spec}  # it is interpreted, and nothing is compiled
    stored = new_room("r", game, ANN, (seats[0], seats[1]), terms or RoomTerms(), start, given)
    return Room(stored, game.start_position().play_all(given), rules_compiler)


@pytest.mark.parametrize(
    ("seats", "more", "reason"),
    [
        ((AMY, BEN), {}, None),
        ((AMY, LEVEL), {}, None),
        ((AMY, FREE), {}, None),
        ((LEVEL, OTHER), {}, "machines"),
        ((AMY, AMY), {}, "alone"),
        ((AMY, BEN), {"given": ["b2"]}, "position"),
        ((AMY, LEVEL), {"start": "3/3/3 x"}, "position"),
        ((AMY, OTHER), {}, "player"),
        ((AMY, LEVEL), {"terms": RoomTerms(budget=Budget(seconds=9.0))}, "time"),
        ((AMY, BEN), {"terms": RoomTerms(budget=Budget(seconds=9.0))}, None),
        ((AMY, GUEST), {}, "name"),
    ],
)
def test_a_game_counts_or_has_a_reason_not_to(
    seats: tuple[StoredSeat, StoredSeat], more: dict[str, Any], reason: str | None
) -> None:
    assert why_unrated(room(*seats, **more)) == reason


def test_a_hint_and_an_early_end_take_the_rating_from_a_game() -> None:
    helped, early = room(AMY, LEVEL), room(AMY, BEN)
    note_help(helped)
    assert why_unrated(helped) == "assisted"
    early.move(ANN, 0, "b2")
    assert why_unrated(early) is None
    resign(early, BOB)
    assert why_unrated(early) == "short"
