"""The numbers of moves of L-put."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nupp.games.lput.rules import DEFEND, GO, SHOOT, WAIT, Lput
from nupp.games.lput.terrain import BOARD, CRAG, DEEP, STEPS, TERRAIN, place_of
from nupp.games.lput.units import RED
from nupp.kernel import Record
from nupp.rules.actions import ListedActions, register_actions

TURNED = 190
"""The sum of a place and of that which lies opposite."""


@register_actions(Lput)
class LputActions(ListedActions[Lput]):
    """Hexes as the side to move sees them, each with what the unit does there; then `defend` and `wait`."""

    def __init__(self, game: Lput) -> None:
        super().__init__((*_deeds(), DEFEND, WAIT))
        backwards = [STEPS.index(-step) for step in STEPS]
        self.backwards = np.array([*backwards, SHOOT, GO])

    def code(self, game: Lput, state: Record, move: int) -> int:
        if move >= DEFEND or game.to_move(state) != RED:
            return move
        return 16 * (TURNED - move // 16) + int(self.backwards[move % 16])


def _deeds() -> Iterator[int]:
    """The codes of all moves and attacks that the map allows."""
    ground = {place_of(cell) for cell in range(len(BOARD)) if TERRAIN[cell] not in (DEEP, CRAG)}
    beside = [{place_of(other) for other in near if other >= 0} for near in BOARD.neighbours.tolist()]
    for cell in range(len(BOARD)):
        place = place_of(cell)
        if place in ground:
            sides = (how for how, step in enumerate(STEPS) if place + step in ground & beside[cell])
            yield from (16 * place + how for how in (*sides, SHOOT, GO))
