"""The transposition table: what earlier visits to a position found out.

Entries lie in buckets of two. The first keeps the deepest search of the current generation, the second the
latest; an entry that a search of an earlier generation left counts as absent.

Several threads may share a table without locks: an entry holds its key combined with its facts, so that one
that two threads wrote at the same time is not found by anybody (R. M. Hyatt and T. Mann, "A lock-less
transposition-table implementation for parallel search", 2002).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import kernel, mix, record_dtype
from nupp.rules.basics import NO_MOVE
from nupp.search.scores import MATE, WIN

Table = NDArray[Any]

EXACT: Final = 0
LOWER: Final = 1
UPPER: Final = 2
OPEN: Final = 4
"""Added to the kind of bound if evaluations had a part in it, and not only games seen to their end."""

LAST_GENERATION: Final = 127
"""After it the table is cleared, and generations are counted from 1 again."""

ENTRY: Final = record_dtype(("check", np.uint64), ("move", np.uint64), ("facts", np.uint64))
"""move: the best one found, plus one. facts: from the lowest bit up the generation (8 bits), the bound (8),
the depth (16), and the score plus MATE (32), won games counted from this position. check: the key, combined
with the two others by exclusive or."""


def new_table(megabytes: float) -> Table:
    """A table of at most this size, at least one bucket; a power of two entries."""
    entries = max(2, int(megabytes * 1024 * 1024) // ENTRY.itemsize)
    return np.zeros(1 << (entries.bit_length() - 1), ENTRY)


def touch(table: Table) -> None:
    """Have the system hand out the memory of a table that is still empty, before a clock runs.

    It does so when memory is first written to, which may take longer than the search that does it.
    """
    table.view(np.uint64).fill(0)


def next_generation(table: Table, generation: int) -> int:
    """The generation after this one. When the numbers are used up the table is cleared, so none recurs."""
    if generation < LAST_GENERATION:
        return generation + 1
    table[:] = np.zeros(1, ENTRY)
    return 1


@kernel
def clear(table: Table) -> None:
    """Forget all that a table holds."""
    for i in range(len(table)):
        table[i].check = table[i].move = table[i].facts = np.uint64(0)


@kernel
def salted(key: np.uint64, generation: int) -> np.uint64:
    """The key under which a generation keeps a position; entries of other generations are not found.

    The generation is in the highest bits, which have no part in where an entry lies: all generations then
    find the same room, and a search does not depend on how many went before.
    """
    odd = mix(key) | np.uint64(1)  # never 0, the key of an empty entry
    return odd ^ (np.uint64(generation) << np.uint64(57))


@kernel
def probe(table: Table, key: np.uint64, ply: int) -> tuple[bool, int, int, int, int]:
    """The entry under a salted key: whether there is one, its move, score, depth and bound.

    move: the best one found, or NO_MOVE. score: from the side to move's view, won games counted from the
    root, `ply` plies above. depth: plies searched below the position. bound: the kind of the score: the
    value, or a lower or an upper bound of it, and whether it is open.
    """
    first = part(key, 1, 63) & (len(table) - 2)
    for index in range(first, first + 2):
        entry = table[index]
        move, facts = entry.move, entry.facts  # read once, since another thread may be writing
        if entry.check ^ move ^ facts == key:
            score = from_root(part(facts, 32, 32) - MATE, ply)
            return True, part(move, 0, 63) - 1, score, part(facts, 16, 16), part(facts, 8, 8)
    return False, NO_MOVE, 0, 0, EXACT


@kernel
def store(
    table: Table, generation: int, key: np.uint64, move: int, score: int, depth: int, bound: int, ply: int
) -> None:
    """Keep a result: in the bucket's first place unless a deeper one of this generation lies there."""
    index = part(key, 1, 63) & (len(table) - 2)
    first = table[index]
    if (
        first.check ^ first.move ^ first.facts != key
        and part(first.facts, 0, 8) == generation
        and part(first.facts, 16, 16) > depth
    ):
        index += 1
    numbers = (from_root(score, -ply) + MATE) << 32 | depth << 16 | bound << 8 | generation
    entry = table[index]
    entry.move, entry.facts = np.uint64(move + 1), np.uint64(numbers)
    entry.check = key ^ np.uint64(move + 1) ^ np.uint64(numbers)


@kernel
def part(word: np.uint64, first: int, bits: int) -> int:
    """The number, of at most 63 bits, that lies in a word from bit `first` up."""
    return int(np.int64((word >> np.uint64(first)) & np.uint64((1 << bits) - 1)))


@kernel
def from_root(score: int, ply: int) -> int:
    """A score kept in an entry, as seen from the root `ply` plies above it; -ply is the way back."""
    if score >= WIN:
        return score - ply
    return score + ply if score <= -WIN else score
