"""The rules of Snort."""

from typing import Annotated

from nupp.boards import SquareBoard
from nupp.kernel import Record
from nupp.rules import Moves, register
from nupp.rules.cells import EMPTY, PlacingGame
from nupp.spec import Between


@register
class Snort(PlacingGame):
    """Snort (S. Norton; from E. Berlekamp, J. Conway, R. Guy, "Winning Ways", 1982).

    **Rules.** The sides in turn put a stone on an empty cell that has no stone of the other side beside it,
    above it or below it. A side that cannot move loses.

    **Notation.** A move is a cell, `b2`. A position is rows from the top and the side to move.

    **State.** `cells` and `turn`, and the code of a move, as `nupp.rules.cells` has them.
    """

    name = "snort"
    sides = ("blue", "orange")
    pieces = "BO"
    kept = ("left-right", "up-down", "half-turn")

    def __init__(self, size: Annotated[int, Between(2, 10), "rows and columns"] = 4) -> None:
        super().__init__(SquareBoard(size, size))
        self.beside = self.board.neighbours[:, :4]

    def is_open(self, state: Record, cell: int, side: int) -> bool:
        """Whether a side may put a stone on a cell."""
        enemies = 0
        for other in self.beside[cell]:
            enemies += int(other >= 0 and state.cells[other] == 2 - side)
        return bool(state.cells[cell] == EMPTY and enemies == 0)

    def legal_moves(self, state: Record, moves: Moves) -> int:
        n = 0
        for cell in range(self.size):
            if self.is_open(state, cell, int(state.turn)):
                moves[n] = cell
                n += 1
        return n

    def play(self, state: Record, move: int) -> None:
        state.cells[move] = state.turn + 1
        state.turn = 1 - state.turn
