"""Dots and Boxes without passing against OpenSpiel's."""

from __future__ import annotations

import pytest
from openspiel_moves import edges

from nupp.conformance.amounts import amount
from peers.openspiel import Pair, compare

pytestmark = pytest.mark.slow

SIZES = [
    (1, 1, amount(10, 100)),
    (2, 2, amount(100, 700)),
    (4, 1, amount(15, 300)),
    (2, 3, amount(25, 700)),
    (5, 5, amount(10, 500)),
    (7, 7, amount(5, 200)),
    (9, 6, amount(5, 100)),
    (9, 9, amount(5, 100)),
]


@pytest.mark.parametrize(("width", "height", "games"), SIZES)
def test_random_games(width: int, height: int, games: int, python: str) -> None:
    ours = f"dotsandboxes:width={width},height={height},passing=false"
    theirs = f"dots_and_boxes(num_rows={height},num_cols={width})"
    compare(Pair(ours, theirs, games, edges), python)
