"""Rooms without a server: who moves, how a game ends by the rules, and what is shown of it."""

from __future__ import annotations

import pytest

from nupp.kernel import interpreted
from nupp.server.http.identity import digest
from nupp.server.rooms import agreements
from nupp.server.rooms.room import open_room
from nupp.server.rooms.view import glance
from server.rooms.rooms import (
    ANN,
    BOB,
    ENGINE,
    EVE,
    RULES,
    TOKEN,
    Time,
    moves_of,
    person,
    refused,
    room,
    seen,
)

# ---- moves ---------------------------------------------------------------------------------------


def test_only_who_holds_the_seat_moves_and_only_in_turn() -> None:
    found = room()
    assert refused(found, lambda one: one.move(BOB, 0, "b2")) == "not_your_turn"
    assert refused(found, lambda one: one.move(EVE, 0, "b2")) == "not_your_seat"
    change = found.move(ANN, 0, "B2")
    assert change is not None
    assert [move.move for move in change.moves] == ["b2"]
    assert refused(found, lambda one: one.move(ANN, 1, "a1")) == "not_your_turn"
    assert refused(found, lambda one: one.move(BOB, 1, "b2")) == "illegal_move"
    assert refused(found, lambda one: one.move(BOB, 1, "nonsense")) == "illegal_move"


def test_a_move_that_comes_twice_is_played_once_and_late_ones_not_at_all() -> None:
    found = room()
    found.move(ANN, 0, "b2")
    assert found.move(ANN, 0, "b2") is None
    assert found.move(ANN, 0, " B2") is None
    assert refused(found, lambda one: one.move(ANN, 0, "a1")) == "stale"
    assert refused(found, lambda one: one.move(BOB, 0, "b2")) == "stale"
    assert refused(found, lambda one: one.move(EVE, 0, "b2")) == "stale"
    assert refused(found, lambda one: one.move(BOB, 2, "a1")) == "stale"
    found.move(BOB, 1, "a1")
    assert found.move(ANN, 0, "b2") is None
    assert moves_of(found) == ["b2", "a1"]


def test_who_moved_is_reported_also_where_a_side_moves_again() -> None:
    box = ("a1b1", "a1a2", "a2b2", "b1b2")
    found = room(game="dotsandboxes:size=2", moves=(*box, "b1c1"))
    assert seen(found, ANN)["movers"] == [0, 1, 0, 1, 1]


def test_the_end_by_the_rules() -> None:
    found = room()
    for ply, move in enumerate(("a1", "b1", "a2", "b2", "a3")):
        found.move((ANN, BOB)[ply % 2], ply, move)
    shown = seen(found, ANN)
    assert (shown["state"], shown["end"]) == (
        "over",
        {"outcome": 1, "margin": 1, "reason": "rules", "words": "x wins", "cause": None},
    )
    assert refused(found, lambda one: one.move(BOB, 5, "c3")) == "over"
    assert found.move(ANN, 4, "a3") is None  # sent again, since the answer was lost


def test_a_game_waits_for_its_players() -> None:
    found = room(person("ann", ANN), person("bob"))
    assert found.course.state == "waiting"
    assert refused(found, lambda one: one.move(ANN, 0, "b2")) == "waiting"
    assert (
        refused(found, lambda one: agreements.take_seat(one, BOB, 1, digest("a guess"))) == "bad_invitation"
    )
    assert refused(found, lambda one: agreements.take_seat(one, BOB, 0, digest(TOKEN))) == "bad_invitation"
    change = agreements.take_seat(found, BOB, 1, digest(TOKEN))
    assert change is not None
    assert change.state == found.course.state == "playing"
    assert agreements.take_seat(found, BOB, 1, digest(TOKEN)) is None  # asked for again
    assert refused(found, lambda one: agreements.take_seat(one, EVE, 1, digest(TOKEN))) == "bad_invitation"


def test_a_seat_that_is_let_go_is_free_for_who_has_the_new_invitation(time: Time) -> None:
    found = room(control="60s")
    found.move(ANN, 0, "b2")
    assert refused(found, lambda one: agreements.release(one, BOB, 0, digest("new"))) == "not_allowed"
    agreements.release(found, ANN, 1, digest("new"))
    assert found.course.state == "waiting"
    time.now += 100  # which nobody is charged for
    assert refused(found, lambda one: one.move(BOB, 1, "a1")) == "waiting"
    agreements.take_seat(found, EVE, 1, digest("new"))
    assert refused(found, lambda one: one.move(BOB, 1, "a1")) == "not_your_seat"
    found.move(EVE, 1, "a1")
    assert found.fall() is None
    with_engine = room(person("ann", ANN), ENGINE)
    assert refused(with_engine, lambda one: agreements.release(one, ANN, 1, digest("new"))) == "not_allowed"


# ---- what clients see ----------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [(), ("b2", "a1"), ("a1", "b1", "a2", "b2", "a3"), ("a1", "c3", "b2")])
def test_a_glance_tells_what_a_room_that_is_opened_does(moves: tuple[str, ...]) -> None:
    found = room(control="60s")
    for ply, move in enumerate(moves):
        found.move((ANN, BOB)[ply % 2], ply, move)
    if len(moves) == 3:
        agreements.resign(found, BOB)
    kept = found.stored()
    with interpreted():
        opened = seen(open_room(kept, RULES), BOB)
        assert glance(kept, BOB, RULES).model_dump(mode="json") == opened | {"movers": []}
    assert opened["movers"] == [ply % 2 for ply in range(len(moves))]


def test_nobody_is_reported_who_has_which_secret() -> None:
    found = room(person("ann", ANN), person("bob"))
    for who in (ANN, BOB, None):
        text = str(seen(found, who))
        assert ANN not in text
        assert digest(TOKEN) not in text
    assert [seat["yours"] for seat in seen(found, ANN)["seats"]] == [True, False]
    assert seen(found, ANN)["yours"]
    assert not seen(found, BOB)["yours"]
    assert [seat["yours"] for seat in seen(found, None)["seats"]] == [False, False]
