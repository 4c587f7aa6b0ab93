"""Outcomes of positions in two bits: that of number n is in byte n // 4, at the bits 2 (n % 4) and above."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import kernel

Values = NDArray[np.uint8]

DRAW: Final = 0
"""Drawn, and in a table that is not finished also unknown."""
WIN: Final = 1
LOSS: Final = 2
NOTHING: Final = 3
"""The outcome of a number that stands for no position."""

DRAWN: Final = 0
LOST: Final = 128
"""Values from here on are lost ones; those below, but for DRAWN, are won."""
NOWHERE: Final = 255
"""The value of a number of no position, while its slice is built."""

_BLOCK: Final = 1 << 22
_EACH: Final = np.array([[byte >> shift & 3 for shift in (0, 2, 4, 6)] for byte in range(256)], np.uint8)


def packed_size(positions: int) -> int:
    """The number of bytes for the outcomes of positions."""
    return -(-positions // 4)


@kernel
def outcome_at(packed: Values, number: int) -> int:
    """The outcome of a number: DRAW, WIN, LOSS or NOTHING."""
    return int(packed[number >> 2]) >> 2 * (number & 3) & 3


@kernel
def pack(packed: Values, first: int, values: Values) -> None:
    """Enter the outcomes of values for the numbers from `first` on."""
    for i in range(len(values)):
        value = int(values[i])
        outcome = WIN
        if value == DRAWN:
            outcome = DRAW
        elif value == NOWHERE:
            outcome = NOTHING
        elif value >= LOST:
            outcome = LOSS
        byte, shift = first + i >> 2, 2 * (first + i & 3)
        packed[byte] = int(packed[byte]) & ~(3 << shift) | outcome << shift


def packed_of(values: Values) -> Values:
    """The outcomes of the values of a whole table."""
    packed = np.zeros(packed_size(len(values)), np.uint8)
    pack(packed, 0, values)
    return packed


def unpacked(packed: Values, first: int, size: int) -> Values:
    """Values of the outcomes of `size` numbers from `first` on, with no distances: 1 won, LOST lost."""
    outcomes = _EACH[packed[first // 4 : packed_size(first + size)]].reshape(-1)
    return np.array([DRAWN, 1, LOST, NOWHERE], np.uint8)[outcomes[first % 4 : first % 4 + size]]


def tally(packed: Values) -> tuple[int, int]:
    """The numbers of won and of lost positions."""
    bytes_ = histogram(packed)
    won, lost = (np.count_nonzero(np.equal(_EACH, outcome), axis=1) @ bytes_ for outcome in (WIN, LOSS))
    return int(won), int(lost)


def histogram(content: Values) -> NDArray[np.int64]:
    """The number of bytes of each value, for more bytes than fit in memory."""
    found = np.zeros(256, np.int64)
    for begin in range(0, len(content), _BLOCK):
        found += np.bincount(content[begin : begin + _BLOCK], minlength=256)
    return found
