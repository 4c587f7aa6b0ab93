"""The labyrinth game: two pieces a side on any graph; who cannot move loses.

Layout. Nodes are numbered row by row from the bottom, each row from the left. The pieces of a side are bits
of one 64-bit word, bit = node, and so are the neighbours of each node. On the map `cross`:

    5         8
              |
    4         7
              |
    3   2--3--4--5--6                adjacent[4] = bits 1, 3, 5, 7
              |                      adjacent[0] = bit 1
    2         1
              |
    1         0
        a  b  c  d  e
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import numpy as np

from nupp.boards import GraphBoard, parse_map
from nupp.kernel import Record, mix, record_dtype
from nupp.kernel.bits import ZERO, bit, lowest_bit, mask, popcount, without_lowest, write_bits
from nupp.rules import register
from nupp.rules.actions import ListedActions, register_actions
from nupp.rules.basics import Kinds, Moves, States
from nupp.rules.contract import Game
from nupp.rules.movetexts import MoveNotation
from nupp.rules.notation import format_rows, parse_count, parse_rows, parse_side, split_fields
from nupp.rules.repetition import Repetition
from nupp.rules.symmetry import Symmetry
from nupp.spec import BuiltIn

MAPS: Final = {
    "grid3x3": r"""
        +-+-+
        | | |
        +-+-+
        | | |
        +-+-+
    """,
    "grid4x4": r"""
        +-+-+-+
        | | | |
        +-+-+-+
        | | | |
        +-+-+-+
        | | | |
        +-+-+-+
    """,
    "ring8": r"""
        +-+-+
        |   |
        +   +
        |   |
        +-+-+
    """,
    "plus": r"""
          +
          |
        +-+-+
          |
          +
    """,
    "cross": r"""
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
    "path5": "+-+-+-+-+",
}
"""The maps that have names, drawn as `parse_map` reads them."""

PIECES, MOST_NODES, MOST_MOVES = 4, 64, 200

_LONGEST = 2 * MOST_NODES - 1  # characters in a line, and lines, of a map
_NODE = "[a-z]{1,2}[0-9]{1,2}"


class NodeNotation(MoveNotation["Labyrinth"]):
    """Nodes by their names, with any sign between those of a move."""

    def normalise(self, game: Labyrinth, text: str) -> str:
        return re.sub(f"({_NODE})[^a-z0-9]*({_NODE})", r"\1-\2", super().normalise(game, text))


class Wandering(Repetition["Labyrinth"]):
    """Positions are the same whatever the number of moves; placing cannot be undone."""

    def key(self, game: Labyrinth, state: Record) -> np.uint64:
        return mix(mix(mix(state.pieces[0]) ^ state.pieces[1]) ^ np.uint64(state.turn))

    def forget(self, state: Record) -> None:
        state.moved = 0

    def plies(self, game: Labyrinth, state: Record) -> int:
        return int(state.moved)

    def plies_left(self, game: Labyrinth, state: Record) -> int:
        return MOST_MOVES - int(state.moved)


@register
class Labyrinth(Game):
    r"""The labyrinth game (source: J. Henno, "Trips-traps-trull ja minimax", 2004).

    **Rules.** Each side has two pieces. The sides first place them one at a time on empty nodes of a graph,
    in the `order` first, second, first, second (`abab`) or first, second, second, first (`abba`). Then
    `mover` begins, and in turn each side moves one of its pieces along an edge to an empty node. A side that
    cannot move loses. The third occurrence of a position, and 200 moves after the placing, are draws.

    The graph is a `map`: one of those with names, or a file that holds a drawing. Nodes are `+` or letters
    in every second column of every second line, and between neighbouring nodes stand the edges `-`, `|`,
    `/`, `\`, or `X` for two diagonals that cross. A map has 4 to 64 nodes. On 4 nodes the pieces leave no
    room, and `mover` loses.

    The source says of the board that it pictures that the beginner can always win; which board, which order
    of placing and who moves first it leaves open.

    **Notation.** Nodes are named by the grid on which they are drawn, columns a, b, ... from the left, rows
    1, 2, ... from the bottom. A piece is placed by the name of its node, `b2`, and moved by the names of
    two, `b2-b3`. A position is rows from the top (A for the first side's pieces, B for the second's, `.`
    where there is no node, numbers for empty nodes), the side to move or to place, a or b, and the number of
    moves since the placing: `..1../..B../1A1A1/..1../..B.. a 0`.

    **State.** `pieces[side]` as drawn above, `moved` (the number of moves since the placing) and `turn`. A
    move has the code 64 * origin + target, a placing 64 * target + target.
    """

    board: GraphBoard
    name = "labyrinth"
    notation = NodeNotation(
        f"{_NODE}(-{_NODE})?", "a node such as b2 for placing, or two such as b2-b3 for moving"
    )
    repetition = Wandering(3)
    kinds = Kinds(1)

    def __init__(
        self,
        map: Annotated[
            str, BuiltIn(tuple(MAPS)), f"a file that holds a drawing, or one of {', '.join(MAPS)}"
        ] = "cross",
        order: Annotated[Literal["abab", "abba"], "who places in turn, first (a) or second (b)"] = "abba",
        mover: Annotated[Literal["first", "second"], "who moves first after the placing"] = "first",
    ) -> None:
        self.board = _board(map)
        self.order = order
        self.nodes = mask(range(len(self.board)))
        neighbours = self.board.neighbours.tolist()
        self.adjacent = np.array([mask(node for node in row if node >= 0) for row in neighbours])
        self.turns = np.array([*("ab".index(side) for side in order), ("first", "second").index(mover)])
        self.max_moves = max(len(self.board), 2 * len(neighbours[0]))
        self.State = record_dtype(("pieces", np.uint64, (2,)), ("moved", np.int16), ("turn", np.int8))

    # ---- rules ---------------------------------------------------------------------------------

    def start(self, state: Record) -> None:
        pass  # an empty board, and the first side places first: all zero

    def legal_moves(self, state: Record, moves: Moves) -> int:
        if self.is_placing(state):
            return write_bits(self.empty(state), 0, 65, moves, 0)
        if state.moved >= MOST_MOVES:
            return 0
        n = 0
        own = state.pieces[int(state.turn)]
        while own != ZERO:
            origin = lowest_bit(own)
            own = without_lowest(own)
            n = write_bits(self.neighbours(state, origin) & self.empty(state), 64 * origin, 1, moves, n)
        return n

    def play(self, state: Record, move: int) -> None:
        side = int(state.turn)
        origin, target = move >> 6, move & 63
        if origin == target:
            state.pieces[side] |= bit(target)
            state.turn = self.turns[popcount(self.placed(state))]
        else:
            state.pieces[side] ^= bit(origin) | bit(target)
            state.moved += 1
            state.turn = 1 - side

    def to_move(self, state: Record) -> int:
        return int(state.turn)

    def outcome(self, state: Record) -> int:
        side = int(state.turn)
        if self.mobility(state, side) > 0:
            return 0
        return -1 if side == 0 else 1

    def hash(self, state: Record) -> np.uint64:
        return mix(self.repetition.key(self, state) + np.uint64(state.moved))

    def count_moves(self, state: Record, moves: Moves) -> int:
        if self.is_placing(state):
            return popcount(self.empty(state))
        return 0 if state.moved >= MOST_MOVES else self.mobility(state, int(state.turn))

    def move_class(self, move: int) -> int:
        return move

    def contents(self, state: Record, found: Moves) -> int:
        side = int(state.turn)
        n = write_bits(state.pieces[side], 1, 3, found, 0)
        return write_bits(state.pieces[1 - side], 2, 3, found, n)

    # ---- the board -----------------------------------------------------------------------------

    # Only the next two methods know the graph: games whose states hold it need no separate code.

    def neighbours(self, state: Record, node: int) -> np.uint64:
        """The nodes to which edges lead from a node."""
        nodes: np.uint64 = self.adjacent[node]
        return nodes

    def empty(self, state: Record) -> np.uint64:
        """The nodes without a piece."""
        return self.nodes & ~self.placed(state)

    def placed(self, state: Record) -> np.uint64:
        """The nodes with a piece."""
        nodes: np.uint64 = state.pieces[0] | state.pieces[1]
        return nodes

    def is_placing(self, state: Record) -> bool:
        """True if there are pieces yet to be placed."""
        return popcount(self.placed(state)) < PIECES

    def mobility(self, state: Record, side: int) -> int:
        """The number of moves along edges that a side would have, were it its turn."""
        n = 0
        own = state.pieces[side]
        while own != ZERO:
            n += popcount(self.neighbours(state, lowest_bit(own)) & self.empty(state))
            own = without_lowest(own)
        return n

    # ---- notation ------------------------------------------------------------------------------

    def move_text(self, state: Record, move: int) -> str:
        origin, target = divmod(move, 64)
        name = self.board.name(target)
        return name if origin == target else f"{self.board.name(origin)}-{name}"

    def format_position(self, state: Record) -> str:
        rows = format_rows(self.symbols_of(state), self.board.rows, hole=".")
        return f"{rows} {'ab'[state.turn]} {state.moved}"

    def read_position(self, text: str, state: Record) -> None:
        rows, side, moved = split_fields(text, "rows", "side", "moves since placing")
        pieces = parse_rows(rows, self.board.rows, "AB", hole=".")
        state.turn = parse_side(side, "ab")
        state.moved = parse_count(moved, "moves since placing", MOST_MOVES)
        for number, letter in enumerate("AB"):
            state.pieces[number] = mask(node for node, symbol in pieces if symbol == letter)
        self._check_placing("".join(sorted(symbol for _, symbol in pieces)), state)

    def _check_placing(self, placed: str, state: Record) -> None:
        """Raise a ValueError unless the pieces placed (A and B, sorted) are those that come first."""
        order, number = self.order.upper(), len(placed)
        if number > PIECES or placed != "".join(sorted(order[:number])):
            raise ValueError(f"pieces {placed}: expected those that are placed first of {order}")
        if number < PIECES and state.turn != self.turns[number]:
            raise ValueError(f"expected side {self.order[number]}, which places the next piece of {order}")
        if number < PIECES and state.moved != 0:
            raise ValueError("moves since placing: expected 0 as long as there are pieces to place")
        due = (int(self.turns[PIECES]) + int(state.moved)) % 2
        if number == PIECES and state.turn != due:
            raise ValueError(f"expected side {'ab'[due]} after {state.moved} moves since placing")

    def symbols_of(self, state: Record) -> list[str]:
        first, second = map(int, state.pieces)
        return [".AB"[(first >> node & 1) + 2 * (second >> node & 1)] for node in range(len(self.board))]

    # ---- drawing and symmetries ------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> tuple[Symmetry[Any], ...]:
        return tuple(LabyrinthSymmetry(self, tuple(image)) for image in self.board.symmetries.tolist())


class LabyrinthSymmetry(Symmetry[Labyrinth]):
    """An image of the nodes; a move names two of them."""

    def map_move(self, move: int) -> int:
        origin, target = divmod(move, 64)
        return 64 * self.cells[origin] + self.cells[target]

    def map_state(self, state: States) -> States:
        image = state.copy()
        for side, pieces in enumerate(state[0].pieces):
            image[0].pieces[side] = mask(
                target for node, target in enumerate(self.cells) if int(pieces) >> node & 1
            )
        return image


@register_actions(Labyrinth)
class LabyrinthActions(ListedActions[Labyrinth]):
    """Placings by their nodes, and then moves by the edges that they go along, each in both directions."""

    def __init__(self, game: Labyrinth) -> None:
        placings = [65 * node for node in range(len(game.board))]
        ways = [64 * a + b for edge in game.board.edges for a, b in (edge, edge[::-1])]
        super().__init__(placings + ways)


def _board(name: str) -> GraphBoard:
    """The board of a map with a name, or of one in a file; ValueError says what is wrong with it."""
    try:
        board = parse_map(MAPS[name] if name in MAPS else _read_file(Path(name)))
    except ValueError as error:
        raise ValueError(f"map={name}: {error}") from None
    if not PIECES <= len(board) <= MOST_NODES:
        raise ValueError(f"map={name}: expected {PIECES} to {MOST_NODES} nodes, found {len(board)}")
    return board


def _read_file(path: Path) -> str:
    """The text of a file that may hold a map; ValueError if it cannot."""
    try:
        if not path.is_file():
            raise ValueError(f"no such map or file: expected {', '.join(MAPS)}, or a file with a drawing")
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(_LONGEST * (_LONGEST + 1) + 1)  # the most that can be right, and one more
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError("expected a drawing of a map, found what is no text") from None
    lines = text.splitlines()
    if len(lines) > _LONGEST or any(len(line) > _LONGEST for line in lines):
        raise ValueError(f"expected at most {_LONGEST} lines of at most {_LONGEST} characters")
    return text
