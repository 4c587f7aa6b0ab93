"""Boards of squares: chess-like boards, with rows numbered from the bottom or from the top."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Literal

import numpy as np

from nupp.boards.board import Board, Cell, IntArray, Place, Point, Segment, Template, read_only
from nupp.boards.labels import (
    Label,
    column_name,
    column_range,
    letter_line,
    margin_labels,
    number_range,
)

#: Steps (columns to the right, rows of higher number): right, left, up, down, then the diagonals.
#: Direction d is opposite to direction d ^ 1. "Up" means towards higher row numbers.
SQUARE_DIRECTIONS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1))

LARGEST_SIDE: Final = 32


class SquareBoard(Board):
    """A board of ``width`` x ``height`` squares.

    Cell ``row * width + column`` is named by its column (a, b, ... z, aa, ab, ...) and its row,
    "1" for row 0. Rows are numbered from the bottom, or from the top (``rows_from="top"``): a1 is
    the bottom left cell or the top left one.

    ``neighbours`` has 8 directions in the order of ``SQUARE_DIRECTIONS``: the first four are
    orthogonal, the last four diagonal, and d ^ 1 is opposite to d.

    ``grid`` says how the board is ruled: ``"cells"`` draws the borders between cells, ``"points"``
    draws lines through the centres of the cells, as on a go board. ``stars=True`` adds the dots
    usual on such boards: the corners of the four central quarters, or the star points of a go board.
    """

    def __init__(
        self,
        width: int,
        height: int,
        rows_from: Literal["bottom", "top"] = "bottom",
        grid: Literal["cells", "points"] = "cells",
        stars: bool = False,
    ) -> None:
        """Make the board; raise a ValueError for sides outside 1..32 or unknown words."""
        _check_side("width", width)
        _check_side("height", height)
        _check_word("rows_from", rows_from, ("bottom", "top"))
        _check_word("grid", grid, ("cells", "points"))
        self.width, self.height, self.rows_from, self.grid = width, height, rows_from, grid
        self.tiled = grid == "cells"
        super().__init__(
            (self._make_cell(row, column) for row in range(height) for column in range(width)),
            (width, height, rows_from, grid, stars),
            f"a column {column_range(width)} and a row {number_range(height)}",
        )
        if stars:
            self.dots = self._star_dots()

    def __repr__(self) -> str:
        width, height, rows_from, grid, stars = self.key
        return f"SquareBoard({width}, {height}, rows_from={rows_from!r}, grid={grid!r}, stars={stars!r})"

    def _make_cell(self, row: int, column: int) -> Cell:
        x, y = column, self._line(row)
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        return Cell(f"{column_name(column)}{row + 1}", x + 0.5, y + 0.5, corners)

    def _line(self, row: int) -> int:
        """Return how many rows are drawn above this one."""
        return row if self.rows_from == "top" else self.height - 1 - row

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells as one sees them: rows from top to bottom, each from left to right."""
        order = sorted(range(self.height), key=self._line)
        return tuple(tuple(range(row * self.width, (row + 1) * self.width)) for row in order)

    @cached_property
    def neighbours(self) -> IntArray:
        """The neighbours of each cell in the order of ``SQUARE_DIRECTIONS``, shape (n, 8)."""
        numbers = np.full((self.height + 2, self.width + 2), -1, dtype=np.int64)
        numbers[1:-1, 1:-1] = np.arange(len(self)).reshape(self.height, self.width)
        shifted = [
            numbers[1 + dy : self.height + 1 + dy, 1 + dx : self.width + 1 + dx].ravel()
            for dx, dy in SQUARE_DIRECTIONS
        ]
        return read_only(np.stack(shifted, axis=1))

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """Letters along the side of row 1, numbers on the left."""
        gap = 0.4 if self.tiled else 0.15
        return margin_labels(
            ((column, column + 0.5) for column in range(self.width)),
            ((row, self._line(row) + 0.5) for row in range(self.height)),
            column_y=-gap if self.rows_from == "top" else self.height + gap,
            row_x=-gap,
        )

    @cached_property
    def lines(self) -> tuple[Segment, ...]:
        """The lines between the cells, the outer border left out; or those through the points."""
        if self.grid == "points":
            shift, end = 0.5, 0.5
            xs: range = range(self.width)
            ys: range = range(self.height)
        else:
            shift, end = 0.0, 0.0
            xs, ys = range(1, self.width), range(1, self.height)
        upright = [((x + shift, end), (x + shift, self.height - end)) for x in xs]
        level = [((end, y + shift), (self.width - end, y + shift)) for y in ys]
        return (*upright, *level)

    def _star_dots(self) -> tuple[Point, ...]:
        if self.grid == "cells":
            return tuple(
                (float(x), float(y))
                for x in _stars(self.width + 1, 2)
                for y in _stars(self.height + 1, 2)
                if 2 * x != self.width and 2 * y != self.height
            )
        inset = 3 if min(self.width, self.height) >= 12 else 2
        xs, ys = _stars(self.width, inset), _stars(self.height, inset)
        middle = ((self.width - 1) / 2, (self.height - 1) / 2)
        corners = [(x, y) for x in (xs[0], xs[-1]) for y in (ys[0], ys[-1])] if xs and ys else []
        centre = [(int(middle[0]), int(middle[1]))] if self.width % 2 and self.height % 2 else []
        return tuple((x + 0.5, y + 0.5) for x, y in dict.fromkeys(corners + centre))

    @cached_property
    def template(self) -> Template:
        """Rows of cells two characters apart, numbers on the left, letters next to row 1."""
        spacing = len(column_name(self.width - 1)) + 1
        indent = len(str(self.height)) + 1
        body = [
            f"{row[0] // self.width + 1:>{indent - 1}} " + (" " * (spacing - 1)).join("." * self.width)
            for row in self.rows
        ]
        letters = letter_line(indent, range(self.width), spacing)
        first = 1 if self.rows_from == "top" else 0
        lines = [letters, *body] if first else [*body, letters]
        places = tuple(
            Place(first + self._line(cell // self.width), indent + cell % self.width * spacing)
            for cell in range(len(self))
        )
        return Template(tuple(lines), places)


def _check_side(what: str, side: int) -> None:
    if not 1 <= side <= LARGEST_SIDE:
        raise ValueError(f"{what} {side!r} is no size of a board: expected 1..{LARGEST_SIDE}")


def _check_word(what: str, word: str, words: tuple[str, ...]) -> None:
    if word not in words:
        raise ValueError(f"{what} {word!r} is unknown: expected {' or '.join(map(repr, words))}")


def _stars(count: int, inset: int) -> tuple[int, ...]:
    """Return the two of ``count`` lines that are ``inset`` lines from the ends; () if too few."""
    return (inset, count - 1 - inset) if count - 1 - inset > inset else ()
