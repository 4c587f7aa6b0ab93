"""The rules of games on cells against OpenSpiel's, whose actions number the cells as one reads them."""

from __future__ import annotations

import pytest
from openspiel_moves import cells_and_pass, cells_from_top, steps_forward

from nupp.conformance.amounts import amount
from peers.openspiel import Pair, compare

pytestmark = pytest.mark.slow

PAIRS = [
    Pair("tictactoe", "tic_tac_toe", amount(150, 3000), cells_from_top),
    Pair("othello", "othello", amount(50, 2000), cells_and_pass),
    Pair("mnk", "mnk(m=15,n=15,k=5)", amount(20, 300), cells_from_top),
    Pair("mnk", "gomoku(size=15,connect=5)", amount(20, 300), cells_from_top),
    Pair("hex:swap=false", "hex(board_size=11)", amount(40, 2000), cells_from_top),
    Pair("hex:size=5,swap=false", "hex(board_size=5)", amount(25, 1000), cells_from_top),
    Pair("breakthrough", "breakthrough", amount(40, 2000), steps_forward),
    Pair("breakthrough:width=6,height=7", "breakthrough(rows=7,columns=6)", amount(25, 1000), steps_forward),
    Pair("mnk:width=7,height=5,k=4", "mnk(m=7,n=5,k=4)", amount(25, 1000), cells_from_top),
    Pair("mnk:width=4,height=9,k=6", "mnk(m=4,n=9,k=6)", amount(25, 1000), cells_from_top),
    Pair("mnk:width=9,height=8,k=5", "mnk(m=9,n=8,k=5)", amount(15, 500), cells_from_top),
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.game} {pair.peer}")
def test_random_games(pair: Pair, python: str) -> None:
    compare(pair, python)
