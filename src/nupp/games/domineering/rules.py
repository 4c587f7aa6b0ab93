"""Domineering: dominoes on a board of squares, upright for one side and lying for the other."""

from typing import Annotated

from nupp.boards import SquareBoard
from nupp.rules import Moves, Record, register
from nupp.rules.cells import EMPTY, PlacingGame
from nupp.spec import Between


@register
class Domineering(PlacingGame):
    """Domineering (G. Andersson, about 1973; from E. Berlekamp, J. Conway, R. Guy, "Winning Ways", 1982).

    **Rules.** The sides take turns to put a domino on two free cells: the first side upright, the second
    lying. A side that cannot move loses.

    **Notation.** A move is the lower or the left cell of the domino, `b2`: columns a, b, ... from the left,
    rows 1, 2, ... from the bottom. A position is rows from the top and the side to move: `4/4/1V2/1V2 l`.

    **State.** `cells` (see `nupp.rules.cells`); the code of a move is the cell that it names.
    """

    name = "domineering"
    sides = ("upright", "lying")
    pieces = "VH"

    def __init__(
        self,
        width: Annotated[int, Between(2, 16), "columns"] = 8,
        height: Annotated[int, Between(2, 16), "rows"] = 8,
    ) -> None:
        super().__init__(SquareBoard(width, height))
        self.steps = self.board.neighbours[:, (2, 0)]  # up and to the right: the other half of a domino

    def legal_moves(self, state: Record, moves: Moves) -> int:
        n = 0
        for cell in range(self.size):
            other = self.steps[cell, state.turn]
            if other >= 0 and state.cells[cell] == EMPTY and state.cells[other] == EMPTY:
                moves[n] = cell
                n += 1
        return n

    def play(self, state: Record, move: int) -> None:
        state.cells[move] = state.cells[self.steps[move, state.turn]] = state.turn + 1
        state.turn = 1 - state.turn
