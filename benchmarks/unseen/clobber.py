"""Clobber: stones that take their neighbours, until nobody can."""

from nupp.boards import SquareBoard
from nupp.rules import Moves, Record, register
from nupp.rules.cells import MovingGame


@register
class Clobber(MovingGame):
    """Clobber (M. Albert, J. Grossman, R. Nowakowski, 2001).

    From "An Introduction to Clobber", by the three and D. Wolfe, Integers 5(2), 2005, article A01.

    **Rules.** The board has 6 x 5 squares and is full at the start: white stones (first) and black ones
    alternate as the squares of a chessboard, with a white one on a1. A stone moves to an orthogonally
    adjacent square with an enemy stone, which it takes. Who cannot move loses.

    **Notation.** `a1xb1`. A position is rows from the top (W, B, numbers for empty squares) and the side to
    move, w or b.

    **State.** `cells` and the code of a move as `nupp.rules.cells` has them.
    """

    name = "clobber"
    sides = ("white", "black")
    pieces = "WB"
    kept = ("up-down",)  # left and right would exchange the colours

    def __init__(self) -> None:
        super().__init__(SquareBoard(6, 5), max_moves=49, directions=range(4))  # one for each pair
        self.near = self.board.neighbours[:, (0, 1, 2, 3)]

    def start(self, state: Record) -> None:
        for cell in range(self.size):
            state.cells[cell] = 1 + (cell // 6 + cell % 6) % 2

    def legal_moves(self, state: Record, moves: Moves) -> int:
        n = 0
        for cell in range(self.size):
            if state.cells[cell] == state.turn + 1:
                for target in self.near[cell]:
                    if target >= 0 and state.cells[target] == 2 - state.turn:
                        moves[n] = cell * self.size + target
                        n += 1
        return n

    def play(self, state: Record, move: int) -> None:
        state.cells[move // self.size], state.cells[move % self.size] = 0, state.turn + 1
        state.turn = 1 - state.turn
