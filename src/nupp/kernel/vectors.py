"""Vectors: sums of rows of a table, many words at a time."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel.objects import intrinsic

LANES: Final = 8
"""Rows have a multiple of so many words."""


@intrinsic("sum_rows")
def sum_rows(
    table: NDArray[np.int64], rows: NDArray[np.int64], count: int, words: int, sums: NDArray[np.int64]
) -> None:
    """Fill `sums[:words]` with the sum of the rows `rows[:count]` of a table, word by word, modulo 2**64.

    table: its rows one after another, each of `words` words, a multiple of LANES. Bounds are not checked.
    """
    sums[:words] = table.reshape(-1, words)[rows[:count]].sum(axis=0)
