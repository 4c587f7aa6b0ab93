"""The dark squares of a chequered board, on which men move diagonally."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from nupp.boards.board import Board, Cell, IntArray, Place, Segment, Template, read_only
from nupp.boards.labels import Label, column_name, number_range

#: Steps (columns to the right, rows down): up left, up right, down left, down right.
#: Direction d is opposite to direction 3 - d.
DARK_DIRECTIONS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))

LARGEST_SIDE: Final = 32


class DarkSquares(Board):
    """The dark squares of a board of ``size`` x ``size`` squares, the bottom left one dark.

    They are numbered row by row from the top, each from the left. Cell n is named by its number n + 1; the
    chess name of a square, such as a1, is understood too.

    ``neighbours`` has the 4 directions of ``DARK_DIRECTIONS``.

    Attributes:
        size: the squares along a side, an even number.
        rows: the cells row by row from the top, each from left to right.
    """

    even_rows = True

    def __init__(self, size: int) -> None:
        """Make the board; raise a ValueError unless ``size`` is an even number from 2 to 32."""
        if not 2 <= size <= LARGEST_SIDE or size % 2:
            raise ValueError(
                f"size {size!r} is no size of a board: expected an even number 2..{LARGEST_SIDE}"
            )
        self.size = size
        half = size // 2
        self.rows = tuple(tuple(range(row * half, (row + 1) * half)) for row in range(size))
        cells = (self._make_cell(cell) for row in self.rows for cell in row)
        super().__init__(cells, (size,), f"a number {number_range(size * half)}")

    def __repr__(self) -> str:
        return f"DarkSquares({self.size})"

    def column_and_row(self, cell: int) -> tuple[int, int]:
        """Return where a cell is: its column from the left and its row from the top, from 0."""
        row, place = divmod(cell, self.size // 2)
        return 2 * place + (row + 1) % 2, row

    def _make_cell(self, cell: int) -> Cell:
        x, y = self.column_and_row(cell)
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        return Cell(str(cell + 1), x + 0.5, y + 0.5, corners)

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {**super().numbers, **{self.square(cell): cell for cell in range(len(self))}}

    def square(self, cell: int) -> str:
        """Return the name of a cell as in chess: its column, and its row from the bottom."""
        column, row = self.column_and_row(cell)
        return f"{column_name(column)}{self.size - row}"

    @cached_property
    def neighbours(self) -> IntArray:
        """The neighbours of each cell in the order of ``DARK_DIRECTIONS``, shape (n, 4)."""
        at = {self.column_and_row(cell): cell for cell in range(len(self))}
        return read_only([[at.get((x + dx, y + dy), -1) for dx, dy in DARK_DIRECTIONS] for x, y in at])

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The numbers of the cells along the border, beside them."""
        outer, found = self.size + 0.35, []
        for cell in range(len(self)):
            column, row = self.column_and_row(cell)
            name, x, y = str(cell + 1), column + 0.5, row + 0.5
            if row == 0:
                found.append(Label(name, x, -0.35))
            if row == self.size - 1:
                found.append(Label(name, x, outer))
            if column == 0 and row < self.size - 1:
                found.append(Label(name, -0.35, y))
            if column == self.size - 1 and row > 0:
                found.append(Label(name, outer, y))
        return tuple(found)

    @cached_property
    def lines(self) -> tuple[Segment, ...]:
        """The lines between the squares, the outer border left out."""
        inner, end = range(1, self.size), self.size
        upright = [((x, 0.0), (x, end)) for x in inner]
        level = [((0.0, y), (end, y)) for y in inner]
        return (*upright, *level)

    @cached_property
    def template(self) -> Template:
        """Rows of squares two characters apart, before each row the number of its first cell."""
        indent = len(str(len(self))) + 2
        lines = tuple(f"{row[0] + 1:>{indent - 2}}".ljust(indent + 2 * self.size) for row in self.rows)
        at = map(self.column_and_row, range(len(self)))
        return Template(lines, tuple(Place(row, indent + 2 * column) for column, row in at))
