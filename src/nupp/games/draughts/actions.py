"""The numbers of moves of draughts."""

from __future__ import annotations

import numpy as np

from nupp.boards import DarkSquares
from nupp.games.draughts.pieces import WHITE
from nupp.games.draughts.rules import Draughts
from nupp.kernel import Record
from nupp.rules.actions import ListedActions, register_actions


@register_actions(Draughts)
class DraughtsActions(ListedActions[Draughts]):
    """A number for each origin and target between which a piece may go, as the side to move sees the board.

    Of several captures between the same cells the later ones get the next numbers that are free.
    """

    distinct = False

    def __init__(self, game: Draughts) -> None:
        self.cell_at = np.zeros(64, np.int8)
        place = {cell: bit.bit_length() - 1 for cell, bit in game.bits}
        for cell, at in place.items():
            self.cell_at[at] = cell
        self.place_of = np.array([place[cell] for cell in range(len(game.board))])
        self.last = len(game.board) - 1
        ways = _ways(game.board, game.pieces.flying)
        super().__init__(place[origin] << 6 | place[target] for origin, target in ways)

    def code(self, game: Draughts, state: Record, move: int) -> int:
        if int(state.turn) == WHITE:
            return move & 4095
        origin, target = self.last - self.cell_at[move >> 6 & 63], self.last - self.cell_at[move & 63]
        return int(self.place_of[origin]) << 6 | int(self.place_of[target])


def _ways(board: DarkSquares, flying: bool) -> list[tuple[int, int]]:
    """The pairs of cells between which kings step, or capture by any number of jumps."""
    steps, jumps = np.zeros((2, len(board), len(board)), np.bool_)
    for cell in range(len(board)):
        for direction in range(4):
            distance, at = 1, int(board.neighbours[cell, direction])
            while at >= 0 and (flying or distance <= 2):
                (steps if distance == 1 else jumps)[cell, at] = True
                steps[cell, at] |= flying
                distance, at = distance + 1, int(board.neighbours[at, direction])
    reached = jumps.copy()
    while (further := reached | (reached @ jumps)).sum() > reached.sum():
        reached = further
    return [(int(origin), int(target)) for origin, target in np.argwhere(steps | reached)]
