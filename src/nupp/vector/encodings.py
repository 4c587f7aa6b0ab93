"""Encodings: what learners see of a position, as a row of numbers that compiled code writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.stages import require_kinds
from nupp.evaluators.strength import patterns_of
from nupp.kernel import KernelObject, Record
from nupp.rules import Game
from nupp.rules.basics import Moves
from nupp.rules.details import details_of

Row = NDArray[Any]
"""The numbers of an encoding for one position, flat."""


class Encoding(KernelObject):
    """Nothing at all; the base of all encodings.

    shape: of what is seen of one position. dtype: of its numbers, which are from 0 to `high`. meanings: the
    meaning of each plane or number along the first axis.
    """

    dtype: ClassVar[Any] = np.float32
    high: float = 1

    def __init__(self, shape: tuple[int, ...] = (0,), meanings: tuple[str, ...] = ()) -> None:
        self.shape, self.meanings = shape, meanings
        self.size = int(np.prod(shape))

    def write(self, game: Game, state: Record, row: Row, room: Moves) -> None:
        """Write what is seen of a position to `row[:size]`; room: scratch, see `room_for`."""


class Planes(Encoding):
    """Planes of the board as float32 (channels, height, width), from 0 to 1, for the side to move.

    The cells lie on the grid of their board (`Board.lattice`): the squares of a chequered board where they
    are, edges between their dots, hexagons by their axial coordinates. There is a plane for each kind of own
    pieces, of the other side's, and of what belongs to neither; ones if the second side is to move; ones
    on all cells, where some places of the grid are none; and the details of the game (see `Details`), all
    that decides how it may go on. A game whose sides play towards each other is shown as the side to move
    sees it. ValueError for a game that does not list the contents of its cells.
    """

    data = ("places",)

    def __init__(self, game: Game) -> None:
        grid = game.board.lattice
        self.values, self.area, self.places = _values(game), grid.height * grid.width, grid.places
        self.details = details_of(game)
        self.side = self.area * (self.values - 1)
        self.shows_cells = len(grid.places) < self.area
        self.first_detail = self.side + self.area * (1 + self.shows_cells)
        cells = ("1 on the cells of the board",) * self.shows_cells
        meanings = (*_kinds(game), SIDE, *cells, *self.details.numbers, *self.details.spots)
        super().__init__((len(meanings), grid.height, grid.width), meanings)

    def write(self, game: Game, state: Record, row: Row, room: Moves) -> None:
        side = game.to_move(state)
        for i in range(self.size):
            row[i] = 0
        if side:
            for i in range(self.side, self.side + self.area):
                row[i] = 1
        if self.shows_cells:
            for cell in range(len(self.places)):
                row[self.side + self.area + self.places[cell]] = 1
        for i in range(game.contents(state, room)):
            cell, kind = room[i] // self.values, room[i] % self.values
            row[(kind - 1) * self.area + self.places[cell]] = 1
        self.details.write(game, state, row[self.first_detail :], self.area)


class Flat(Encoding):
    """As `Planes`, in one row of float32 without the places that are no cells.

    The contents of all cells, kind by kind, 1 if the second side is to move, the numbers among the details,
    and then their planes.
    """

    def __init__(self, game: Game) -> None:
        self.values, self.cells = _values(game), len(game.board)
        self.details = details_of(game)
        self.side = self.cells * (self.values - 1)
        details, names = self.details, [cell.name for cell in game.board.cells]
        meanings = (
            *(f"{kind}, {name}" for kind in _kinds(game) for name in names),
            SIDE,
            *details.numbers,
            *(f"{spot}, place {place}" for spot in details.spots for place in range(details.area)),
        )
        super().__init__((len(meanings),), meanings)

    def write(self, game: Game, state: Record, row: Row, room: Moves) -> None:
        for i in range(self.size):
            row[i] = 0
        row[self.side] = game.to_move(state)
        for i in range(game.contents(state, room)):
            cell, kind = room[i] // self.values, room[i] % self.values
            row[(kind - 1) * self.cells + cell] = 1
        self.details.write(game, state, row[self.side + 1 :], 1)


class PatternIndices(Encoding):
    """The entries of a table of weights that a position has, as int32, one for each pattern or feature.

    The patterns are those of a new pattern network of the game (`nupp train`), see
    `nupp.evaluators.patterns`: a linear network is the sum of a table's values at these indices, an
    embedding that of its rows. After the end of a game all are 0. ValueError for a game without patterns.
    """

    dtype = np.int32

    def __init__(self, game: Game) -> None:
        self.patterns = patterns_of(game)
        self.high = self.patterns.entries - 1
        count = self.patterns.count
        meanings = (
            *(f"pattern {number}" for number in range(count)),
            *(f"feature {number}" for number in range(self.patterns.looked_up - count)),
        )
        super().__init__((len(meanings),), meanings)

    def write(self, game: Game, state: Record, row: Row, room: Moves) -> None:
        if game.count_moves(state, room) == 0:
            for i in range(self.size):
                row[i] = 0
            return
        self.patterns.list_entries(game, state, room)
        for i in range(self.size):
            row[i] = room[i]


SIDE: Final = "1 if the second side is to move"


def _values(game: Game) -> int:
    require_kinds(game)
    return int(game.kinds.values)


def _kinds(game: Game) -> tuple[str, ...]:
    """The meanings of the planes of contents."""
    kinds = game.kinds
    pieces, neutral = kinds.names[: kinds.pieces], kinds.names[kinds.pieces :]
    return (
        *(f"{name} of the side to move" for name in pieces),
        *(f"{name} of the other side" for name in pieces),
        *neutral,
    )


def room_for(game: Game, encoding: Encoding) -> Moves:
    """Scratch for an encoding: as many numbers as there are cells, moves, and numbers of its row."""
    return np.zeros(max(len(game.board), game.max_moves, encoding.size), np.int64)


ENCODINGS: Final[dict[str, Callable[[Game], Encoding]]] = {
    "planes": Planes,
    "flat": Flat,
    "patterns": PatternIndices,
    "none": lambda game: Encoding(),
}


def encoding(name: str, game: Game) -> Encoding:
    """The encoding of a name for a game; ValueError for an unknown name, or one that the game cannot have."""
    if name not in ENCODINGS:
        raise ValueError(f"observation={name!r}: expected {', '.join(ENCODINGS)}")
    return ENCODINGS[name](game)
