"""The view of Domineering: dominoes, and the facts shown of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from nupp.boards import Drawing, Piece
from nupp.games.domineering.examples import EXAMPLES
from nupp.games.domineering.rules import Domineering
from nupp.kernel import Record, interpreted
from nupp.rules.basics import Traits, presets
from nupp.rules.cells import CellView
from nupp.rules.view import register_view

PRESETS: Final = {"domineering": presets("domineering:width={0},height={0}", 8, 6, 5)}
TRAITS: Final = {"domineering": Traits(minutes=5, difficulty=2, known=10)}

FIRST: Final = ("up", "right")
"""Where the other half lies of the lower half of an upright domino, and of the left half of a lying one."""
SECOND: Final = ("down", "left")


@register_view(Domineering)
class DomineeringView(CellView[Domineering]):
    """Dominoes, each as two halves on the cells that it covers."""

    worked_examples = EXAMPLES
    known_presets = PRESETS
    known_traits = TRAITS

    def drawing(self, state: Record) -> Drawing:
        """The halves of each domino show to each other.

        Dominoes of a side that lie in a row are paired from their end; in a position that no game leads to, a
        half may stay alone.
        """
        cells, paired = state.cells.tolist(), {}
        for cell, kind in enumerate(cells):
            other = self.game.steps[cell, kind - 1] if kind else -1
            if other >= 0 and cells[other] == kind and cell not in paired:
                paired[cell], paired[int(other)] = FIRST[kind - 1], SECOND[kind - 1]
        drawn = super().drawing(state)
        halves = (
            replace(one, signs=(paired[one.cell],))
            if one.cell in paired
            else replace(one, shape="disc", signs=())
            for one in drawn.pieces
        )
        return replace(drawn, pieces=tuple(halves))

    def aliases(self, state: Record) -> Mapping[int, int]:
        """The other half of a domino stands for the one that names the move, unless it names a move, too."""
        moves = np.empty(self.game.max_moves, np.int64)
        with interpreted():
            legal = moves[: self.game.legal_moves(state, moves)].tolist()
        others = {int(self.game.steps[cell, state.turn]): cell for cell in legal}
        return {other: cell for other, cell in others.items() if other not in legal}

    def piece(self, cell: int, kind: int) -> Piece:
        """The half of a domino by which a move names it."""
        return replace(super().piece(cell, kind), shape="half", signs=(FIRST[kind - 1],))
