"""Exact results of the last positions of games, found by the solver of the game."""

from __future__ import annotations

from typing import Final

import numpy as np

from nupp.learn.datafile import Chunk
from nupp.rules import Game, Position
from nupp.search.nodes import SPENT_INTERVAL
from nupp.search.scores import WIN
from nupp.search.solve import Solver, TooLargeError, new_solver

LEAST_EFFORT: Final = 2 * SPENT_INTERVAL
"""With less, solvers would do nothing: they count in intervals, and some divide what they are allowed."""

_MEGABYTES: Final = 16


class StoppedError(Exception):
    """The work of a chunk was stopped half-way."""


def require_effort(game: Game, effort: int) -> None:
    """ValueError for an effort below LEAST_EFFORT other than 0, or in a game that draws by repetition.

    There the worth of a position depends on those before it.
    """
    if effort != 0 and effort < LEAST_EFFORT:
        raise ValueError(f"exact {effort}: expected 0, or {LEAST_EFFORT} positions or more")
    if effort != 0 and game.repetition.draws_at > 0:
        raise ValueError(f"exact {effort}: expected a game without draws by repetition, not {game.spec}")


class Settler:
    """Gives the last positions of games exact values and results.

    effort: positions that the solver may look at for each of them, rounded down to whole intervals; 0: it
    leaves all as it is. See `require_effort`.
    """

    def __init__(self, game: Game, effort: int) -> None:
        self._game, self._effort = game, effort
        self._solver: Solver | None = None
        self._is_stopped = False

    def settle(self, chunk: Chunk) -> None:
        """Settle positions from the end of each game back to the first that the solver does not decide.

        What it has found out about later positions helps with earlier ones, so that it comes far. A draw has
        the value 0, a won game WIN. Margins stay those of the game. StoppedError after `stop`.
        """
        if self._effort == 0 or len(chunk.states) == 0:
            return
        self._solver = new_solver(Position(self._game, chunk.states[:1].copy()), _MEGABYTES)
        games = chunk.facts["game"]
        for number in np.unique(games):
            for row in reversed(np.flatnonzero(games == number)):
                outcome = self._outcome(
                    self._solver, Position(self._game, chunk.states[row : row + 1].copy())
                )
                if outcome is None:
                    break
                fact = chunk.facts[row : row + 1]
                fact["value"], fact["result"] = outcome * WIN, outcome

    def stop(self) -> None:
        """Stop the work of another thread here, which gets a StoppedError."""
        self._is_stopped = True
        if self._solver is not None:
            self._solver.stop[0] = 1

    def _outcome(self, solver: Solver, position: Position) -> int | None:
        """The outcome of a position for its side to move, None if it takes more effort."""
        solver.stop[0] = 0
        self._require_going()  # after the flag went down: it may have been up for the last time
        solver.allow(self._effort)
        try:
            outcome = solver.outcome(position)
        except TooLargeError:
            return None
        self._require_going()
        return outcome

    def _require_going(self) -> None:
        if self._is_stopped:
            raise StoppedError
