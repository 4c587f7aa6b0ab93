"""The search that plays a game best: alpha-beta, with the parts that won matches in that game."""

from __future__ import annotations

from typing import Any, Final

from nupp.evaluators import Evaluator, evaluator, strength_of
from nupp.evaluators.strength import network_of
from nupp.players.alphabeta import AlphaBeta, AlphaBetaOptions
from nupp.rules import Game

MANY_MOVES: Final = 64
"""From here on only active moves are searched, if the game knows which those are."""


def settings_of(game: Game) -> dict[str, Any]:
    """The parameters of alpha-beta for a game that differ from the defaults."""
    settings = dict(strength_of(game).search)
    network = network_of(game)
    if network is not None and network.beat(game):
        settings["eval"] = "learned"
    return settings


def best_evaluator(game: Game) -> Evaluator[Any]:
    """The evaluator that alpha-beta plays a game best with."""
    return evaluator(str(settings_of(game).get("eval", "")), game)


def tuned_search(game: Game, table: int = 64, threads: int = 1) -> AlphaBeta:
    """Alpha-beta as it plays a game best."""
    candidates = 1 if game.max_moves > MANY_MOVES else 0
    options = AlphaBetaOptions(table=table, threads=threads, candidates=candidates, **settings_of(game))
    return AlphaBeta(game, options)
