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
PAIRS: Final = SHAPES * SHAPES
"""The number of pairs; see `pair_of`."""
EDGE: Final = 3
"""The code, in a key, of a cell off the board."""

WINNING, DECIDING, FORCING, PRESSING = range(4)
"""Sets of cells by what a stone there makes: a win; an open four, or two fours; a four or better; an open
three or better.
"""
SETS: Final = 4

LONGEST: Final = 5
"""The longest k whose table of shapes fits into compiled code."""
SHORTEST: Final = 4
"""The k from which on threats pay; on smaller boards games are searched to their end."""


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


def _by_pair(rows: dict[int, tuple[int, ...]]) -> list[int]:
    """A number for each pair: those of a shape with each of the shapes up to itself as the second best."""
    found = [0] * PAIRS
    for best, numbers in rows.items():
        for second, number in enumerate(numbers):
            found[SHAPES * best + second] = number
    return found


WORTH: Final = np.array(
    [
        _by_pair(
            {
                ONE_STONE: (0, -4),
                TWO: (0, 0, -10),
                OPEN_TWO: (-15, -15, 17, 81),
                THREE: (48, 48, 43, 107, 154),
                OPEN_THREE: (120, 152, 163, 404, 392, 450),
                FOUR: (180, 216, 275, 781, 579, 1935, 3000),
                OPEN_FOUR: (3000,) * 8,
                WIN: (6000,) * 9,
            }
        ),
        _by_pair(
            {
                ONE_STONE: (0, -6),
                TWO: (0, -3, -10),
                OPEN_TWO: (-19, -19, 11, 54),
                THREE: (52, 52, 88, 92, 112),
                OPEN_THREE: (107, 107, 107, 221, 283, 300),
                FOUR: (110, 127, 242, 569, 700, 1500, 1500),
                OPEN_FOUR: (1500,) * 8,
                WIN: (3000,) * 9,
            }
        ),
    ]
)
"""The worth of an empty cell by the two best shapes that a stone makes, for the side to move and the other.

In thousandths of a step of a logistic curve. Fitted to the results of 4,200 games at 3,000 nodes a move;
pairs that were seen too rarely have numbers like those of their neighbours.
"""

SETS_OF: Final = np.array(
    [
        int(best == WIN) << WINNING
        | int(OPEN_FOUR <= best < WIN or best == second == FOUR) << DECIDING
        | int(best >= FOUR) << FORCING
        | int(best >= OPEN_THREE) << PRESSING
        for best, second in np.ndindex(SHAPES, SHAPES)
    ]
)
"""The sets of a cell by its pair, a bit for each."""


@kernel
def pair_of(first: int, second: int, third: int, fourth: int) -> int:
    """The pair of a cell: of its four shapes the best, times the number of shapes, plus the second best."""
    high, low = max(first, second), min(first, second)
    other_high, other_low = max(third, fourth), min(third, fourth)
    best = max(high, other_high)
    after = low if high >= other_high else other_low
    return SHAPES * best + max(min(high, other_high), after)
