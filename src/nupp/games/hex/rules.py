"""Hex: who connects the own two edges of a rhombus of hexes wins."""

from typing import Annotated

from nupp.boards import rhombus
from nupp.rules import Moves, Record, register
from nupp.rules.cells import EMPTY, PlacingGame, first_of_kind, list_kind
from nupp.rules.groups import group_marks
from nupp.spec import Between

_EDGES = (3, 12)  # what each side has to connect, as bits: top and bottom, left and right


@register
class Hex(PlacingGame):
    """Hex (P. Hein, 1942; J. Nash, 1948).

    **Rules.** The sides take turns to put a stone on an empty cell. Red (first) wins by connecting the top
    and the bottom edge by a chain of its stones, blue by connecting the left and the right edge; one side
    always succeeds. With `swap` the second side may, as its first move, take over the first stone: the stone
    becomes blue and moves to the cell mirrored in the long diagonal.

    **Notation.** A move is a hex, `c2`: columns a, b, ... from the left, rows 1, 2, ... from the top; or
    `swap`. A position is rows from the top (R, B, numbers for empty hexes) and the side to move, r or b.

    **State.** `cells` (see `nupp.rules.cells`) and `winner`, which follows from them: 0, or the number of the
    side that has connected its edges. The code of a move is its hex, and that after the last hex for `swap`.
    """

    name = "hex"
    sides = ("red", "blue")
    pieces = "RB"
    words = ("swap",)
    kept = ("half-turn",)

    def __init__(
        self,
        size: Annotated[int, Between(2, 19), "rows and columns"] = 11,
        swap: Annotated[bool, "the second side may take over the first stone"] = True,
    ) -> None:
        board = rhombus(size)
        super().__init__(board, derived=[("winner", "int8")])
        self.width, self.swap, self.edges, self.near = size, swap, board.edges, board.neighbours

    def legal_moves(self, state: Record, moves: Moves) -> int:
        if state.winner != 0:
            return 0
        n = list_kind(state.cells, EMPTY, moves)
        if self.swap and state.turn == 1 and n == self.size - 1:
            moves[n] = self.size
            n += 1
        return n

    def play(self, state: Record, move: int) -> None:
        if move == self.size:
            stone = first_of_kind(state.cells, 1)
            state.cells[stone] = EMPTY
            move = stone % self.width * self.width + stone // self.width
        state.cells[move] = state.turn + 1
        state.winner = (state.turn + 1) * int(self.connects(state, move))
        state.turn = 1 - state.turn

    def connects(self, state: Record, cell: int) -> bool:
        """True if the chain of a stone connects the edges of its side."""
        wanted = _EDGES[state.cells[cell] - 1]
        return group_marks(state.cells, self.near, self.edges, cell) & wanted == wanted

    def derive(self, state: Record) -> None:
        stones = (cell for cell in range(self.size) if state.cells[cell] != EMPTY)
        state.winner = max((state.cells[one] for one in stones if self.connects(state, one)), default=0)
