"""Pondering: hits go on where they are, misses begin anew, and nothing is left behind."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from nupp.kernel import Deadline, interpreted, interpreting, under
from nupp.players import Budget, Decision, Player, Pondering, player
from nupp.players.base import Report
from nupp.players.budget import LONGEST
from nupp.rules import Position, game

pytestmark = pytest.mark.slow

GAME = "hexxagon"
BOXES = "dotsandboxes:size=4,passing=false"
"""A game in which a side moves several times in turn."""
ALL = (
    "alphabeta:table=4",
    "minimax:depth=3",
    "uct:memory=8",
    "uct:memory=8,threads=2",
    "uct:memory=8,keep=false",
    "flatmc:n=100000",
    "random",
)
SHORT = Budget(seconds=0.02)


@pytest.fixture(autouse=True)
def no_thread_is_left_behind() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


def pondering(spec: str, name: str = GAME) -> Pondering:
    """A pondering player that has compiled what it needs."""
    rules = game(name)
    made = Pondering(player(spec, rules))
    made.choose(rules.start_position(), Budget(nodes=10, depth=1))
    return made


def after_choice(one: Pondering, position: Position, budget: Budget) -> tuple[Position, Decision]:
    decision = one.choose(position, budget)
    return position.play(decision.move), decision


def await_nodes(one: Pondering, nodes: int) -> None:
    """Wait until the search in the background reports that it has visited so many positions."""
    assert one._thought is not None
    end = time.monotonic() + 60
    while one._thought._latest is None or one._thought._latest.nodes < nodes:
        assert time.monotonic() < end
        time.sleep(0.005)


def same(one: Decision, other: Decision) -> bool:
    return replace(one, seconds=0.0) == replace(other, seconds=0.0)


def test_a_hit_goes_on_with_what_was_thought() -> None:
    one = pondering("alphabeta:table=4")
    position, decision = after_choice(one, one.game.start_position(), SHORT)
    assert one.ponder(position, SHORT)
    await_nodes(one, 6 * decision.nodes)
    assert one._thought is not None
    thought = one._thought._latest
    assert thought is not None
    reply = position.play(decision.pv[1])
    began = time.perf_counter()
    hit = one.choose(reply, SHORT)
    took = time.perf_counter() - began
    assert took < 5
    assert hit.seconds > took
    assert hit.move in reply.legal_moves
    assert hit.nodes >= thought.nodes >= 6 * decision.nodes
    assert hit.depth >= thought.depth


def test_the_strong_player_goes_on_where_it_searches() -> None:
    one = pondering("strong:table=4")
    position, decision = after_choice(one, one.game.start_position(), SHORT)
    assert one.ponder(position, SHORT)
    await_nodes(one, 4 * decision.nodes)
    hit = one.choose(position.play(decision.pv[1]), SHORT)
    assert hit.nodes >= 4 * decision.nodes


@pytest.mark.parametrize("spec", ["strong:table=4", "level:n=10", "level:n=9"])
def test_no_move_is_made_unsearched_after_pondering_on_a_game_that_may_be_solved(spec: str) -> None:
    one, budget = pondering(spec, "connectfour"), Budget(seconds=0.1)
    beginning = one.game.start_position().play_all(["1", "7", "2", "6", "1", "7", "2", "6"])  # no book has it
    position, decision = after_choice(one, beginning, budget)
    assert one.ponder(position, budget)
    time.sleep(0.1)
    assert one.choose(position.play(decision.pv[1]), budget).depth > 0


def test_a_miss_begins_anew() -> None:
    one = pondering("alphabeta:table=4")
    position, decision = after_choice(one, one.game.start_position(), SHORT)
    assert one.ponder(position, SHORT)
    await_nodes(one, 1)
    other = position.play(next(move for move in position.legal_moves if move != decision.pv[1]))
    missed = one.choose(other, Budget(depth=3))
    assert same(missed, player("alphabeta:table=4", one.game).choose(other, Budget(depth=3)))


def test_uct_thinks_about_the_position_itself_and_gains_whatever_the_reply() -> None:
    one = pondering("uct:memory=32")
    position, _ = after_choice(one, one.game.start_position(), Budget(nodes=2000))
    assert one.ponder(position, SHORT)
    time.sleep(0.3)
    reply = position.play(position.legal_moves[-1])
    decision = one.choose(reply, Budget(nodes=100))
    assert decision.nodes == 100
    assert sum(candidate.visits for candidate in decision.candidates) > 150


@pytest.mark.parametrize("budget", [Budget(depth=3), Budget(nodes=3000), Budget(depth=4, seconds=600)])
def test_a_search_that_needs_no_clock_finds_the_same_by_pondering(budget: Budget) -> None:
    spec = "alphabeta:table=4"
    one = pondering(spec)
    position = one.game.start_position()
    for number in range(6):
        decision = one.choose(position, budget)
        assert same(decision, player(spec, one.game).choose(position, budget))
        position = position.play(decision.move)
        assert one.ponder(position, budget)
        position = position.play(decision.pv[1] if number % 3 else position.legal_moves[0])
    one.stop()


@pytest.mark.parametrize("spec", ALL)
def test_without_pondering_nothing_is_changed(spec: str) -> None:
    rules, budget = game(GAME), Budget(nodes=200)
    plain, wrapped = player(spec, rules), Pondering(player(spec, rules))
    assert wrapped.spec == plain.spec
    for one in (plain, wrapped):
        one.seed(5)
    position = rules.start_position()
    for _ in range(10):
        decision = wrapped.choose(position, budget)
        assert same(decision, plain.choose(position, budget))
        position = position.play(decision.move)


@pytest.mark.parametrize(("spec", "name"), [
    *((spec, GAME) for spec in ALL),
    ("alphabeta:table=4", BOXES),
    ("minimax:depth=3", BOXES),
])  # fmt: skip
def test_whole_games_against_replies_of_all_kinds(spec: str, name: str) -> None:
    """Also where a side moves several times in turn; the wrapper ponders whenever it may."""
    with pondering(spec, name) as one:
        rng = random.Random(1)
        position, expected = one.game.start_position(), ""
        while not position.is_over and position.ply < 30:
            if position.to_move == 0:
                decision = one.choose(position, Budget(seconds=0.005))
                assert decision.move in position.legal_moves
                position, expected = (
                    position.play(decision.move),
                    decision.pv[1] if len(decision.pv) > 1 else "",
                )
                if not position.is_over and position.to_move == 1:
                    one.ponder(position, Budget(seconds=0.005))
            else:
                hit = expected in position.legal_moves and rng.random() < 0.6
                position = position.play(expected if hit else rng.choice(position.legal_moves))


@pytest.mark.parametrize("spec", ALL)
def test_stopping_takes_no_time(spec: str) -> None:
    one = pondering(spec)
    position, _ = after_choice(one, one.game.start_position(), SHORT)

    def seconds_to_stop() -> float:
        one.ponder(position, SHORT)
        time.sleep(0.05)
        began = time.perf_counter()
        one.stop()
        return time.perf_counter() - began

    assert any(seconds_to_stop() < 0.1 for _ in range(5))  # the machine may be busy at one time or another
    one.stop()


def test_it_does_not_ponder_where_nothing_is_expected() -> None:
    one = pondering("random")
    position, _ = after_choice(one, one.game.start_position(), SHORT)
    assert not one.ponder(position, SHORT)
    other = Pondering(Patient(game("tictactoe")))
    start = other.game.start_position()
    other.choose(start, SHORT)
    assert not other.ponder(start.play_all(["b2", "a1", "b1"]), SHORT)  # nothing led there
    over, _ = after_choice(other, start.play_all(["b2", "c2", "c1", "c3"]), SHORT)
    assert not over.is_over
    over = over.play_all(["b1", "a3"])
    assert over.is_over
    for rules in (other, Pondering(player("uct:memory=1", other.game))):
        assert not rules.ponder(over, SHORT)


def test_other_limits_than_those_pondered_with_are_a_miss() -> None:
    one = pondering("alphabeta:table=4")
    position, decision = after_choice(one, one.game.start_position(), SHORT)
    assert one.ponder(position, SHORT)
    found = one.choose(position.play(decision.pv[1]), Budget(depth=2))
    assert found.depth == 2


def test_without_a_time_the_players_own_limits_hold() -> None:
    one = pondering("alphabeta:table=4,depth=3")
    position, decision = after_choice(one, one.game.start_position(), Budget())
    assert one.ponder(position)
    assert one.choose(position.play(decision.pv[1])).depth == 3
    second = pondering("uct:memory=4,keep=false")
    position, decision = after_choice(second, second.game.start_position(), Budget(nodes=3000))
    assert second.ponder(position)
    began = time.perf_counter()
    second.choose(position.play(decision.pv[1]))  # in a second, as without pondering
    assert time.perf_counter() - began < 5


def test_the_report_of_a_hit_begins_with_what_was_found_before() -> None:
    one = pondering("alphabeta:table=4")
    position, decision = after_choice(one, one.game.start_position(), SHORT)
    one.ponder(position, SHORT)
    await_nodes(one, 2 * decision.nodes)
    decisions: list[Decision] = []
    hit = one.choose(position.play(decision.pv[1]), Budget(seconds=0.3), decisions.append)
    assert decisions[0].depth > 1
    assert [one.nodes for one in decisions] == sorted(one.nodes for one in decisions)
    assert decisions[-1].move == hit.move


def test_the_soft_limit_holds_from_the_hit_on() -> None:
    one = Pondering(Patient(game("tictactoe")))
    position, decision = after_choice(one, one.game.start_position(), Budget(seconds=60, soft=0.01))
    assert one.ponder(position, Budget(seconds=60, soft=0.1))
    time.sleep(0.2)
    began = time.perf_counter()
    one.choose(position.play(decision.pv[1]), Budget(seconds=60, soft=0.1))
    assert 0.09 < time.perf_counter() - began < 30


# ---- what may go wrong -------------------------------------------------------------------------------


class Patient(Player):
    """Plays the first moves listed, after thinking until its soft limit; never twice at once."""

    spec = "patient"
    active = 0
    seconds: tuple[float | None, ...] = ()

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        from nupp.kernel import is_late, run_until, stop_flag

        assert budget is not None
        self.active += 1
        assert self.active == 1
        self.seconds = (*self.seconds, budget.seconds)
        flag, began = stop_flag(), time.perf_counter()

        def think() -> None:
            while not flag[0] and not is_late(began, budget.soft):
                time.sleep(0.001)

        run_until(think, flag, budget.seconds)
        self.active -= 1
        reply = position.play(position.legal_moves[0]).legal_moves[:1]
        moves = (position.legal_moves[0], *reply)
        return Decision(moves[0], position.legal_move_codes[0], 0, "eval", moves, 1, 1, 0.0)


class Failing(Patient):
    """Fails at its second search."""

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        if len(self.seconds) == 1:
            self.seconds = (*self.seconds, None)
            raise RuntimeError("out of ideas")
        return super().choose(position, budget, report)


class Seeing(Patient):
    """Thinks only where kernels are interpreted."""

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        assert interpreting()
        return super().choose(position, budget, report)


def test_it_never_searches_twice_at_once() -> None:
    """`Patient` sees to it; every call ends what goes on, and a hit needs no second search."""
    patient = Patient(game("tictactoe"))
    one = Pondering(patient)
    position, decision = after_choice(one, one.game.start_position(), SHORT)
    for _ in range(3):
        assert one.ponder(position, SHORT)
    one.choose(position.play(position.legal_moves[-1]), SHORT)
    assert patient.seconds == (SHORT.seconds, LONGEST, LONGEST, LONGEST, SHORT.seconds)
    one.choose(position.previous, SHORT)  # type: ignore[arg-type]
    assert one.ponder(position, SHORT)
    one.choose(position.play(decision.pv[1]), SHORT)
    assert patient.seconds[5:] == (SHORT.seconds, LONGEST)
    assert one.ponder(position, SHORT) is False  # the line was another
    one.choose(one.game.start_position(), SHORT)
    one.ponder(position, SHORT)
    one.seed(1)
    one.ponder(position, SHORT)
    one.game_over(position, 0)
    assert patient.active == 0


def test_a_failure_while_pondering_is_forgotten_by_a_new_search() -> None:
    failing = Failing(game("tictactoe"))
    one = Pondering(failing)
    position, decision = after_choice(one, one.game.start_position(), SHORT)
    assert one.ponder(position, SHORT)
    time.sleep(0.1)
    assert one.choose(position.play(decision.pv[1]), SHORT).move == "c1"
    again = Failing(one.game)
    other = Pondering(again)
    other.choose(one.game.start_position(), SHORT)
    other.ponder(position, SHORT)
    other.stop()


def test_ctrl_c_ends_a_hit() -> None:
    one = Pondering(Patient(game("tictactoe")))
    position, decision = after_choice(one, one.game.start_position(), SHORT)
    assert one.ponder(position, SHORT)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        one.choose(position.play(decision.pv[1]), Budget(seconds=60))


def test_a_hit_heeds_deadlines_and_can_be_stopped_by_another_thread() -> None:
    one, deadline = Pondering(Patient(game("tictactoe"))), Deadline()
    for stop in (one.stop, lambda: deadline.move(0)):
        position, decision = after_choice(one, one.game.start_position(), SHORT)
        assert one.ponder(position, SHORT)
        reply, timer = position.play(decision.pv[1]), threading.Timer(0.2, stop)
        timer.start()
        began = time.perf_counter()
        with under(deadline):
            assert one.choose(reply, Budget(seconds=60)).move in reply.legal_moves
        assert time.perf_counter() - began < 30
        timer.join()


def test_kernels_are_interpreted_while_pondering_if_they_are_where_it_began() -> None:
    with interpreted():
        one = Pondering(Seeing(game("tictactoe")))
        position, decision = after_choice(one, one.game.start_position(), SHORT)
        assert one.ponder(position, SHORT)
        reply = position.play(decision.pv[1])
        time.sleep(0.05)
        assert one._thought is not None
        assert one._thought.is_about(reply, SHORT)  # it has not failed
        one.stop()


def test_the_number_of_candidates_is_that_of_the_player() -> None:
    one = pondering("alphabeta:table=4", "othello")
    one.multipv = 3
    assert one.multipv == one.player.multipv == 3
    assert len(one.choose(one.game.start_position(), Budget(depth=2)).candidates) == 3


def test_it_has_the_traits_of_the_player() -> None:
    for spec in ("alphabeta:table=4", "uct:memory=8,seed=7", "random:seed=3", "strong"):
        plain = player(spec, GAME)
        one = Pondering(plain)
        for name in ("spec", "first_seed", "remembers", "learns", "records", "foreign"):
            assert getattr(one, name) == getattr(plain, name), name
    foreign = Patient(game("tictactoe"))
    foreign.foreign = True
    assert Pondering(foreign).foreign


def test_what_it_is_to_record_is_recorded() -> None:
    one = pondering("alphabeta:table=4")
    position, decision = after_choice(one, one.game.start_position(), SHORT)
    assert one.ponder(position, SHORT)
    one.record = 100
    assert one.record == one.player.record == 100
    assert one.choose(position.play(decision.pv[1]), SHORT).tree is not None
    one.record = 0
    assert one.choose(position, SHORT).tree is None


def test_what_is_forgotten_is_forgotten_by_the_player_too() -> None:
    spec, budget = "uct:memory=8,seed=5", Budget(nodes=300)
    one = Pondering(player(spec, GAME))
    start = one.game.start_position()
    found = one.choose(start, budget)
    assert not same(one.choose(start, budget), found)  # the tree was kept
    one.forget()
    assert same(one.choose(start, budget), found)


def test_to_forget_ends_pondering() -> None:
    one = Pondering(Patient(game("tictactoe")))
    position, _ = after_choice(one, one.game.start_position(), SHORT)
    assert one.ponder(position, SHORT)
    one.forget()
    assert isinstance(one.player, Patient)
    assert one.player.active == 0
    assert not one.ponder(position, SHORT)  # the line is forgotten, too
