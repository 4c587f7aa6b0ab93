"""Encodings: what learners see of a position, as a row of numbers that compiled code writes."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.networks.planes import grid_of
from nupp.kernel import KernelObject, Record
from nupp.rules import Game
from nupp.rules.basics import Moves

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
        """Write what is seen of a position to `row[:size]`; room: as many numbers as there are cells."""


class Planes(Encoding):
    """Planes of the board as float32 (channels, height, width), 0 or 1, for the side to move.

    The contents of the cells (see `planes`), and a last plane, all 1 if the second side is to move.
    """

    data = ("places",)

    def __init__(self, game: Game) -> None:
        grid = grid_of(game)
        if game.kinds.values == 1:
            raise ValueError(
                f"{game.name} does not say what stands on its cells: expected a game with contents"
            )
        self.values, self.area = game.kinds.values, grid.height * grid.width
        self.places = grid.places
        super().__init__((self.values, grid.height, grid.width))

    def write(self, game: Game, state: Record, row: Row, room: Moves) -> None:
        side = game.to_move(state)
        last = self.area * (self.values - 1)
        for i in range(last):
            row[i] = 0
        for i in range(last, last + self.area):
            row[i] = side
        for i in range(game.contents(state, room)):
            cell, kind = room[i] // self.values, room[i] % self.values
            row[(kind - 1) * self.area + self.places[cell]] = 1


ENCODINGS: Final = {"none": lambda game: Encoding(), "planes": Planes}


def encoding(name: str, game: Game) -> Encoding:
    """The encoding of a name for a game; ValueError for an unknown name, or one that the game cannot have."""
    if name not in ENCODINGS:
        raise ValueError(f"observation={name!r}: expected {', '.join(ENCODINGS)}")
    return ENCODINGS[name](game)
