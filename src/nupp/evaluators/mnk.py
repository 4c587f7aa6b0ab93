"""Evaluators of m,n,k games."""

from __future__ import annotations

from nupp.evaluators.base import Evaluator, register
from nupp.games.mnk import Mnk
from nupp.kernel import Record

_LONGEST = 13  # 4**13 is the largest power that still leaves room for many runs below a won game's score


@register
class Runs(Evaluator[Mnk]):
    """Sum of 4**length over the maximal unbroken runs of own stones, less the same of the enemy's.

    Runs are counted in the four directions; a single stone is a run of one in each. Runs beyond 13 count
    as 13. The evaluation of the course work "TiraLabra", 2014.
    """

    name = "runs"
    games = Mnk

    def evaluate(self, game: Mnk, state: Record) -> int:
        side = game.to_move(state)
        return self.side_value(game, state, side) - self.side_value(game, state, 1 - side)

    def side_value(self, game: Mnk, state: Record, side: int) -> int:
        """The sum over the runs of one side."""
        value = 0
        for row in range(game.height):
            for position in range(row * game.stride, row * game.stride + game.width):
                if game.has(state, side, position):
                    for step in game.steps:
                        if not game.has(state, side, position - step):
                            value += self.run_value(game, state, side, position, step)
        return value

    def run_value(self, game: Mnk, state: Record, side: int, position: int, step: int) -> int:
        """4**length of the run that begins at a stone."""
        value, length = 4, 1
        position += step
        while game.has(state, side, position):
            value *= 4 if length < _LONGEST else 1
            length += 1
            position += step
        return value


@register
class Lines(Evaluator[Mnk]):
    """Lines of k cells that hold no enemy stone, less those that hold no own stone.

    The potential lines of J. Henno's "Trips-traps-trull ja minimax", 2004.
    """

    name = "lines"
    games = Mnk

    def evaluate(self, game: Mnk, state: Record) -> int:
        side = int(state.turn)
        return game.open_lines(state, side) - game.open_lines(state, 1 - side)
