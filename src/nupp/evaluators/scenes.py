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

from typing import Any, ClassVar, Final, Generic, TypeVar

import numpy as np

from nupp.evaluators.contract import MOST_CELLS
from nupp.evaluators.features import kind_of
from nupp.evaluators.networks.planes import grid_of
from nupp.evaluators.stages import require_kinds
from nupp.kernel import KernelObject, Record, scratch
from nupp.rules import Game
from nupp.rules.basics import Moves

G = TypeVar("G", bound=Game)

WALL: Final = 0
"""The kind of what no piece can ever be on, such as what lies beyond the edges."""
MOST_PLACES: Final = 480
"""The largest frame."""


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
        require_kinds(game)
        return 1 + game.kinds.values

    def write(self, game: G, state: Record, frame: Moves) -> None:
        """Write the kinds of a position that is not over to the places of `frame[:length]`."""
        for place in range(self.length):
            frame[place] = WALL
        self.fill(game, state, frame)

    def fill(self, game: G, state: Record, frame: Moves) -> None:
        """Write the kinds of all cells that are no walls to a frame of walls."""
        things, values = scratch(MOST_CELLS), game.kinds.values
        for cell in range(len(self.places)):
            frame[self.places[cell]] = 1
        for i in range(game.contents(state, things)):
            frame[self.places[things[i] // values]] = 1 + things[i] % values


def scene(name: str, game: Game) -> Scene[Any]:
    """The scene of a name, for a game; ValueError if the game has none of this name."""
    made: Scene[Any] = kind_of(Scene, "scene", name, game)(game)
    return made
