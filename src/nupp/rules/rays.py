"""Rays: the cells that lie one behind the other from a cell, for pieces that slide, leap and enclose.

A board's `neighbours` has a row for each cell and a column for each direction; following a column leads along
a ray, until -1. Below, c is the cell and `near` that table:

    c . . O . X     reach 2, met 3 steps away: an O
    c O O X . .     custodial 2: two of another kind, and then one of the own
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import kernel
from nupp.rules.cells import EMPTY


@kernel
def reach(cells: NDArray[np.int8], near: NDArray[np.int64], cell: int, direction: int) -> int:
    """The number of empty cells a piece can slide over from a cell in a direction."""
    n, at = 0, near[cell, direction]
    while at >= 0 and cells[at] == EMPTY:
        n, at = n + 1, near[at, direction]
    return n


@kernel
def met(cells: NDArray[np.int8], near: NDArray[np.int64], cell: int, direction: int) -> int:
    """The first cell in a direction that is not empty; -1 if there is none."""
    at = near[cell, direction]
    while at >= 0 and cells[at] == EMPTY:
        at = near[at, direction]
    return int(at)


@kernel
def custodial(
    cells: NDArray[np.int8], near: NDArray[np.int64], cell: int, direction: int, own: int, enemy: int
) -> int:
    """Return how many cells of a kind lie in a row next to a cell and before one of another kind; 0 if none
    do.

    These are the cells that `own`, put on the cell, encloses in that direction: some games turn them to the
    own colour, others take them off.
    """
    n, at = 0, near[cell, direction]
    while at >= 0 and cells[at] == enemy:
        n, at = n + 1, near[at, direction]
    return n if at >= 0 and cells[at] == own else 0


@kernel
def put_along(
    cells: NDArray[np.int8], near: NDArray[np.int64], cell: int, direction: int, n: int, kind: int
) -> None:
    """Put a kind, or `EMPTY`, on the next n cells in a direction."""
    at = cell
    for _ in range(n):
        at = near[at, direction]
        cells[at] = kind
