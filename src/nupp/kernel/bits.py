"""Bit helpers for bitboards held in `np.uint64`, or in arrays of them.

LLVM makes single instructions (POPCNT, TZCNT) of them. In kernels keep both operands of `&`, `|`, `^`, `+`,
`-` and `*` unsigned: Numba makes a float of a uint64 mixed with a signed integer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel.objects import intrinsic, kernel

ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
"""2**64 over the golden ratio: odd, so that nothing is lost in a product with it, and without a pattern."""


@intrinsic("popcount")
def popcount(board: np.uint64) -> int:
    """The number of set bits."""
    return int(board).bit_count()


@intrinsic("lowest_bit")
def lowest_bit(board: np.uint64) -> int:
    """The index (0..63) of the lowest set bit; 64 if there is none."""
    number = int(board)
    return (number & -number).bit_length() - 1 if number else 64


@kernel
def without_lowest(board: np.uint64) -> np.uint64:
    """The board with its lowest set bit cleared; 0 for 0."""
    return board & (board - ONE)


@intrinsic("highest")
def highest(board: np.uint64) -> np.uint64:
    """The board with only its highest set bit; 0 for 0."""
    for half in (1, 2, 4, 8, 16, 32):
        board |= board >> np.uint64(half)
    return board ^ (board >> ONE)


@kernel
def bit(index: int) -> np.uint64:
    """The board with only bit `index` (0..63) set."""
    return ONE << np.uint64(index)


@kernel
def nth_bit(board: np.uint64, index: int) -> int:
    """The index of the set bit number `index`, from 0 at the lowest; the board has to have that many.

    By halves and without a branch, which is faster than a loop that a processor cannot predict.
    """
    place = 0
    for half in (32, 16, 8, 4, 2, 1):
        low = board & (bit(half) - ONE)
        count = popcount(low)
        is_above = index >= count
        index -= count if is_above else 0
        place += half if is_above else 0
        board = board >> np.uint64(half) if is_above else low
    return place


@kernel
def write_bits(board: np.uint64, base: int, factor: int, buffer: NDArray[np.int64], n: int) -> int:
    """Append `base + factor * index` of the set bits, lowest first, to `buffer[:n]`; returns the new n."""
    while board != ZERO:
        buffer[n] = base + factor * lowest_bit(board)
        board = without_lowest(board)
        n += 1
    return n


@kernel
def whole_log2(n: int) -> int:
    """The whole part of the binary logarithm of n >= 1."""
    found = 0
    while n >> (found + 1) > 0:
        found += 1
    return found


# ---- in Python, not in kernels -----------------------------------------------------------------------


def mask(indices: Iterable[int]) -> np.uint64:
    """The board with these bits (0..63) set."""
    return np.uint64(sum({1 << index for index in indices}))


def number_of(words: NDArray[np.uint64]) -> int:
    """The words of an array as one number, the first lowest."""
    return int.from_bytes(words.tobytes(), "little")


def words(indices: Iterable[int], shape: int | tuple[int, ...]) -> NDArray[np.uint64]:
    """The words of an array of that shape with these bits set, counted through all words."""
    found = np.zeros(shape, np.uint64)
    for index in indices:
        found.flat[index >> 6] |= np.uint64(1 << (index & 63))
    return found
