"""Breakthrough: men that only go forward, and a race to the other side."""

from typing import Annotated

from nupp.boards import SQUARE_DIRECTIONS, SquareBoard
from nupp.rules import Moves, Record, register
from nupp.rules.cells import EMPTY, MovingGame, count_kind
from nupp.spec import Between

FORWARDS = [number for number, (_, up) in enumerate(SQUARE_DIRECTIONS) if up > 0]


@register
class Breakthrough(MovingGame):
    """Breakthrough (D. Troyka, 2000).

    **Rules.** White (first) begins with two rows of men at the bottom, black with two at the top. A man moves
    one cell forward, straight or diagonally, to an empty cell; diagonally it may also capture an opponent's
    man. A side wins when one of its men reaches the farthest row, or when it has captured all men of the
    opponent.

    **Notation.** `a2-a3` goes, `a2xb3` takes. A position is rows from the top (W, B, numbers for empty cells)
    and the side to move, w or b: `BBBB/BBBB/4/WWWW/WWWW w`.

    **State.** `cells` and the code of a move as `nupp.rules.cells` has them.
    """

    name = "breakthrough"
    sides = ("white", "black")
    pieces = "WB"
    turned = True
    kept = ("left-right",)

    def __init__(
        self,
        width: Annotated[int, Between(2, 16), "columns"] = 8,
        height: Annotated[int, Between(5, 16), "rows"] = 8,
    ) -> None:
        super().__init__(SquareBoard(width, height), 3 * width * height, directions=FORWARDS)
        self.width, self.ahead = width, (width, -width)

    def start(self, state: Record) -> None:
        state.cells[: 2 * self.width], state.cells[-2 * self.width :] = 1, 2

    def legal_moves(self, state: Record, moves: Moves) -> int:
        n, own, ahead = 0, state.turn + 1, self.ahead[state.turn]
        if self.has_lost(state):
            return 0
        for cell in range(self.size):
            if state.cells[cell] == own:
                for aside in range(max(-1, -(cell % self.width)), min(2, self.width - cell % self.width)):
                    met = state.cells[cell + ahead + aside]
                    if met == EMPTY or (aside != 0 and met != own):
                        moves[n] = cell * self.size + cell + ahead + aside
                        n += 1
        return n

    def has_lost(self, state: Record) -> bool:
        """True if the other side has come through, or the side to move has no man left."""
        home = (self.size - self.width) * int(state.turn)  # where the last row of the other side begins
        through = count_kind(state.cells[home : home + self.width], 2 - state.turn)
        return through > 0 or count_kind(state.cells, state.turn + 1) == 0

    def play(self, state: Record, move: int) -> None:
        state.cells[move // self.size], state.cells[move % self.size] = EMPTY, state.turn + 1
        state.turn = 1 - state.turn

    def derive(self, state: Record) -> None:
        last = (self.size - self.width) * (1 - int(state.turn))
        if count_kind(state.cells[last : last + self.width], int(state.turn) + 1) > 0:
            raise ValueError("the side to move has a man on the last row: expected the other side to move")
