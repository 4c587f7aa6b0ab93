"""Reference for the labyrinth game.

Doubts in the rules text, and what is done here:

* Columns and lines of a drawing are counted from 0. Blanks at the end of a line and blank lines
  at the end of the drawing do not matter; all others keep their place, so a blank line at the
  top shifts the drawing. Any ASCII letter is a node, also `X` (at even column and even line).
* "X for two crossing diagonals" is the capital letter only, since a drawing is no position text.
* An edge that does not join two nodes, an unknown character, fewer than four nodes and more than
  26 columns of nodes are refused. The graph need not be connected.
* `path5` lies along a row: a1 b1 c1 d1 e1.
* `a` is the side of the A pieces, the first player, also with `mover=second`.
* "200 moves after placing" are single moves: the 200th ends the game.
* Positions are counted for repetition from the one in which placing is complete.
* A text must agree with `order` while placing: the pieces, the side to place, and a count of 0.
  Later `mover` is to move whenever the count is even.
* A position read from a text has no past; positions that differ in their past alone are equal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import MappingProxyType

from .common import (
    EMPTY,
    LETTERS,
    Cell,
    cell_name,
    read_row,
    split_fields,
    split_rows,
    write_row,
)

PIECES = "AB"
NO_NODE = "."
LIMIT = 200

MAPS = {
    "grid3x3": """\
+-+-+
| | |
+-+-+
| | |
+-+-+
""",
    "grid4x4": """\
+-+-+-+
| | | |
+-+-+-+
| | | |
+-+-+-+
| | | |
+-+-+-+
""",
    "ring8": """\
+-+-+
|   |
+   +
|   |
+-+-+
""",
    "plus": """\
  +
  |
+-+-+
  |
  +
""",
    "cross": """\
    +
    |
    +
    |
+-+-+-+-+
    |
    +
    |
    +
""",
    "path5": """\
+-+-+-+-+
""",
}


@dataclass(frozen=True)
class Graph:
    """A map: the size of its grid of nodes, and the neighbours of every node."""

    width: int
    height: int
    neighbours: Mapping[Cell, list[Cell]]


def is_node(character: str) -> bool:
    """Tell whether a character of a drawing stands for a node."""
    return character == "+" or (character.isascii() and character.isalpha())


def steps_of(character: str, column: int, line: int) -> list[tuple[int, int]]:
    """Return the (right, down) from the middle to one end of every edge that a character draws."""
    between_columns = column % 2 == 1
    between_lines = line % 2 == 1
    if character == "-" and between_columns and not between_lines:
        return [(1, 0)]
    if character == "|" and between_lines and not between_columns:
        return [(0, 1)]
    if between_columns and between_lines:
        if character == "\\":
            return [(1, 1)]
        if character == "/":
            return [(1, -1)]
        if character == "X":
            return [(1, 1), (1, -1)]
    raise ValueError(f"unexpected {character!r} in column {column} of line {line} of the map")


@cache
def graph_of(map_: str) -> Graph:
    """Return the graph of a named map, or of a drawing."""
    drawing = MAPS.get(map_, map_)
    lines = [line.rstrip() for line in drawing.rstrip().splitlines()]
    width = (max((len(line) for line in lines), default=0) + 1) // 2
    height = (len(lines) + 1) // 2
    characters = {
        (column, line): character
        for line, content in enumerate(lines)
        for column, character in enumerate(content)
        if character != " "
    }
    # A node in column 2c and line 2l is the cell (c, height - 1 - l): rows are named from below.
    neighbours: dict[Cell, list[Cell]] = {}
    for (column, line), character in characters.items():
        if column % 2 == 0 and line % 2 == 0 and is_node(character):
            neighbours[column // 2, height - 1 - line // 2] = []
    for (column, line), character in characters.items():
        if column % 2 == 0 and line % 2 == 0 and is_node(character):
            continue
        for right, down in steps_of(character, column, line):
            ends = [
                ((column + right) // 2, height - 1 - (line + down) // 2),
                ((column - right) // 2, height - 1 - (line - down) // 2),
            ]
            if any(end not in neighbours for end in ends):
                raise ValueError(f"the edge in column {column} of line {line} of the map lacks a node")
            neighbours[ends[0]].append(ends[1])
            neighbours[ends[1]].append(ends[0])
    if len(neighbours) < 4:
        raise ValueError(f"the map {map_!r} has fewer than four nodes")
    if width > len(LETTERS):
        raise ValueError(f"the map has more than {len(LETTERS)} columns")
    return Graph(width, height, neighbours)


@dataclass(frozen=True)
class Labyrinth:
    """A position. The board maps the nodes that hold a piece to "A" or "B"."""

    board: Mapping[Cell, str]
    side: int
    count: int
    """The number of moves since placing."""
    map: str
    order: str
    mover: str
    past: tuple[str, ...] = field(default=(), compare=False)
    """The boards and sides of all earlier positions since placing."""

    def __post_init__(self) -> None:
        graph_of(self.map)
        if self.order not in ("abab", "abba"):
            raise ValueError("order must be abab or abba")
        if self.mover not in ("first", "second"):
            raise ValueError("mover must be first or second")

    def __hash__(self) -> int:
        return hash(self.text())

    @classmethod
    def start(cls, map: str = "cross", order: str = "abba", mover: str = "first") -> "Labyrinth":
        """Return the empty board; `map` is the name of a map or a drawing."""
        return cls(MappingProxyType({}), 0, 0, map, order, mover)

    @classmethod
    def parse(cls, text: str, map: str = "cross", order: str = "abba", mover: str = "first") -> "Labyrinth":
        """Read a position text: rows of nodes from the top, the side, the moves since placing."""
        graph = graph_of(map)
        rows, side, count = split_fields(text.upper(), 3)
        if side not in ("A", "B"):
            raise ValueError(f"{text!r}: the side must be a or b")
        if not (count.isascii() and count.isdigit() and str(int(count)) == count):
            raise ValueError(f"{text!r}: the last field must be a number of moves")
        if int(count) > LIMIT:
            raise ValueError(f"{text!r}: more than {LIMIT} moves since placing")
        if "#" in rows:
            raise ValueError(f"{text!r}: unexpected '#'")
        board = {}
        # The dot means "empty" in a list of cells, so the missing nodes get another sign.
        for from_top, row_text in enumerate(split_rows(rows.replace(NO_NODE, "#"), graph.height)):
            row = graph.height - 1 - from_top
            for column, content in enumerate(read_row(row_text, PIECES + "#", graph.width)):
                if (content == "#") != ((column, row) not in graph.neighbours):
                    raise ValueError(f"{text!r}: the nodes are not those of the map")
                if content in ("A", "B"):
                    board[column, row] = content
        position = cls(MappingProxyType(board), PIECES.index(side), int(count), map, order, mover)
        pieces = sorted(board.values())
        if pieces != sorted(position.order.upper()[: len(pieces)]):
            raise ValueError(f"{text!r}: these pieces do not arise in the order {order}")
        if position.is_placing():
            if side != position.order.upper()[len(pieces)]:
                raise ValueError(f"{text!r}: the other side is to place a piece")
            if count != "0":
                raise ValueError(f"{text!r}: moves are counted after placing only")
        elif PIECES.index(side) != (("first", "second").index(mover) + int(count)) % 2:
            raise ValueError(f"{text!r}: the other side is to move after {count} moves")
        return position

    def rows(self) -> str:
        """Write the first field of the position text."""
        graph = graph_of(self.map)
        rows = []
        for row in reversed(range(graph.height)):
            contents = []
            for column in range(graph.width):
                if (column, row) in graph.neighbours:
                    contents.append(self.board.get((column, row), EMPTY))
                else:
                    contents.append("#")
            rows.append(write_row(contents))
        return "/".join(rows).replace("#", NO_NODE)

    def board_and_side(self) -> str:
        """Write what must be the same in two positions that count as repeated."""
        return f"{self.rows()} {PIECES[self.side].lower()}"

    def text(self) -> str:
        """Write the position text."""
        return f"{self.board_and_side()} {self.count}"

    def nodes(self) -> list[Cell]:
        """Return all nodes, from the bottom row up, each row from the left."""
        return sorted(graph_of(self.map).neighbours, key=lambda node: (node[1], node[0]))

    def is_placing(self) -> bool:
        """Tell whether pieces are still to be placed."""
        return len(self.board) < len(self.order)

    def steps(self) -> list[tuple[Cell, Cell]]:
        """Return (origin, target) for every step of the side to move along an edge."""
        return [
            (origin, target)
            for origin in self.nodes()
            if self.board.get(origin) == PIECES[self.side]
            for target in graph_of(self.map).neighbours[origin]
            if target not in self.board
        ]

    @cached_property
    def blocked(self) -> bool:
        """Whether the side to move has lost, since it cannot move."""
        return not self.is_placing() and not self.steps()

    @cached_property
    def drawn(self) -> bool:
        """Whether the game is drawn by repetition or by the number of moves."""
        if self.is_placing() or self.blocked:
            return False
        return self.count >= LIMIT or self.past.count(self.board_and_side()) >= 2

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.blocked or self.drawn

    @property
    def outcome(self) -> int:
        """+1 if the first player has won, -1 if the second has, 0 for a draw."""
        if not self.over:
            raise ValueError("the game is not over")
        if self.drawn:
            return 0
        return -1 if self.side == 0 else 1

    @property
    def margin(self) -> int:
        """The outcome: there is no score."""
        return self.outcome

    def moves(self) -> list[str]:
        """Return the legal moves."""
        if self.over:
            return []
        if self.is_placing():
            return [cell_name(node) for node in self.nodes() if node not in self.board]
        return [f"{cell_name(origin)}-{cell_name(target)}" for origin, target in self.steps()]

    def play(self, move: str) -> "Labyrinth":
        """Return the position after a move."""
        name = move.strip().lower()
        if name not in self.moves():
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        node_named = {cell_name(node): node for node in self.nodes()}
        board = dict(self.board)
        if self.is_placing():
            board[node_named[name]] = PIECES[self.side]
            if len(board) < len(self.order):
                side = "ab".index(self.order[len(board)])
            else:
                side = ("first", "second").index(self.mover)
            count = 0
            past: tuple[str, ...] = ()
        else:
            origin, target = name.split("-")
            del board[node_named[origin]]
            board[node_named[target]] = PIECES[self.side]
            side = 1 - self.side
            count = self.count + 1
            past = (*self.past, self.board_and_side())
        return Labyrinth(MappingProxyType(board), side, count, self.map, self.order, self.mover, past)
