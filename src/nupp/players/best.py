"""The search that plays a game best: alpha-beta as it is tuned, or UCT where no evaluator is known."""

from __future__ import annotations

from nupp.evaluators.contract import NoKnowledge
from nupp.players.base import Player
from nupp.players.tuned import evaluator_of, tuned_search
from nupp.players.uct import UCT, UCTOptions
from nupp.rules import Game


def best_search(game: Game, table: int = 64, threads: int = 1) -> Player:
    """The search that plays a game best, with a table in MiB and a number of threads.

    Alpha-beta without an evaluator sees nothing but the ends of games; UCT learns from playouts.
    """
    if evaluator_of(game) == NoKnowledge.name:
        return UCT(game, UCTOptions(memory=table, threads=threads, keep=False))
    return tuned_search(game, table, threads)
