"""Exact results of the last positions of games, found by the solver of the game."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.learn.datafile import Chunk
from nupp.rules import Game, Position
from nupp.search.nodes import SPENT_INTERVAL
from nupp.search.scores import WIN
from nupp.search.solve import Solver, TooLargeError, new_solver

LEAST_EFFORT: Final = 2 * SPENT_INTERVAL
"""With less, solvers that look now and then how much they have done would do nothing."""

_MEGABYTES: Final = 16


def settle(game: Game, chunk: Chunk, effort: int) -> None:
    """Give the last positions of games exact values and results, for their sides to move.

    From the end of each game back to the first position that the solver does not decide by looking at
    `effort` positions at the most. What it has found out for later positions helps with earlier ones, so that
    it comes far. A draw has the value 0, a won game WIN. Margins stay.
    """
    solver: Solver | None = None
    games = chunk.facts["game"]
    for number in np.unique(games):
        for row in reversed(np.flatnonzero(games == number)):
            position = Position(game, chunk.states[row : row + 1].copy())
            solver = solver or new_solver(position, _MEGABYTES)
            outcome = _outcome(solver, position, effort)
            if outcome is None:
                break
            _put(chunk.facts[row : row + 1], outcome)


def _put(fact: NDArray[Any], outcome: int) -> None:
    fact["value"], fact["result"] = outcome * WIN, outcome


def _outcome(solver: Solver, position: Position, effort: int) -> int | None:
    """The outcome of a position for its side to move, None if it takes more effort."""
    solver.stop[0] = 0
    solver.allow(effort)
    if solver.stop[0] != 0:
        return None
    try:
        return solver.outcome(position)
    except TooLargeError:
        return None
