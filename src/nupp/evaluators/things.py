"""The things that pattern networks see: by default what stands on the cells.

A thing has a number, `cell * values + kind` with a kind from 1 to values - 1; a cell of kind 0 is not listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from nupp.evaluators.stages import require_contents, stages_of
from nupp.kernel import KernelObject, Record
from nupp.rules import Game
from nupp.rules.basics import Moves

G = TypeVar("G", bound=Game)


class Things(KernelObject, Generic[G]):
    """The things on the cells, as `Game.contents` lists them.

    count: the number of cells. values: the kinds of a cell, an empty one included. stages: their number.
    ValueError for a game that does not list contents, or has too many cells.
    """

    def __init__(self, game: G) -> None:
        require_contents(game)
        self.count, self.values = len(game.board), game.kinds.values
        self._stages = stages_of(game)
        self.stages = self._stages.count

    def write(self, game: G, state: Record, found: Moves) -> int:
        """Fill `found[:n]` with the things of a position and return n."""
        return game.contents(state, found)

    def stage(self, game: G, state: Record, filled: int) -> int:
        """The stage of a position in which `filled` things were found."""
        return self._stages.of(game, state, filled)

    def description(self) -> Mapping[str, Any]:
        """Entries for the file of a network, by which the same things are seen again."""
        return {}
