"""Lines on bitboards: whether there is a row of stones, and which cells would complete one.

On a board of one 64-bit word with a spare bit at the end of each row, the cells of a line lie a fixed number
of bits apart, a *step*. Shifts lay a board over itself, so that all its lines
are looked at together.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.boards import SquareBoard
from nupp.kernel import kernel
from nupp.kernel.bits import ZERO

_WAYS: Final = (0, 2, 4, 6)
"""One of each two opposite directions, as `SQUARE_DIRECTIONS` numbers them."""


@kernel
def lines_along(stones: np.uint64, step: int, k: int) -> np.uint64:
    """The bits of a one-word board with which lines of k stones begin, along one direction."""
    length = 1
    while length < k:  # a run from here and one from `more` cells on make a longer one
        more = min(length, k - length)
        stones &= stones >> np.uint64(more * step) if more * step < 64 else ZERO
        length += more
    return stones


@kernel
def completing(steps: NDArray[np.int64], k: int, stones: np.uint64) -> np.uint64:
    """The bits that would complete a line of k stones on a one-word board, wherever they lie."""
    found = ZERO
    for step in steps:
        if (k - 1) * step < 64:  # any other line is longer than the board
            found |= completing_four(stones, step) if k == 4 else completing_along(stones, step, k)
    return found


@kernel
def completing_along(stones: np.uint64, step: int, k: int) -> np.uint64:
    """Those that would complete one along one direction."""
    found = ZERO
    for gap in range(k):
        run = ~ZERO
        for i in range(k):
            if i != gap:
                run &= stones >> np.uint64(i * step)
        found |= run << np.uint64(gap * step)
    return found


@kernel
def completing_four(stones: np.uint64, step: int) -> np.uint64:
    """The same of lines of four, for which shared parts are worth a special case."""
    one, two, three = np.uint64(step), np.uint64(2 * step), np.uint64(3 * step)
    below, above = stones << one, stones >> one
    found: np.uint64 = above & (stones >> two) & (stones >> three | below)
    return found | below & (stones << two) & (stones << three | above)


def cells_that_complete(
    board: SquareBoard, stones: set[int], cells: Iterable[int], k: int, exact: bool = False
) -> set[int]:
    """Those of some empty cells with which stones would have a line of k, or of exactly k."""
    return {
        cell
        for cell in cells
        for line in lines_through(board, stones | {cell}, cell)
        if len(line) == k or (len(line) > k and not exact)
    }


def lines_through(board: SquareBoard, stones: Container[int], cell: int) -> Iterator[tuple[int, ...]]:
    """The unbroken lines of stones that hold a stone on a cell, one in each direction."""
    for way in _WAYS:
        forward, back = board.neighbours[:, way].tolist(), board.neighbours[:, way ^ 1].tolist()
        line = [cell]
        while forward[line[-1]] in stones:
            line.append(forward[line[-1]])
        line.reverse()
        while back[line[-1]] in stones:
            line.append(back[line[-1]])
        yield tuple(line)


_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_a_row(k: int) -> str:
    """The name of a line of k stones, such as `five in a row`."""
    return f"{_NUMBERS[k] if k < len(_NUMBERS) else k} in a row"


def lines_from(board: SquareBoard, stones: Container[int], cell: int) -> Iterator[tuple[int, ...]]:
    """The unbroken lines of stones that begin with a stone on a cell, one in each direction."""
    for way in _WAYS:
        steps = board.neighbours[:, way].tolist()
        if board.neighbours[cell, way ^ 1] in stones:
            continue  # it begins before
        line = [cell]
        while steps[line[-1]] in stones:
            line.append(steps[line[-1]])
        yield tuple(line)
