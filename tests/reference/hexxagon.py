"""Reference for hexxagon.

Doubts in the rules text, and what is done here:

* Distance is that of the full hexagon: the holes are no cells to stand on, but a jump may go
  across one, as in e5-e7.
* `quiet` below 1 would end the game before it begins and is refused. A text whose count is
  greater than `quiet` cannot arise and is refused; nothing else is asked of a text but its form.
* "A win or loss on the board goes before any draw by counting": a game that has ended on the
  board when the count is reached too is scored as ended on the board, also if that is a draw.
* "A side has no piece" ends the game with `blocked=pass` too: there is no passing then.
* "to nobody if neither side could move": while a cell is empty and a piece is on the board, a
  piece stands next to some empty cell, so this happens only on a full or a quite bare board.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType

from .common import (
    EMPTY,
    LETTERS,
    Cell,
    cell_name,
    read_row,
    sign,
    split_fields,
    split_rows,
    write_row,
)

PIECES = "RB"
HOLE = "#"
COLUMN_LENGTHS = [5, 6, 7, 8, 9, 8, 7, 6, 5]
RED_START = ["a1", "e9", "i1"]
BLUE_START = ["a5", "e1", "i5"]
THREE_HOLES = ["e6", "d4", "f4"]


def cell_of(name: str) -> Cell:
    """Read the name of a cell."""
    return LETTERS.index(name[0]), int(name[1:]) - 1


@cache
def cells_of(holes: str) -> list[Cell]:
    """Return all cells that are not holes, column by column, each from the bottom."""
    return [
        (column, row)
        for column, length in enumerate(COLUMN_LENGTHS)
        for row in range(length)
        if holes == "none" or cell_name((column, row)) not in THREE_HOLES
    ]


def distance(one: Cell, other: Cell) -> int:
    """Return the number of steps from hex to hex between two cells."""
    # The height of a cell's centre above that of the board, in half hexes, is
    # 2 * row - (length - 1). A step to the next column changes it by one half hex, up or down;
    # a step within the column changes it by two.
    columns = abs(one[0] - other[0])
    height_of_one = 2 * one[1] - (COLUMN_LENGTHS[one[0]] - 1)
    height_of_other = 2 * other[1] - (COLUMN_LENGTHS[other[0]] - 1)
    halves = abs(height_of_one - height_of_other)
    if halves <= columns:
        return columns
    return columns + (halves - columns) // 2


@cache
def cells_at(cell: Cell, steps: int, holes: str) -> list[Cell]:
    """Return the cells at a distance of exactly `steps` from `cell`."""
    return [other for other in cells_of(holes) if distance(cell, other) == steps]


@dataclass(frozen=True)
class Hexxagon:
    """A position. The board maps the cells that hold a piece to "R" (red) or "B" (blue)."""

    board: Mapping[Cell, str]
    side: int
    count: int
    """The number of moves in a row without a clone."""
    holes: str
    blocked: str
    quiet: int

    def __post_init__(self) -> None:
        if self.holes not in ("three", "none"):
            raise ValueError("holes must be three or none")
        if self.blocked not in ("ends", "fill", "pass"):
            raise ValueError("blocked must be ends, fill or pass")
        if self.quiet < 1:
            raise ValueError("quiet must be at least 1")

    def __hash__(self) -> int:
        return hash(self.text())

    @classmethod
    def start(cls, holes: str = "three", blocked: str = "ends", quiet: int = 100) -> "Hexxagon":
        """Return the first position, with red to move."""
        board = {cell_of(name): "R" for name in RED_START}
        board |= {cell_of(name): "B" for name in BLUE_START}
        return cls(MappingProxyType(board), 0, 0, holes, blocked, quiet)

    @classmethod
    def parse(cls, text: str, holes: str = "three", blocked: str = "ends", quiet: int = 100) -> "Hexxagon":
        """Read a position text: columns a to i from cell 1 up, the side, the quiet count."""
        columns, side, count = split_fields(text.upper(), 3)
        if side not in ("R", "B"):
            raise ValueError(f"{text!r}: the side must be r or b")
        if not (count.isascii() and count.isdigit() and str(int(count)) == count):
            raise ValueError(f"{text!r}: the last field must be a number of moves")
        if int(count) > quiet:
            raise ValueError(f"{text!r}: more than {quiet} moves without a clone")
        board = {}
        for column, column_text in enumerate(split_rows(columns, len(COLUMN_LENGTHS))):
            contents = read_row(column_text, PIECES + HOLE, COLUMN_LENGTHS[column])
            for row, content in enumerate(contents):
                if (content == HOLE) != ((column, row) not in cells_of(holes)):
                    raise ValueError(f"{text!r}: the holes are not those of holes={holes}")
                if content in ("R", "B"):
                    board[column, row] = content
        return cls(MappingProxyType(board), PIECES.index(side), int(count), holes, blocked, quiet)

    def text(self) -> str:
        """Write the position text."""
        columns = []
        for column, length in enumerate(COLUMN_LENGTHS):
            contents = []
            for row in range(length):
                if (column, row) in cells_of(self.holes):
                    contents.append(self.board.get((column, row), EMPTY))
                else:
                    contents.append(HOLE)
            columns.append(write_row(contents))
        return f"{'/'.join(columns)} {PIECES[self.side].lower()} {self.count}"

    def pieces(self, side: int) -> list[Cell]:
        """Return the cells that hold a piece of `side`."""
        return [cell for cell in cells_of(self.holes) if self.board.get(cell) == PIECES[side]]

    def clone_targets(self, side: int) -> list[Cell]:
        """Return the empty cells next to a piece of `side`, each once."""
        return [
            target
            for target in cells_of(self.holes)
            if target not in self.board
            and any(self.board.get(origin) == PIECES[side] for origin in cells_at(target, 1, self.holes))
        ]

    def jumps(self, side: int) -> list[tuple[Cell, Cell]]:
        """Return (origin, target) for every jump of `side`."""
        return [
            (origin, target)
            for origin in self.pieces(side)
            for target in cells_at(origin, 2, self.holes)
            if target not in self.board
        ]

    def can_move(self, side: int) -> bool:
        """Tell whether `side` has a clone or a jump."""
        return bool(self.clone_targets(side) or self.jumps(side))

    @cached_property
    def ended_on_board(self) -> bool:
        """Whether the game is over by the board alone, moves without a clone left aside."""
        if len(self.board) == len(cells_of(self.holes)):
            return True
        if not self.pieces(0) or not self.pieces(1):
            return True
        if self.can_move(self.side):
            return False
        if self.blocked == "pass":
            return not self.can_move(1 - self.side)
        return True

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.ended_on_board or self.count >= self.quiet

    def moves(self) -> list[str]:
        """Return the legal moves, `pass` where it is the only one."""
        if self.over:
            return []
        if not self.can_move(self.side):
            return ["pass"]
        clones = [cell_name(target) for target in self.clone_targets(self.side)]
        jumps = [f"{cell_name(origin)}-{cell_name(target)}" for origin, target in self.jumps(self.side)]
        return clones + jumps

    def play(self, move: str) -> "Hexxagon":
        """Return the position after a move."""
        name = move.strip().lower()
        if name not in self.moves():
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        board = dict(self.board)
        count = self.count + 1
        if name != "pass":
            if "-" in name:
                origin, target = (cell_of(part) for part in name.split("-"))
                del board[origin]
            else:
                target = cell_of(name)
                count = 0
            board[target] = PIECES[self.side]
            for adjacent in cells_at(target, 1, self.holes):
                if adjacent in board:
                    board[adjacent] = PIECES[self.side]
        return Hexxagon(MappingProxyType(board), 1 - self.side, count, self.holes, self.blocked, self.quiet)

    @property
    def margin(self) -> int:
        """Red's pieces minus blue's at the end, with the empty cells that `fill` credits."""
        if not self.over:
            raise ValueError("the game is not over")
        difference = self.material()
        if self.blocked == "fill" and self.ended_on_board:
            empty_cells = len(cells_of(self.holes)) - len(self.board)
            if self.can_move(0):
                difference += empty_cells
            elif self.can_move(1):
                difference -= empty_cells
        return difference

    @property
    def outcome(self) -> int:
        """+1 if red has won, -1 if blue has, 0 for a draw, as also by the quiet rule."""
        margin = self.margin
        if not self.ended_on_board:
            return 0
        return sign(margin)

    def material(self) -> int:
        """Count the pieces of red, less those of blue."""
        return len(self.pieces(0)) - len(self.pieces(1))
