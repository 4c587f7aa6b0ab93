"""The features and patterns that networks of connect four look at."""

from __future__ import annotations

from nupp.evaluators.layouts import RIGHT, UP, Layout, blocks, lines
from nupp.evaluators.patterns import Family, Pattern, images_of, share
from nupp.rules import Game


def blocks_and_diagonals(game: Game) -> list[Family]:
    """Blocks of eight to ten cells, and all diagonals."""
    neighbours = game.board.neighbours
    found: list[Pattern] = []
    for width, height in ((5, 2), (2, 4), (3, 3)):
        found += blocks(neighbours, width, height, RIGHT, UP)
    found += (line[:10] for line in lines(neighbours) if len(line) > 3)
    return share(found, images_of(game))


LAYOUT = Layout(blocks_and_diagonals, 2, in_turn=True)
