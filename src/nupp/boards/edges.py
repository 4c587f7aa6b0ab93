"""A board whose cells are the edges between dots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from nupp.boards.board import Board, Cell, IntArray, Place, Point, Segment, Template, read_only
from nupp.boards.labels import Label, column_name, letter_line, margin_labels


class EdgeBoard(Board):
    """The edges between the dots round ``width`` x ``height`` boxes.

    The cells are first the horizontal edges, row of dots by row of dots from the bottom, each from
    left to right; then the vertical ones, row of boxes by row of boxes from the bottom, each from
    left to right. An edge is named by its dots, a1 being the bottom left one: ``a1b1``, ``a1a2``;
    ``cell`` takes the dots in either order. Boxes, the board's areas, are numbered row by row from
    the bottom, each from the left, and named by the dot at their bottom left.

    The outline of an edge is a slim rhombus: dot, side, dot, side.

    Attributes:
        horizontal: how many of the edges are horizontal; they come first.
    """

    even_rows = True
    tiled = False
    empty = " "

    def __init__(self, width: int, height: int) -> None:
        """Make the board; raise a ValueError for sides outside 1..31."""
        for what, side in (("width", width), ("height", height)):
            if not 1 <= side <= 31:
                raise ValueError(f"{what} {side!r} is no size of a board: expected 1..31 boxes")
        self.width, self.height = width, height
        self.horizontal = width * (height + 1)
        self._ends = tuple(self._find_ends())
        last = f"{column_name(width)}{height + 1}"
        super().__init__(
            (self._make_cell(start, end) for start, end in self._ends),
            (width, height),
            f"two dots next to each other from a1..{last}, such as a1b1 or a1a2",
        )
        self.dots = tuple(
            (float(column), float(row)) for row in range(height + 1) for column in range(width + 1)
        )
        self.areas = tuple(self._make_box(column, row) for row in range(height) for column in range(width))

    def __repr__(self) -> str:
        return f"EdgeBoard({self.width}, {self.height})"

    def _find_ends(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield the two dots (column, row), rows from the bottom, of each edge in order."""
        for row in range(self.height + 1):
            for column in range(self.width):
                yield (column, row), (column + 1, row)
        for row in range(self.height):
            for column in range(self.width + 1):
                yield (column, row), (column, row + 1)

    def _point(self, dot: tuple[int, int]) -> Point:
        return float(dot[0]), float(self.height - dot[1])

    def _make_cell(self, start: tuple[int, int], end: tuple[int, int]) -> Cell:
        (x0, y0), (x1, y1) = self._point(start), self._point(end)
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        across, along = (y1 - y0) / 4, (x1 - x0) / 4
        outline = ((x0, y0), (x + across, y + along), (x1, y1), (x - across, y - along))
        return Cell(_dot_name(start) + _dot_name(end), x, y, outline)

    def _make_box(self, column: int, row: int) -> Cell:
        x, y = self._point((column, row))
        outline = ((x, y - 1), (x + 1, y - 1), (x + 1, y), (x, y))
        return Cell(_dot_name((column, row)), x + 0.5, y - 0.5, outline)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The names of the edges with their dots in either order."""
        numbers = {}
        for cell, (start, end) in enumerate(self._ends):
            numbers[_dot_name(start) + _dot_name(end)] = cell
            numbers[_dot_name(end) + _dot_name(start)] = cell
        return numbers

    @cached_property
    def box_edges(self) -> IntArray:
        """The four edges of each box, shape (boxes, 4): bottom, top, left, right."""
        found = []
        for row in range(self.height):
            for column in range(self.width):
                bottom = row * self.width + column
                left = self.horizontal + row * (self.width + 1) + column
                found.append((bottom, bottom + self.width, left, left + 1))
        return read_only(found)

    @cached_property
    def edge_boxes(self) -> IntArray:
        """The boxes on both sides of each edge, shape (n, 2), lower first; -1 for none, last."""
        found: list[list[int]] = [[] for _ in self.cells]
        for box, edges in enumerate(self.box_edges.tolist()):
            for edge in edges:
                found[edge].append(box)
        return read_only([(*boxes, -1)[:2] for boxes in found])

    @cached_property
    def neighbours(self) -> IntArray:
        """The other edges of an edge's boxes, shape (n, 6): three for each box, else -1."""
        return read_only(
            [
                [*self._other_edges(boxes[0], edge), *self._other_edges(boxes[1], edge)]
                for edge, boxes in enumerate(self.edge_boxes.tolist())
            ]
        )

    def _other_edges(self, box: int, edge: int) -> list[int]:
        if box < 0:
            return [-1, -1, -1]
        return [other for other in self.box_edges[box].tolist() if other != edge]

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """Letters below the columns of dots, numbers left of the rows."""
        return margin_labels(
            ((column, column) for column in range(self.width + 1)),
            ((row, self.height - row) for row in range(self.height + 1)),
            column_y=self.height + 0.45,
            row_x=-0.45,
        )

    @cached_property
    def lines(self) -> tuple[Segment, ...]:
        """All edges, in the order of the cells."""
        return tuple((self._point(start), self._point(end)) for start, end in self._ends)

    @cached_property
    def template(self) -> Template:
        """Dots four characters and two lines apart; a horizontal edge is three characters wide."""
        indent = len(str(self.height + 1)) + 1
        lines = []
        for row in reversed(range(self.height + 1)):
            lines.append(f"{row + 1:>{indent - 1}} " + "   ".join("+" * (self.width + 1)))
            lines.append(" " * (indent + 4 * self.width + 1))
        lines[-1] = letter_line(indent, range(self.width + 1), 4)
        return Template(
            tuple(lines),
            tuple(self._text_place(indent, start, end) for start, end in self._ends),
            tuple(
                Place(2 * (self.height - row) - 1, indent + 4 * column + 2)
                for row in range(self.height)
                for column in range(self.width)
            ),
        )

    def _text_place(self, indent: int, start: tuple[int, int], end: tuple[int, int]) -> Place:
        line = 2 * (self.height - start[1])
        if start[1] == end[1]:
            return Place(line, indent + 4 * start[0] + 1, 3)
        return Place(line - 1, indent + 4 * start[0])


def _dot_name(dot: tuple[int, int]) -> str:
    return f"{column_name(dot[0])}{dot[1] + 1}"
