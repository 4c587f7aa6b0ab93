"""An m,n,k game whose states also keep the sums of a network's first layer, up to date from move to move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nupp.games.mnk.shaped import ShapedMnk
from nupp.games.mnk.shapes import PAIRS
from nupp.kernel import Record, exchange_rows


class SummedMnk(ShapedMnk):
    """An m,n,k game for searches with a network whose inputs are the joint pairs of empty cells.

    table: int16 (PAIRS * PAIRS, units), what each joint pair adds; nothing for the first, of cells that are
    worth nothing to either side. sums[side, unit]: the sums over all cells, as the side sees them.
    """

    data = ("table",)

    def __init__(self, width: int, height: int, k: int, dead: bool, table: NDArray[np.int16]) -> None:
        self.table, self.units = table, table.shape[1]
        super().__init__(width, height, k, dead, [("sums", np.int32, (2, self.units))])

    def put_pairs(self, state: Record, cell: int, first: int, second: int) -> None:
        before, after = int(state.pairs[cell, 0]), int(state.pairs[cell, 1])
        if before == first and after == second:
            return
        self.exchange(state, 0, PAIRS * before + after, PAIRS * first + second)
        self.exchange(state, 1, PAIRS * after + before, PAIRS * second + first)
        self.put_pair(state, 0, cell, first)
        self.put_pair(state, 1, cell, second)

    def exchange(self, state: Record, side: int, removed: int, added: int) -> None:
        """Put a joint pair into the sums of a side in the place of another."""
        exchange_rows(self.table, removed, added, self.units, state.sums[side])

    def copy_sums(self, state: Record, side: int, width: int, sums: NDArray[np.int32]) -> bool:
        if width != self.units:
            return False
        for unit in range(self.units):
            sums[unit] = state.sums[side, unit]
        return True
