"""The features and patterns that networks of draughts look at."""

from __future__ import annotations

from nupp.evaluators.features import Features
from nupp.evaluators.layouts import Layout, blocks
from nupp.evaluators.patterns import Family, images_of, share
from nupp.games.draughts.evaluation import material
from nupp.games.draughts.pieces import WHITE
from nupp.games.draughts.rules import Draughts
from nupp.kernel import Record
from nupp.kernel.bits import popcount
from nupp.rules import Game
from nupp.rules.basics import Moves


class Pieces(Features[Draughts]):
    """The lead in men, the lead in kings, and in 32nds the share of all material that it is."""

    name = "pieces"
    games = Draughts
    count = 3

    def write(self, game: Draughts, state: Record, found: Moves) -> int:
        sign = 1 if state.turn == WHITE else -1
        men, pieces = material(state, 0) // 100, material(state, 100) // 100
        found[0] = sign * men
        found[1] = sign * (pieces - men)
        found[2] = sign * 32 * pieces // popcount(state.white | state.black)
        return 0


def blocks_on_diagonals(game: Game) -> list[Family]:
    """Blocks of two by three cells along the diagonals."""
    neighbours = game.board.neighbours
    sizes = ((2, 3), (3, 2)) if len(game.board) <= 32 else ((2, 2),)
    return share((one for size in sizes for one in blocks(neighbours, *size, 0, 1)), images_of(game))


LAYOUT = Layout(blocks_on_diagonals, 3, Pieces)
