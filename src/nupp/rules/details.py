"""Details: what decides the future of a position beside the pieces on its cells, as planes for learners.

Counters, men in hand, boxes that are closed: what `Game.contents` does not list. A game without details has
none, or hides them from learners.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import KernelObject, Record
from nupp.rules.parts import Parts

if TYPE_CHECKING:
    from nupp.rules.contract import Game

G = TypeVar("G", bound="Game")

Reals = NDArray[np.float32]


class Details(KernelObject, Generic[G]):
    """The details of a game, seen by the side to move; here none.

    numbers: the meaning of each number, from 0 to 1. spots: that of each plane with values on cells. They
    follow one another in a row: each number `size` times, then each plane by the places of `Board.lattice`.
    """

    numbers: ClassVar[tuple[str, ...]] = ()
    spots: ClassVar[tuple[str, ...]] = ()

    def __init__(self, game: G) -> None:
        self.count, self.planes = len(self.numbers), len(self.spots)
        self.area = game.board.lattice.height * game.board.lattice.width

    def write(self, game: G, state: Record, row: Reals, size: int) -> None:
        """Write the details of a position to a row that is all zero."""

    def put(self, row: Reals, number: int, size: int, value: float) -> None:
        """Write a number."""
        for i in range(number * size, (number + 1) * size):
            row[i] = value

    def spot(self, row: Reals, plane: int, size: int, place: int, value: float) -> None:
        """Write a value at a place of a plane."""
        row[self.count * size + plane * self.area + place] = value

    # ---- the way back, in Python --------------------------------------------------------------------

    def read(self, game: G, numbers: Reals, spots: Reals, side: int, state: Record) -> None:
        """Set the details of a state whose pieces stand and whose side to move is set.

        numbers: (count). spots: (planes, places of the grid). side: that saw them.
        """


_DETAILS: Final[Parts[type[Details[Any]]]] = Parts(Details)

D = TypeVar("D", bound=type[Details[Any]])


def register_details(kind: type[Any]) -> Callable[[D], D]:
    """Register the details of a class of games; usable as a decorator."""
    return _DETAILS.entering(kind)


@functools.lru_cache(maxsize=256)
def details_of(game: Game) -> Details[Any]:
    """The details of a game."""
    return _DETAILS.of(game)(game)
