"""Images of bitboards under symmetries, by tables: one look-up for every six bits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import kernel, mix
from nupp.kernel.bits import SPREAD, ZERO

_PART = 6  # bits that are looked up at once
_MASK = np.uint64((1 << _PART) - 1)

Images = NDArray[np.uint64]
"""uint64 (maps, parts, 64): the image of the bits of each part of a board under each map."""


def images(maps: Sequence[Mapping[int, int]]) -> Images:
    """The tables of some maps, which say to which bit a bit of a board goes; bits not named go nowhere."""
    parts = 1 + max(bit for one in maps for bit in one) // _PART
    tables = np.zeros((len(maps), parts, 1 << _PART), np.uint64)
    for table, one in zip(tables, maps, strict=True):
        for bit, target in one.items():
            part, place = divmod(bit, _PART)
            holds = np.arange(1 << _PART) >> place & 1 == 1
            table[part, holds] |= np.uint64(1 << target)
    return tables


@kernel
def image(tables: Images, number: int, board: np.uint64) -> np.uint64:
    """The image of a board under the map of that number."""
    found = ZERO
    for part in range(tables.shape[1]):
        found |= tables[number, part, int(board & _MASK)]
        board >>= np.uint64(_PART)
    return found


@kernel
def least_image(tables: Images, own: np.uint64, other: np.uint64) -> np.uint64:
    """A hash of two boards that is the same for all their images, taken together."""
    least = ~ZERO
    for number in range(tables.shape[0]):
        least = min(least, image(tables, number, own) * SPREAD + image(tables, number, other))
    return mix(least)
