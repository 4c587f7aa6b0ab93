"""Ladders of levels: their steps gain equally much, from the first level or a higher one to the last."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import hypothesis.strategies as st
import pytest
from hypothesis import given

from nupp.arena import Result
from nupp.kernel import interpreted
from nupp.players.level import HANDICAPS, STEEPER, Handicap, handicaps
from nupp.rules import game
from nupp.tuning.journal import Journal
from nupp.tuning.levels import measure, respaced
from nupp.tuning.plan import Plan
from tuning.results import won_pairs

STEPS = len(STEEPER) - 1


def test_a_ladder_whose_steps_gain_alike_stays_as_it_is() -> None:
    assert respaced(HANDICAPS, [100.0] * STEPS, 50_000) == list(HANDICAPS)


def test_a_step_that_gains_more_is_parted() -> None:
    found = respaced(STEEPER, [450.0, *[50.0] * (STEPS - 1)], 50_000)
    assert [one.slips > STEEPER[1].slips for one in found] == [True] * 5 + [False] * 5


@given(st.lists(st.floats(5, 600), min_size=STEPS, max_size=STEPS), st.integers(1000, 10**7))
def test_each_level_is_held_back_less_than_the_one_before(gains: list[float], full: int) -> None:
    found = respaced(STEEPER, gains, full)
    assert found[0] == STEEPER[0] or sum(gains) > 300 * STEPS
    assert found[-1] == STEEPER[-1]
    slips = [one.slips for one in found]
    assert slips == sorted(slips, reverse=True)
    nodes = [one.nodes or 10**9 for one in found]
    assert nodes == sorted(nodes)


def test_a_ladder_that_is_too_long_begins_higher() -> None:
    found = respaced(STEEPER, [600.0] * 4 + [300.0] * (STEPS - 4), 800_000)
    assert found == [Handicap(0.32, 150), *found[1:]]
    assert found[5:] == list(STEEPER[5:])


def test_nodes_lie_between_those_of_the_neighbours() -> None:
    found = respaced(STEEPER, [100.0] * (STEPS - 1) + [500.0], 800_000)
    assert [50_000 <= (one.nodes or 0) <= 800_000 for one in found[5:9]] == [False, True, True, True]
    assert found[8].nodes == pytest.approx(800_000 ** (0.711) * 50_000**0.289, rel=0.02)


class Shop:
    """A workshop in which each level wins three games in four against the one before."""

    plan, game = Plan("tictactoe", move_seconds=0.01), game("tictactoe")

    def __init__(self, folder: Path) -> None:
        self.played: list[tuple[str, str]] = []
        self.journal = Journal(folder, self.plan)

    def games_within(self, seconds: float) -> int:
        return 40 if seconds > 1 else 8

    def play(self, name: str, first: str, second: str, games: int) -> Result:
        self.played.append((first, second))
        return won_pairs(15, 5)


def test_each_level_plays_the_one_before(tmp_path: Path) -> None:
    shop: Any = Shop(tmp_path)
    with interpreted():
        found = measure(shop, 60.0)
    assert shop.played == [(f"level:n={n + 1}", f"level:n={n}") for n in range(1, 10)]
    assert [handicap[0] for handicap in found["levels"]] == [one.slips for one in handicaps(shop.game)]
    assert len(found["matches"]) == 9
    assert found["gain"] == pytest.approx(190.8, abs=0.1)


def test_a_few_games_change_no_level(tmp_path: Path) -> None:
    shop: Any = Shop(tmp_path)
    found = measure(shop, 1.0)
    assert (len(found["matches"]), found["levels"], found["gain"]) == (9, None, None)


def test_levels_that_are_measured_on_keep_to_the_games_they_began_with(tmp_path: Path) -> None:
    measure(cast(Any, Shop(tmp_path)), 60.0)
    with interpreted():
        resumed = measure(cast(Any, Shop(tmp_path)), 0.0)
    assert resumed["levels"] is not None
