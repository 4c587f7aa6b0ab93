"""Features of the networks of connect four against counts on a grid."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

import nupp
from nupp.games.connectfour.networks import Threats
from nupp.rules import Position
from plain import plain_rules  # noqa: F401

Cell = tuple[int, int]  # row from the bottom up, and column
_WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Grid:
    """A position as sets of cells."""

    def __init__(self, position: Position) -> None:
        rules = position.game
        width, height = rules.width, rules.height
        symbols = [".xo".index(symbol) for symbol in rules.symbols_of(position.state[0])]
        cells = {
            (row, column): symbols[row * width + column] for row in range(height) for column in range(width)
        }
        mover = position.to_move
        self.sides = [{cell for cell, symbol in cells.items() if symbol == 1 + (mover ^ i)} for i in range(2)]
        self.empty = {cell for cell, symbol in cells.items() if symbol == 0}
        self.k, self.mover, self.height = rules.k, mover, height
        self.cells = set(cells)
        self.reach = {(row, column) for row, column in self.empty if (row - 1, column) not in self.empty}

    def lines(self, stones: set[Cell]) -> int:
        """How many lines of k these cells fill."""
        runs = (
            [(row + i * rise, column + i * run) for i in range(self.k)]
            for (row, column), (rise, run) in itertools.product(self.cells, _WAYS)
        )
        return sum(stones.issuperset(run) for run in runs)

    def threats(self, side: int) -> set[Cell]:
        stones = self.sides[side]
        return {cell for cell in self.empty if self.lines(stones | {cell}) > self.lines(stones)}

    def is_upper(self, cell: Cell) -> bool:
        return (self.height - 1 - cell[0]) % 2 == 0


def by_row(grid: Grid, threats: list[set[Cell]]) -> int:
    lower = [min(2, sum(not grid.is_upper(cell) for cell in some)) for some in threats]
    upper = [any(map(grid.is_upper, some)) for some in threats]
    return 12 * lower[0] + 4 * lower[1] + 2 * upper[0] + upper[1] - 18


def counted(position: Position) -> list[int]:
    """The features of a position."""
    grid = Grid(position)
    threats = [grid.threats(side) for side in range(2)]
    far = [some - grid.reach for some in threats]
    union = far[0] | far[1]
    lowest = {cell for cell in union if not any((row, cell[1]) in union for row in range(cell[0]))}
    near = [min(2, len(some & grid.reach)) for some in threats]
    halves = [
        {cell for cell in grid.empty if grid.is_upper(cell) == bool((len(grid.empty) + side) % 2)}
        for side in range(2)
    ]
    paired = [min(6, grid.lines(grid.sides[side] | halves[side])) for side in range(2)]
    in_lower = sum(not grid.is_upper(cell) for cell in lowest)
    return [
        by_row(grid, far),
        by_row(grid, [some & lowest for some in far]),
        3 * near[0] + near[1],
        7 * paired[0] + paired[1] - 24,
        2 * len(lowest) + in_lower % 2,
    ]


@pytest.mark.parametrize(
    "spec", ["connectfour", "connectfour:width=5,height=5", "connectfour:width=6,height=7"]
)
def test_threats_are_those_on_the_grid(spec: str) -> None:
    rules, rng = nupp.game(spec), random.Random(1)
    found = np.zeros(8, np.int64)
    seen = [set[int]() for _ in range(Threats.count)]
    for _ in range(6):
        position = rules.start_position()
        while not position.is_over:
            Threats().write(rules, position.state[0], found)
            wanted = counted(position)
            assert found[: Threats.count].tolist() == wanted, position.render()
            for values, value in zip(seen, wanted, strict=True):
                values.add(value)
            position = position.play_code(rng.choice(position.legal_move_codes))
    assert all(len(values) > 1 for values in seen)


def test_there_are_no_threats_on_boards_of_several_words() -> None:
    rules, found = nupp.game("connectfour:width=9,height=8"), np.ones(8, np.int64)
    position = rules.start_position().play_all(["1", "2", "1", "2", "1", "2"])
    Threats().write(rules, position.state[0], found)
    assert not found[: Threats.count].any()
