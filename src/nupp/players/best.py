"""The search that plays a game best: that of its bundle, or the one for games that are not tuned."""

from __future__ import annotations

from nupp.evaluators.bundles import bundle_of
from nupp.players.base import Player
from nupp.players.tuned import SEARCHES, untuned_spec
from nupp.rules import Game
from nupp.spec import Spec, parse_spec


def best_search(game: Game, table: int = 64, threads: int = 1) -> Player:
    """The search that plays a game best, with a table in MiB and a number of threads."""
    spec = parse_spec(best_spec(game))
    given = {"threads": str(threads)}
    if spec.name == "alphabeta":
        given |= {"table": str(table), "endgames": "true"}
    else:
        given["memory"] = str(table)
    return SEARCHES.make(Spec(spec.name, {**spec.arguments, **given}), game)


def best_spec(game: Game) -> str:
    """The spec of the search that plays a game best."""
    bundle = bundle_of(game)
    return untuned_spec(game) if bundle is None else bundle.player
