"""Boards of hexes of any outline: rhombi, triangles, and outlines given by rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from nupp.boards.board import Cell, IntArray, Place, Template, read_only, regular_polygon
from nupp.boards.hexboards import ROW_HEIGHT, HexBoard
from nupp.boards.labels import Label, column_name, column_range, letter_line, number_range

LARGEST_SIDE: Final = 32
_CORNER: Final = 1 / math.sqrt(3)


class Row(NamedTuple):
    """A row of hexes: the axial x of the first, and how many there are."""

    first: int
    length: int


class HexOutline(HexBoard):
    """Rows of hexagons with pointed tops, from the top; each lies half a hexagon further right than the last.

    So the hexes with one axial x lie on a line that goes down and to the right; they share a letter. Rows are
    numbered from 1 at the top. A rhombus of 3 x 3, and the axial coordinates of its hexes:

        a b c                  0,0  1,0  2,0
      1 . . .
       2 . . .                   0,1  1,1  2,1
        3 . . .
                                    0,2  1,2  2,2

    Attributes:
        width: how many columns there are.
        edges: for each cell the sides of the outline that it lies on, as bits, shape (n,).
    """

    def __init__(self, rows: Sequence[tuple[int, int]], sides: Sequence[tuple[int, int, int]] = ()) -> None:
        """Take the rows (first x, length), of which the leftmost begins at x = 0, and the sides.

        A side (a, b, c) is the line of hexes with a * x + b * y == c; their bits are 1, 2, 4, ... Raises a
        ValueError unless there are 1..32 rows, none empty, in 32 columns at most.
        """
        self._rows, self._sides = tuple(Row(*row) for row in rows), tuple(sides)
        _check_rows(self._rows)
        self.width = max(row.first + row.length for row in self._rows)
        axial = [(row.first + i, y) for y, row in enumerate(self._rows) for i in range(row.length)]
        super().__init__(
            map(self._make_cell, axial),
            (self._rows, self._sides),
            f"a column {column_range(self.width)} and a row {number_range(len(self._rows))}",
            axial,
        )
        bits = [sum((a * x + b * y == c) << i for i, (a, b, c) in enumerate(sides)) for x, y in axial]
        self.edges: IntArray = read_only(np.array(bits, dtype=np.int64))

    def __repr__(self) -> str:
        return f"HexOutline({[tuple(row) for row in self._rows]}, {list(self._sides)})"

    @staticmethod
    def _make_cell(at: tuple[int, int]) -> Cell:
        x, y = at[0] + 0.5 + at[1] / 2, at[1] * ROW_HEIGHT + _CORNER
        outline = tuple(regular_polygon(x, y, _CORNER, 6, math.pi / 6))
        return Cell(f"{column_name(at[0])}{at[1] + 1}", x, y, outline)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells as one sees them: rows from top to bottom, each from left to right."""
        ends = np.cumsum([row.length for row in self._rows]).tolist()
        return tuple(tuple(range(end - row.length, end)) for end, row in zip(ends, self._rows, strict=True))

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """Letters at the top, each on the line of its hexes, and numbers to the left of the rows."""
        letters = (Label(column_name(x), x + 0.2, -0.3) for x in range(self.width))
        numbers = (
            Label(str(y + 1), row.first + y / 2 - 0.4, y * ROW_HEIGHT + _CORNER)
            for y, row in enumerate(self._rows)
        )
        return (*letters, *numbers)

    @cached_property
    def template(self) -> Template:
        """Hexes two characters apart, each row one further right; letters above, numbers to the left."""
        indent = len(str(len(self._rows))) + 1
        spacing = 2 * len(column_name(self.width - 1))
        lines = [letter_line(indent, range(self.width), spacing)]
        places = []
        for y, row in enumerate(self._rows):
            begin = indent + row.first * spacing + y * spacing // 2
            cells = (" " * (spacing - 1)).join("." * row.length)
            lines.append(f"{y + 1:>{begin - 1}} {cells}")
            places += [Place(1 + y, begin + i * spacing) for i in range(row.length)]
        return Template(tuple(lines), tuple(places))


def rhombus(width: int, height: int | None = None) -> HexOutline:
    """As many hexagons in each row; ``height`` is ``width`` if it is not given.

    The bits of its edges are 1 for the first row, 2 for the last, 4 for the first column and 8 for the last.
    Raises a ValueError for sides outside 1..32.
    """
    height = width if height is None else height
    _check(width=width, height=height)
    sides = ((0, 1, 0), (0, 1, height - 1), (1, 0, 0), (1, 0, width - 1))
    return HexOutline([Row(0, width)] * height, sides)


def triangle(size: int) -> HexOutline:
    """Hexagons in a triangle: one less in each row, down to one.

    The bits of its edges are 1 for the first row, 2 for the first column, 4 for the right edge. Raises a
    ValueError for a size outside 1..32.
    """
    _check(size=size)
    return HexOutline([Row(0, size - y) for y in range(size)], ((0, 1, 0), (1, 0, 0), (1, 1, size - 1)))


def _check(**sides: int) -> None:
    for what, side in sides.items():
        if not 1 <= side <= LARGEST_SIDE:
            raise ValueError(f"{what} {side!r} is no size of a board: expected 1..{LARGEST_SIDE}")


def _check_rows(rows: Sequence[Row]) -> None:
    if not 1 <= len(rows) <= LARGEST_SIDE:
        raise ValueError(f"{len(rows)} rows make no board: expected 1..{LARGEST_SIDE}")
    for row in rows:
        if row.first < 0 or row.length < 1 or row.first + row.length > LARGEST_SIDE:
            raise ValueError(
                f"{tuple(row)} is no row of a board: expected (first x, length), x from 0, length from 1, "
                f"their sum up to {LARGEST_SIDE}"
            )
    left = min(row.first for row in rows)
    if left > 0:
        raise ValueError(f"the leftmost row begins at x = {left}: expected 0")
