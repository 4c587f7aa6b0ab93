"""Retrograde analysis: published values, and that each value follows from those one move later."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from nupp.players import player
from nupp.rules import Position, game
from nupp.search.retrograde import Solution, TooLargeError, analyse
from nupp.search.solve.solvers import RetrogradeSolver

SOLVED = {
    "morris:men=3": 1,
    "morris:men=3,flying=true": 0,
    "labyrinth:order=abba": 1,
    "labyrinth:map=path5,order=abab": -1,
}


@pytest.fixture(scope="module", params=SOLVED)
def solved(request: pytest.FixtureRequest) -> tuple[Position, Solution, int]:
    start = game(request.param).start_position()
    return start, analyse(start), SOLVED[request.param]


def test_values_of_the_start(solved: tuple[Position, Solution, int]) -> None:
    start, solution, value = solved
    assert solution.look_up(start)[0] == value


@pytest.mark.parametrize(("move", "value"), [("b2", 1), ("a1", 0), ("b1", -1)])
def test_first_moves_of_three_mens_morris(move: str, value: int) -> None:
    start = game("morris:men=3").start_position()
    assert analyse(start).look_up(start.play(move))[0] == value


def test_each_value_follows_from_those_after_it(solved: tuple[Position, Solution, int]) -> None:
    start, solution, _ = solved
    rng, looked = random.Random(3), 0
    while looked < 150:
        position = start
        for _ in range(rng.randrange(14)):
            if not position.is_over:
                position = position.play_code(rng.choice(position.legal_move_codes))
        if position.occurrences == 3:  # drawn by what went before, which the analysis leaves aside
            continue
        value, distance = solution.look_up(position)
        if position.is_over:
            assert (value, distance) == (position.outcome, 0)
            continue
        sign = 1 if position.to_move == 0 else -1
        after = [solution.look_up(position.play_code(code)) for code in position.legal_move_codes]
        assert sign * value == max(sign * one for one, _ in after)
        if value != 0:
            lengths = [plies for one, plies in after if one == value]
            assert distance == 1 + (min(lengths) if sign == value else max(lengths))
        looked += 1


def test_a_won_game_is_won_in_as_many_plies_as_it_says() -> None:
    position = game("labyrinth:order=abba").start_position()
    solution = analyse(position)
    value, distance = solution.look_up(position)
    assert value == 1
    while not position.is_over:
        position = position.play_code(solution.best_move(position))
    assert (position.ply, position.outcome) == (distance, 1)


def test_too_many_positions_are_refused() -> None:
    start = game("morris:men=6").start_position()
    with pytest.raises(TooLargeError, match=r"20,000.*morris:men=6"):
        analyse(start, largest=20_000)


def test_what_cannot_be_reached_is_not_known() -> None:
    rules = game("labyrinth:map=path5,order=abab")
    solution = analyse(rules.start_position().play("a1"))
    with pytest.raises(KeyError):
        solution.look_up(rules.start_position())


def can_force(position: Position, side: int, plies: int) -> bool:
    """True if a side wins within some plies by the rules with all their counts, whatever the other does."""
    if position.is_over:
        return position.outcome == (1 if side == 0 else -1)
    if plies == 0:
        return False
    children = (
        can_force(child, side, plies - 1) for child in map(position.play_code, position.legal_move_codes)
    )
    return any(children) if position.to_move == side else all(children)


@pytest.mark.slow
def test_wins_that_are_called_certain_are_won_before_a_count_draws() -> None:
    rules = game("morris:men=3,quiet=6")
    solver = RetrogradeSolver(rules.start_position(), 256)
    rng, kinds = random.Random(3), Counter[bool]()
    while kinds[True] < 12 or kinds[False] < 12:
        position = rules.start_position()
        while not position.is_over:
            if position.ply >= 6 and rng.random() < 0.3:
                value = solver.value(position)
                assert value is not None
                if value.outcome and (value.plies or 0) <= 3:
                    kinds[value.certain] += 1
                    if value.certain:
                        assert can_force(position, 0 if value.outcome > 0 else 1, value.plies or 0)
            position = position.play_code(rng.choice(position.legal_move_codes))


def test_a_win_that_a_count_forestalls_is_not_certain() -> None:
    position = game("morris:men=3").parse_position("WWB/2B/1BW b 0,0 99")
    solver = RetrogradeSolver(position, 64)
    found = solver.value(position)
    assert found is not None
    assert (found.outcome, found.plies, found.certain) == (-1, 3, False)
    decision = player("exact", position.game).choose(position)
    assert decision.score_kind == "eval"
    assert decision.score_text == "likely win in 3"
