"""Inputs: what feed-forward networks see of a position; by default what stands on its cells."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Generic, TypeVar

from nupp.evaluators.dense import NONE, Reals
from nupp.evaluators.features import kind_of
from nupp.evaluators.stages import require_contents
from nupp.kernel import KernelObject, Record, add_rectified, scratch
from nupp.rules import Game
from nupp.rules.basics import Moves

G = TypeVar("G", bound=Game)

MOST_INPUTS: Final = 1024
"""The most inputs that a position has."""
MOST_STEPS: Final = 2**24 // MOST_INPUTS
"""The largest weight in steps: float32 sums of MOST_INPUTS such weights are exact."""
_ROOM: Final = MOST_INPUTS + 1


class Inputs(KernelObject, Generic[G]):
    """The inputs of a position: what stands on each cell, as `Game.contents` has it.

    They are numbers below `count`. A position has at most `most` of them, which is MOST_INPUTS or less; a
    number may be there several times. ValueError for a game that does not say what stands on its cells, or
    has too many of them.
    """

    name: ClassVar[str] = "contents"
    """The name in files, unique."""
    games: ClassVar[type[Any]] = Game
    """The game, with its subclasses, that they are of."""
    views: ClassVar[int] = 1
    """The sides with whose eyes the position is seen: 1, the side to move, or 2, both."""
    are_placed: ClassVar[bool] = True
    """False if an input says nothing of where it is: then images of a position have the same inputs."""
    steps: ClassVar[int] = 0
    """Weights are multiples of 1 / steps, at most MOST_STEPS of them; 0: they are any float32."""

    def __init__(self, game: G) -> None:
        require_contents(game)
        self.count, self.most = len(game.board) * game.kinds.values, len(game.board)

    def list(self, game: G, state: Record, side: int, found: Moves) -> int:
        """Fill `found[:n]` with the inputs of a position as a side sees it, and return n.

        Those of this class are as the side to move sees them: a class with two views lists its own.
        """
        return game.contents(state, found)

    def filled(self, game: G, state: Record, n: int) -> int:
        """The number of cells with something on them; n: what `add_up` or `list` returned."""
        return n

    def add_up(self, game: G, state: Record, side: int, rows: Reals, width: int, units: Reals) -> int:
        """Fill `units[:width]` with the sums of rows by which a network sees a position; 0 for negative ones.

        rows: of `width` numbers, one for each input, and one behind them that is always added. Returns what
        `filled` needs, by default the number of inputs.
        """
        return self.add_listed(game, state, side, rows, width, units)

    def add_listed(self, game: G, state: Record, side: int, rows: Reals, width: int, units: Reals) -> int:
        """Do as `add_up` says, by a list of the inputs."""
        found = scratch(_ROOM)
        n = self.list(game, state, side, found)
        found[n] = self.count
        for unit in range(width):
            units[unit] = NONE
        add_rectified(rows, found, n + 1, width, units)
        return n


def inputs(name: str, game: Game) -> Inputs[Any]:
    """The inputs of a name, for a game; ValueError if the game has none of this name."""
    made: Inputs[Any] = kind_of(Inputs, "inputs", name, game)(game)
    return made
