"""The exact player: it keeps what a position is worth, says so, and still moves where it cannot know."""

from __future__ import annotations

import random
import time
from functools import cache, partial

import pytest

from nupp.kernel import interpreted
from nupp.players import Budget, exact, player
from nupp.rules import Position, game
from nupp.search import retrograde
from nupp.search.scores import MATE
from search.oracle import some_positions


@cache
def python_value(position: Position) -> int:
    """The outcome for the side to move under best play, by trying everything."""
    if position.is_over:
        return position.outcome if position.to_move == 0 else -position.outcome
    return max(
        worth if child.to_move == position.to_move else -worth
        for child in map(position.play_code, position.legal_move_codes)
        for worth in [python_value(child)]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec", ["tictactoe", "connectfour:width=4,height=2", "othello:size=4", "dotsandboxes:size=1"]
)
def test_its_values_are_those_of_trying_everything(spec: str) -> None:
    rules, rng = game(spec), random.Random(4)
    chooser = player("exact", rules)
    with interpreted():
        for position in some_positions(rules, 12, rng, range(4, 8)):
            value = python_value(position)
            decision = chooser.choose(position)
            assert (
                decision.score_kind in ({1: ("win", "proven"), 0: ("draw",), -1: ("loss", "proven")}[value])
            )
            assert (decision.score > 0) - (decision.score < 0) == value
            child = position.play(decision.move)
            assert python_value(child) == (value if child.to_move == position.to_move else -value)


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "value"), [
    ("morris:men=3", 1),
    ("labyrinth:order=abba", 1),
    ("connectfour:width=6,height=4", -1),
    ("othello:size=4", -1),
])  # fmt: skip
def test_it_never_gives_away_what_it_has(spec: str, value: int) -> None:
    """Against moves at random, it gets at least the value of the game, on either side."""
    rules, rng = game(spec), random.Random(8)
    chooser = player("exact", rules)
    for side in (0, 1):
        for _ in range(4):
            position = rules.start_position()
            while not position.is_over:
                if position.to_move == side:
                    position = position.play(chooser.choose(position).move)
                else:
                    position = position.play_code(rng.choice(position.legal_move_codes))
            sign = 1 if side == 0 else -1
            assert sign * position.outcome >= sign * value


def test_a_win_says_in_how_many_plies() -> None:
    position = game("connectfour:width=6,height=4").start_position().play_all(["1", "3"])
    decision = player("exact", position.game).choose(position)
    plies = len(decision.pv)
    assert (decision.score, decision.score_kind, decision.depth) == (plies - MATE, "loss", plies)
    assert position.play_all(decision.pv).outcome == -1


def test_it_lists_the_values_of_all_moves_where_that_costs_nothing() -> None:
    start = game("morris:men=3").start_position()
    decision = player("exact", start.game).choose(start)
    assert decision.move == "b2"
    assert {one.move: one.score_kind for one in decision.candidates} == {
        "b2": "win", "a1": "draw", "a3": "draw", "c1": "draw", "c3": "draw",
        "a2": "loss", "b1": "loss", "b3": "loss", "c2": "loss",
    }  # fmt: skip
    assert decision.candidates[0].move == "b2"


@pytest.mark.slow
def test_it_lists_them_elsewhere_if_asked() -> None:
    position = game("connectfour:width=4,height=4").start_position()
    chooser = player("exact", position.game)
    assert len(chooser.choose(position).candidates) == 1
    chooser.multipv = 4
    assert len(chooser.choose(position).candidates) == 4


def test_it_keeps_its_solution_from_move_to_move() -> None:
    start = game("labyrinth:map=grid4x4").start_position()
    chooser = player("exact", start.game)
    first = chooser.choose(start)
    assert first.nodes > 3000
    after = start.play(first.move)
    assert chooser.choose(after.play(after.legal_moves[0])).nodes == 0


@pytest.fixture
def quickly_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it does not know, the exact player asks a search that compiles in no time, not `strong`."""
    monkeypatch.setattr(exact, "best_search", partial(player, "minimax:depth=3"))


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["othello", "dotsandboxes:size=4,passing=false", "morris"])
@pytest.mark.usefixtures("quickly_compiled")
def test_what_is_too_large_is_refused_unless_there_is_a_limit(spec: str) -> None:
    start = game(spec).start_position()
    chooser = player("exact", start.game)
    with pytest.raises(ValueError, match=rf"\b{spec}\b.*force=true"):
        chooser.choose(start)
    for budget in (Budget(nodes=2000), Budget(seconds=0.05), Budget(depth=1)):
        decision = chooser.choose(start, budget)
        assert decision.move in start.legal_moves
        assert decision.score_kind == "eval"
        assert decision.nodes <= (budget.nodes or decision.nodes)


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec", ["tictactoe", "mnk:width=4,height=3,k=3", "dotsandboxes:size=2,passing=false"]
)
@pytest.mark.usefixtures("quickly_compiled")
def test_budgets_of_nodes_hold_in_every_position_of_a_game(spec: str) -> None:
    rules, rng = game(spec), random.Random(6)
    chooser = player("exact", rules)
    for nodes in (1, 7, 50, 400, 9000, 60_000):
        position = rules.start_position()
        while not position.is_over:
            decision = chooser.choose(position, Budget(nodes=nodes))
            assert decision.nodes <= nodes
            position = position.play_code(rng.choice(position.legal_move_codes))


@pytest.mark.slow
def test_a_budget_that_does_not_suffice() -> None:
    position = game("connectfour:width=8").start_position().play_all(["4", "4", "4", "4"])  # not in a book
    chooser = player("exact:force=true", position.game)
    chooser.choose(position, Budget(nodes=1))
    began = time.perf_counter()
    decision = chooser.choose(position, Budget(seconds=0.4))
    assert time.perf_counter() - began < 5
    assert decision.score_kind == "eval"
    decision = chooser.choose(position, Budget(nodes=50_000))
    assert decision.score_kind == "eval"
    assert decision.nodes <= 50_000


@pytest.mark.slow
def test_retrograde_analysis_within_a_budget_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    start, estimate = game("morris:men=3").start_position(), retrograde.estimate
    with interpreted(), monkeypatch.context() as patch:
        patch.setattr(retrograde, "estimate", lambda position, samples: estimate(position, min(500, samples)))
        few = player("exact:force=true", start.game).choose(start, Budget(nodes=100))
    assert (few.score_kind, few.nodes <= 100) == ("eval", True)
    enough = player("exact", start.game).choose(start, Budget(nodes=2000))
    assert (enough.score_kind, enough.nodes) == ("win", 744)
