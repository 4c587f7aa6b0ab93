"""Reference for Dots and Boxes.

Doubts in the rules text, and what is done here:

* `size` is width = height; the width counts boxes along a row, the height rows of boxes.
* The position text has the edges as its first field and the boxes as its second. The edges go from
  the bottom as the text says; the rows of boxes go from the top down, as in all position texts.
* A pass gives the turn to the other side, also the pass that ends the game: the side written then
  is the one that passed first. An edge that closes no box sets the passes in a row to 0.
* "When the side to move has just closed a box" has no pass among the moves, but for that the game
  goes on: with all edges drawn it is over.
* A box is won when its last edge is drawn, so a text in which a box with four edges has no owner,
  or another box has one, is refused; so are `1` and `2` with `passing=false`, `+` for a side
  without a box, and all but `+` with all edges drawn, since the last edge closes a box.
* Edges are written with the lower dot or the dot to the left first; no other way is read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from .common import EMPTY, Cell, cell_name, read_row, sign, split_fields, split_rows, write_row

OWNERS = "AB"

Edge = tuple[Cell, Cell]
"""An edge as its two dots."""


@cache
def horizontal_edges(width: int, height: int) -> list[Edge]:
    """Return the horizontal edges, row of dots by row of dots from the bottom."""
    return [((column, row), (column + 1, row)) for row in range(height + 1) for column in range(width)]


@cache
def vertical_edges(width: int, height: int) -> list[Edge]:
    """Return the vertical edges, row of boxes by row of boxes from the bottom."""
    return [((column, row), (column, row + 1)) for row in range(height) for column in range(width + 1)]


@cache
def all_edges(width: int, height: int) -> list[Edge]:
    """Return all edges, the horizontal ones first."""
    return horizontal_edges(width, height) + vertical_edges(width, height)


@cache
def all_boxes(width: int, height: int) -> list[Cell]:
    """Return all boxes, each by its dot at the bottom left."""
    return [(column, row) for row in range(height) for column in range(width)]


def sides_of(box: Cell) -> list[Edge]:
    """Return the four edges of a box."""
    column, row = box
    bottom_left, bottom_right = (column, row), (column + 1, row)
    top_left, top_right = (column, row + 1), (column + 1, row + 1)
    return [
        (bottom_left, bottom_right),
        (top_left, top_right),
        (bottom_left, top_left),
        (bottom_right, top_right),
    ]


def edge_name(edge: Edge) -> str:
    """Write the name of an edge."""
    return cell_name(edge[0]) + cell_name(edge[1])


@dataclass(frozen=True)
class Dots:
    """A position: the edges that are drawn, and the owners of the closed boxes, "A" or "B"."""

    drawn: frozenset[Edge]
    owners: Mapping[Cell, str]
    side: int
    passes: str
    """The passes in a row, 0, 1 or 2, or + when the side to move has just closed a box."""
    width: int
    height: int
    passing: bool

    def __post_init__(self) -> None:
        if not (1 <= self.width <= 9 and 1 <= self.height <= 9):
            raise ValueError("width and height must be 1 to 9")

    def __hash__(self) -> int:
        return hash(self.text())

    @classmethod
    def start(cls, width: int = 3, height: int = 3, passing: bool = True) -> "Dots":
        """Return the board without edges, with the first player to move."""
        return cls(frozenset(), MappingProxyType({}), 0, "0", width, height, passing)

    @classmethod
    def parse(cls, text: str, width: int = 3, height: int = 3, passing: bool = True) -> "Dots":
        """Read a position text: the edges, the boxes from the top, the side, the passes."""
        edges_text, rows, side, passes = split_fields(text.upper(), 4)
        if side not in ("A", "B"):
            raise ValueError(f"{text!r}: the side must be a or b")
        if passes not in ("0", "1", "2", "+"):
            raise ValueError(f"{text!r}: the last field must be 0, 1, 2 or +")
        if passes in ("1", "2") and not passing:
            raise ValueError(f"{text!r}: no passes are allowed")
        parts = edges_text.split(",")
        groups = [horizontal_edges(width, height), vertical_edges(width, height)]
        if len(parts) != 2:
            raise ValueError(f"{text!r}: expected horizontal and vertical edges, joined by a comma")
        drawn = set()
        for part, edges in zip(parts, groups, strict=True):
            if len(part) != len(edges) or not set(part) <= {"0", "1"}:
                raise ValueError(f"{text!r}: expected {len(edges)} times 0 or 1, not {part!r}")
            drawn |= {edge for edge, digit in zip(edges, part, strict=True) if digit == "1"}
        owners = {}
        for from_top, row_text in enumerate(split_rows(rows, height)):
            for column, content in enumerate(read_row(row_text, OWNERS, width)):
                box = column, height - 1 - from_top
                closed = drawn.issuperset(sides_of(box))
                if closed != (content != EMPTY):
                    raise ValueError(f"{text!r}: the closed boxes and no others must have an owner")
                if closed:
                    owners[box] = content
        if passes == "+" and side not in owners.values():
            raise ValueError(f"{text!r}: the side to move has no box that it may just have closed")
        if passes != "+" and len(drawn) == len(all_edges(width, height)):
            raise ValueError(f"{text!r}: the last edge has closed a box")
        return cls(
            frozenset(drawn),
            MappingProxyType(owners),
            OWNERS.index(side),
            passes,
            width,
            height,
            passing,
        )

    def text(self) -> str:
        """Write the position text."""
        groups = []
        for edges in (
            horizontal_edges(self.width, self.height),
            vertical_edges(self.width, self.height),
        ):
            groups.append("".join("1" if edge in self.drawn else "0" for edge in edges))
        rows = []
        for row in reversed(range(self.height)):
            rows.append(write_row([self.owners.get((column, row), EMPTY) for column in range(self.width)]))
        return f"{','.join(groups)} {'/'.join(rows)} {OWNERS[self.side].lower()} {self.passes}"

    def missing_edges(self) -> list[Edge]:
        """Return the edges that are not drawn."""
        return [edge for edge in all_edges(self.width, self.height) if edge not in self.drawn]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.passes == "2" or not self.missing_edges()

    def moves(self) -> list[str]:
        """Return the legal moves, `pass` as the last."""
        if self.over:
            return []
        found = [edge_name(edge) for edge in self.missing_edges()]
        if self.passing and self.passes != "+":
            found.append("pass")
        return found

    def play(self, move: str) -> "Dots":
        """Return the position after a move."""
        name = move.strip().lower()
        if name not in self.moves():
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        drawn = self.drawn
        owners = dict(self.owners)
        side = 1 - self.side
        if name == "pass":
            passes = "2" if self.passes == "1" else "1"
        else:
            drawn |= {edge for edge in self.missing_edges() if edge_name(edge) == name}
            closed = [
                box
                for box in all_boxes(self.width, self.height)
                if box not in owners and drawn.issuperset(sides_of(box))
            ]
            for box in closed:
                owners[box] = OWNERS[self.side]
            if closed:
                side = self.side
            passes = "+" if closed else "0"
        return Dots(drawn, MappingProxyType(owners), side, passes, self.width, self.height, self.passing)

    @property
    def margin(self) -> int:
        """The boxes of the first player minus those of the second."""
        if not self.over:
            raise ValueError("the game is not over")
        owners = list(self.owners.values())
        return owners.count("A") - owners.count("B")

    @property
    def outcome(self) -> int:
        """+1 if the first player has won, -1 if the second has, 0 for a draw."""
        return sign(self.margin)
