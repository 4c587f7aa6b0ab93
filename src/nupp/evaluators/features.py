"""Numbers that networks look up beside their patterns: what no group of a few cells shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final, Generic, TypeVar

from nupp.kernel import KernelObject, Record
from nupp.rules import Game
from nupp.rules.basics import Moves

G = TypeVar("G", bound=Game)

FARTHEST: Final = 32
"""Numbers beyond this count as if they were this."""
MOST_FEATURES: Final = 16


class Features(KernelObject, Generic[G]):
    """Numbers about a position, for each of which a network has a table; here none.

    The docstring lists them in their order. They are seen by the side to move, alike in images of a position,
    and say most between -FARTHEST and FARTHEST.
    """

    name: ClassVar[str] = ""
    """The name in files, unique; numbers of another meaning need another name."""
    games: ClassVar[type[Any]] = Game
    """The game, with its subclasses, that they are of."""
    count: ClassVar[int] = 0
    """The number of features, at most MOST_FEATURES."""

    def write(self, game: G, state: Record, found: Moves) -> int:
        """Write the features to `found[:count]`, for a position that is not over, and return its *offset*.

        That is its value for the side to move before any weight is added, in thousandths as the weights are.
        The offset distinguishes what tables are too coarse for; most features have none, and return 0.
        """
        return 0


class CurrentMargin(Features[Game]):
    """The margin of the position, of a game that keeps a score."""

    name = "margin"
    count = 1

    def write(self, game: Game, state: Record, found: Moves) -> int:
        found[0] = game.margin(state) if game.to_move(state) == 0 else -game.margin(state)
        return 0


def features(name: str, game: Game) -> Features[Any]:
    """The features of a name, for a game; ValueError if the game has none of this name."""
    made: Features[Any] = kind_of(Features, "features", name, game)()
    return made


def kind_of(base: type[Any], what: str, name: str, game: Game) -> type[Any]:
    """The class with a `name` for a game, among a base and all that derive from it.

    ValueError, in which `what` says what they are, if the game has none of this name.
    """
    for kind in _family(base):
        if kind.name == name and isinstance(game, kind.games):
            return kind
    raise ValueError(f"{what} {name!r}: {game.spec} has none of this name")


def _family(base: type[Any]) -> Iterator[type[Any]]:
    yield base
    for kind in base.__subclasses__():
        yield from _family(kind)
