"""What is good in a game: the contract of evaluators, and their registry."""

from __future__ import annotations

import os
from abc import abstractmethod
from typing import Any, ClassVar, Final, Generic, TypeVar

from nupp.games import Game
from nupp.kernel import KernelObject, Record
from nupp.spec import Catalogue, SpecError, parse_spec

G = TypeVar("G", bound=Game)

MOST_CELLS: Final = 256
"""The largest board that learned evaluators look at: they have room for what stands on so many cells."""


class Evaluator(KernelObject, Generic[G]):
    """Judges positions of the games in `games`; compiled together with game and search.

    The docstring says what is counted and in which unit.
    """

    name: ClassVar[str]
    """The name in specs, unique among the evaluators of a game."""
    games: ClassVar[type[Any]] = Game
    """The game, with its subclasses, that the evaluator understands."""
    scale: float
    """The value with which a side scores about three points out of four; for searches that think in odds.

    Measured in middle games of quick players. One that depends on the game is told by `scale_in` instead.
    """
    unit: float = 1
    """What a value is divided by where people read it."""
    tempo: ClassVar[bool] = False
    """Whether it is worth something to be the side to move."""

    @abstractmethod
    def evaluate(self, game: G, state: Record) -> int:
        """The value of a position that is not over, for the side to move.

        Without `tempo` it is -v if the other side is to move. Any int64; searches clamp it below their
        scores for won games.
        """

    def scale_in(self, game: G) -> float:
        """The scale in a game."""
        return self.scale


class NoKnowledge(Evaluator[Game]):
    """Knows nothing: every position is worth 0, so that only the end of the game counts."""

    name = "none"
    scale = 1.0

    def evaluate(self, game: Game, state: Record) -> int:
        return 0


_LEARNED: Final = "A network that was trained on self-play and comes with the package."

_EVALUATORS: list[type[Evaluator[Any]]] = []

E = TypeVar("E", bound=type[Evaluator[Any]])


def register(evaluator: E) -> E:
    """Enter an evaluator class into the registry; usable as a decorator.

    The first one entered for a game is its default. One of the same name for the same game is replaced, and
    what replaces the default is the default.
    """
    for place, known in enumerate(_EVALUATORS):
        if (known.name, known.games) == (evaluator.name, evaluator.games):
            _EVALUATORS[place] = evaluator
            return evaluator
    _EVALUATORS.append(evaluator)
    return evaluator


def evaluators_of(game: Game) -> Catalogue[Evaluator[Any]]:
    """The evaluators that understand a game, by name; `none` understands every game."""
    catalogue: Catalogue[Evaluator[Any]] = Catalogue(f"evaluator of {game.label}")
    known: list[type[Evaluator[Any]]] = [*_EVALUATORS, NoKnowledge]
    for evaluator in known:
        if isinstance(game, evaluator.games):
            catalogue.add(evaluator.name, evaluator)
    from nupp.evaluators import weights

    path = weights.shipped(game)
    if path is not None:
        catalogue.add("learned", lambda: weights.load(str(path), game), _LEARNED)
    return catalogue


def default_evaluator(game: Game) -> str:
    """The name of a game's default evaluator."""
    return next((known.name for known in _EVALUATORS if isinstance(game, known.games)), NoKnowledge.name)


def evaluator(spec: str, game: Game) -> Evaluator[Any]:
    """The evaluator that a spec names, for a game; an empty spec names the game's default.

    What ends in `.nupp` is the name of a file with a learned network. SpecError (a ValueError) for an
    evaluator that the game does not have names those it has, and for a file tells what is wrong with it.
    """
    if spec.endswith(".nupp"):
        from nupp.evaluators import weights

        try:
            return weights.load(spec, game)
        except ValueError as error:
            raise SpecError(f"evaluator {error}") from None
    try:
        return evaluators_of(game).make(parse_spec(spec or default_evaluator(game)))
    except SpecError as error:
        ending = "; a file with a network has to end in .nupp" if os.path.isfile(spec) else ""
        raise SpecError(f"{error}{ending}") from None
