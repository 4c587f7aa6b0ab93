"""Shapes: what a stone on an empty cell would make of a line.

The shape of a cell, in a direction and for a side, follows from the k - 1 cells before it and behind it, two
bits each: empty, a stone of the first or the second side, or off the board. For k = 5:

    slots   0 1 2 3   4 5 6 7           key = sum of code << 2 * slot
            . . x x c x . o |           c: the cell; a stone of x there would make an open four
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import kernel

DEAD, ONE_STONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, WIN = range(9)
"""The shapes of a line with the stone: one that can never win, one that needs more stones, or one that wins.
A four wins with the next stone, an open four in two ways, so that it cannot be stopped; a stone
more makes an open three an open four, and an open two an open three.
"""
SHAPES: Final = 9
EDGE: Final = 3
"""The code, in a key, of a cell off the board."""

WINNING, DECIDING, FORCING, PRESSING, DOUBLE = range(5)
"""Sets of cells by what a stone there makes: a win; an open four, or two fours; a four or better; an open
three or better; two of these at once.
"""
SETS: Final = 5

SHAPE_COUNTS: Final = 16
"""The numbers of a side that `count_shapes` fills in: of shapes of cells, then of cells in sets."""

LONGEST: Final = 5
"""The longest k whose table of shapes fits into compiled code."""


def _lines(k: int) -> NDArray[np.uint8]:
    """The shape of every line of 2 k - 1 cells with an own stone in its middle.

    Lines are numbers of base 3, the first cell lowest: 0 empty, 1 an own stone, 2 another's or none at all.
    """
    length = 2 * k - 1
    cells = np.arange(3**length)[:, None] // 3 ** np.arange(length) % 3
    shapes = np.zeros(3**length, np.uint8)
    wins = np.zeros(3**length, bool)
    completing = np.zeros((3**length, length), bool)
    for first in range(k):
        window = cells[:, first : first + k]
        free = ~(window == 2).any(axis=1)
        stones = (window == 1).sum(axis=1)
        shapes[free] = ONE_STONE
        wins |= free & (stones == k)
        lacking = free & (stones == k - 1)
        completing[:, first : first + k] |= lacking[:, None] & (window == 0)
    ways = completing.sum(axis=1)

    def leads_to(better: int) -> NDArray[np.bool_]:
        """The lines that one more own stone gives at least a shape."""
        found = np.zeros(3**length, bool)
        for cell in range(length):
            empty = np.flatnonzero(cells[:, cell] == 0)
            found[empty] |= shapes[empty + 3**cell] >= better
        return found

    shapes[ways == 1], shapes[ways > 1], shapes[wins] = FOUR, OPEN_FOUR, WIN
    for shape, goal in ((OPEN_THREE, OPEN_FOUR), (THREE, FOUR), (OPEN_TWO, OPEN_THREE), (TWO, THREE)):
        shapes[leads_to(goal) & (shapes < shape)] = shape
    return shapes


@lru_cache(maxsize=8)
def shape_table(k: int) -> NDArray[np.uint8]:
    """By key, the shape for the first side plus 16 times that for the second."""
    slots = 2 * (k - 1)
    codes = np.arange(4**slots)[:, None] >> 2 * np.arange(slots) & 3
    weights = 3 ** np.array([place for place in range(2 * k - 1) if place != k - 1])
    shapes, middle = _lines(k), 3 ** (k - 1)
    first, second = (
        shapes[middle + np.where(codes == 0, 0, np.where(codes == own, 1, 2)) @ weights] for own in (1, 2)
    )
    table: NDArray[np.uint8] = (first + 16 * second).astype(np.uint8)
    return table


@kernel
def sets_of(shapes: int) -> int:
    """The sets of a cell, bit by kind.

    shapes: the number of directions in which a stone there makes each shape, four bits each, from THREE up.
    """
    threes, fours = (shapes >> 4) & 15, (shapes >> 8) & 15
    open_fours, wins = (shapes >> 12) & 15, (shapes >> 16) & 15
    kinds = int(wins > 0) << WINNING
    kinds |= int(open_fours > 0 or fours > 1) << DECIDING
    kinds |= int(open_fours + fours > 0) << FORCING
    kinds |= int(threes + open_fours + fours > 0) << PRESSING
    return kinds | int(open_fours + fours + threes > 1) << DOUBLE


@kernel
def digit_of(shape: int) -> int:
    """One direction of a shape, as `sets_of` takes it."""
    return 1 << (4 * max(0, shape - THREE))
