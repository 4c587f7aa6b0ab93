"""The features and patterns that networks of draughts look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nupp.evaluators.features import Features
from nupp.evaluators.layouts import Layout
from nupp.evaluators.patterns import Family, Pattern, images_of, share
from nupp.games.draughts.evaluation import material
from nupp.games.draughts.pieces import WHITE
from nupp.games.draughts.rules import Draughts
from nupp.kernel import Record
from nupp.kernel.bits import popcount
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


_MEN: Final = (0, 1, 0, 2, 0)
"""The digits of patterns of men, to which kings look like empty cells."""


def families(game: Draughts) -> list[Family]:
    """Overlapping blocks of two by four cells for the men, and smaller ones that see kings, too.

    Men alone, with three contents a cell instead of five, make wide patterns possible. The smaller ones have
    two by two cells on 8 x 8, and one by five on 10 x 10, so that all patterns fit in the same eight words.
    """
    images = images_of(game)
    if game.pieces.size == 8:
        men, all_pieces = blocks_of_rows(game, 2, 4, 1), blocks_of_rows(game, 2, 2, 2)
    else:
        men, all_pieces = blocks_of_rows(game, 2, 4, 2), blocks_of_rows(game, 1, 5, 5)
    return share(men, images, _MEN) + share(all_pieces, images)


def blocks_of_rows(game: Draughts, width: int, height: int, step: int) -> Iterator[Pattern]:
    """The blocks of `width` cells of each of `height` rows; the first rows are multiples of `step`."""
    half, rows = game.pieces.size // 2, game.pieces.size
    for top in range(0, rows - height + 1, step):
        for left in range(half - width + 1):
            corner = half * top + left
            yield tuple(corner + half * row + cell for row in range(height) for cell in range(width))


LAYOUT = Layout(families, 3, Pieces)
