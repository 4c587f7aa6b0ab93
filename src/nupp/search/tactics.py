"""Tactics: the threats of a game, as far as they force the other side's reply.

A side that is threatened has few moves that do not lose at once. A search that looks at these alone follows
long lines of threats at little cost, as programs for five in a row do (L. V. Allis, H. J. van den Herik and
M. P. H. Huntjens, "Go-Moku and threat-space search", 1993). Searches take a game's `Tactics` as an argument;
the default knows no threat, and compiled code holds nothing of it then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar, Final, Generic, TypeVar

from nupp.evaluators import Evaluator
from nupp.kernel import KernelObject, Record
from nupp.rules import Game, Moves
from nupp.rules.basics import States
from nupp.rules.parts import Parts

G = TypeVar("G", bound=Game)


class Tactics(KernelObject, Generic[G]):
    """Certain knowledge of threats, and a guess at good moves; compiled together with a game and a search.

    game: the game as searches play it. It has the moves, outcomes and hashes of the game that it was made
    for. Its states begin as those of that game do, and may hold more behind that, such as threats that are
    kept up to date from move to move.
    """

    orders: ClassVar[bool] = False
    """True if `promise` says more than nothing."""

    def __init__(self, game: G) -> None:
        self.game = game

    def states(self, states: States) -> States:
        """The states of positions as those of `self.game`."""
        return states

    def serving(self, evaluator: Evaluator[Any]) -> Tactics[G]:
        """Tactics for searches with an evaluator: these, or such as keep in states what it adds up."""
        return self

    def forced_replies(self, state: Record, moves: Moves) -> int:
        """Fill `moves[:n]` with the only moves that may be best and return n; 0 where nothing is forced.

        Every move left out either loses by force, or is no better than one that is listed. A move that wins
        by force may stand alone. If all moves lose, at least one is listed.
        """
        return 0

    def promise(self, state: Record, move: int) -> int:
        """A guess at the worth of a legal move, 0 to 2**30, by which a search tries moves in order."""
        return 0


NO_TACTICS: Final = Tactics[Any](None)
"""Knows no threat of any game; for searches of a game's own states."""

_TACTICS: Final[Parts[Callable[[Any], Tactics[Any]]]] = Parts(Tactics[Any])

T = TypeVar("T", bound=Callable[[Any], Tactics[Any]])


def register_tactics(kind: type[Any]) -> Callable[[T], T]:
    """Enter what makes the tactics of a game of a class, or of one derived from it; usable as a decorator."""

    def enter(tactics: T) -> T:
        _TACTICS.add(kind, tactics)
        tactics_of.cache_clear()
        return tactics

    return enter


@lru_cache(maxsize=256)
def tactics_of(game: Game) -> Tactics[Any]:
    """The tactics of a game."""
    return _TACTICS.of(game)(game)
