"""The solver of Othello endgames against its reference set."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nupp.games.reversi import endgame
from nupp.games.reversi.rules import BitboardReversi
from nupp.rules import game

pytestmark = pytest.mark.native

DATA = Path(__file__).parents[2] / "data"


@pytest.mark.slow
def test_margins_of_othello_endgames() -> None:
    rules = game("othello:empties=winner")
    assert isinstance(rules, BitboardReversi)
    terrain, work, solved = endgame.Terrain(8), endgame.new_endgame(64), 0
    for line in (DATA / "othello_endgames.obf").read_text().splitlines():
        board, *values = (part.strip() for part in line.split(";") if part.strip())
        cells, side = board.split()
        own = np.uint64(sum(1 << cell for cell, disc in enumerate(cells) if disc == side))
        enemy = np.uint64(sum(1 << cell for cell, disc in enumerate(cells) if disc not in (side, "-")))
        best = max(int(value.partition(":")[2]) for value in values)
        assert endgame.solve(rules, terrain, work, own, enemy, -64, 64) == best, line
        solved += 1
    assert solved == 260
