"""The features and patterns that networks of Hexxagon look at."""

from __future__ import annotations

from nupp.evaluators.layouts import Layout, lines
from nupp.evaluators.patterns import Family, images_of, share
from nupp.rules import Game


def rings_and_lines(game: Game) -> list[Family]:
    """Every cell with its neighbours, and all lines."""
    neighbours = game.board.neighbours
    rings = [(cell, *(other for other in row if other >= 0)) for cell, row in enumerate(neighbours.tolist())]
    return share([*rings, *(line for line in lines(neighbours) if len(line) > 3)], images_of(game))


LAYOUT = Layout(rings_and_lines, 6)
