"""Slices are swept in chunks that leave nothing out."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.kernel import stop_flag
from nupp.search.endgames import EndgameTable
from nupp.search.endgames.packing import DRAWN
from nupp.search.endgames.sweeping import ThreadSweeper, chunks_of


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_chunks_cover_a_slice_once(draughts: EndgameTable, workers: int) -> None:
    part = max((one for group in draughts.numbering.groups for one in group), key=lambda one: one.size)
    seen = np.zeros(part.size, np.int64)
    for chunk, place in chunks_of(part, part, workers):
        assert chunk.begin == place.start
        seen[place] += 1
    assert (seen == 1).all()


def test_a_stopped_sweep_decides_nothing_more(draughts: EndgameTable) -> None:
    (part,) = draughts.numbering.groups[0]
    stop, found = stop_flag(), np.full(part.size, DRAWN, np.uint8)
    sweeper = ThreadSweeper(draughts.game, draughts.numbering, draughts.packed, 1, stop)
    stop[0] = 1
    assert sweeper.sweep(part, part, found, found) == 0
    sweeper.close()
