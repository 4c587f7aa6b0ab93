"""The values of the labyrinth game on all parts of the 3 x 3 grid, under all readings of its rules."""

from __future__ import annotations

import pytest

from nupp.rules import game
from nupp.search.retrograde import analyse
from nupp.studies.labyrinth_starter import AnyGraph, count, grid_parts, named_graph

PARTS = list(grid_parts())


def test_parts_are_those_of_the_grid() -> None:
    assert len(PARTS) == 240
    assert max(map(len, PARTS)) == len(named_graph("grid3x3")) == 12


@pytest.mark.parametrize(("order", "mover", "values"), [
    ("abab", "first", [0, 78, 162]),
    ("abab", "second", [29, 78, 133]),
    ("abba", "first", [79, 132, 29]),
    ("abba", "second", [68, 170, 2]),
])  # fmt: skip
def test_who_wins_on_how_many_parts(order: str, mover: str, values: list[int]) -> None:
    assert count(order, mover, PARTS) == values


def test_a_graph_in_the_state_is_played_as_one_on_a_map() -> None:
    position = AnyGraph("abba", "first").start_on(named_graph("plus"))
    usual = game("labyrinth:map=plus").start_position()
    assert analyse(position).look_up(position) == analyse(usual).look_up(usual) == (-1, 6)
