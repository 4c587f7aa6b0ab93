"""The Game of the Amazons against OpenSpiel's, where a turn is three actions: from, to, arrow.

Each of them is a cell, numbered as one reads the board. A turn here must begin with each action that is legal
there, and with no other; and likewise when it is staged.
"""

from __future__ import annotations

import numpy as np
import pytest
from openspiel_moves import cells_from_top

import nupp
from nupp.conformance.amounts import amount
from nupp.kernel import kernel
from nupp.rules import Game, start_state
from nupp.rules.basics import Moves, States
from peers.openspiel import random_games

pytestmark = pytest.mark.slow

GAMES = amount(100, 2000)

UNFINISHED = 2
DIFFERENT = 10


@kernel
def differ(moves: Moves, n: int, begun: int, later: int, theirs: Moves) -> bool:
    """Whether `theirs` are not the cells with which the first n moves go on that have begun as `begun`.

    `later` is how many cells of a move come after that one.
    """
    low = high = np.uint64(0)
    for move in moves[:n]:
        if move >> 7 * (later + 1) == begun:
            low, high = marked(low, high, move >> 7 * later & 127)
    their_low = their_high = np.uint64(0)
    for cell in theirs:
        their_low, their_high = marked(their_low, their_high, cell)
    return bool(low != their_low or high != their_high)


@kernel
def marked(low: np.uint64, high: np.uint64, cell: int) -> tuple[np.uint64, np.uint64]:
    """A set of cells, in two words, with a further one."""
    if cell < 64:
        return low | np.uint64(1) << np.uint64(cell), high
    return low, high | np.uint64(1) << np.uint64(cell - 64)


@kernel
def replay(game: Game, stack: States, moves: Moves, played: Moves, legal: Moves, ends: Moves) -> int:
    """Play `played`, three cells a turn, in `stack[0]` and return the outcome.

    Before cell i `legal[ends[i]:ends[i + 1]]` are legal there. Of a game that is not over at last, returns
    UNFINISHED; if something else is legal here before cell i, DIFFERENT + i.
    """
    state, begun, n = stack[0], 0, 0
    for i, cell in enumerate(played):
        if i % 3 == 0:
            begun, n = 0, game.legal_moves(state, moves)
        if differ(moves, n, begun, 2 - i % 3, legal[ends[i] : ends[i + 1]]):
            return DIFFERENT + i
        begun = begun << 7 | cell
        if i % 3 == 1 and game.staged:
            game.play(state, begun << 7 | cell)
            n = game.legal_moves(state, moves)
            for j in range(n):
                moves[j] |= begun << 7
        if i % 3 == 2:
            game.play(state, cell if game.staged else begun)
    return game.outcome(state) if game.legal_moves(state, moves) == 0 else UNFINISHED


def test_random_games(python: str) -> None:
    games = nupp.game("amazons"), nupp.game("amazons:staged=true")
    cells = np.array(cells_from_top(games[0]))
    moves, compared = np.empty(games[0].max_moves, np.int64), 0
    for peer_game in random_games(python, "amazons", GAMES):
        played, legal = cells[peer_game["actions"]], cells[np.concatenate(peer_game["legal"])]
        ends = np.cumsum([0, *map(len, peer_game["legal"])])
        for game in games:
            outcome = int(replay(game, start_state(game), moves, played, legal, ends))
            assert outcome < DIFFERENT, (
                f"{game.spec}: before action {outcome - DIFFERENT} of {peer_game['actions']}"
            )
            assert [outcome, -outcome] == peer_game["returns"]
        compared += 1
    assert compared == GAMES
