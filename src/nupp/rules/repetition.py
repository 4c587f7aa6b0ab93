"""Which position counts as the same when it recurs, and draws the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, TypeVar

import numpy as np

from nupp.kernel import KernelObject, Record

if TYPE_CHECKING:
    from nupp.rules.contract import Game

G = TypeVar("G", bound="Game")

ALL_PLIES: Final = 1_000_000


class Repetition(KernelObject, Generic[G]):
    """A rule that draws a game when a position recurs.

    draws_at: the n-th occurrence of a position draws the game; 0 if the rules know no such draw. A game whose
    states hold fields that do not count for repetition, such as the number of quiet moves, derives from this
    class and overrides `key`, `forget`, and usually `plies` and `plies_left`.
    """

    def __init__(self, draws_at: int = 0) -> None:
        self.draws_at = draws_at

    def key(self, game: G, state: Record) -> np.uint64:
        """64 bits that are equal for positions that count as the same; by default the hash."""
        return game.hash(state)

    def forget(self, state: Record) -> None:
        """Clear in place the fields that do not count for repetition: states of equal key become equal."""

    def plies(self, game: G, state: Record) -> int:
        """The number of last moves that may have been undone since: no earlier position can recur."""
        return ALL_PLIES

    def plies_left(self, game: G, state: Record) -> int:
        """The plies after which a count draws the game, if no move before begins it anew.

        Less is allowed where that is hard to say; ALL_PLIES where nothing is counted. Not compiled.
        """
        return ALL_PLIES


NO_REPETITION: Final[Repetition[Game]] = Repetition()
"""The rule of games that are not drawn when a position recurs."""
