"""The games that nupp and OpenSpiel both have, and how a move of nupp is written in OpenSpiel's actions.

OpenSpiel splits some moves into several actions: a turn of Amazons, a capture of checkers with several jumps,
a move of morris that removes a man.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from nupp.boards import DarkSquares
from nupp.games.amazons import Amazons
from nupp.games.breakthrough import Breakthrough
from nupp.games.connectfour import ConnectFour
from nupp.games.dotsandboxes import DotsAndBoxes
from nupp.games.draughts import Draughts
from nupp.games.hex import Hex
from nupp.games.mnk import Mnk
from nupp.games.morris import Morris
from nupp.rules import Game, Position
from nupp.spec import parse_spec

Way = tuple[int, ...]
"""The actions that make up a move."""
Ways = Callable[[int], list[Way]]
"""All ways to write the move of a code; they lead to the same position."""


class Peer(NamedTuple):
    """A game of OpenSpiel, and how the moves of the same game of nupp are written there."""

    name: str
    ways: Ways

    def moves(self, position: Position) -> dict[Way, int]:
        """The codes of the legal moves, by every way to write them."""
        return {way: code for code in position.legal_move_codes for way in self.ways(code)}

    def history(self, position: Position) -> list[int]:
        """The actions that lead to a position from the start of the game."""
        return [action for code in position.move_codes for action in self.ways(code)[0]]


def peer_of(game: Game) -> Peer:
    """The same game of OpenSpiel; ValueError if there is none.

    Morris and checkers are the same but for draws. OpenSpiel knows no repetition, but draws after 200 turns
    of morris, and after 40 single moves of checkers without a capture.
    """
    spec = parse_spec(game.spec)
    known = _KNOWN.get(spec.name)
    if known and known.needed.items() <= spec.arguments.items() and spec.arguments.keys() <= known.allowed:
        return known.peer(game)
    raise ValueError(f"OpenSpiel has no {game.spec}: expected {', '.join(map(str, _KNOWN.values()))}")


# ---- moves that are one action each ------------------------------------------------------------------


def one_to_one(codes: Sequence[int]) -> Ways:
    """The ways of a game whose actions, numbered from 0, are moves of these codes."""
    actions = {code: action for action, code in enumerate(codes)}
    return lambda code: [(actions[code],)]


def cells_from_top(game: Game) -> list[int]:
    """Actions number the cells row by row from the top left."""
    return [cell for row in game.board.rows for cell in row if cell >= 0]  # type: ignore[attr-defined]


def cells_and_pass(game: Game) -> list[int]:
    """Likewise, and the last action is the pass."""
    return [*cells_from_top(game), game.pass_move]  # type: ignore[attr-defined]


def steps_forward(game: Breakthrough) -> list[int]:
    """Actions number the cells row by row from where the first side begins, then the ways that men go.

    Of each cell those are three forward of the first side, left to right, and three of the second; of each
    one that goes, and one that takes. Ways that lead off the board have the code -1.
    """
    rows = game.size // game.width
    return [
        cell * game.size + (row + up) * game.width + column + aside
        if 0 <= row + up < rows and 0 <= column + aside < game.width
        else -1
        for cell, (row, column) in enumerate(np.ndindex(rows, game.width))
        for up in (1, -1)
        for aside in (-1, 0, 1)
        for _ in ("goes", "takes")
    ]


def edges(game: DotsAndBoxes) -> list[int]:
    """Actions number the horizontal edges row by row, and then the vertical ones, as the board does.

    OpenSpiel's rows begin at the top, which the rules cannot tell from the bottom.
    """
    return game.codes[:-1].tolist()


def _mnk(game: Mnk) -> Peer:
    # OpenSpiel has five in a row twice; the one of square boards is many times faster.
    square = game.width == game.height
    name = f"gomoku(size={game.width},connect={game.k})"
    general = f"mnk(m={game.width},n={game.height},k={game.k})"
    return Peer(name if square else general, one_to_one(cells_from_top(game)))


def _hex(game: Hex) -> Peer:
    return Peer(f"hex(board_size={game.width})", one_to_one(cells_from_top(game)))


def _connect_four(game: ConnectFour) -> Peer:
    name = f"connect_four(columns={game.width},rows={game.height},x_in_row={game.k})"
    return Peer(name, lambda code: [(code // game.stride,)])


def _dots_and_boxes(game: DotsAndBoxes) -> Peer:
    width, height = game.board.width, game.board.height
    return Peer(f"dots_and_boxes(num_rows={height},num_cols={width})", one_to_one(edges(game)))


# ---- moves of several actions ------------------------------------------------------------------------


def _amazons(game: Amazons) -> Peer:
    """Three actions: the cells from which and to which she goes, and the arrow's."""
    action = {cell: number for number, cell in enumerate(cells_from_top(game))}
    return Peer("amazons", lambda code: [(action[code >> 14], action[code >> 7 & 127], action[code & 127])])


def _morris(game: Morris) -> Peer:
    """The points, to place a man on or remove one from, and then the moves from a point to another."""
    action = {point: number for number, point in enumerate(cells_from_top(game))}

    def ways(code: int) -> list[Way]:
        removed, origin, target = code >> 10, code >> 5 & 31, code & 31
        step = action[target] if origin == target else len(action) * (1 + action[origin]) + action[target]
        return [(step,) if removed == target else (step, action[removed])]

    return Peer("nine_mens_morris", ways)


class Jump(NamedTuple):
    """A step of checkers to a neighbour in one direction, or a jump over it; `over` is -1 for a step."""

    origin: int
    over: int
    target: int


def checkers_actions(board: DarkSquares) -> dict[int, Jump]:
    """What OpenSpiel's numbers stand for: they count squares, in each directions, in each steps and jumps.

    White, at the bottom, begins: the board is turned by 180 degrees.
    """
    actions = {}
    for cell, neighbours in enumerate(board.neighbours.tolist()):
        column, row = board.column_and_row(len(board) - 1 - cell)
        for d, neighbour in enumerate(neighbours):
            behind = int(board.neighbours[neighbour, d]) if neighbour >= 0 else -1
            number = 8 * (8 * row + column) + 2 * (2, 3, 1, 0)[d]  # theirs: clockwise from up left
            actions[number] = Jump(cell, -1, neighbour)
            actions[number + 1] = Jump(cell, neighbour, behind)
    return actions


def _paths(jumps: Sequence[Jump], origin: int, target: int, taken: frozenset[int]) -> list[tuple[Jump, ...]]:
    """All ways from a cell to another that jump over each of some cells once."""
    if not taken:
        return [()] if origin == target else []
    return [
        (jump, *path)
        for jump in jumps
        if jump.origin == origin and jump.over in taken
        for path in _paths(jumps, jump.target, target, taken - {jump.over})
    ]


def _checkers(game: Draughts) -> Peer:
    """A step, or every jump of a capture in each order that there is."""
    numbers = {jump: number for number, jump in checkers_actions(game.board).items()}
    jumps = [jump for jump in numbers if jump.over >= 0 and jump.target >= 0]

    def ways(code: int) -> list[Way]:
        origin, *taken, target = game.view.move_cells(code)
        if not taken:
            return [(numbers[Jump(origin, -1, target)],)]
        return [
            tuple(numbers[jump] for jump in path) for path in _paths(jumps, origin, target, frozenset(taken))
        ]

    return Peer("checkers", ways)


# ---- which games are the same ------------------------------------------------------------------------


class _Known(NamedTuple):
    """A kind of game that OpenSpiel has, with the arguments that it needs and those that it may have."""

    name: str
    peer: Callable[..., Peer]
    needed: Mapping[str, str] = MappingProxyType({})
    free: frozenset[str] = frozenset()

    @property
    def allowed(self) -> frozenset[str]:
        return self.free | self.needed.keys()

    def __str__(self) -> str:
        arguments = ",".join(f"{key}={value}" for key, value in self.needed.items())
        return f"{self.name}:{arguments}" if arguments else self.name


_SIZES = frozenset({"width", "height", "k", "size"})

_KNOWN = {
    known.name: known
    for known in (
        _Known("tictactoe", lambda game: Peer("tic_tac_toe", one_to_one(cells_from_top(game)))),
        _Known("othello", lambda game: Peer("othello", one_to_one(cells_and_pass(game)))),
        _Known("mnk", _mnk, free=_SIZES),
        _Known("hex", _hex, {"swap": "false"}, frozenset({"size"})),
        _Known("connectfour", _connect_four, free=_SIZES),
        _Known("dotsandboxes", _dots_and_boxes, {"passing": "false"}, _SIZES),
        _Known("amazons", _amazons),
        _Known("morris", _morris, {"flying": "true"}, frozenset({"quiet"})),
        _Known("draughts", _checkers, {"variant": "english"}, frozenset({"draws"})),
    )
}
