"""Reference for reversi (the placed opening) and othello (the fixed one, with passes).

Doubts in the rules text, and what is done here:

* "The first four moves" of `placed` last as long as a centre cell is empty. A text in which a
  centre cell is empty while a disc lies elsewhere cannot arise and is refused. Nothing else is
  asked of a text, so unreachable positions of good form are accepted.
* The fixed start on other sizes is the analogous one: the two middle columns and rows, white on
  the diagonal that runs from the top left to the bottom right.
* `mobility` counts placing moves only (a `pass` is none), also in a finished game; while the
  centre is filled both sides may use the same cells, so it is 0.
* With `empties=winner` the empty cells of a drawn game go to nobody.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from .common import EMPTY, Cell, cell_name, read_row, sign, split_fields, split_rows, write_row

DISCS = "XO"
DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


def centre_of(size: int) -> list[Cell]:
    """Return the four centre cells: top left, top right, bottom left, bottom right."""
    left = top = size // 2 - 1
    return [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)]


@dataclass(frozen=True)
class Reversi:
    """A position. The board maps the cells that hold a disc to "X" (black) or "O" (white)."""

    board: Mapping[Cell, str]
    side: int
    size: int
    opening: str
    blocked: str
    empties: str

    def __post_init__(self) -> None:
        if self.size not in range(4, 17, 2):
            raise ValueError("size must be even, 4 to 16")
        if self.opening not in ("placed", "fixed"):
            raise ValueError("opening must be placed or fixed")
        if self.blocked not in ("ends", "pass"):
            raise ValueError("blocked must be ends or pass")
        if self.empties not in ("none", "winner"):
            raise ValueError("empties must be none or winner")

    def __hash__(self) -> int:
        return hash(self.text())

    @classmethod
    def start(
        cls,
        size: int = 8,
        opening: str = "placed",
        blocked: str = "ends",
        empties: str = "none",
    ) -> "Reversi":
        """Return the first position, with black to move."""
        board = {}
        if opening == "fixed":
            top_left, top_right, bottom_left, bottom_right = centre_of(size)
            board = {top_left: "O", bottom_right: "O", top_right: "X", bottom_left: "X"}
        return cls(MappingProxyType(board), 0, size, opening, blocked, empties)

    @classmethod
    def parse(
        cls,
        text: str,
        size: int = 8,
        opening: str = "placed",
        blocked: str = "ends",
        empties: str = "none",
    ) -> "Reversi":
        """Read a position text; rows are listed from row 1, the top one, down."""
        rows, side = split_fields(text.upper(), 2)
        if side not in ("X", "O"):
            raise ValueError(f"{text!r}: the side must be x or o")
        board = {}
        for row, row_text in enumerate(split_rows(rows, size)):
            for column, content in enumerate(read_row(row_text, DISCS, size)):
                if content != EMPTY:
                    board[column, row] = content
        position = cls(MappingProxyType(board), DISCS.index(side), size, opening, blocked, empties)
        if position.is_placing() and any(cell not in centre_of(size) for cell in board):
            raise ValueError(f"{text!r}: discs outside the centre before it is filled")
        return position

    def text(self) -> str:
        """Write the position text."""
        rows = []
        for row in range(self.size):
            cells = [self.board.get((column, row), EMPTY) for column in range(self.size)]
            rows.append(write_row(cells))
        return "/".join(rows) + " " + DISCS[self.side].lower()

    def cells(self) -> list[Cell]:
        """Return all cells of the board, from a1 along the rows."""
        return [(column, row) for row in range(self.size) for column in range(self.size)]

    def is_placing(self) -> bool:
        """Tell whether the centre is still being filled."""
        return self.opening == "placed" and any(cell not in self.board for cell in centre_of(self.size))

    def turned_by(self, cell: Cell, side: int) -> list[Cell]:
        """Return the enemy discs that `side` would enclose with a disc on `cell`."""
        own, enemy = DISCS[side], DISCS[1 - side]
        turned = []
        for right, down in DIRECTIONS:
            run = []
            column, row = cell[0] + right, cell[1] + down
            while self.board.get((column, row)) == enemy:
                run.append((column, row))
                column, row = column + right, row + down
            if self.board.get((column, row)) == own:
                turned.extend(run)
        return turned

    def placements(self, side: int) -> list[Cell]:
        """Return the cells on which `side` may put a disc."""
        if self.is_placing():
            return [cell for cell in centre_of(self.size) if cell not in self.board]
        return [cell for cell in self.cells() if cell not in self.board and self.turned_by(cell, side)]

    @cached_property
    def over(self) -> bool:
        """Whether the game is over."""
        if self.placements(self.side):
            return False
        if self.blocked == "ends":
            return True
        return not self.placements(1 - self.side)

    def moves(self) -> list[str]:
        """Return the legal moves, `pass` where it is the only one."""
        if self.over:
            return []
        placements = self.placements(self.side)
        if not placements:
            return ["pass"]
        return [cell_name(cell) for cell in placements]

    def play(self, move: str) -> "Reversi":
        """Return the position after a move."""
        name = move.strip().lower()
        if name not in self.moves():
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        board = dict(self.board)
        if name != "pass":
            target = next(cell for cell in self.cells() if cell_name(cell) == name)
            if not self.is_placing():
                for turned in self.turned_by(target, self.side):
                    board[turned] = DISCS[self.side]
            board[target] = DISCS[self.side]
        return Reversi(
            MappingProxyType(board),
            1 - self.side,
            self.size,
            self.opening,
            self.blocked,
            self.empties,
        )

    @property
    def margin(self) -> int:
        """Black's discs minus white's at the end, empty cells as `empties` says."""
        if not self.over:
            raise ValueError("the game is not over")
        difference = self.discs()
        if self.empties == "winner":
            empty_cells = len(self.cells()) - len(self.board)
            return difference + sign(difference) * empty_cells
        return difference

    @property
    def outcome(self) -> int:
        """+1 if black has won, -1 if white has, 0 for a draw."""
        return sign(self.margin)

    def discs(self) -> int:
        """Count the discs of black, less those of white."""
        contents = list(self.board.values())
        return contents.count("X") - contents.count("O")

    def mobility(self) -> int:
        """Count the placing moves of black, less those of white."""
        return len(self.placements(0)) - len(self.placements(1))


def othello(size: int = 8, empties: str = "none") -> Reversi:
    """Return the start of the game as the world plays it."""
    return Reversi.start(size, "fixed", "pass", empties)
