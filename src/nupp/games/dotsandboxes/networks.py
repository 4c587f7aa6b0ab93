"""The features and patterns that networks of Dots and Boxes look at."""

from __future__ import annotations

import numpy as np

from nupp.boards import EdgeBoard
from nupp.evaluators.features import Features
from nupp.evaluators.layouts import Layout
from nupp.evaluators.patterns import Family, Pattern, images_of, share
from nupp.games.dotsandboxes.rules import HORIZONTAL, VERTICAL, DotsAndBoxes
from nupp.kernel import Record
from nupp.kernel.bits import ONE, popcount
from nupp.rules import Game
from nupp.rules.basics import Moves


class Boxes(Features[DotsAndBoxes]):
    """Boxes that are closed or can be, and what came last.

    Own boxes less the enemy's; the boxes that can be closed at once; the last move (0 an edge, 3 a pass, 9
    an edge that closed a box) plus 0 if the side to move is behind, 1 if the score is even, 2 if it is ahead;
    the missing edges that can be drawn without leaving a box with one missing edge, 0 on boards of several
    words.
    """

    name = "boxes"
    games = DotsAndBoxes
    count = 4

    def write(self, game: DotsAndBoxes, state: Record, found: Moves) -> int:
        lead = game.margin(state) * (1 - 2 * game.to_move(state))
        found[0] = lead
        found[1] = game.takeable(state)
        found[2] = 3 * int(state.last) + 1 + int(lead > 0) - int(lead < 0)
        found[3] = self.safe_edges(game, state)
        return 0

    def safe_edges(self, game: DotsAndBoxes, state: Record) -> int:
        """The missing edges beside boxes that lack three or four."""
        if game.words > 1:
            return 0
        horizontal, vertical = game.missing(state, HORIZONTAL, 0), game.missing(state, VERTICAL, 0)
        one, two = game.low_degrees(horizontal, vertical)
        low = one | two
        horizontal &= ~(low | low << np.uint64(game.stride))
        vertical &= ~(low | low << ONE)
        return popcount(horizontal) + popcount(vertical)


def blocks_of_boxes(game: Game) -> list[Family]:
    """The edges of blocks of boxes."""
    board = game.board
    assert isinstance(board, EdgeBoard)
    width, height = board.width, board.height
    found: list[Pattern] = []
    for columns, rows in ((2, 2), (5, 1), (1, 5), (width, 1), (1, height)):
        for y in range(height - rows + 1):
            for x in range(width - columns + 1):
                boxes = [(y + i) * width + x + j for i in range(rows) for j in range(columns)]
                edges = tuple(dict.fromkeys(edge for box in boxes for edge in board.box_edges[box].tolist()))
                if len(edges) <= 16:
                    found.append(edges)
    return share(found, images_of(game))


LAYOUT = Layout(blocks_of_boxes, 6, Boxes, in_turn=True)
