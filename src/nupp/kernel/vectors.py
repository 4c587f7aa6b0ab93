"""Vectors: sums of rows of a table, many words or numbers at a time."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel.objects import intrinsic

LANES: Final = 8
"""Rows of words have a multiple of this number."""
REALS: Final = 16
"""Rows of float32 have a multiple of this number."""
SHORTS: Final = 32
"""Rows of int16 have a multiple of this number."""


@intrinsic("sum_rows")
def sum_rows(
    table: NDArray[np.int64], rows: NDArray[np.int64], count: int, words: int, sums: NDArray[np.int64]
) -> None:
    """Fill `sums[:words]` with the sum of the rows `rows[:count]` of a table, word by word, modulo 2**64.

    table: its rows one after another, each of `words` words, a multiple of LANES. Bounds are not checked.
    """
    sums[:words] = table.reshape(-1, words)[rows[:count]].sum(axis=0)


@intrinsic("add_rectified")
def add_rectified(
    table: NDArray[np.float32], rows: NDArray[np.int64], count: int, width: int, sums: NDArray[np.float32]
) -> None:
    """Add the sum of the rows `rows[:count]` of a table to `sums[:width]`, but 0 wherever it is negative.

    table: rows of `width` numbers, a multiple of REALS. They are added in their order, so that compiled code
    and Python round alike. Bounds are not checked.
    """
    total = np.zeros(width, np.float32)
    for row in rows[:count]:
        total += table.reshape(-1, width)[row]
    sums[:width] += np.maximum(total, np.float32(0))


@intrinsic("add_scaled")
def add_scaled(
    table: NDArray[np.float32],
    factors: NDArray[np.float32],
    count: int,
    width: int,
    sums: NDArray[np.float32],
) -> None:
    """Add the first `count` rows of a table, each times its factor, to `sums[:width]`.

    table: rows of `width` numbers, a multiple of REALS. They are added in their order, so that compiled code
    and Python round alike. Bounds are not checked.
    """
    for row, factor in zip(table.reshape(-1, width)[:count], factors, strict=False):
        sums[:width] += row * factor


@intrinsic("exchange_rows")
def exchange_rows(
    table: NDArray[np.int16], removed: int, added: int, width: int, sums: NDArray[np.int32]
) -> None:
    """Subtract a row of a table from `sums[:width]` and add another, modulo 2**32.

    table: rows of `width` numbers, a multiple of SHORTS. Bounds are not checked.
    """
    rows = table.reshape(-1, width)
    sums[:width] += rows[added].astype(np.int32) - rows[removed]
