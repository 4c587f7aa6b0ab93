"""Turns that are made of steps, such as a move and then a shot.

A game of such turns can be played in three ways that share their states: a turn as one move, each step as a
separate move (*staged*), and, for searches that look at the first step alone, a turn as its first step
(*abridged*). At the beginning of a turn a record means the same in all three. Only a game that does not draw
by repetition can have them, since no history goes along.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from nupp.kernel import Record
from nupp.rules.parts import Parts

if TYPE_CHECKING:
    from nupp.rules.contract import Game

G = TypeVar("G", bound="Game")


class Turns(ABC, Generic[G]):
    """The steps of a game's turns.

    steps: how many steps a turn takes, 2 or more. staged: the game in which each step is a separate move.
    abridged: the game in which a turn is its first step alone, and a turn that has been begun in the staged
    game is finished with all its steps.
    """

    steps: int = 2

    def __init__(self, game: G) -> None:
        self.game = game

    @property
    @abstractmethod
    def staged(self) -> Game: ...

    @property
    @abstractmethod
    def abridged(self) -> Game: ...

    @abstractmethod
    def phase(self, state: Record) -> int:
        """The number of steps of the turn that have been made already, 0 .. steps - 1."""

    @abstractmethod
    def join(self, moves: Sequence[int]) -> int:
        """The move of this game that the steps of a turn, moves of the staged game, come to."""


_TURNS: Final[Parts[type[Turns[Any]] | None]] = Parts(None)

T = TypeVar("T", bound=type[Turns[Any]])


def register_turns(kind: type[Any]) -> Callable[[T], T]:
    """Register the steps of the turns of a class of games; usable as a decorator."""
    return _TURNS.entering(kind)


def turns_of(game: Game) -> Turns[Any] | None:
    """The steps of a game's turns; None if a turn is one move in every form of the game."""
    found = _TURNS.of(game)
    return None if found is None else found(game)
