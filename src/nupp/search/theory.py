"""The theory of a game for exact searches: bounds, keys of what is left to play for, essential moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

import numpy as np

from nupp.kernel import KernelObject, Record
from nupp.rules import Game, Moves
from nupp.rules.basics import NO_BOUND
from nupp.rules.parts import Parts

G = TypeVar("G", bound=Game)


class Theory(KernelObject, Generic[G]):
    """Certain knowledge of a game for exact searches; compiled together with it and the search.

    Every method has a default that is right for any game, and knows nothing.
    """

    def __init__(self, game: G) -> None:
        self.game = game

    def settled(self, state: Record) -> int:
        """The part of the margin that is decided already, such as what each side has scored so far."""
        return 0

    def margin_bounds(self, state: Record) -> tuple[int, int]:
        """Between which margins, both included, the game ends if both sides play as best for the margin."""
        return -NO_BOUND, NO_BOUND

    def prospect(self, state: Record) -> int:
        """A guess, from -500 to 500, of how much the side to move has to gain; 0 where none is made.

        Exact searches look first at the moves that leave the other side least.
        """
        return 0

    def rest_key(self, state: Record) -> np.uint64:
        """64 bits that are equal, but for rare collisions, only where equally much is to be gained.

        To be gained is what the side to move adds to its side of the margin, beyond what is settled, if both
        sides play as best for the margin. May leave out whatever does not matter for that: how a board is
        turned, which side has which colour, who has scored what.
        """
        return self.game.hash(state)

    def essential_moves(self, state: Record, moves: Moves) -> int:
        """Fill `moves[:n]` with legal moves of which one is best for the margin; at least one unless over.

        Those that seem best come first.
        """
        return self.game.legal_moves(state, moves)

    def count_essential(self, state: Record, moves: Moves) -> int:
        """The number of essential moves; `moves` may be used as scratch space."""
        return self.essential_moves(state, moves)


_THEORIES: Final[Parts[type[Theory[Any]]]] = Parts(Theory)

T = TypeVar("T", bound=type[Theory[Any]])


def register_theory(kind: type[Any]) -> Callable[[T], T]:
    """Enter the theory of a class of games and of those derived from it; usable as a decorator."""

    def enter(theory: T) -> T:
        _THEORIES.add(kind, theory)
        theory_of.cache_clear()
        return theory

    return enter


@lru_cache(maxsize=256)
def theory_of(game: Game) -> Theory[Any]:
    """The theory of a game."""
    return _THEORIES.of(game)(game)
