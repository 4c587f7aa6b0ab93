"""The transposition table: what earlier visits to a position found out.

Entries lie in buckets of two. The first keeps the deepest search of the current generation, the second the
latest; an entry that a search of an earlier generation left counts as absent.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import kernel, mix, record_dtype
from nupp.search.scores import WIN

Table = NDArray[Any]

EXACT: Final = 0
LOWER: Final = 1
UPPER: Final = 2
OPEN: Final = 4
"""Added to the kind of bound if evaluations had a part in it, and not only games seen to their end."""

ENTRY: Final = record_dtype(
    ("key", np.uint64),
    ("move", np.int64),
    ("score", np.int32),
    ("depth", np.int16),
    ("bound", np.int8),
    ("generation", np.int8),
)
"""key: the position's hash, salted by generation. move: the best one found, or -1. score: from the side to
move's view, won games counted from this position. depth: plies searched below it. bound: what the score
is: the value, or a lower or an upper bound of it, and whether it is open. generation: the search that left
it, 1 to 127."""


def new_table(megabytes: float) -> Table:
    """A table of at most this size, at least one bucket; a power of two entries."""
    entries = max(2, int(megabytes * 1024 * 1024) // ENTRY.itemsize)
    return np.zeros(1 << (entries.bit_length() - 1), ENTRY)


def next_generation(table: Table, generation: int) -> int:
    """The generation after this one. When the numbers are used up the table is cleared, so none recurs."""
    if generation < 127:
        return generation + 1
    table[:] = np.zeros(1, ENTRY)
    return 1


@kernel
def salted(key: np.uint64, generation: int) -> np.uint64:
    """The key under which a generation keeps a position; entries of other generations are not found.

    The generation is in the highest bits, which have no part in where an entry lies: all generations then
    find the same room, and a search does not depend on how many went before.
    """
    odd = mix(key) | np.uint64(1)  # never 0, the key of an empty entry
    return odd ^ (np.uint64(generation) << np.uint64(57))


@kernel
def find(table: Table, key: np.uint64) -> int:
    """The index of the entry of a salted key, or -1."""
    first = int(key >> np.uint64(1)) & (len(table) - 2)
    if table[first].key == key:
        return first
    return first + 1 if table[first + 1].key == key else -1


@kernel
def store(
    table: Table, generation: int, key: np.uint64, move: int, score: int, depth: int, bound: int, ply: int
) -> None:
    """Keep a result: in the bucket's first place unless a deeper one of this generation lies there."""
    index = int(key >> np.uint64(1)) & (len(table) - 2)
    first = table[index]
    if first.key != key and first.generation == generation and first.depth > depth:
        index += 1
    entry = table[index]
    entry.key = key
    entry.move = move
    entry.score = from_root(score, -ply)
    entry.depth = depth
    entry.bound = bound
    entry.generation = generation


@kernel
def from_root(score: int, ply: int) -> int:
    """A score kept in an entry, as seen from the root `ply` plies above it; -ply is the way back."""
    if score >= WIN:
        return score - ply
    return score + ply if score <= -WIN else score
