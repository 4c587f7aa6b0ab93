"""Tables of positions in buckets of four, which keep what took most work: of exact and proof-number searches.

The entries of a table are records with at least `key`, a uint64 that is never 0 but in an empty entry, and
`work`, a number that says in the bits of a mask how much a search has done below the position. A bucket
forgets the entry with the least of it (Breuker, Uiterwijk and van den Herik, "Replacement schemes for
transposition tables", 1994: the scheme BIG).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import kernel

Buckets = NDArray[Any]

WAYS: Final = 4
"""Entries of a bucket."""
_SHIFT: Final = 20
"""The bits of a key from this one up say which bucket is its own."""


def new_buckets(entry: np.dtype[Any], megabytes: float) -> Buckets:
    """An empty table of at most this size, at least one bucket; a power of two entries."""
    entries = max(WAYS, int(megabytes * 1024 * 1024) // entry.itemsize)
    return np.zeros(1 << (entries.bit_length() - 1), entry)


@kernel
def find(table: Buckets, key: np.uint64) -> int:
    """The index of the entry of a key, or -1."""
    first = first_of(table, key)
    for index in range(first, first + WAYS):
        if table[index].key == key:
            return index
    return -1


@kernel
def place_for(table: Buckets, key: np.uint64, mask: int) -> int:
    """The index at which a key is to be kept: that of its entry, or else of the one that took least work."""
    first = first_of(table, key)
    place = first
    for index in range(first, first + WAYS):
        if table[index].key == key:
            return index
        if table[index].work & mask < table[place].work & mask:
            place = index
    return place


@kernel
def first_of(table: Buckets, key: np.uint64) -> int:
    """The index of the first entry of the bucket of a key."""
    return int(key >> np.uint64(_SHIFT)) & (len(table) - WAYS)
