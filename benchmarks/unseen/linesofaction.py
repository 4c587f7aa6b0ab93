"""Lines of Action: pieces that go as far as there are pieces on their line, to come together."""

import numpy as np

from nupp.boards import SquareBoard
from nupp.rules import Moves, Record, Repetition, register
from nupp.rules.cells import MovingGame, count_kind
from nupp.rules.groups import group_marks

MEN = 12


@register
class LinesOfAction(MovingGame):
    """Lines of Action (C. Soucie; from S. Sackson, "A Gamut of Games", 1969, second edition 1982).

    **Rules.** On 8 x 8 squares black (first) has men on b1 to g1 and b8 to g8, white on a2 to a7 and h2 to
    h7. A man moves along a row, column or diagonal by just as many squares as there are men of both sides
    on all of that line, itself included. It may jump over own men but not over the enemy's, and ends on an
    empty square, or on an enemy's man, which it takes. A side whose men are all connected, as neighbours in
    any of the eight directions, wins; one man is connected. If a move connects both sides, who made it
    wins, as in the second edition; at the Mind Sports Olympiad that is a draw. Who cannot move loses; there
    it passes. The third occurrence of a position draws, as there.

    **Notation.** `b1-b3` moves, `b1xd3` takes. A position is rows from the top (B, W, numbers for empty
    squares) and the side to move, b or w.

    **State.** `cells` and the code of a move as `nupp.rules.cells` has them.
    """

    name = "linesofaction"
    sides = ("black", "white")
    pieces = "BW"
    kept = ("left-right", "up-down", "half-turn")
    repetition = Repetition(3)

    def __init__(self) -> None:
        super().__init__(SquareBoard(8, 8), max_moves=8 * MEN)
        self.near = self.board.neighbours
        self.bits = (np.uint64(1) << np.arange(64, dtype=np.uint64)).view(np.int64)

    def start(self, state: Record) -> None:
        for i in range(1, 7):
            state.cells[i] = state.cells[56 + i] = 1
            state.cells[8 * i] = state.cells[8 * i + 7] = 2

    def legal_moves(self, state: Record, moves: Moves) -> int:
        n = 0
        if self.is_connected(state, 0) or self.is_connected(state, 1):
            return 0
        for cell in range(self.size):
            if state.cells[cell] == state.turn + 1:
                for direction in range(8):
                    target = self.target(state, cell, direction)
                    if target >= 0:
                        moves[n] = cell * self.size + target
                        n += 1
        return n

    def target(self, state: Record, cell: int, direction: int) -> int:
        """The square that a man goes to in a direction; -1 if it cannot."""
        enemy = 2 - state.turn
        distance = 1 + self.men_ahead(state, cell, direction) + self.men_ahead(state, cell, direction ^ 1)
        for left in range(distance, 0, -1):
            cell = self.near[cell, direction]
            if cell < 0 or (left > 1 and state.cells[cell] == enemy):
                return -1
        return -1 if state.cells[cell] == state.turn + 1 else cell

    def men_ahead(self, state: Record, cell: int, direction: int) -> int:
        """The men of both sides in a direction from a square."""
        n = 0
        cell = self.near[cell, direction]
        while cell >= 0:
            n += int(state.cells[cell] != 0)
            cell = self.near[cell, direction]
        return n

    def is_connected(self, state: Record, side: int) -> bool:
        """True if the men of a side are one group."""
        men, last = np.int64(0), -1
        for cell in range(self.size):
            if state.cells[cell] == side + 1:
                men |= self.bits[cell]
                last = cell
        return last < 0 or group_marks(state.cells, self.near, self.bits, last) == men

    def play(self, state: Record, move: int) -> None:
        state.cells[move // self.size], state.cells[move % self.size] = 0, state.turn + 1
        state.turn = 1 - state.turn

    def outcome(self, state: Record) -> int:
        lost = 2 * int(state.turn) - 1
        moved, waiting = self.is_connected(state, 1 - state.turn), self.is_connected(state, state.turn)
        return -lost if waiting and not moved else lost

    def derive(self, state: Record) -> None:
        for kind, side in enumerate(self.sides, start=1):
            men = count_kind(state.cells, kind)
            if not 1 <= men <= MEN:
                raise ValueError(f"{men} men of {side}: expected 1 to {MEN}")
