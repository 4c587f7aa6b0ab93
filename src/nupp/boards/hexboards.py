"""Boards of hexagons: a hexagonal and a rectangular one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from nupp.boards import hexagon
from nupp.boards.board import (
    Board,
    Cell,
    Grid,
    IntArray,
    Place,
    Segment,
    Template,
    grid_at,
    read_only,
    regular_polygon,
)
from nupp.boards.hexagon import Coordinates
from nupp.boards.labels import (
    Label,
    column_name,
    column_range,
    letter_line,
    margin_labels,
    number_range,
)

#: Distance between rows of hexes whose neighbours are 1 apart.
ROW_HEIGHT: Final = math.sqrt(3) / 2
_CORNER: Final = 1 / math.sqrt(3)


class HexBoard(Board):
    """The base of boards of hexes: axial coordinates, distances and lines of sight.

    ``neighbours`` has the 6 directions of ``hexagon.DIRECTIONS`` (steps in axial coordinates).

    Attributes:
        axial: the axial coordinates (x, y) of each cell, as ``hexagon`` understands them.
    """

    def __init__(
        self, cells: Iterable[Cell], key: tuple[object, ...], expected: str, axial: Iterable[Coordinates]
    ) -> None:
        """Take the cells, key and expected names as ``Board`` does, and each cell's coordinates."""
        super().__init__(cells, key, expected)
        self.axial = tuple(axial)

    @cached_property
    def by_axial(self) -> dict[Coordinates, int]:
        """The cell at each axial coordinate on the board."""
        return {coordinates: cell for cell, coordinates in enumerate(self.axial)}

    @cached_property
    def neighbours(self) -> IntArray:
        """The neighbours of each cell in the order of ``hexagon.DIRECTIONS``, shape (n, 6)."""
        find = self.by_axial.get
        return read_only([[find(at, -1) for at in hexagon.neighbours(a)] for a in self.axial])

    @cached_property
    def lattice(self) -> Grid:
        """The places of the cells by their axial coordinates: x is the column, y the row."""
        columns, rows = np.array(self.axial, dtype=np.int64).T
        return grid_at(rows - rows.min(), columns - columns.min())

    @cached_property
    def distances(self) -> IntArray:
        """The steps between each two cells across an empty plane, shape (n, n)."""
        x, y = np.array(self.axial, dtype=np.int64).T
        dx, dy = x[:, None] - x, y[:, None] - y
        return read_only((abs(dx) + abs(dy) + abs(dx + dy)) // 2)

    @cached_property
    def lines(self) -> tuple[Segment, ...]:
        """Nothing: the outlines of the hexes are lines enough."""
        return ()

    def sight(self, blocked: Sequence[bool] | npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Return which cells see which, shape (n, n), where ``blocked`` cells bar the view.

        The rule is that of ``hexagon.sight``, for all pairs of cells at once.
        """
        clear = ~np.asarray(blocked, dtype=np.bool_)
        if clear.shape != (len(self),):
            raise ValueError(
                f"blocked has shape {clear.shape}: expected ({len(self)},), one value for each cell"
            )
        seen = self._clear_lines(clear, 1) | self._clear_lines(clear, -1)
        return seen | seen.T

    def _clear_lines(self, clear: npt.NDArray[np.bool_], nudge: int) -> npt.NDArray[np.bool_]:
        """Return a mask (n, n) of the cells a and b >= a with a clear line of this nudge between them."""
        at = np.array([(x, y, -x - y) for x, y in self.axial], dtype=np.int64)
        seen = np.triu(clear[:, None] & clear[None, :])
        for i in range(1, int(self.distances.max())):
            a, b = np.nonzero(seen & (i < self.distances))
            steps = self.distances[a, b][:, None]
            moved = 16 * (steps * at[a] + i * (at[b] - at[a])) + nudge * np.array(hexagon.NUDGE)
            seen[a, b] = self._is_clear(_round_cubes(moved, 16 * steps), clear)
        return seen

    def _is_clear(self, hexes: IntArray, clear: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Return for each axial hexagon, shape (k, 2), True if it is a clear cell of this board."""
        at = np.array(self.axial, dtype=np.int64)
        low, high = at.min(axis=0), at.max(axis=0)
        table = np.zeros(high - low + 1, dtype=np.bool_)
        table[tuple((at - low).T)] = clear
        inside = np.all((hexes >= low) & (hexes <= high), axis=1)
        clipped = np.clip(hexes, low, high) - low
        found: npt.NDArray[np.bool_] = inside & table[tuple(clipped.T)]
        return found


def _round_cubes(points: IntArray, unit: IntArray) -> IntArray:
    """Round nudged cube points, shape (k, 3), as ``hexagon.cube_round`` does; return (k, 2).

    The points are given in hexes divided by ``unit``, shape (k, 1). Nudged points never tie, so
    the order of the three coordinates does not matter here.
    """
    rounded = (2 * points + unit) // (2 * unit)
    worst = np.argmax(abs(points - rounded * unit), axis=1)
    rounded[np.arange(len(points)), worst] -= rounded.sum(axis=1)
    return rounded[:, :2]


class HexagonBoard(HexBoard):
    """A hexagon of hexes with flat tops, ``side`` cells a side.

    Columns are lettered from the left; side 5 has columns a..i of 5, 6, 7, 8, 9, 8, 7, 6, 5 cells.
    The cells of each column are numbered from 1 at the bottom, and all cells column by column from
    a, each from 1 up. ``holes`` names hexes that are no cells at all; the others keep their names.

    The axial coordinates of the middle hexagon are (0, 0); x counts columns to the right, and along a
    column y counts hexes downwards.

    Attributes:
        columns: the cells column by column, each from 1 up, with -1 for a hole.
    """

    def __init__(self, side: int = 5, holes: Iterable[str] = ()) -> None:
        """Make the board.

        Raises a ValueError for a side outside 1..13, a hole that is no hexagon, or if no hexagon is left.
        """
        if not 1 <= side <= 13:
            raise ValueError(f"side {side!r} is no size of a hexagon: expected 1..13")
        self.side = side
        hexes = [(column, row) for column in range(2 * side - 1) for row in self._numbers_of(column)]
        missing = self._find_holes({_hex_name(at): at for at in hexes}, holes)
        self.holes = tuple(_hex_name(at) for at in hexes if at in missing)
        kept = [at for at in hexes if at not in missing]
        if not kept:
            raise ValueError(f"holes {self.holes!r} leave no cell: expected at least one")
        super().__init__(
            (self._make_cell(column, row) for column, row in kept),
            (side, self.holes),
            self._expectation(),
            (self._axial_of(column, row) for column, row in kept),
        )
        numbers = {at: cell for cell, at in enumerate(kept)}
        self.columns = tuple(
            tuple(numbers.get((column, row), -1) for row in self._numbers_of(column))
            for column in range(2 * side - 1)
        )

    def __repr__(self) -> str:
        return f"HexagonBoard(side={self.side}, holes={self.holes!r})"

    def _numbers_of(self, column: int) -> range:
        """Return the numbers of the hexes of a column, from 1."""
        return range(1, 2 * self.side - abs(column - self.side + 1))

    def _find_holes(self, hexes: dict[str, Coordinates], holes: Iterable[str]) -> set[Coordinates]:
        wanted = {hole: hole.strip().lower() for hole in holes}
        for hole, name in wanted.items():
            if name not in hexes:
                raise ValueError(
                    f"{hole!r} is no hexagon to leave out: expected {self._column_expectation()}"
                )
        return {hexes[name] for name in wanted.values()}

    def _column_expectation(self) -> str:
        columns = column_range(2 * self.side - 1)
        ends = f"{self.side} in the outer columns, {2 * self.side - 1} in the middle one"
        return f"a column {columns} and a number from 1 (to {ends})"

    def _expectation(self) -> str:
        holes = f"; {', '.join(self.holes)} are holes" if self.holes else ""
        return self._column_expectation() + holes

    def _axial_of(self, column: int, number: int) -> Coordinates:
        x = column - self.side + 1
        return x, self.side - number - max(x, 0)

    def _make_cell(self, column: int, number: int) -> Cell:
        q, r = self._axial_of(column, number)
        x, y = q * ROW_HEIGHT, r + q / 2
        return Cell(_hex_name((column, number)), x, y, tuple(regular_polygon(x, y, _CORNER, 6, 0.0)))

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """Letters below the columns, numbers along the left half of the top rim."""
        found = []
        for column in range(2 * self.side - 1):
            bottom = self._make_cell(column, 1)
            found.append(Label(column_name(column), bottom.x, bottom.y + 0.8))
        for number in range(1, 2 * self.side):
            cell = self._make_cell(max(0, number - self.side), number)
            found.append(Label(str(number), cell.x - 0.72, cell.y - 0.42))
        return tuple(found)

    @cached_property
    def template(self) -> Template:
        """Columns four characters apart, a hexagon every second line; letters below, numbers left."""
        height = 2 * (2 * self.side - 1) + 1
        width = 4 * (2 * self.side - 1)
        rows = [[" "] * width for _ in range(height)]
        for column in range(2 * self.side - 1):
            line, at = self._text_place(column, 0)
            rows[line][at] = column_name(column)
            for number in self._numbers_of(column):
                line, at = self._text_place(column, number)
                rows[line][at] = "#" if _hex_name((column, number)) in self.holes else "."
        for number in range(1, 2 * self.side):
            line, at = self._text_place(max(0, number - self.side), number)
            rows[line][at - 3 : at] = f"{number:>2} "
        places = {
            cell: Place(*self._text_place(column, number))
            for column, cells in enumerate(self.columns)
            for number, cell in enumerate(cells, start=1)
        }
        lines = tuple("".join(row).rstrip() for row in rows)
        return Template(lines, tuple(places[cell] for cell in range(len(self))))

    def _text_place(self, column: int, number: int) -> tuple[int, int]:
        x, y = self._axial_of(column, number)
        return 2 * y + x + 2 * self.side - 2, 4 * column + 3


def _hex_name(at: Coordinates) -> str:
    column, number = at
    return f"{column_name(column)}{number}"


class HexRectangle(HexBoard):
    """Rows of hexes with pointed tops, odd rows (from 0) half a hexagon to the right.

    Columns are lettered from the left, rows numbered from 1 at the top; a1 is the top left hexagon and
    cell ``row * width + column`` the hexagon with the offset coordinates (column, row). The axial
    coordinates are those of ``hexagon.offset_to_axial``.
    """

    def __init__(self, width: int = 15, height: int = 12) -> None:
        """Make the board; raise a ValueError for sides outside 1..32."""
        for what, side in (("width", width), ("height", height)):
            if not 1 <= side <= 32:
                raise ValueError(f"{what} {side!r} is no size of a board: expected 1..32")
        self.width, self.height = width, height
        offsets = [(column, row) for row in range(height) for column in range(width)]
        super().__init__(
            (self._make_cell(column, row) for column, row in offsets),
            (width, height),
            f"a column {column_range(width)} and a row {number_range(height)}",
            (hexagon.offset_to_axial(at) for at in offsets),
        )

    def __repr__(self) -> str:
        return f"HexRectangle({self.width}, {self.height})"

    @staticmethod
    def _make_cell(column: int, row: int) -> Cell:
        x, y = column + 0.5 + row % 2 / 2, row * ROW_HEIGHT + _CORNER
        outline = tuple(regular_polygon(x, y, _CORNER, 6, math.pi / 6))
        return Cell(f"{column_name(column)}{row + 1}", x, y, outline)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells as one sees them: rows from top to bottom, each from left to right."""
        return tuple(tuple(range(row * self.width, (row + 1) * self.width)) for row in range(self.height))

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """Letters above the first row, numbers on the left."""
        return margin_labels(
            ((column, column + 0.5) for column in range(self.width)),
            ((row, row * ROW_HEIGHT + _CORNER) for row in range(self.height)),
            column_y=-0.3,
            row_x=-0.45,
        )

    @cached_property
    def template(self) -> Template:
        """Hexes two characters apart, odd rows one further right; letters above, numbers left."""
        indent = len(str(self.height)) + 1
        spacing = 2 * len(column_name(self.width - 1))
        gap = " " * (spacing - 1)
        lines = [letter_line(indent, range(self.width), spacing)]
        for row in range(self.height):
            shift = " " * (row % 2 * spacing // 2)
            lines.append(f"{row + 1:>{indent - 1}} " + shift + gap.join("." * self.width))
        places = tuple(
            Place(1 + row, indent + column * spacing + row % 2 * spacing // 2)
            for row in range(self.height)
            for column in range(self.width)
        )
        return Template(tuple(lines), places)
