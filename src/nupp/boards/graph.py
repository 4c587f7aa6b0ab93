"""Boards of points and lines, and maps drawn as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from nupp.boards.board import (
    Board,
    Cell,
    IntArray,
    Place,
    Point,
    Segment,
    Template,
    read_only,
    regular_polygon,
)
from nupp.boards.labels import Label, column_name, letter_line, margin_labels

#: The steps (dx, dy) on the drawing, y down, that each character of a map may connect.
_EDGE_STEPS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "-": ((1, 0),),
    "|": ((0, 1),),
    "/": ((1, -1),),
    "\\": ((1, 1),),
    "X": ((1, -1), (1, 1)),
}

_EDGES_BY_PLACE: Final = {(0, 1): "-", (1, 0): "|", (1, 1): "/\\X"}


class GraphBoard(Board):
    """Named points on a grid, some of them joined by lines.

    ``points`` maps names to (column, row), columns counted from the left and rows from the
    bottom, both from 0; the cells keep the order of the mapping. ``edges`` are pairs of names.
    ``neighbours`` holds each point's neighbours in ascending order, padded with -1 to the largest
    degree. Names of the usual form (a1 bottom left) are printed as coordinates round the board;
    any others stand beside their points.

    Attributes:
        edges: the edges as pairs of cells, lower first, ascending.
        rows: the grid as one sees it, rows from top to bottom, with -1 where there is no point.
    """

    tiled = False

    def __init__(self, points: Mapping[str, tuple[int, int]], edges: Iterable[tuple[str, str]]) -> None:
        """Make the board.

        Raises a ValueError if there is no point, if two points share a place or a name (but for
        case), if a place is outside the grid, or if an edge names no point or joins one to itself.
        """
        _check_points(points)
        names = {name.lower(): cell for cell, name in enumerate(points)}
        self._points = tuple(points.values())
        self.width = 1 + max(column for column, _ in self._points)
        self.height = 1 + max(row for _, row in self._points)
        self.edges = tuple(sorted({_edge(edge, names) for edge in edges}))
        super().__init__(
            (self._make_cell(name, at) for name, at in points.items()),
            (tuple(points.items()), self.edges),
            f"one of {', '.join(points)}",
        )
        cells = {at: cell for cell, at in enumerate(self._points)}
        self.rows = tuple(
            tuple(cells.get((column, row), -1) for column in range(self.width))
            for row in reversed(range(self.height))
        )
        self.dots = tuple((cell.x, cell.y) for cell in self.cells)

    def __repr__(self) -> str:
        return f"<GraphBoard of {len(self)} points and {len(self.edges)} edges>"

    def _make_cell(self, name: str, at: tuple[int, int]) -> Cell:
        x, y = float(at[0]), float(self.height - 1 - at[1])
        return Cell(name, x, y, tuple(regular_polygon(x, y, 0.45, 8, math.pi / 8)))

    @cached_property
    def neighbours(self) -> IntArray:
        """The neighbours of each point in ascending order, shape (n, largest degree), -1 padded."""
        found: list[list[int]] = [[] for _ in self.cells]
        for a, b in self.edges:
            found[a].append(b)
            found[b].append(a)
        degree = max(len(cells) for cells in found)
        padded = [sorted(cells) + [-1] * (degree - len(cells)) for cells in found]
        return read_only(padded).reshape(len(self), degree)

    @cached_property
    def _has_grid_names(self) -> bool:
        return all(
            cell.name == f"{column_name(column)}{row + 1}"
            for cell, (column, row) in zip(self.cells, self._points, strict=True)
        )

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """Letters below and numbers on the left; or each point's own name beside it."""
        if not self._has_grid_names:
            return tuple(Label(cell.name, cell.x + 0.4, cell.y + 0.4) for cell in self.cells)
        return margin_labels(
            ((column, column) for column in range(self.width)),
            ((row, self.height - 1 - row) for row in range(self.height)),
            column_y=self.height - 1 + 0.75,
            row_x=-0.75,
        )

    @cached_property
    def lines(self) -> tuple[Segment, ...]:
        """The edges."""
        at: list[Point] = [(cell.x, cell.y) for cell in self.cells]
        return tuple((at[a], at[b]) for a, b in self.edges)

    @cached_property
    def template(self) -> Template:
        """Points four characters and two lines apart, joined by dashes, bars and slashes."""
        margin = self._has_grid_names
        indent = len(str(self.height)) + 1 if margin else 0
        places = tuple(
            Place(2 * (self.height - 1 - row), indent + 4 * column) for column, row in self._points
        )
        rows = [[" "] * (indent + 4 * self.width - 3) for _ in range(2 * self.height - 1)]
        for a, b in self.edges:
            _draw_edge(rows, places[a], places[b])
        for place in places:
            rows[place.line][place.column] = "."
        if margin:
            for row in range(self.height):
                label = f"{row + 1:>{indent - 1}}"
                rows[2 * (self.height - 1 - row)][: len(label)] = label
        lines = ["".join(row).rstrip() for row in rows]
        if margin:
            lines.append(letter_line(indent, range(self.width), 4))
        # Each line is as long as its last place, so that symbols always overwrite a character.
        return Template(tuple(lines), places)


def _check_points(points: Mapping[str, tuple[int, int]]) -> None:
    if not points:
        raise ValueError("a board without points: expected at least one")
    names: dict[str, str] = {}
    places: dict[tuple[int, int], str] = {}
    for name, at in points.items():
        if min(at) < 0:
            raise ValueError(f"point {name!r} is at {at!r}: expected a column and row from 0")
        if name.lower() in names:
            raise ValueError(f"points {names[name.lower()]!r} and {name!r} have the same name")
        if at in places:
            raise ValueError(f"points {places[at]!r} and {name!r} are both at {at!r}")
        names[name.lower()] = name
        places[at] = name


def _edge(edge: tuple[str, str], names: Mapping[str, int]) -> tuple[int, int]:
    """Return the cells of an edge given by names, lower first."""
    for name in edge:
        if name.lower() not in names:
            raise ValueError(f"edge {edge!r} ends at no point: expected names from {list(names)}")
    a, b = sorted(names[name.lower()] for name in edge)
    if a == b:
        raise ValueError(f"edge {edge!r} joins a point to itself: expected two points")
    return a, b


def _draw_edge(rows: list[list[str]], start: Place, end: Place) -> None:
    """Draw a line between two places: dashes, bars, or one slash for each line it crosses."""
    down, right = end.line - start.line, end.column - start.column
    if down == 0:
        for column in range(min(start.column, end.column) + 1, max(start.column, end.column)):
            rows[start.line][column] = "-"
        return
    mark = "|" if right == 0 else "\\" if (right > 0) == (down > 0) else "/"
    for step in range(1, abs(down)):
        line = start.line + step * (1 if down > 0 else -1)
        column = start.column + round(right * step / abs(down))
        crossing = {rows[line][column], mark} == {"/", "\\"}
        rows[line][column] = "X" if crossing else mark


def parse_map(text: str) -> GraphBoard:
    r"""Read a map drawn as text and return its board.

    Nodes are ``+`` or a letter at even columns and even lines, counted from 0 at the top left of
    the drawing (blank lines and common indentation around it do not count). Between neighbouring
    nodes stand the edges: ``-``, ``|``, ``/``, ``\``, or ``X`` for two crossing diagonals. Nodes
    are named by the grid of nodes, a1 bottom left, and numbered row by row from the bottom, each
    row from the left.

    Raises a ValueError that names line and column (from 1, in the text as given) and quotes what
    stands there, if a character is out of place or an edge does not end at two nodes.
    """
    drawing = _Map(text)
    nodes = drawing.nodes()
    bottom = max(y for _, y in nodes)
    order = sorted(nodes, key=lambda node: (-node[1], node[0]))
    points = {_node_name(at, bottom): (at[0] // 2, (bottom - at[1]) // 2) for at in order}
    edges = [(_node_name(a, bottom), _node_name(b, bottom)) for a, b in drawing.edges(frozenset(nodes))]
    return GraphBoard(points, edges)


def _node_name(at: tuple[int, int], bottom: int) -> str:
    return f"{column_name(at[0] // 2)}{(bottom - at[1]) // 2 + 1}"


class _Map:
    """The characters of a drawn map by (column, line) from its top left corner."""

    def __init__(self, text: str) -> None:
        lines = [line.rstrip() for line in text.split("\n")]
        used = [number for number, line in enumerate(lines) if line]
        if not used:
            raise ValueError(f"{text!r} is no map: expected nodes '+' joined by - | / \\ X")
        self.top = used[0]
        self.left = min(len(lines[n]) - len(lines[n].lstrip(" ")) for n in used)
        self.characters = {
            (x - self.left, y - self.top): character
            for y in used
            for x, character in enumerate(lines[y])
            if character != " "
        }

    def nodes(self) -> list[tuple[int, int]]:
        """Return the places of all nodes, having checked every character but edges' ends."""
        found = []
        for (x, y), character in self.characters.items():
            place = (y % 2, x % 2)
            if place == (0, 0):
                if character != "+" and not character.isalpha():
                    raise self.error(x, y, "a node, '+' or a letter")
                found.append((x, y))
            elif character.upper() not in _EDGES_BY_PLACE[place]:
                edges = " or ".join(f"'{edge}'" for edge in _EDGES_BY_PLACE[place])
                raise self.error(x, y, f"a blank or {edges}")
        return found

    def edges(self, nodes: frozenset[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Return the pairs of nodes joined by the edges."""
        found = []
        for (x, y), character in self.characters.items():
            if (x, y) in nodes:
                continue
            for dx, dy in _EDGE_STEPS[character.upper()]:
                a, b = (x - dx, y - dy), (x + dx, y + dy)
                if a not in nodes or b not in nodes:
                    raise self.error(x, y, "a node at both of its ends")
                found.append((a, b))
        return found

    def error(self, x: int, y: int, expected: str) -> ValueError:
        """Return an error that quotes what stands at a place of the text and names what should."""
        return ValueError(
            f"line {y + self.top + 1}, column {x + self.left + 1} of the map: "
            f"{self.characters[x, y]!r}: expected {expected}"
        )
