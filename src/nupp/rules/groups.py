"""Groups: pieces of one kind that are connected from neighbour to neighbour."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import kernel, scratch

MOST_CELLS: Final = 1024
"""The largest board on which groups are followed."""
_WORDS: Final = MOST_CELLS // 64


@kernel
def group_marks(
    cells: NDArray[np.int8], neighbours: NDArray[np.int64], marks: NDArray[np.int64], start: int
) -> int:
    """The marks of all cells of the group that a cell belongs to, joined bit by bit.

    cells: what stands on each of at most MOST_CELLS cells. neighbours: shape (cells, directions), -1 where
    there is none. marks: bits for each cell, such as the edges of the board that it touches. Two edges are
    connected by the group if and only if the bits of both are in what is returned. With a bit for each empty
    neighbour of a cell as its marks, on at most 64 cells, the result has the liberties of the group.
    """
    kind, found = cells[start], np.int64(0)
    seen, waiting, n = scratch(_WORDS), scratch(MOST_CELLS), 1
    for word in range(_WORDS):
        seen[word] = 0
    waiting[0] = start
    seen[start >> 6] |= np.int64(1) << (start & 63)
    while n > 0:
        n -= 1
        cell = waiting[n]
        found |= marks[cell]
        for i in range(neighbours.shape[1]):
            other = neighbours[cell, i]
            if other >= 0 and cells[other] == kind and seen[other >> 6] >> (other & 63) & 1 == 0:
                seen[other >> 6] |= np.int64(1) << (other & 63)
                waiting[n] = other
                n += 1
    return int(found)
