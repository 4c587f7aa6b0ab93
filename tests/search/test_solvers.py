"""Exact answers: published values of whole games, lines that bear them out, costs and limits."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from nupp.games.connectfour.solving import ConnectFourSolver
from nupp.games.dotsandboxes.solving import ChainSolver
from nupp.games.reversi.solving import EndgameSolver
from nupp.rules import game
from nupp.search.solve import SOLVERS, TooLargeError, UnsolvedError, new_solver, solve
from nupp.search.solve.solvers import ExactSolver, OutcomeSolver, RetrogradeSolver
from search.oracle import some_positions

SOLVED = json.loads((Path(__file__).parents[1] / "data" / "solved.json").read_text())
OUTCOMES = {"win": 1, "draw": 0, "loss": -1}


@pytest.mark.slow
@pytest.mark.parametrize("size", ["4x4", "5x4", "6x4"])
def test_connect_four(size: str) -> None:
    width, height = size.split("x")
    solution = solve(game(f"connectfour:width={width},height={height}").start_position())
    assert solution.value.outcome == OUTCOMES[SOLVED["connectfour_width_x_height"][size]]
    last = SOLVED["connectfour_last_ply"].get(size, int(width) * int(height))
    assert solution.value.plies == len(solution.line) == last


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "outcome", "margin"), [
    ("tictactoe", 0, None),
    ("mnk:width=4,height=3,k=3", 1, None),
    ("othello:size=4", -1, -8),
    ("othello:size=4,empties=winner", -1, -10),
    ("dotsandboxes:size=2,passing=false", 1, 2),
    ("morris:men=3", 1, None),
    ("morris:men=3,flying=true", 0, None),
    ("labyrinth:order=abba", 1, None),
])  # fmt: skip
def test_other_games(spec: str, outcome: int, margin: int | None) -> None:
    solution = solve(game(spec).start_position())
    assert (solution.value.outcome, solution.value.margin) == (outcome, margin)
    end = solution.position.play_all(solution.line)
    if outcome != 0:
        assert end.is_over
        assert end.outcome == outcome
        assert margin is None or end.margin == margin
        assert solution.value.plies in (None, len(solution.line))
    else:
        assert end.outcome == 0 if end.is_over else end.occurrences > 1
    assert solution.nodes > 0


@pytest.mark.parametrize(("spec", "kind"), [
    ("connectfour", ConnectFourSolver),
    ("connectfour:width=5,height=5,k=3", OutcomeSolver),
    ("othello", EndgameSolver),
    ("labyrinth", RetrogradeSolver),
    ("tictactoe", OutcomeSolver),
    ("dotsandboxes:size=2", ChainSolver),
    ("dotsandboxes:size=8", ExactSolver),
])  # fmt: skip
def test_which_solver_fits(spec: str, kind: type) -> None:
    rules = game(spec)
    assert next(one for one in SOLVERS if one.fits(rules)) is kind


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["connectfour:width=5,height=4", "othello:size=4", "morris:men=3"])
def test_values_follow_from_those_one_move_later(spec: str) -> None:
    rules = game(spec)
    for position in some_positions(rules, 8, random.Random(3), range(2, 9)):
        solver = new_solver(position, 16)
        value = solver.value(position)
        assert value is not None
        children = [solver.worth(position.play_code(code)) for code in position.legal_move_codes]
        best = max(child.before().rank(position.to_move) for child in children if child)
        assert value.rank(position.to_move) == best


def test_what_takes_too_long_is_refused_with_its_cost() -> None:
    with pytest.raises(TooLargeError, match="connectfour:width=8,height=7"):
        solve(game("connectfour:width=8,height=7").start_position())
    with pytest.raises(TooLargeError, match=r"\d MB.*\b1 MB"):
        solve(game("morris:men=6").start_position(), megabytes=1)


def test_a_search_that_is_stopped_tells_what_it_knows() -> None:
    with pytest.raises(UnsolvedError, match=r"\d positions.*value"):
        solve(game("othello").start_position(), megabytes=16, seconds=0.05, force=True)


def test_positions_are_counted_up_to_a_limit() -> None:
    position = game("connectfour").start_position()
    solver = ConnectFourSolver(position, 16)
    solver.allow(20_000)
    assert solver.value(position) is None
    assert 10_000 < solver.nodes <= 20_000
    assert solver.stop[0] == 1
    np.testing.assert_array_equal(np.array(solver.bounds(position)) >= -1, [True, True])
    solver.allow(100)
    assert solver.value(position) is None
    assert solver.nodes <= 100
