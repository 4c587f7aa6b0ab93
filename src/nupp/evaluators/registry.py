"""The registry of evaluators: `evaluator("mobility", game)`, and how new ones are registered."""

from __future__ import annotations

import os
from typing import Any, TypeVar

from nupp.evaluators import weights
from nupp.evaluators.contract import Evaluator, NoKnowledge
from nupp.evaluators.strength import network_of
from nupp.rules import Game
from nupp.spec import Catalogue, SpecError, parse_spec

_EVALUATORS: list[type[Evaluator[Any]]] = []

E = TypeVar("E", bound=type[Evaluator[Any]])


def register(evaluator: E) -> E:
    """Register an evaluator class; usable as a decorator.

    The first evaluator registered for a game is its default. An evaluator of the same name for the same game
    is replaced; one that replaces the default is the default.
    """
    for place, known in enumerate(_EVALUATORS):
        if (known.name, known.games) == (evaluator.name, evaluator.games):
            _EVALUATORS[place] = evaluator
            return evaluator
    _EVALUATORS.append(evaluator)
    return evaluator


def evaluators_of(game: Game) -> Catalogue[Evaluator[Any]]:
    """The evaluators that understand a game, by name; `none` understands every game."""
    catalogue: Catalogue[Evaluator[Any]] = Catalogue(f"evaluator of {game.name}")
    known: list[type[Evaluator[Any]]] = [*_EVALUATORS, NoKnowledge]
    for evaluator in known:
        if isinstance(game, evaluator.games):
            catalogue.add(evaluator.name, evaluator)
    learned = network_of(game)
    if learned is not None:
        beat = f" It beat {learned.beat(game)}." if learned.beat(game) else ""
        summary = f"The network in {learned.path.name}.{beat}"
        catalogue.add("learned", lambda: weights.load(str(learned.path), game, (*learned.fits,)), summary)
    return catalogue


def default_evaluator(game: Game) -> str:
    """The name of a game's default evaluator."""
    return next((known.name for known in _EVALUATORS if isinstance(game, known.games)), NoKnowledge.name)


def evaluator(spec: str, game: Game) -> Evaluator[Any]:
    """The evaluator that a spec names, for a game; an empty spec names the game's default.

    A name that ends in `.nupp` is that of a file with a learned network. SpecError (a ValueError) for an
    evaluator that the game does not have lists those it has, and for a file says what is wrong with it.
    """
    if spec.endswith(".nupp"):
        try:
            return weights.load(spec, game)
        except ValueError as error:
            raise SpecError(f"evaluator {error}") from None
    try:
        return evaluators_of(game).make(parse_spec(spec or default_evaluator(game)))
    except SpecError as error:
        ending = "; a file with a network has to end in .nupp" if os.path.isfile(spec) else ""
        raise SpecError(f"{error}{ending}") from None
