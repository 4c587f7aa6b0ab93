"""Evaluators of Reversi and Othello."""

from __future__ import annotations

from nupp.evaluators import Evaluator, register
from nupp.games.reversi.rules import Reversi
from nupp.kernel import Record


@register
class Positional(Evaluator[Reversi]):
    """Corners, the cells next to empty corners, and mobility; in hundredths of a disc, roughly.

    A corner is worth 800; a disc diagonally next to an empty corner costs 300, one beside it 100; each
    cell to which a side could move counts 60.
    """

    name = "positional"
    games = Reversi
    scale = 550.0
    unit = 100

    def evaluate(self, game: Reversi, state: Record) -> int:
        side = game.to_move(state)
        mobility = game.mobility(state, side) - game.mobility(state, 1 - side)
        return 60 * mobility + self.corners(game, state, side)

    def corners(self, game: Reversi, state: Record, side: int) -> int:
        """The value of the four corners and of the cells around them, for a side."""
        last = game.size - 1
        value = 0
        for row, inner_row in ((0, 1), (last, last - 1)):
            for column, inner_column in ((0, 1), (last, last - 1)):
                corner = game.disc(state, row * game.size + column)
                if corner >= 0:
                    value += self.signed(corner, side, 800)
                else:
                    value += self.signed(game.disc(state, inner_row * game.size + inner_column), side, -300)
                    value += self.signed(game.disc(state, row * game.size + inner_column), side, -100)
                    value += self.signed(game.disc(state, inner_row * game.size + column), side, -100)
        return value

    def signed(self, disc: int, side: int, value: int) -> int:
        """A value if the disc is one's own, its negative if it is the enemy's, 0 if there is none."""
        if disc < 0:
            return 0
        return value if disc == side else -value


@register
class Mobility(Evaluator[Reversi]):
    """Cells to which the side to move could move, less those to which the other side could."""

    name = "mobility"
    games = Reversi
    scale = 9.0

    def evaluate(self, game: Reversi, state: Record) -> int:
        side = game.to_move(state)
        return game.mobility(state, side) - game.mobility(state, 1 - side)


@register
class Discs(Evaluator[Reversi]):
    """Own discs less the enemy's (J. Henno, 2004)."""

    name = "discs"
    games = Reversi
    scale = 16.0

    def evaluate(self, game: Reversi, state: Record) -> int:
        side = game.to_move(state)
        return game.discs(state, side) - game.discs(state, 1 - side)
