"""Checking endgame tables: each value has to follow from the values that the moves lead to.

If that holds of all positions of a table with distances, all values are right: a win gets nearer with each
move until a conversion, a lost position has no way out, and from a drawn one each side can stay among the
drawn ones. Outcomes alone do not show that a win gets nearer: there the check finds damage, and outcomes that
contradict each other, but no proof.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import interpreted, stop_flag
from nupp.rules import Position
from nupp.search.endgames.numbering import Slice, mirrored
from nupp.search.endgames.packing import DRAWN, LOST, NOWHERE, Values
from nupp.search.endgames.sweeping import Chunk, sweep_chunk
from nupp.search.endgames.table import EndgameTable, MaterialTable

_SKIPPED = 1


def check_table(table: MaterialTable, samples: int, seed: int = 1) -> tuple[int, list[Position]]:
    """Check the values of random positions; returns how many were checked, and those with wrong ones."""
    rng, slices = random.Random(seed), [part for group in table.numbering.groups for part in group]
    drawn = Counter(rng.choices(slices, [part.size for part in slices], k=samples))
    checked, wrong = 0, list[Position]()
    for part, count in drawn.items():
        numbers = np.unique([rng.randrange(part.size) for _ in range(count)])
        found = _values_that_follow(table, part, numbers)
        kept = numbers[found != NOWHERE]
        checked += len(kept)
        values, found = table.values_of(part)[kept], found[found != NOWHERE]
        right = _same_outcome(values, found)
        if isinstance(table, EndgameTable):
            right &= found <= values  # a win is entered once it is found, and may turn out to be shorter
        wrong += _positions(table, part, kept[~right])
    return checked, wrong


def _values_that_follow(table: MaterialTable, part: Slice, numbers: NDArray[np.int64]) -> Values:
    """The values of some numbers of a slice by those of the positions that moves lead to."""
    mirror = table.numbering.slice_of(mirrored(part.counts))
    first, last = int(numbers[0]), int(numbers[-1]) + 1
    found = np.full(last - first, _SKIPPED, np.uint8)
    found[numbers - first] = DRAWN
    chunk, before = Chunk(part, mirror.first, first), table.values_of(mirror)
    sweep_chunk(table.game, table.numbering, table.packed, chunk, before, found, stop_flag())
    return found[numbers - first]


def _same_outcome(values: Values, found: Values) -> NDArray[np.bool_]:
    """Where values are won, drawn or lost alike."""
    same: NDArray[np.bool_] = (values == DRAWN) == (found == DRAWN)
    same &= (values >= LOST) == (found >= LOST)
    return same


def _positions(table: MaterialTable, part: Slice, numbers: NDArray[np.int64]) -> Iterator[Position]:
    """The positions of some numbers of a slice."""
    for number in numbers.tolist():
        state = np.zeros(1, table.game.State)
        with interpreted():
            table.numbering.set_up(table.game, np.array(part.counts, np.int64), number, state[0])
        yield Position(table.game, state)
