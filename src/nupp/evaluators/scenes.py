r"""Scenes: what each cell of a board is to the side to move, as a kind that convolutional networks look up.

Layout. The kinds lie in a *frame*, the rows of the board from the bottom with walls around them. The wall at
the end of a row is also the one at the beginning of the next. On a board of 3 x 3, with a stride of 4:

    places    16 17 18 19 20        kinds    #  #  #  #  #
              12 13 14 15                    #  1  3  1
               8  9 10 11                    #  1  1  2         # 0, a wall
               4  5  6  7                    #  2  1  1         1  an empty cell
               0  1  2  3                    #  #  #  #         2, 3 ...  own and enemy pieces
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.amazons import Words, amazons_of, any_cell, both, empty_cells, spread_once, without
from nupp.evaluators.base import MOST_CELLS
from nupp.evaluators.networks.planes import grid_of
from nupp.games import Game
from nupp.games.amazons import Amazons
from nupp.games.base import Moves
from nupp.kernel import KernelObject, Record, kernel, scratch
from nupp.kernel.bits import ONE, ZERO

G = TypeVar("G", bound=Game)

WALL: Final = 0
"""The kind of what no piece can ever be on, such as what lies beyond the edges."""
MOST_PLACES: Final = 480
"""The largest frame."""
_1, _2, _3, _4 = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)


class Scene(KernelObject, Generic[G]):
    """A kind for each cell: 1 for an empty one, then those of the pieces on it, as `Game.contents` has them.

    places: where in the frame each cell lies, and stride: from one row to the next. length: of the frame.
    kinds: how many there are, the wall among them. ValueError for a game that does not say what stands on its
    cells, and for one whose board is too large.
    """

    name: ClassVar[str] = "contents"
    """The name in files, unique."""
    games: ClassVar[type[Any]] = Game
    """The game, with its subclasses, that it is of."""

    def __init__(self, game: G) -> None:
        grid = grid_of(game)
        self.height, self.stride = grid.height, grid.width + 1
        rows, columns = np.divmod(grid.places, grid.width)
        self.places = (grid.height - rows) * self.stride + columns + 1
        self.length = (grid.height + 2) * self.stride + 1
        self.kinds = self.count_kinds(game)
        if len(self.places) > MOST_CELLS:
            raise ValueError(f"a board of {len(self.places)} cells: expected at most {MOST_CELLS}")
        if self.length > MOST_PLACES:
            raise ValueError(f"a frame of {self.length} places: expected at most {MOST_PLACES}")

    def count_kinds(self, game: G) -> int:
        """The number of kinds, the wall among them."""
        if game.cell_values == 1:
            raise ValueError(
                f"{game.spec} does not say what stands on its cells: expected a game with `contents`"
            )
        return 1 + game.cell_values

    def write(self, game: G, state: Record, frame: Moves) -> None:
        """Write the kinds of a position that is not over to the places of `frame[:length]`."""
        for place in range(self.length):
            frame[place] = WALL
        self.fill(game, state, frame)

    def fill(self, game: G, state: Record, frame: Moves) -> None:
        """Write the kinds of all cells that are no walls to a frame of walls."""
        things, values = scratch(MOST_CELLS), game.cell_values
        for cell in range(len(self.places)):
            frame[self.places[cell]] = 1
        for i in range(game.contents(state, things)):
            frame[self.places[things[i] // values]] = 1 + things[i] % values


class Nearness(Scene[Amazons]):
    """Amazons, and by which side and in how many moves each empty cell can be reached first.

    Kinds: 0 an arrow or an edge; 1 an own amazon, 2 an enemy's; 3 a cell that none can reach; 4 to 7 one that
    own amazons reach in 1, 2, 3 or more moves and the enemy's in more, 8 to 11 the same of the enemy's; 12 to
    15 one that both reach in equally many if an own amazon moves next, 16 to 19 if the enemy's does. Both
    sides spread over the board as in `Territory`.
    """

    name = "nearness"
    games = Amazons

    def count_kinds(self, game: Amazons) -> int:
        return 20

    def fill(self, game: Amazons, state: Record, frame: Moves) -> None:
        side, bits = int(state.turn), scratch(_BITS).view(np.uint64)
        for i in range(_BITS):
            bits[i] = ZERO
        left = empty = empty_cells(game, state)
        own, enemy = amazons_of(game, state, side), amazons_of(game, state, 1 - side)
        note(own, 1, bits)
        note(enemy, 2, bits)
        moves, shared = 0, 16 if game.is_shooting(state) else 12
        while any_cell(own) or any_cell(enemy):
            own, enemy, left = spread_once(game, own, enemy, empty, left)
            ties = both(own, enemy)
            note(without(own, ties), 4 + moves, bits)
            note(without(enemy, ties), 8 + moves, bits)
            note(ties, shared + moves, bits)
            moves = min(moves + 1, 3)
        note(left, 3, bits)
        unfold(bits, frame[self.stride + 1 : self.stride * (self.height + 1)])


_BITS: Final = 10
"""The bits of kinds below 32: bit b of those of the cells in the low word, and in the high one, at 2 * b."""


@kernel
def note(cells: Words, kind: int, bits: NDArray[np.uint64]) -> None:
    """Write a kind to cells that have none yet."""
    for i in range(0, _BITS, 2):
        if kind >> (i >> 1) & 1:
            bits[i] |= cells[0]
            bits[i + 1] |= cells[1]


@kernel
def unfold(bits: NDArray[np.uint64], kinds: Moves) -> None:
    """Write the kinds of all cells, and of the walls after the rows, into an array."""
    for word in range(2):
        one, two, four = bits[word], bits[2 + word], bits[4 + word]
        eight, sixteen = bits[6 + word], bits[8 + word]
        for i in range(min(64, len(kinds) - 64 * word)):
            at = np.uint64(i)
            kind = one >> at & ONE | (two >> at & ONE) << _1 | (four >> at & ONE) << _2
            kinds[64 * word + i] = np.int64(kind | (eight >> at & ONE) << _3 | (sixteen >> at & ONE) << _4)


SCENES: Final[dict[str, type[Scene[Any]]]] = {kind.name: kind for kind in (Scene, Nearness)}


def scene(name: str, game: Game) -> Scene[Any]:
    """The scene of a name, for a game; ValueError if the game has none of this name."""
    kind = SCENES.get(name)
    if kind is None or not isinstance(game, kind.games):
        raise ValueError(f"scene {name!r}: {game.spec} has none of this name")
    return kind(game)


@lru_cache
def scene_of(game: Game) -> Scene[Any]:
    """The scene of a new network for a game; ValueError if it can have none."""
    return scene(Nearness.name if isinstance(game, Amazons) else Scene.name, game)
