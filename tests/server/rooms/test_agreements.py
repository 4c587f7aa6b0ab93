"""What players of a room agree on, and how games of machines are paused and stepped."""

from __future__ import annotations

from nupp.players import Budget, TimeControl
from nupp.server.rooms import agreements
from nupp.server.rooms.room import open_room
from nupp.store import StoredEnd
from server.rooms.rooms import ANN, BOB, ENGINE, EVE, RULES, Time, moves_of, person, refused, room, seen

# ---- agreements ----------------------------------------------------------------------------------


def test_a_takeback_is_asked_for_and_granted() -> None:
    found = room()
    assert refused(found, lambda one: agreements.takeback(one, ANN)) == "no_move"
    found.move(ANN, 0, "b2")
    found.move(BOB, 1, "a1")
    assert refused(found, lambda one: agreements.takeback(one, EVE)) == "not_your_seat"
    agreements.takeback(found, ANN)
    assert seen(found, ANN)["offers"] == {"draw": None, "takeback": 0, "rematch": None}
    assert refused(found, lambda one: agreements.takeback(one, ANN)) == "offered"
    change = agreements.takeback(found, BOB)
    assert change.keep == 0
    assert moves_of(found) == []
    assert seen(found, ANN)["offers"] == {"draw": None, "takeback": None, "rematch": None}
    found.move(ANN, 0, "c3")


def test_a_takeback_is_refused_in_words_or_by_a_move() -> None:
    found = room()
    found.move(ANN, 0, "b2")
    agreements.takeback(found, ANN)
    agreements.refuse(found, BOB)
    assert found.takeback_offer is None
    assert refused(found, lambda one: agreements.refuse(one, BOB)) == "no_offer"
    agreements.takeback(found, ANN)
    change = found.move(BOB, 1, "a1")
    assert change is not None
    assert change.header is not None
    assert found.takeback_offer is None


def test_an_engine_and_one_who_plays_both_sides_agree_to_takebacks_at_once() -> None:
    found = room(person("ann", ANN), ENGINE)
    found.move(ANN, 0, "b2")
    found.move(None, 1, "a1")
    assert agreements.takeback(found, ANN).keep == 0
    found.move(ANN, 0, "a1")
    assert agreements.takeback(found, ANN).keep == 0  # while the engine thinks
    assert refused(found, lambda one: one.move(None, 1, "a2")) == "stale"
    alone = room(person("ann", ANN), person("ann", ANN))
    for ply, move in enumerate(("a1", "b1", "a2", "b2", "a3")):
        alone.move(ANN, ply, move)
    assert alone.course.is_over
    assert agreements.takeback(alone, ANN).keep == 4
    assert alone.course.state == "playing"
    assert alone.course.end is None


def test_where_a_side_moves_twice_its_own_last_move_is_taken_back() -> None:
    found = room(game="dotsandboxes:size=2")
    side = 1
    while found.course.position.to_move != side:
        side = found.course.position.to_move
        found.move((ANN, BOB)[side], len(found.course.moves), found.course.position.legal_moves[0])
    mover, other = (ANN, BOB)[side], (ANN, BOB)[1 - side]
    before = len(found.course.moves)
    agreements.takeback(found, mover)
    assert agreements.takeback(found, other).keep == before - 1
    agreements.takeback(found, other)
    assert agreements.takeback(found, mover).keep == before - 2


def test_moves_from_before_the_room_are_not_taken_back() -> None:
    found = room(person("ann", ANN), person("ann", ANN), moves=("b2", "a1"))
    assert refused(found, lambda one: agreements.takeback(one, ANN)) == "no_move"
    found.move(ANN, 2, "a2")
    assert agreements.takeback(found, ANN).keep == 2


def test_draws() -> None:
    found = room()
    agreements.offer_draw(found, ANN)
    assert refused(found, lambda one: agreements.offer_draw(one, ANN)) == "offered"
    found.move(ANN, 0, "b2")
    assert found.draw_offer == 0  # one may move and offer
    found.move(BOB, 1, "a1")
    assert found.draw_offer is None
    agreements.offer_draw(found, BOB)
    agreements.offer_draw(found, ANN)
    end = seen(found, BOB)["end"]
    assert end == {
        "outcome": 0,
        "margin": None,
        "reason": "agreed",
        "words": "drawn by agreement",
        "cause": None,
    }
    assert refused(found, lambda one: agreements.offer_draw(one, ANN)) == "over"
    with_engine = room(person("ann", ANN), ENGINE)
    assert refused(with_engine, lambda one: agreements.offer_draw(one, ANN)) == "declined"


def test_resigning() -> None:
    found = room()
    assert refused(found, lambda one: agreements.resign(one, EVE)) == "not_your_seat"
    change = agreements.resign(found, BOB)
    assert change.end is not None
    assert change.end.outcome == 1
    assert seen(found, None)["end"]["words"] == "x wins: o resigned"
    assert refused(found, lambda one: agreements.resign(one, ANN)) == "over"


def test_no_move_of_a_game_that_was_given_up_or_agreed_drawn_is_taken_back() -> None:
    resigned, drawn = room(moves=("b2",)), room(moves=("b2",))
    agreements.resign(resigned, BOB)
    assert refused(resigned, lambda one: agreements.takeback(one, ANN)) == "over"
    agreements.offer_draw(drawn, ANN)
    agreements.offer_draw(drawn, BOB)
    assert drawn.course.is_over
    assert refused(drawn, lambda one: agreements.takeback(one, ANN)) == "over"


def test_a_rematch_has_the_sides_swapped_and_the_same_terms() -> None:
    first = room(control="60s+1s", moves=("b2",))
    first.budget, first.pause = Budget(nodes=5), 2.0
    assert refused(first, lambda one: agreements.wants_again(one, ANN)) == "not_over"
    agreements.resign(first, BOB)
    assert refused(first, lambda one: agreements.wants_again(one, EVE)) == "not_your_seat"
    made = agreements.again(first, "next")
    again = open_room(made, RULES)
    assert [seat.holder for seat in again.course.seats] == [BOB, ANN]
    assert (again.id, again.budget, again.pause) == ("next", Budget(nodes=5), 2.0)
    assert again.course.control == TimeControl(60, 1)
    assert moves_of(again) == ["b2"]
    assert again.course.state == "playing"


def test_a_rematch_needs_both() -> None:
    found = room()
    agreements.resign(found, BOB)
    assert agreements.wants_again(found, BOB) is not None
    assert found.offers == {"draw": None, "takeback": None, "rematch": 1}
    assert seen(open_room(found.stored(), RULES), ANN)["offers"]["rematch"] == 1
    assert refused(found, lambda one: agreements.wants_again(one, BOB)) == "offered"
    agreements.refuse(found, ANN)
    assert refused(found, lambda one: agreements.refuse(one, ANN)) == "no_offer"
    assert agreements.wants_again(found, ANN) is not None
    assert agreements.wants_again(found, BOB) is None  # both want it
    agreements.set_rematch(found, "next")
    assert (found.rematch, found.rematch_offer) == ("next", None)


def test_who_plays_alone_need_not_be_asked() -> None:
    for seats in ((person("ann", ANN), ENGINE), (person("ann", ANN), person("ann", ANN))):
        found = room(*seats)
        agreements.resign(found, ANN)
        assert agreements.wants_again(found, ANN) is None


def test_a_game_that_the_other_has_left_is_won_by_a_claim() -> None:
    found = room(moves=("b2",))
    late, early = (70.0, None), (12.0, None)
    assert refused(found, lambda one: agreements.claim(one, BOB, late)) == "too_early"  # nobody has moved
    found.move(BOB, 1, "a1")
    found.move(ANN, 2, "c3")
    assert refused(found, lambda one: agreements.claim(one, BOB, early)) == "too_early"
    assert refused(found, lambda one: agreements.claim(one, BOB, (None, None))) == "not_away"
    assert refused(found, lambda one: agreements.claim(one, ANN, late)) == "not_away"
    assert refused(found, lambda one: agreements.claim(one, EVE, late)) == "not_your_seat"
    change = agreements.claim(found, BOB, late)
    assert (change.state, change.end) == ("over", StoredEnd("left", -1))
    assert seen(found, None)["end"]["words"] == "o wins: x left"
    assert found.stored().record().termination == "abandoned"
    assert refused(found, lambda one: agreements.claim(one, BOB, late)) == "over"


def test_nobody_claims_a_game_against_a_machine_or_oneself() -> None:
    for seats in ((person("ann", ANN), ENGINE), (person("ann", ANN), person("ann", ANN))):
        found = room(*seats)
        assert refused(found, lambda one: agreements.claim(one, ANN, (None, 99.0))) == "not_away"


# ---- machines ------------------------------------------------------------------------------------


def test_games_of_machines_are_paused_stepped_and_gone_on_with(time: Time) -> None:
    found = room(ENGINE, ENGINE)
    assert found.course.engine_to_move == "random"
    assert refused(found, lambda one: agreements.pause(one, BOB)) == "not_allowed"
    agreements.pause(found, ANN)
    assert found.course.engine_to_move is None
    assert refused(found, lambda one: agreements.pause(one, ANN)) == "paused"
    assert refused(found, lambda one: one.move(None, 0, "b2")) == "stale"
    agreements.go_on(found, ANN, one_move=True)
    change = found.move(None, 0, "b2")
    assert change.state == found.course.state == "paused"
    agreements.go_on(found, ANN)
    found.move(None, 1, "a1")
    assert found.course.state == "playing"
    assert refused(found, lambda one: agreements.go_on(one, ANN)) == "not_paused"
    assert refused(found, lambda one: agreements.set_pause(one, BOB, 3)) == "not_allowed"
    agreements.set_pause(found, ANN, 3)
    assert open_room(found.stored(), RULES).pause == 3
    people = room()
    assert refused(people, lambda one: agreements.pause(one, ANN)) == "not_allowed"
    assert agreements.pause_after_failure(people) is None
    assert agreements.pause_after_failure(found) is not None
    assert found.course.state == "paused"
