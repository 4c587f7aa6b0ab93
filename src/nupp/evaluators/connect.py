"""Evaluators of connect four."""

from __future__ import annotations

from nupp.evaluators.base import Evaluator, register
from nupp.games.connect import ConnectFour
from nupp.kernel import Record
from nupp.kernel.bits import ZERO, popcount


@register
class Lines(Evaluator[ConnectFour]):
    """The lines of k cells that only one side has stones in, each worth the square of their number.

    Own lines less the enemy's. Lines that hold stones of both sides can no longer win, and empty ones are
    open to both. A sum of squares counts every stone once and every two stones twice, which takes a few
    shifts for all lines of a direction at once.
    """

    name = "lines"
    games = ConnectFour
    scale = 25.0

    def evaluate(self, game: ConnectFour, state: Record) -> int:
        side = game.to_move(state)
        return self.side_value(game, state, side) - self.side_value(game, state, 1 - side)

    def side_value(self, game: ConnectFour, state: Record, side: int) -> int:
        """The worth of the lines that only `side` has stones in."""
        value = 0
        for direction in range(len(game.steps)):
            for word in range(game.words):
                value += self.lines_value(game, state, side, direction, word)
        return value

    def lines_value(self, game: ConnectFour, state: Record, side: int, direction: int, word: int) -> int:
        """The worth of those that run in one direction and begin in one word."""
        step, lines, value = game.steps[direction], game.line_starts[direction, word], 0
        for i in range(game.k):
            lines &= ~game.stones_ahead(state, 1 - side, word, i * step)
        if lines == ZERO:
            return 0
        for i in range(game.k):
            stones = lines & game.stones_ahead(state, side, word, i * step)
            value += popcount(stones)
            for j in range(i):
                value += 2 * popcount(stones & game.stones_ahead(state, side, word, j * step))
        return value
