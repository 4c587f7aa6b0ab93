"""The endgames of a game, as it declares them for tables."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import KernelObject, Record
from nupp.rules import Game, Moves
from nupp.rules.parts import Parts

G = TypeVar("G", bound=Game)


class Endgames(KernelObject, Generic[G]):
    """The endgames of a game: positions of few pieces that are known by what stands on the cells.

    All that decides their future are the things that `Game.contents` lists, as the side to move sees them,
    and counts that begin anew with a capture; which side is to move does not matter otherwise. The sides take
    turns. A move may take pieces from the board, or turn one into a piece of a later kind, and no more.
    """

    least: int = 1
    """The fewest pieces of a side with which a game may go on."""
    indifferent: ClassVar[tuple[str, ...]] = ()
    """The parameters of the game that change no value in a table, such as when a count draws."""

    def pieces(self, game: G, state: Record) -> int:
        """The number of pieces on the board; a number above all tables where the position is no endgame."""
        raise NotImplementedError

    def place(self, game: G, found: Moves, n: int, state: Record) -> None:
        """Write the position whose contents are `found[:n]` into a state that is all zero.

        Its counts are fresh; either side may be the one to move.
        """
        raise NotImplementedError

    def allowed(self, game: G) -> NDArray[np.bool_]:
        """Where pieces may stand, as the side to move sees them: (kinds of both sides, cells).

        Not compiled.
        """
        return np.ones((2 * game.kinds.pieces, len(game.board)), np.bool_)


_ENDGAMES: Final[Parts[type[Endgames[Any]] | None]] = Parts(None)

E = TypeVar("E", bound=type[Endgames[Any]])


def register_endgames(kind: type[Any]) -> Callable[[E], E]:
    """Register the endgames of a class of games; usable as a decorator."""
    return _ENDGAMES.entering(kind)


@functools.lru_cache(maxsize=256)
def endgames_of(game: Game) -> Endgames[Any] | None:
    """The endgames of a game; None if it does not say what they are."""
    kind = _ENDGAMES.of(game)
    return None if kind is None else kind()
