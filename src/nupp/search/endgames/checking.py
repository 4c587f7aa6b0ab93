"""Checking endgame tables: each value has to follow from the values that the moves lead to.

If that holds of all positions, all values are right: a win gets nearer with each move until a conversion, a
lost position has no way out, and from a drawn one each side can stay among the drawn ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import interpreted, stop_flag
from nupp.rules import Position
from nupp.search.endgames.building import DRAWN, LOST, NOWHERE, Values, sweep
from nupp.search.endgames.numbering import Slice, mirrored
from nupp.search.endgames.table import EndgameTable

_SKIPPED = 1


def check_table(table: EndgameTable, samples: int, seed: int = 1) -> tuple[int, list[Position]]:
    """Check the values of random positions; returns how many were checked, and those with wrong ones."""
    rng, slices = random.Random(seed), [part for group in table.numbering.groups for part in group]
    drawn = rng.choices(slices, [part.size for part in slices], k=samples)
    checked, wrong = 0, list[Position]()
    for part in dict.fromkeys(drawn):
        numbers = np.unique([rng.randrange(part.size) for _ in range(drawn.count(part))])
        found = _values_that_follow(table, part, numbers)
        kept = numbers[found != NOWHERE]
        checked += len(kept)
        values = table.values[part.first + kept]
        wrong += _positions(table, part, kept[~_agree(values, found[found != NOWHERE])])
    return checked, wrong


def _values_that_follow(table: EndgameTable, part: Slice, numbers: NDArray[np.int64]) -> Values:
    """The values of some numbers of a slice by those of the positions that moves lead to."""
    game, mirror = table.game, table.numbering.slice_of(mirrored(part.counts))
    found = np.full(part.size, _SKIPPED, np.uint8)
    found[numbers] = DRAWN
    counts, states = np.array(part.counts, np.int64), np.zeros(3, game.State)
    moves = np.zeros(game.max_moves, np.int64)
    first, last = int(numbers[0]), int(numbers[-1]) + 1
    sweep(
        game,
        table.numbering,
        table.values,
        found,
        counts,
        mirror.first,
        first,
        last,
        states,
        moves,
        stop_flag(),
    )
    return found[numbers]


def _agree(values: Values, found: Values) -> NDArray[np.bool_]:
    """Where a value is the one that follows, or a longer way to the same.

    While a table is built a win is entered as soon as it is found, and may turn out to be a shorter one.
    """
    agree: NDArray[np.bool_] = (values == DRAWN) == (found == DRAWN)
    agree &= (values >= LOST) == (found >= LOST)
    agree &= found <= values
    return agree


def _positions(table: EndgameTable, part: Slice, numbers: NDArray[np.int64]) -> Iterator[Position]:
    """The positions of some numbers of a slice."""
    for number in numbers.tolist():
        state = np.zeros(1, table.game.State)
        with interpreted():
            table.numbering.set_up(table.game, np.array(part.counts, np.int64), number, state[0])
        yield Position(table.game, state)
