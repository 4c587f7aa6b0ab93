"""The contract of evaluators, which say how good a position is."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Final, Generic, TypeVar

from nupp.kernel import KernelObject, Record
from nupp.rules import Game

G = TypeVar("G", bound=Game)

MOST_CELLS: Final = 256
"""The largest board, in cells, that learned evaluators look at: their buffers hold no more."""


class Evaluator(KernelObject, Generic[G]):
    """Scores positions of the games in `games`; compiled together with game and search.

    The docstring says what is counted and in which unit.
    """

    name: ClassVar[str]
    """The name in specs, unique among the evaluators of a game."""
    games: ClassVar[type[Any]] = Game
    """The game, with its subclasses, that the evaluator understands."""
    scale: float
    """The value with which a side scores about three points out of four; for searches that think in odds.

    Measured in middle games of quick players. `scale_in` gives one that depends on the game instead.
    """
    unit: float = 1
    """The divisor of values where people read them."""
    tempo: ClassVar[bool] = False
    """True if it is worth something to be the side to move."""

    @abstractmethod
    def evaluate(self, game: G, state: Record) -> int:
        """The value of a position that is not over, for the side to move.

        Without `tempo` it is -v if the other side is to move. Any int64; searches clamp it below their
        scores for won games.
        """

    def stage(self, game: G, state: Record) -> int:
        """The stage of the game, from 0 on, by which a search distinguishes how sure evaluations are."""
        return 0

    def is_certain(self, game: G, state: Record) -> bool:
        """True if the value of a position that is not over is exact: a search need not look further."""
        return False

    def scale_in(self, game: G) -> float:
        """The scale in a game."""
        return self.scale

    @property
    def has_scale(self) -> bool:
        """False if there is neither a `scale` nor a `scale_in` of its own."""
        return type(self).scale_in is not Evaluator.scale_in or hasattr(self, "scale")


class NoKnowledge(Evaluator[Game]):
    """The evaluator without knowledge: every position is worth 0, so that only the end of the game counts."""

    name = "none"
    scale = 1.0

    def evaluate(self, game: Game, state: Record) -> int:
        return 0
