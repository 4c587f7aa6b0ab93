"""Atari Go: who first captures wins."""

import numpy as np

from nupp.boards import SquareBoard
from nupp.rules import Moves, Record, register
from nupp.rules.cells import EMPTY, PlacingGame
from nupp.rules.groups import group_marks


@register
class AtariGo(PlacingGame):
    """Atari Go, also called Capture Go, by which Y. Yasuda teaches Go.

    **Rules.** Black (first) and white in turn put a stone on an empty point of a board of 7 x 7 points.
    Stones of a colour that are orthogonal neighbours are a group, and the empty points beside a group are
    its liberties. Who takes the last liberty of an enemy's group wins. A move that leaves an own group
    without liberties, and takes none of the enemy's, is not allowed. Who cannot move loses.

    **Notation.** A move is its point, such as `d4`. A position is rows from the top (B, W, numbers for empty
    points) and the side to move, b or w. A captured group stays on the board.

    **State.** `cells` as `nupp.rules.cells` has them, and `captured`, which follows from them: 1 if the side
    to move has a group without liberties. A move is its point.
    """

    name = "atarigo"
    sides = ("black", "white")
    pieces = "BW"
    kept = ("left-right", "up-down", "half-turn")

    def __init__(self) -> None:
        super().__init__(SquareBoard(7, 7, grid="points"), derived=[("captured", np.int8)])
        self.near = self.board.neighbours[:, (0, 1, 2, 3)]
        self.beside = np.array([sum(1 << one for one in row if one >= 0) for row in self.near.tolist()])

    def legal_moves(self, state: Record, moves: Moves) -> int:
        n = 0
        if state.captured == 0:
            empty = self.empty(state)
            for cell in range(self.size):
                if state.cells[cell] == EMPTY and self.is_allowed(state, cell, empty):
                    moves[n] = cell
                    n += 1
        return n

    def empty(self, state: Record) -> int:
        """The empty points, as bits."""
        found = 0
        for cell in range(self.size):
            found |= int(state.cells[cell] == EMPTY) << cell
        return found

    def liberties(self, state: Record, cell: int, empty: int) -> int:
        """The liberties of the group of a stone, as bits."""
        return group_marks(state.cells, self.near, self.beside, cell) & empty

    def is_allowed(self, state: Record, cell: int, empty: int) -> bool:
        """True if a stone on an empty point has a liberty, or takes the last one of a group."""
        if self.beside[cell] & empty != 0:
            return True
        for other in self.near[cell]:
            if other >= 0:
                is_free = self.liberties(state, other, empty) & ~(1 << cell) != 0
                if is_free == (state.cells[other] == state.turn + 1):
                    return True
        return False

    def play(self, state: Record, move: int) -> None:
        state.cells[move] = state.turn + 1
        state.turn = 1 - state.turn
        empty = self.empty(state)
        for other in self.near[move]:
            if other >= 0 and state.cells[other] == state.turn + 1:
                state.captured |= int(self.liberties(state, other, empty) == 0)

    def derive(self, state: Record) -> None:
        empty = self.empty(state)
        dead = {
            int(kind)
            for cell, kind in enumerate(state.cells)
            if kind != EMPTY and self.liberties(state, cell, empty) == 0
        }
        state.captured = int(state.turn + 1 in dead)
        if dead == {2 - int(state.turn)}:
            raise ValueError("only the side that has moved has a group without liberties")
