"""The benchmark suite: sizes of games, known values, and points against random moves."""

from __future__ import annotations

import pytest

import nupp
from nupp.arena.suite import measure, points_of, specs_of_suite
from nupp.rules import GAMES
from nupp.rules.samples import KnownValue, register_values, values_of
from plain import plain_rules  # noqa: F401


def test_every_game_is_in_the_suite_and_what_is_known_of_its_kin() -> None:
    specs = specs_of_suite()
    assert set(GAMES.names()) < set(specs)
    assert len(set(specs)) == len(specs)
    register_values("tictactoe", KnownValue("tictactoe:dead=true", "draw", "its board"))
    assert specs_of_suite(["tictactoe"]) == ["tictactoe", "tictactoe:dead=true"]


@pytest.mark.parametrize("name", nupp.GAMES.names())
def test_known_values_are_of_games_that_there_are(name: str) -> None:
    for one in values_of(name):
        assert nupp.game(one.spec).spec == one.spec
        assert one.value in ("win", "draw", "loss")
        assert one.source


@pytest.mark.slow
def test_the_sizes_of_a_game_are_those_of_its_random_games() -> None:
    found = measure("tictactoe", 300, ["random"], 100, seed=1)
    assert (found.spec, found.actions, found.planes) == ("tictactoe", 9, (3, 3, 3))
    assert found.plies == pytest.approx(7.6, abs=0.3)
    assert found.branching == pytest.approx(5.7, abs=0.2)
    assert found.first == pytest.approx(0.585, abs=0.08)
    assert found.draws == pytest.approx(0.127, abs=0.06)
    assert found.known is not None
    assert found.known.value == "draw"
    assert found.baselines["random"] == pytest.approx(0.5, abs=0.08)
    assert found == measure("tictactoe", 300, ["random"], 100, seed=1)


def test_a_player_gets_the_points_of_both_sides() -> None:
    """One that knows how to win gets more than random moves do, whoever begins."""
    assert points_of(nupp.game("tictactoe"), "lines", 8, 100, seed=3) > 0.7
