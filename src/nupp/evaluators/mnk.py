"""Evaluators of m,n,k games."""

from __future__ import annotations

import numpy as np

from nupp.evaluators.base import Evaluator, register
from nupp.games.mnk import Mnk
from nupp.kernel import Record
from nupp.kernel.bits import ONE, ZERO, popcount

_LONGEST = 13  # 4**13 is the largest power that still leaves room for many runs below a won game's score


@register
class Runs(Evaluator[Mnk]):
    """Sum of 4**length over the maximal unbroken runs of own stones, less the same of the enemy's.

    Runs are counted in the four directions; a single stone is a run of one in each. Runs beyond 13 count
    as 13. The evaluation of the course work "TiraLabra", 2014.

    No run is walked along. A run of n stones holds n spans of one stone, n - 1 of two and so on, and shifted
    boards laid over each other show at once where all spans of a length begin. `worth[i]` is what a span of
    i stones adds so that those of a run sum up to 4**n; longer spans than `worth` lists add nothing.
    """

    name = "runs"
    games = Mnk

    def __init__(self) -> None:
        value = [0, 0] + [4 ** min(n, _LONGEST) for n in range(1, _LONGEST + 2)]  # of n stones at n + 1
        self.worth = np.array([0, *np.diff(value, 2)])

    def evaluate(self, game: Mnk, state: Record) -> int:
        side = game.to_move(state)
        return self.side_value(game, state, side) - self.side_value(game, state, 1 - side)

    def scale_in(self, game: Mnk) -> float:
        return 2.0 ** (game.k + 2)  # fits lines of three, four and five

    def side_value(self, game: Mnk, state: Record, side: int) -> int:
        """The sum over the runs of one side."""
        value = 0
        for word in range(game.words):
            if state.stones[side, word] != ZERO:
                for step in game.steps:
                    value += self.spans_value(game, state, side, word, step)
        return value

    def spans_value(self, game: Mnk, state: Record, side: int, word: int, step: int) -> int:
        """The worth of the spans that begin in a word and run in one direction."""
        value, length = 0, 1
        begins = state.stones[side, word]
        while begins != ZERO and length < len(self.worth):
            value += self.worth[length] * popcount(begins)
            begins &= self.bits_from(game, state, side, 64 * word + length * step)
            length += 1
        return value

    def bits_from(self, game: Mnk, state: Record, side: int, position: int) -> np.uint64:
        """The stones of a side on the 64 bits from a position on."""
        word, shift = position >> 6, np.uint64(position & 63)
        bits = ZERO
        if word < game.words:
            bits = state.stones[side, word] >> shift
        if word + 1 < game.words:
            bits |= state.stones[side, word + 1] << ONE << (np.uint64(63) - shift)
        return bits


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

    def scale_in(self, game: Mnk) -> float:
        return 0.15 * game.cells * game.k  # there are about four lines a cell
