"""The search that plays a game best: alpha-beta, with the parts that won matches in that game."""

from __future__ import annotations

from typing import Any, Final

from nupp.evaluators import Evaluator, default_evaluator, evaluator, strength_of
from nupp.evaluators.strength import network_of
from nupp.players.alphabeta import AlphaBeta, AlphaBetaOptions
from nupp.rules import Game
from nupp.spec import Spec, text_of

MANY_MOVES: Final = 64
"""From here on only active moves are searched, if the game knows which those are."""


def settings_of(game: Game) -> dict[str, Any]:
    """The parameters of alpha-beta for a game that differ from the defaults."""
    settings = dict(strength_of(game).search)
    network = network_of(game)
    if network is not None and network.beat(game):
        settings["eval"] = "learned"
    return settings


def evaluator_of(game: Game) -> str:
    """The name of the evaluator that alpha-beta plays a game best with; `none` if none is known."""
    return str(settings_of(game).get("eval", default_evaluator(game)))


def best_evaluator(game: Game) -> Evaluator[Any]:
    """The evaluator that alpha-beta plays a game best with."""
    return evaluator(evaluator_of(game), game)


def tuned_search(game: Game, table: int = 64, threads: int = 1) -> AlphaBeta:
    """Alpha-beta as it plays a game best."""
    options = AlphaBetaOptions(
        table=table, threads=threads, candidates=_candidates(game), **settings_of(game)
    )
    return AlphaBeta(game, options)


def tuned_spec(game: Game, evaluator: str) -> str:
    """The spec of alpha-beta as it plays a game best, but with another evaluator."""
    settings = {"candidates": _candidates(game), **settings_of(game)}
    arguments = {name: text_of(value) for name, value in settings.items()} | {"eval": evaluator}
    return str(Spec("alphabeta", arguments))


def _candidates(game: Game) -> int:
    return 1 if game.max_moves > MANY_MOVES else 0
