"""Groups on a board, against those that spread cell by cell."""

from __future__ import annotations

import random

import numpy as np
import pytest

from nupp.boards import SquareBoard, rhombus
from nupp.kernel import interpreted
from nupp.rules.groups import group_marks


@pytest.mark.parametrize("board", [rhombus(7), SquareBoard(6, 5)], ids=repr)
def test_the_marks_of_a_group(board: SquareBoard) -> None:
    rng, seen = random.Random(1), set()
    near = board.neighbours
    for _ in range(30):
        cells = np.array([rng.randrange(3) for _ in range(len(board))], np.int8)
        marks = np.array([1 << rng.randrange(40) for _ in range(len(board))])
        start = rng.randrange(len(board))
        group = {start}
        while wider := {
            other
            for cell in group
            for other in near[cell].tolist()
            if other >= 0 and other not in group and cells[other] == cells[start]
        }:
            group |= wider
        with interpreted():
            found = group_marks(cells, near, marks, start)
        assert found == int(np.bitwise_or.reduce(marks[sorted(group)]))
        seen.add(len(group))
    assert max(seen) > 8
