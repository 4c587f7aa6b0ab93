"""Positions of an endgame table are solved at once, and as retrograde analysis solves them."""

from __future__ import annotations

import random

import pytest

from nupp.players import player
from nupp.rules import Position, game
from nupp.search.solve import solve, solver_of
from nupp.search.solve.endgames import EndgameSolver
from nupp.search.solve.solvers import RetrogradeSolver

ENGLISH = "draughts:variant=english"
START = "W:W31,K32:B1"


@pytest.fixture(scope="module")
def solvers() -> tuple[EndgameSolver, RetrogradeSolver]:
    position = game(ENGLISH).parse_position(START)
    assert solver_of(position.game) is EndgameSolver
    return EndgameSolver(position, 64), RetrogradeSolver(position, 64)


def test_values_are_those_of_an_analysis(solvers: tuple[EndgameSolver, RetrogradeSolver]) -> None:
    rng, position = random.Random(4), game(ENGLISH).parse_position(START)
    for _ in range(40):
        if position.is_over:
            position = game(ENGLISH).parse_position(START)
        looked_up, analysed = (solver.value(position) for solver in solvers)
        assert looked_up is not None
        assert analysed is not None
        assert looked_up.outcome == analysed.outcome
        position = position.play_code(rng.choice(position.legal_move_codes))


@pytest.mark.parametrize("text", ["W:WK1,K5:BK20", "B:WK1,K5:BK20", "W:W31,K32:B1"])
def test_the_line_ends_as_the_value_says(text: str) -> None:
    position: Position = game(ENGLISH).parse_position(text)
    solution = solve(position)
    assert solution.method == "endgame table of up to 4 pieces"
    for code in solution.line:
        position = position.play_code(code)
    assert position.is_over
    assert position.outcome == solution.value.outcome


def test_a_win_that_a_count_may_forestall_is_not_certain() -> None:
    position = game(ENGLISH).parse_position("W:WK1,K5:BK20 75")
    assert not solve(position).value.certain
    assert player("exact", position.game).choose(position).score_text == "known win"


def test_other_positions_are_left_to_the_analysis() -> None:
    start = game("morris:men=9").start_position()
    solver = EndgameSolver(start, 64)
    assert not solver.knows(start)
    assert solver.cost(start).positions > 1e6
