"""The base of all boards: numbered and named cells, neighbours, symmetries, and how to draw them.

A board is pure geometry. It knows no pieces and no rules; games number their cells as the board
does, and every drawing (SVG, terminal, browser) takes its places from here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from nupp.boards.labels import Label

Point: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[Point, Point]
IntArray: TypeAlias = npt.NDArray[np.int64]


class Cell(NamedTuple):
    """One cell: its name, its centre (x right, y down; a cell is about 1 wide) and its polygon."""

    name: str
    x: float
    y: float
    outline: tuple[Point, ...]


class Place(NamedTuple):
    """The place of a cell's symbol in a text: line, column, and how often the symbol is repeated."""

    line: int
    column: int
    width: int = 1


class Template(NamedTuple):
    """The text of an empty board: its lines, and the place of each cell and each area."""

    lines: tuple[str, ...]
    places: tuple[Place, ...]
    areas: tuple[Place, ...] = ()


class Grid(NamedTuple):
    """The places of a board's cells on planes. places: int64 (cells), ``row * width + column``."""

    height: int
    width: int
    places: IntArray


class Board:
    """The geometry of a board of n cells, numbered 0 .. n-1.

    Subclasses supply ``neighbours``, ``labels``, ``lines`` and ``template``; everything else
    follows. Arrays are read-only and computed on first use. Two boards are equal if they are of
    the same class and have the same ``key``.

    Attributes:
        cells: the cells in the order of their numbers.
        key: what the board was made from; equal keys make equal boards.
        even_rows: whether cells next to each other in a row are no neighbours.
        tiled: whether the cells tile a surface (so that their outlines are worth drawing).
        areas: places that are no cells but may be marked, such as boxes between edges.
        dots: points to be drawn as small dots.
        empty: the character for an empty cell in a text.
    """

    even_rows = False
    tiled = True
    areas: tuple[Cell, ...] = ()
    dots: tuple[Point, ...] = ()
    empty = "."

    def __init__(self, cells: Iterable[Cell], key: tuple[Any, ...], expected: str) -> None:
        """Take the cells in order, the board's key, and what a cell's name looks like, in words."""
        self.cells = tuple(cells)
        self.key = key
        self._expected = expected

    def __len__(self) -> int:
        return len(self.cells)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.key == getattr(other, "key", None)

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.key))

    # --- names -----------------------------------------------------------------------------

    def name(self, cell: int) -> str:
        """Return the name of a cell; raise a ValueError unless 0 <= cell < len(board)."""
        if not 0 <= cell < len(self.cells):
            raise ValueError(f"{cell!r} is no cell of this board: expected a number 0..{len(self) - 1}")
        return self.cells[cell].name

    def cell(self, name: str) -> int:
        """Return the number of the cell of that name, ignoring case and surrounding blanks.

        Raises a ValueError that quotes the text and says which names there are.
        """
        try:
            return self.numbers[name.strip().lower()]
        except KeyError:
            raise ValueError(f"{name!r} is no cell of this board: expected {self._expected}") from None

    @cached_property
    def numbers(self) -> dict[str, int]:
        """All accepted spellings, in lower case, with their cells."""
        return {cell.name.lower(): number for number, cell in enumerate(self.cells)}

    # --- geometry --------------------------------------------------------------------------

    @cached_property
    def neighbours(self) -> IntArray:
        """The neighbours of each cell, shape (n, directions); -1 where there is none."""
        raise NotImplementedError

    @cached_property
    def centres(self) -> npt.NDArray[np.float64]:
        """The centres of the cells, shape (n, 2): x to the right, y down."""
        centres = np.array([(cell.x, cell.y) for cell in self.cells], dtype=np.float64)
        centres.flags.writeable = False
        return centres

    @cached_property
    def lattice(self) -> Grid:
        """The places of the cells on planes, as convolutional networks see them.

        Each different height of a centre is a row, from the top, and each different distance from the left
        a column, so neighbours on a board of squares, points or edges are as near there as on the board.
        """
        rounded = np.rint(1000 * self.centres).astype(np.int64)
        columns, rows = (np.unique(rounded[:, axis], return_inverse=True)[1] for axis in (0, 1))
        return grid_at(rows, columns)

    @cached_property
    def arrows(self) -> IntArray:
        """Return the cell that each arrow key leads to: up, right, down and left, shape (n, 4); -1 for none.

        An arrow leads to the next cell within 45 degrees of it, to neighbours rather than to others; on
        boards of ``even_rows`` to the sides along the row, and up and down to the next row. All cells can be
        reached from each other.
        """
        adjacent = self._adjacency()
        found = np.stack([self._beside(arrow, adjacent) for arrow in _ARROWS], axis=1)
        if not _is_connected(found):  # then the arrows to the sides go through all cells, row by row
            order = np.lexsort((self.centres[:, 0], np.rint(self.centres[:, 1] * 100)))
            found[order, 1], found[order, 3] = np.roll(order, -1), np.roll(order, 1)
        return read_only(found)

    def _beside(self, arrow: Point, adjacent: npt.NDArray[np.bool_]) -> IntArray:
        """Return for each cell the one to which an arrow leads, -1 if there is none."""
        offsets = np.round(self.centres[None, :, :] - self.centres[:, None, :], 6)
        along = offsets @ np.array(arrow)
        across = np.where(arrow[0] == 0, offsets[..., 0], offsets[..., 1])
        ahead = along > 0
        slant = np.abs(across) / np.where(ahead, along, 1.0)
        # Of two equally good cells lines take the one and the other by turns: so arrows lead straight on.
        line = np.unique(np.round(self.centres @ np.abs(np.array(arrow)), 3), return_inverse=True)[1]
        turns = np.where(line % 2 == 0, 1e-6, -1e-6)[:, None] * np.sign(-across)
        cost = np.hypot(along, across) * (1 + 2 * slant) + turns
        near = adjacent
        if self.even_rows:
            near = across == 0 if arrow[0] != 0 else adjacent & (across != 0)
        cost = np.where(ahead & (slant <= 1.001), cost + np.where(near, 0.0, 1e6), np.inf)
        best = np.argmin(cost, axis=1)
        return np.where(np.isfinite(cost[np.arange(len(self)), best]), best, -1)

    @cached_property
    def symmetries(self) -> IntArray:
        """All geometric symmetries, shape (s, n): row p maps each cell to its image ``p[cell]``.

        These are the rotations and then the reflections of the plane that map the cells onto the
        cells and neighbours onto neighbours; the identity comes first. They form a group.
        """
        adjacent = self._adjacency()
        found: dict[bytes, IntArray] = {}
        for matrix in _isometries():
            image = self._permutation(matrix)
            if image is not None and np.array_equal(adjacent[np.ix_(image, image)], adjacent):
                found.setdefault(image.tobytes(), image)
        return read_only(np.array(list(found.values())))

    def _adjacency(self) -> npt.NDArray[np.bool_]:
        """Return the matrix, shape (n, n), of which cells are neighbours."""
        adjacent = np.zeros((len(self), len(self)), dtype=np.bool_)
        cells, directions = np.nonzero(self.neighbours >= 0)
        adjacent[cells, self.neighbours[cells, directions]] = True
        return adjacent

    def _permutation(self, matrix: npt.NDArray[np.float64]) -> IntArray | None:
        """Return the image of each cell under an isometry about the centroid; None if it moves the board."""
        # n times the offset from the centroid, which every symmetry keeps: on a lattice this needs
        # no division, so that equal coordinates are rounded to equal integers.
        offsets = len(self) * self.centres - self.centres.sum(axis=0)
        before = np.rint(offsets * 100)
        after = np.rint(offsets @ matrix.T * 100)
        order_before = np.lexsort((before[:, 0], before[:, 1]))
        order_after = np.lexsort((after[:, 0], after[:, 1]))
        if not np.array_equal(before[order_before], after[order_after]):
            return None
        image = np.empty(len(self), dtype=np.int64)
        image[order_after] = order_before
        return image

    # --- drawing ---------------------------------------------------------------------------

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The coordinates printed round the board."""
        raise NotImplementedError

    @cached_property
    def lines(self) -> tuple[Segment, ...]:
        """The line segments to draw on the board."""
        raise NotImplementedError

    @cached_property
    def template(self) -> Template:
        """The text of the empty board and the places of the cells in it."""
        raise NotImplementedError

    @cached_property
    def radius(self) -> float:
        """The radius of the largest disc about its centre that fits into each cell."""
        return min(
            _distance_to_segment((cell.x, cell.y), cell.outline[i - 1], cell.outline[i])
            for cell in self.cells
            for i in range(len(cell.outline))
        )

    @cached_property
    def surface(self) -> tuple[float, float, float, float]:
        """The rectangle (x0, y0, x1, y1) round the outlines of all cells, labels left out."""
        points = [point for cell in self.cells for point in cell.outline]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The rectangle (x0, y0, x1, y1) round everything to be drawn, with room for labels."""
        x0, y0, x1, y1 = self.surface
        xs, ys = [x0 - 0.25, x1 + 0.25], [y0 - 0.25, y1 + 0.25]
        for label in self.labels:
            xs += [label.x - 0.35, label.x + 0.35]
            ys += [label.y - 0.35, label.y + 0.35]
        margin = 0.1
        return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin

    def text(self, symbols: Sequence[str], areas: Sequence[str] = ()) -> str:
        """Draw the board as plain text with one character for each cell, coordinates around it.

        ``symbols`` holds one character a cell; ``areas`` one an area, or nothing at all. Raises a
        ValueError if there are too few or too many, or if one is not a single character.
        """
        rows = [list(line) for line in self.template.lines]
        _write(rows, self.template.places, symbols, "cells")
        if areas:
            _write(rows, self.template.areas, areas, "areas")
        return "\n".join("".join(row).rstrip() for row in rows)

    def to_dict(self) -> dict[str, Any]:
        """Describe the board in plain lists and dicts that JSON can hold."""
        return {
            "cells": [_cell_dict(cell) for cell in self.cells],
            "areas": [_cell_dict(area) for area in self.areas],
            "labels": [label._asdict() for label in self.labels],
            "lines": [[list(start), list(end)] for start, end in self.lines],
            "dots": [list(dot) for dot in self.dots],
            "bounds": list(self.bounds),
            "radius": self.radius,
            "tiled": self.tiled,
            "arrows": self.arrows.tolist(),
        }


#: Up, right, down and left; y points down.
_ARROWS: Final = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))


def _is_connected(arrows: IntArray) -> bool:
    """True if arrows lead from the first cell to all others, and from all others to it."""
    cells, ways = np.nonzero(arrows >= 0)
    ends = arrows[cells, ways]
    return all(_reach_all(len(arrows), *pair) for pair in ((cells, ends), (ends, cells)))


def _reach_all(count: int, starts: IntArray, ends: IntArray) -> bool:
    """True if all of ``count`` cells can be reached from the first by steps from starts to ends."""
    reached = np.arange(count) == 0
    known = 0
    while known != (known := int(reached.sum())):
        reached[ends[reached[starts]]] = True
    return known == count


def grid_at(rows: IntArray, columns: IntArray) -> Grid:
    """Return the grid of cells at some rows and columns, from 0 up."""
    height, width = 1 + int(rows.max()), 1 + int(columns.max())
    return Grid(height, width, read_only(rows * width + columns))


def read_only(values: npt.ArrayLike) -> IntArray:
    """Return the values as an array of int64 that cannot be written to."""
    array = np.array(values, dtype=np.int64)
    array.flags.writeable = False
    return array


def regular_polygon(x: float, y: float, radius: float, corners: int, turn: float) -> list[Point]:
    """Return the corners of a regular polygon about (x, y), the first at ``turn`` radians."""
    angles = (turn + i * math.tau / corners for i in range(corners))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def _isometries() -> list[npt.NDArray[np.float64]]:
    """Return the 12 rotations by multiples of 30 degrees and the 12 reflections between them.

    They hold the symmetries of every lattice of squares or hexagons.
    """
    angles = [i * math.tau / 12 for i in range(12)]
    rotations = [(math.cos(a), -math.sin(a), math.sin(a), math.cos(a)) for a in angles]
    reflections = [(math.cos(a), math.sin(a), math.sin(a), -math.cos(a)) for a in angles]
    return [np.array(m).reshape(2, 2) for m in rotations + reflections]


def _distance_to_segment(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a line segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.hypot(start[0] + along * dx - point[0], start[1] + along * dy - point[1])


def _write(rows: list[list[str]], places: Sequence[Place], symbols: Sequence[str], what: str) -> None:
    """Write each symbol at its place into the rows of characters."""
    if len(symbols) != len(places):
        raise ValueError(f"{len(symbols)} symbols for {len(places)} {what}: expected one for each")
    for place, symbol in zip(places, symbols, strict=True):
        if len(symbol) != 1:
            raise ValueError(f"{symbol!r} is no symbol: expected a single character")
        rows[place.line][place.column : place.column + place.width] = symbol * place.width


def _cell_dict(cell: Cell) -> dict[str, Any]:
    """Describe a cell for JSON, with coordinates rounded to what an eye can see."""
    outline = [[round(x, 4), round(y, 4)] for x, y in cell.outline]
    return {"name": cell.name, "x": round(cell.x, 4), "y": round(cell.y, 4), "outline": outline}
