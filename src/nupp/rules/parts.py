"""The parts that a game may bring beside its rules: a view, knowledge for searches, and the like."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from nupp.rules.contract import Game

T = TypeVar("T")
E = TypeVar("E")


class Parts(Generic[T]):
    """A registry of parts of one kind, by the classes of games.

    A game has the part of its own class, or else of the nearest base that has one, or else the default.
    """

    def __init__(self, default: T) -> None:
        self._default = default
        self._parts: dict[type[Game], T] = {}

    def add(self, kind: type[Game], part: T) -> None:
        """Enter the part of a class of games, in place of the one that it had."""
        self._parts[kind] = part

    def entering(self, kind: type[Any]) -> Callable[[E], E]:
        """A decorator that registers an object as the part of a class of games."""

        def enter(part: E) -> E:
            self.add(kind, part)  # type: ignore[arg-type]
            return part

        return enter

    def of(self, game: Game) -> T:
        """The part of a game."""
        found = (self._parts[kind] for kind in type(game).__mro__ if kind in self._parts)
        return next(found, self._default)
