"""The rules against OpenSpiel's: the same legal moves in every position of random games, and the same ends.

OpenSpiel runs in a process of its own (`benchmarks/openspiel_worker.py`), with the Python that the
environment variable NUPP_PEERS_PYTHON names or, without it, with this one if it has OpenSpiel.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import nupp
from nupp.games.base import Game, Moves, States
from nupp.kernel import kernel

WORKER = Path(__file__).parents[2] / "benchmarks" / "openspiel_worker.py"


class Pair(NamedTuple):
    """A game of nupp, the same of OpenSpiel, how many games to play, and nupp's code of each action."""

    game: str
    peer: str
    games: int
    codes: Callable[[Game], list[int]]


def cells_from_top(game: Game) -> list[int]:
    """Actions number the cells row by row from the top left."""
    return [cell for row in game.board.rows for cell in row]


def cells_and_pass(game: Game) -> list[int]:
    """Likewise, and the last action is the pass."""
    return [*cells_from_top(game), game.pass_move]


PAIRS = [
    Pair("tictactoe", "tic_tac_toe", 3000, cells_from_top),
    Pair("othello", "othello", 2000, cells_and_pass),
    Pair("mnk", "mnk(m=15,n=15,k=5)", 300, cells_from_top),
    Pair("mnk", "gomoku(size=15,connect=5)", 300, cells_from_top),
    Pair("mnk:width=7,height=5,k=4", "mnk(m=7,n=5,k=4)", 1000, cells_from_top),
    Pair("mnk:width=4,height=9,k=6", "mnk(m=4,n=9,k=6)", 1000, cells_from_top),
    Pair("mnk:width=9,height=8,k=5", "mnk(m=9,n=8,k=5)", 500, cells_from_top),
]


@pytest.fixture(scope="module")
def python() -> str:
    """A Python that has OpenSpiel."""
    named = os.environ.get("NUPP_PEERS_PYTHON")
    if named is None and find_spec("pyspiel") is None:
        pytest.skip("OpenSpiel is not installed and NUPP_PEERS_PYTHON names no Python that has it")
    return named or sys.executable


def random_games(python: str, game: str, n: int) -> Iterator[dict[str, Any]]:
    """Random games that OpenSpiel plays: their actions, the legal actions before each, and the returns."""
    request = json.dumps({"task": "games", "game": game, "n": n, "seed": 1})
    command, pipe = [python, WORKER], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(request)
        worker.stdin.close()
        yield from map(json.loads, worker.stdout)
    assert worker.returncode == 0


@kernel
def replay(game: Game, stack: States, moves: Moves, played: Moves, legal: Moves, ends: Moves) -> int:
    """Play `played` in `stack[0]` and list the legal moves of every position; returns the outcome.

    Those of position i are `legal[ends[i - 1]:ends[i]]`. Of a game that is not over then, returns 2.
    """
    total = 0
    for i in range(len(played) + 1):
        n = game.legal_moves(stack[0], moves)
        for j in range(n):
            legal[total + j] = moves[j]
        total += n
        ends[i] = total
        if i < len(played):
            game.play(stack[0], played[i])
    return 2 if n > 0 else game.outcome(stack[0])


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.game} {pair.peer}")
def test_random_games(pair: Pair, python: str) -> None:
    game = nupp.game(pair.game)
    codes = np.array(pair.codes(game))
    moves, compared = np.empty(game.max_moves, np.int64), 0
    for played in random_games(python, pair.peer, pair.games):
        line = codes[played["actions"]]
        sizes = np.array([*map(len, played["legal"]), 0])
        theirs = codes[np.concatenate(played["legal"])]
        ours, ends = np.empty(len(sizes) * game.max_moves, np.int64), np.empty(len(sizes), np.int64)
        outcome = replay(game, game.start_state(), moves, line, ours, ends)
        assert ends.tolist() == np.cumsum(sizes).tolist(), shown(game, line)
        base = np.repeat(np.arange(len(sizes)), sizes) * (codes.max() + 1)  # keeps positions apart
        assert np.array_equal(np.sort(base + ours[: ends[-1]]), np.sort(base + theirs)), shown(game, line)
        assert [outcome, -outcome] == played["returns"], shown(game, line)
        compared += 1
    assert compared == pair.games


def shown(game: Game, line: Moves) -> str:
    """The game that two systems see differently."""
    position = game.start_position()
    for move in line.tolist():
        position = position.play(move)
    return " ".join(position.moves)
