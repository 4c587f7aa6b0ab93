"""The numbers by which learners and other libraries know moves.

They are dense, so that a policy has an output for each and few that no move ever has: connect four has 7, one
a column.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import KernelObject, Record
from nupp.rules.basics import MOVE_CLASSES, Moves
from nupp.rules.parts import Parts

if TYPE_CHECKING:
    from nupp.rules.contract import Game

G = TypeVar("G", bound="Game")

Mask = NDArray[np.int8]
"""A 1 for each action that is legal, else 0."""


class Actions(KernelObject, Generic[G]):
    """The numbers of a game's moves, 0 .. count - 1.

    No two legal moves of a position have the same number, and the same moves of equal positions always have
    the same. By default the number of a move is its class if the game states how many classes there are,
    and else the remainder of its code, divided by `max_moves`; or the next number that is free if an earlier
    move of the position has that.
    """

    count: int
    distinct: bool = False
    """True if `number` gives all legal moves of a position different numbers, which is faster."""

    def __init__(self, game: G) -> None:
        self.by_class = game.move_classes != MOVE_CLASSES
        self.count = max(game.max_moves, game.move_classes if self.by_class else 0)

    def number(self, game: G, state: Record, move: int) -> int:
        """The preferred number of a legal move; moves of a position that share it get different ones."""
        return game.move_class(move) if self.by_class else move % self.count

    def write(
        self, game: G, state: Record, moves: Moves, n: int, found: NDArray[np.integer[Any]], mask: Mask
    ) -> None:
        """Write the numbers of the legal moves `moves[:n]`, all of them as listed, to `found[:n]`.

        mask: int8 (count), all zero; it gets a 1 for each of these numbers.
        """
        for i in range(n):
            found[i] = self.number(game, state, moves[i])
        for i in range(n):
            number = int(found[i])
            while not self.distinct and mask[number] != 0:
                number = (number + 1) % self.count
            mask[number] = 1
            found[i] = number

    def codes(self, game: G) -> NDArray[np.int64]:
        """A move for each number, (count), as the first side would make it; -1 for a number without one."""
        numbers = np.arange(self.count)
        return numbers if self.by_class else np.full_like(numbers, -1)


class ListedActions(Actions[G]):
    """Numbers of moves that can be listed: a move's number is the place of its code in the list.

    `code` says which code of the list stands for a move, by default its own.
    """

    data = ("listed", "numbers")
    distinct = True

    def __init__(self, codes: Iterable[int]) -> None:
        self.listed = np.fromiter(codes, np.int64)
        self.count = len(self.listed)
        self.numbers = np.full(1 + self.listed.max(), -1, np.int32)
        self.numbers[self.listed] = np.arange(self.count)

    def number(self, game: G, state: Record, move: int) -> int:
        return int(self.numbers[self.code(game, state, move)])

    def code(self, game: G, state: Record, move: int) -> int:
        """The code by which a move is listed."""
        return move

    def codes(self, game: G) -> NDArray[np.int64]:
        return self.listed


_ACTIONS: Final[Parts[type[Actions[Any]]]] = Parts(Actions)

A = TypeVar("A", bound=type[Actions[Any]])


def register_actions(kind: type[Any]) -> Callable[[A], A]:
    """Register the numbers of the moves of a class of games; usable as a decorator."""
    return _ACTIONS.entering(kind)


@functools.lru_cache(maxsize=256)
def actions_of(game: Game) -> Actions[Any]:
    """The numbers of a game's moves."""
    return _ACTIONS.of(game)(game)
