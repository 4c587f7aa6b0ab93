"""Evaluators of connect four: what its lines are worth, and how the board is likely to fill up."""

from __future__ import annotations

import numpy as np

from nupp.evaluators import Evaluator, register
from nupp.games.connectfour.rules import ConnectFour
from nupp.kernel import Record, kernel
from nupp.kernel.bits import ONE, ZERO, highest, popcount
from nupp.rules.lines import completing


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


@register
class Filling(Evaluator[ConnectFour]):
    """As `lines`, and 20 more or less for each of two plain games from here that is won or lost.

    The end of connect four is a matter of who must at last play below a cell where the other side wins
    (zugzwang: Allis, "A Knowledge-Based Approach of Connect-Four", 1988), which the filling of the board
    decides. In the plain games both sides win if they can, keep the other from winning, and else fill the
    board from the left in one game and from the right in the other, where they can without playing below a
    line of the enemy, or one of theirs. On boards of more than one word there are none: `lines` alone.
    """

    name = "filling"
    games = ConnectFour
    scale = 20.0
    tempo = True

    def __init__(self) -> None:
        self.lines = Lines()

    def evaluate(self, game: ConnectFour, state: Record) -> int:
        value = self.lines.evaluate(game, state)
        if game.words > 1:
            return value
        own, enemy = state.stones[state.turn, 0], state.stones[1 - state.turn, 0]
        return value + 20 * (self.filled(game, own, enemy, False) + self.filled(game, own, enemy, True))

    def filled(self, game: ConnectFour, own: np.uint64, enemy: np.uint64, from_right: bool) -> int:
        """1 if the side to move wins the plain game, -1 if it loses, 0 if it is a draw."""
        wins, threats = self.wins_of(game, own), self.wins_of(game, enemy)
        board, sign = own | enemy, 1
        while True:
            cells = game.landings(board)
            if cells == ZERO:
                return 0
            if cells & wins != ZERO:
                return sign
            choice = plain_choice(cells, wins, threats)
            own |= highest(choice) if from_right else choice & (~choice + ONE)
            board |= own
            wins, threats = threats, self.wins_of(game, own)
            own, enemy, sign = enemy, own, -sign

    def wins_of(self, game: ConnectFour, stones: np.uint64) -> np.uint64:
        """The cells on which these stones would win, on those already or not."""
        wins: np.uint64 = completing(game.steps, game.k, stones) & ~(game.tops[0] << ONE)
        return wins


@kernel
def plain_choice(cells: np.uint64, wins: np.uint64, threats: np.uint64) -> np.uint64:
    """The best cells to play on as far as the own wins and the enemy's threats show; one at least."""
    if cells & threats != ZERO:
        return cells & threats
    safe = cells & ~(threats >> ONE)
    good = safe & ~(wins >> ONE)
    if good != ZERO:
        return good
    return safe if safe != ZERO else cells
