"""The numbers of moves of Dots and Boxes."""

from __future__ import annotations

import numpy as np

from nupp.games.dotsandboxes.rules import DotsAndBoxes
from nupp.kernel import Record
from nupp.rules.actions import Actions, register_actions


@register_actions(DotsAndBoxes)
class EdgeActions(Actions[DotsAndBoxes]):
    """The number of an edge; the pass comes last."""

    def __init__(self, game: DotsAndBoxes) -> None:
        self.count = game.edge_count + 1
        self.edges = np.full(game.pass_move + 1, game.edge_count, np.int16)
        self.edges[game.codes[: game.edge_count]] = np.arange(game.edge_count)

    def number(self, game: DotsAndBoxes, state: Record, move: int) -> int:
        return int(self.edges[move])
