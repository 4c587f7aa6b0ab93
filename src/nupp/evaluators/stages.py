"""The stages of a game, from its beginning to its end, by which networks choose their weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from nupp.evaluators.contract import MOST_CELLS
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


def require_kinds(game: Game) -> None:
    """ValueError for a game that does not say what stands on its cells."""
    if game.kinds.values == 1:
        raise ValueError(
            f"{game.name} does not say what stands on its cells: expected a game with `contents`"
        )


def require_contents(game: Game) -> None:
    """ValueError for a game that does not say what stands on its cells, or has too many of them."""
    require_kinds(game)
    if len(game.board) > MOST_CELLS:
        raise ValueError(f"a board of {len(game.board)} cells: expected at most {MOST_CELLS}")


def require_sets(stages: int, stage_of: Sequence[int]) -> None:
    """ValueError unless there is a set of weights for each of a game's stages, and all from 0 on are used."""
    if len(stage_of) != stages or sorted(set(stage_of)) != list(range(max(stage_of) + 1)):
        raise ValueError(f"sets of tables for {len(stage_of)} stages: expected one for each of {stages}")
