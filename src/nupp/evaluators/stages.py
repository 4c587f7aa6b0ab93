"""The stages of a game, from its beginning to its end, by which pattern networks choose their tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from nupp.kernel import KernelObject, Record
from nupp.rules import Game
from nupp.rules.parts import Parts

G = TypeVar("G", bound=Game)


class Stages(KernelObject, Generic[G]):
    """The stages of a game, 0 .. count - 1; by default how many cells have something on them."""

    count: int

    def __init__(self, game: G) -> None:
        self.count = len(game.board) + 1

    def of(self, game: G, state: Record, filled: int) -> int:
        """The stage of a state; filled: how many things `Game.contents` lists."""
        return filled


_STAGES: Final[Parts[type[Stages[Any]]]] = Parts(Stages)

S = TypeVar("S", bound=type[Stages[Any]])


def register_stages(kind: type[Any]) -> Callable[[S], S]:
    """Enter the stages of a class of games; usable as a decorator."""
    return _STAGES.entering(kind)


def stages_of(game: Game) -> Stages[Any]:
    """The stages of a game."""
    return _STAGES.of(game)(game)
