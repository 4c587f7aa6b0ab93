"""Random playouts: counts of results, limits, and seeds."""

from __future__ import annotations

import pytest

from nupp.kernel import interpreted
from nupp.rules import game
from nupp.search.playout import random_playouts


def test_results_are_counted_for_the_first_player() -> None:
    start = game("tictactoe").parse_position("xox/oxo/1o1 x")
    with interpreted():
        plies, (losses, draws, wins) = random_playouts(start, 40, seed=1)
    assert (losses, draws, wins, plies) == (0, 0, 40, 40)  # either move completes a diagonal


def test_a_game_that_is_cut_off_counts_as_a_draw() -> None:
    start = game("tictactoe").start_position()
    with interpreted():
        assert random_playouts(start, 7, seed=1, limit=4) == (28, (0, 7, 0))
        plies, results = random_playouts(start, 30, seed=1, limit=9)  # which all games end within
    assert sum(results) == 30
    assert 30 * 5 <= plies <= 30 * 9
    assert results[0] > 0
    assert results[2] > 0


@pytest.mark.parametrize("spec", ["othello:size=4", "morris:men=3"])
def test_games_follow_the_seed_compiled_or_not(spec: str) -> None:
    start = game(spec).start_position()
    found = random_playouts(start, 20, seed=3)
    assert random_playouts(start, 20, seed=3) == found != random_playouts(start, 20, seed=4)
    with interpreted():
        assert random_playouts(start, 20, seed=3) == found
