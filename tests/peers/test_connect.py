"""Connect four against OpenSpiel's, whose actions are columns."""

from __future__ import annotations

import numpy as np
import pytest

import nupp
from nupp.conformance.amounts import amount
from nupp.games.connectfour import ConnectFour
from nupp.rules import start_state
from peers.openspiel import random_games, replay, rules_for, shown

pytestmark = pytest.mark.slow

BOARDS = [
    (7, 6, 4, amount(100, 1500)),
    (5, 5, 4, amount(15, 300)),
    (6, 7, 4, amount(10, 200)),
    (8, 7, 4, amount(10, 200)),
    (9, 8, 5, amount(10, 200)),
    (4, 3, 3, amount(25, 200)),
    (3, 12, 5, amount(10, 100)),
    (16, 5, 4, amount(10, 100)),
    (16, 16, 6, amount(5, 100)),
]
"""Columns, rows, the length of a line, and how many games."""


@pytest.mark.parametrize(("width", "height", "k", "games"), BOARDS)
def test_random_games(width: int, height: int, k: int, games: int, python: str) -> None:
    """Both know the same legal moves in every position, and the same ends."""
    game = nupp.game(f"connectfour:width={width},height={height},k={k}")
    assert isinstance(game, ConnectFour)
    moves, compared = np.empty(width, np.int64), 0
    for played in random_games(python, f"connect_four(columns={width},rows={height},x_in_row={k})", games):
        stones, line, theirs = [0] * width, [], []
        for column, open_columns in zip(played["actions"], played["legal"], strict=True):
            theirs.append(sorted(game.bit_of(stones[other], other) for other in open_columns))
            line.append(game.bit_of(stones[column], column))
            stones[column] += 1
        listed, ends = np.empty((len(line) + 1) * width, np.int64), np.empty(len(line) + 1, np.int64)
        codes = np.array(line)
        with rules_for(games):
            outcome = replay(game, start_state(game), moves, codes, listed, ends)
        ours = [sorted(part.tolist()) for part in np.split(listed, ends)[:-1]]
        assert ours == [*theirs, []], shown(game, codes)
        assert [outcome, -outcome] == played["returns"], shown(game, codes)
        compared += 1
    assert compared == games
