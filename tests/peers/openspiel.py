"""What comparisons with OpenSpiel share: its random games, and the same moves played here.

OpenSpiel runs in a process of its own; the fixture `python` says with which Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from openspiel import OpenSpiel

import nupp
from nupp.kernel import interpreted, kernel
from nupp.rules import start_state
from nupp.rules.basics import Moves, States
from nupp.rules.contract import Game

FEW = 50
"""So many games do not repay compiling their rules for a board of their own."""


class Pair(NamedTuple):
    """A game of nupp, the same of OpenSpiel, how many games to play, and nupp's code of each action."""

    game: str
    peer: str
    games: int
    codes: Callable[[Game], list[int]]


def random_games(python: str, game: str, n: int) -> Iterator[dict[str, Any]]:
    """Random games that OpenSpiel plays: their actions, the legal actions before each, and the returns."""
    openspiel = OpenSpiel(Path(python))
    yield from openspiel.answers(n, task="games", game=game, n=n, seed=1)
    openspiel.close()


def rules_for(games: int) -> AbstractContextManager[None]:
    """Compiled rules for many games, the same as plain Python for few."""
    return interpreted() if games <= FEW else nullcontext()


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


def compare(pair: Pair, python: str) -> None:
    """Assert that both know the same legal moves in every position of random games, and the same ends.

    For games whose moves correspond one to one.
    """
    game = nupp.game(pair.game)
    codes = np.array(pair.codes(game))
    moves, compared = np.empty(game.max_moves, np.int64), 0
    for played in random_games(python, pair.peer, pair.games):
        line = codes[played["actions"]]
        sizes = np.array([*map(len, played["legal"]), 0])
        theirs = codes[np.concatenate(played["legal"])]
        ours, ends = np.empty(len(sizes) * game.max_moves, np.int64), np.empty(len(sizes), np.int64)
        with rules_for(pair.games):
            outcome = replay(game, start_state(game), moves, line, ours, ends)
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
