"""Levels: how each is held back."""

from __future__ import annotations

from itertools import pairwise

import pytest

from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.players.level import HANDICAPS, STEEPER, Handicap, Level, handicaps
from nupp.rules import game
from nupp.spec import SpecError


@pytest.mark.parametrize("levels", [HANDICAPS, STEEPER])
def test_each_level_is_held_back_less_than_the_one_below(levels: tuple[Handicap, ...]) -> None:
    assert levels[-1] == (0, None)
    for lower, higher in pairwise(levels):
        assert lower.slips >= higher.slips
        assert higher.nodes is None or lower.nodes is None or lower.nodes <= higher.nodes
        assert lower != higher


def test_which_levels_a_game_has() -> None:
    assert handicaps(game("hexxagon:holes=none")) == STEEPER
    assert handicaps(game("othello")) == HANDICAPS
    for wrong in (0, 11):
        with pytest.raises(SpecError, match=rf"'{wrong}'|{wrong}.*10"):
            player(f"level:n={wrong}", "tictactoe")


def test_the_smaller_of_two_limits_of_nodes_holds() -> None:
    position = game("othello:size=6").start_position()
    chooser = player("level:n=9", position.game)
    assert isinstance(chooser, Level)
    assert chooser.handicap == (0, 10_000)
    with interpreted():
        assert chooser.choose(position, Budget(nodes=20, depth=2)).nodes <= 20
    assert chooser._held_back(Budget(nodes=20_000)).nodes == 10_000
    assert chooser._held_back(Budget(seconds=1)) == Budget(seconds=1, nodes=10_000)


def test_slips_are_as_frequent_as_is_said_and_follow_the_seed() -> None:
    """A move that was drawn at random has no score."""
    position = game("tictactoe").start_position().play_all(["b2", "a1", "c2"])
    chooser = player("level:n=1,seed=5", position.game)
    with interpreted():
        searched = [chooser.choose(position, Budget(nodes=5)).has_score for _ in range(200)]
        chooser.seed(5)
        assert [chooser.choose(position, Budget(nodes=5)).has_score for _ in range(50)] == searched[:50]
    assert 0.1 < sum(searched) / 200 < 0.3
