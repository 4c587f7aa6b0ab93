"""Rooms without a server: what may be done, what is stored of it, and clocks that go as they are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import nupp
from nupp.kernel import interpreted
from nupp.players import Budget, TimeControl
from nupp.players import clock as clocks
from nupp.server.http.identity import digest
from nupp.server.play.rules_compiler import RulesCompiler
from nupp.server.rooms import agreements
from nupp.server.rooms.room import RefusedError, Room, open_room
from nupp.server.rooms.terms import RoomTerms, new_room
from nupp.server.rooms.view import glance, room_seen
from nupp.store import Change, StoredEnd, StoredRoom, StoredSeat

ANN, BOB, EVE = (digest(name) for name in ("ann", "bob", "eve"))
"""Two who play, and one who does not."""
TOKEN = "a token"
RULES = RulesCompiler()
RULES._wanted = {"tictactoe", "dotsandboxes:size=2"}  # they are interpreted, and nothing is compiled

Act = Callable[[Room], Change | None]


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The time that clocks go by."""
    found = Time()
    monkeypatch.setattr(clocks, "time", found)
    return found


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
    """What a client is told of a room."""
    return room_seen(found, client).model_dump(mode="json")


def clock(found: Room) -> dict[str, Any]:
    """What anybody is told of the clock of a room."""
    told: dict[str, Any] = seen(found, None)["clock"]
    return told


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


def test_who_moved_is_told_also_where_a_side_moves_again() -> None:
    box = ("a1b1", "a1a2", "a2b2", "b1b2")
    found = room(game="dotsandboxes:size=2", moves=(*box, "b1c1"))
    assert seen(found, ANN)["movers"] == [0, 1, 0, 1, 1]


def test_the_end_by_the_rules() -> None:
    found = room()
    for ply, move in enumerate(("a1", "b1", "a2", "b2", "a3")):
        found.move((ANN, BOB)[ply % 2], ply, move)
    told = seen(found, ANN)
    assert (told["state"], told["end"]) == (
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


# ---- clocks --------------------------------------------------------------------------------------


def test_clocks_start_with_the_first_move(time: Time) -> None:
    found = room(control="60s+2s", moves=("b2",))
    found.course.resume()
    time.now += 100
    assert found.course.flag_in() is None
    found.move(BOB, 1, "a1")
    assert clock(found) == {"control": "60s+2s", "left": [60.0, 60.0], "running": 0}
    time.now += 3
    agreements.takeback(found, BOB)
    agreements.takeback(found, ANN)
    assert clock(found) == {"control": "60s+2s", "left": [57.0, 60.0], "running": None}


def test_the_clock_of_who_is_to_move_runs_and_falls(time: Time) -> None:
    found = room(control="60s+2s")
    found.move(ANN, 0, "b2")
    time.now += 10
    found.move(BOB, 1, "a1")
    assert clock(found) == {"control": "60s+2s", "left": [60.0, 52.0], "running": 0}
    assert found.course.moves[1].seconds == 10
    assert found.course.flag_in() == 60
    time.now += 60.5
    assert refused(found, lambda one: one.move(ANN, 2, "c3")) == "time"
    change = found.fall()
    assert change is not None
    assert change.state == "over"
    assert seen(found, None)["end"] == {
        "outcome": -1,
        "margin": None,
        "reason": "time",
        "words": "o wins on time",
        "cause": None,
    }
    assert found.fall() is None
    assert refused(found, lambda one: agreements.takeback(one, BOB)) == "over"


def test_times_are_kept_but_not_that_of_being_away(time: Time) -> None:
    found = room(control="60s")
    for ply, (who, move) in enumerate(((ANN, "b2"), (BOB, "c3"), (ANN, "c2"))):
        time.now += ply
        found.move(who, ply, move)
    time.now += 6
    assert found.suspend() is not None
    kept = found.stored()
    time.now += 1000
    again = open_room(kept, RULES)
    assert clock(again) == {"control": "60s", "left": [58.0, 53.0], "running": None}
    again.course.resume()
    time.now += 1
    assert again.course.flag_in() == 52
    again.move(BOB, 3, "a1")
    agreements.takeback(again, BOB)
    agreements.takeback(again, ANN)
    assert clock(open_room(again.stored(), RULES)) == {
        "control": "60s",
        "left": [58.0, 52.0],
        "running": None,
    }


def test_an_engine_is_not_charged_before_it_thinks(time: Time) -> None:
    found = room(person("ann", ANN), ENGINE, control="60s")
    found.course.resume()
    found.move(ANN, 0, "b2")
    time.now += 30  # its code is being compiled
    found.course.engine_begins()
    time.now += 3
    assert found.course.engine_clock() == (57.0, 0.0)
    found.move(None, 1, "a1")
    assert clock(found) == {"control": "60s", "left": [60.0, 57.0], "running": 0}


def test_the_clock_of_an_engine_runs_on_whoever_comes(time: Time) -> None:
    found = room(ENGINE, person("ann", ANN), control="60s")
    found.move(None, 0, "a3")
    found.move(ANN, 1, "b3")
    found.course.engine_begins()
    time.now += 2
    found.course.resume()  # as when somebody connects
    time.now += 3
    found.course.stand_still()  # it has chosen
    time.now += 7
    change = found.move(None, 2, "b2")
    assert (change.moves[0].seconds, change.moves[0].left) == (5, (55.0, 60.0))
    time.now += 4
    found.course.resume()
    time.now += 1
    change = found.move(ANN, 3, "a1")
    assert change is not None
    assert change.moves[0].seconds == 5


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


# ---- what is told --------------------------------------------------------------------------------


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


def test_nobody_is_told_who_has_which_secret() -> None:
    found = room(person("ann", ANN), person("bob"))
    for who in (ANN, BOB, None):
        told = str(seen(found, who))
        assert ANN not in told
        assert digest(TOKEN) not in told
    assert [seat["yours"] for seat in seen(found, ANN)["seats"]] == [True, False]
    assert seen(found, ANN)["yours"]
    assert not seen(found, BOB)["yours"]
    assert [seat["yours"] for seat in seen(found, None)["seats"]] == [False, False]


# ---- whatever is done ----------------------------------------------------------------------------

CLIENTS = st.sampled_from([ANN, BOB, EVE])
MOVES = st.sampled_from([f"{column}{row}" for column in "abc" for row in "123"])


class Playing(RuleBasedStateMachine):
    """Anything is done by anybody in any order; beside the room, what is stored is kept up by its changes."""

    def __init__(self) -> None:
        super().__init__()
        self.time = Time()
        self.before = clocks.time
        clocks.time = SimpleNamespace(perf_counter=self.time.perf_counter)  # type: ignore[assignment]
        self.room = room(person("ann", ANN), person("bob"), control="60s+1s")
        self.kept: StoredRoom = self.room.stored()

    def teardown(self) -> None:
        clocks.time = self.before

    def do(self, act: Act) -> None:
        """Do something; refused, it changes nothing."""
        before = self.room.version, moves_of(self.room), self.room.course.state
        try:
            change = act(self.room)
        except RefusedError:
            assert (self.room.version, moves_of(self.room), self.room.course.state) == before
            return
        if change is None:
            assert (self.room.version, moves_of(self.room)) == before[:2]
            return
        assert (change.after, change.version) == (before[0], self.room.version)
        self.keep(change)

    def keep(self, change: Change) -> None:
        """Do to what is stored what a change says."""
        kept = self.kept
        plies = len(kept.moves) if change.keep is None else change.keep
        new: dict[str, Any] = {"moves": (*kept.moves[:plies], *change.moves), "version": change.version}
        if change.state is not None:
            new |= {"state": change.state, "end": change.end}
        if change.header is not None:
            new["header"] = change.header
        if change.seats is not None:
            new["seats"] = change.seats
        self.kept = replace(kept, **new)

    @rule(client=CLIENTS, move=MOVES)
    def move(self, client: str, move: str) -> None:
        side = self.room.course.side
        may = side is not None and self.room.course.seats[side].holder == client
        legal = move in self.room.course.position.legal_moves
        plies = len(self.room.course.moves)
        self.do(lambda one: one.move(client, plies, move))
        if not (may and legal):
            assert len(self.room.course.moves) == plies

    @rule(client=CLIENTS, move=MOVES, late=st.integers(1, 3))
    def move_late(self, client: str, move: str, late: int) -> None:
        plies = len(self.room.course.moves)
        self.do(lambda one: one.move(client, max(0, plies - late) if plies else 1, move))
        assert len(self.room.course.moves) == plies

    @rule(client=CLIENTS, token=st.sampled_from([TOKEN, "guess"]), side=st.sampled_from([0, 1]))
    def take_seat(self, client: str, token: str, side: int) -> None:
        self.do(lambda one: agreements.take_seat(one, client, side, digest(token)))

    @rule(client=CLIENTS, side=st.sampled_from([0, 1]))
    def release(self, client: str, side: int) -> None:
        self.do(lambda one: agreements.release(one, client, side, digest(TOKEN)))

    @rule(
        client=CLIENTS, what=st.sampled_from(["takeback", "offer_draw", "refuse", "resign", "pause", "go_on"])
    )
    def say(self, client: str, what: str) -> None:
        self.do(lambda one: getattr(agreements, what)(one, client))

    @rule(seconds=st.floats(0.01, 25))
    def wait(self, seconds: float) -> None:
        self.time.now += seconds
        self.do(Room.fall)

    @precondition(lambda self: self.room.course.state != "over")
    @rule()
    def restart(self) -> None:
        """End the server in order, and start it again after some time."""
        self.do(Room.suspend)
        self.time.now += 500
        self.room = open_room(self.kept, RULES)
        self.room.course.resume()

    @rule()
    def kill(self) -> None:
        """Go on from what is stored."""
        self.room = open_room(self.kept, RULES)
        self.room.course.resume()

    @invariant()
    def what_is_stored_is_what_there_is(self) -> None:
        now = self.room.stored()
        same = ("moves", "state", "end", "seats", "version", "given", "creator", "game", "start", "clock")
        assert {name: getattr(now, name) for name in same} == {
            name: getattr(self.kept, name) for name in same
        }
        for name in ("budget", "pause", "rematch", "offers"):
            assert now.header[name] == self.kept.header[name]

    @invariant()
    def the_state_agrees_with_the_rest(self) -> None:
        one = self.room
        assert (one.course.end is not None) == one.course.is_over
        assert one.course.position.ply == len(one.course.moves)
        assert list(one.course.position.moves) == moves_of(one)
        free = any(seat.holder is None for seat in one.course.seats)
        assert one.course.state == ("over" if one.course.is_over else "waiting" if free else "playing")
        running = clock(one)["running"]
        runs = one.course.state == "playing" and one.course.is_timed
        assert running == (one.course.position.to_move if runs else None)
        assert all((seat.holder is None) == (seat.invitation is not None) for seat in one.course.seats)


Playing.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
test_anything_in_any_order = Playing.TestCase
