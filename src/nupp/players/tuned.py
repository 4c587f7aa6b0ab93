"""The searches that play a game best: as `nupp tune` found out, or with the parts that won matches in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nupp import rules
from nupp.evaluators import Evaluator, default_evaluator, evaluator, strength_of
from nupp.evaluators.bundles import bundle_of, bundles_beside, check_searches
from nupp.evaluators.contract import NoKnowledge
from nupp.evaluators.strength import network_of
from nupp.players.alphabeta import AlphaBeta, AlphaBetaOptions
from nupp.players.base import Player
from nupp.players.uct import UCT
from nupp.rules import Game
from nupp.spec import Catalogue, Spec, parse_spec, text_of

MANY_MOVES: Final = 64
"""From here on only active moves are searched, if the game knows which those are."""

SHORT_PLAYOUTS: Final = 10
"""The moves after which a playout ends drawn in a game with loops; see docs/experiments/mcts.md."""

SEARCHES: Final[Catalogue[Player]] = Catalogue("search")
"""The searches that `strong` may play with, by their names in specs."""
SEARCHES.add("alphabeta", AlphaBeta)
SEARCHES.add("uct", UCT)
check_searches(lambda text: SEARCHES.canonical(parse_spec(text)))


def settings_of(game: Game) -> dict[str, Any]:
    """The parameters of alpha-beta for a game that differ from the defaults."""
    bundle = bundle_of(game)
    if bundle is None:
        return untuned_settings(game)
    spec = parse_spec(bundle.player)
    settings = SEARCHES.arguments(spec)
    common = settings if spec.name == "alphabeta" else {"eval": settings.get("eval", NoKnowledge.name)}
    return dict(common)


def untuned_settings(game: Game) -> dict[str, Any]:
    """The same for a game that was not tuned: those that are registered, and its network if that won."""
    settings = dict(strength_of(game).search)
    network = network_of(game)
    if network is not None and network.beat(game):
        settings["eval"] = "learned"
    return settings


def evaluator_of(game: Game) -> str:
    """The name of the evaluator that a search plays a game best with; `none` if none is known."""
    return str(settings_of(game).get("eval", default_evaluator(game)))


def best_evaluator(game: Game) -> Evaluator[Any]:
    """The evaluator that a search plays a game best with."""
    return evaluator(evaluator_of(game), game)


def tuned_search(game: Game, table: int = 64, threads: int = 1) -> AlphaBeta:
    """Alpha-beta as it plays a game best."""
    settings = {"candidates": _candidates(game), **settings_of(game), "table": table, "threads": threads}
    return AlphaBeta(game, AlphaBetaOptions(**settings))


def tuned_spec(game: Game, evaluator: str) -> str:
    """The spec of alpha-beta as it plays a game best, but with another evaluator."""
    return _spec(game, {**settings_of(game), "eval": evaluator})


def untuned_spec(game: Game) -> str:
    """The spec of the search that plays a game best as long as it is not tuned.

    Alpha-beta without an evaluator sees nothing but the ends of games; UCT learns from playouts, with the
    parameters that won in the same game on a smaller board, if there are any. Where positions may recur,
    random games are long and say little, so that they are broken off.
    """
    settings = untuned_settings(game)
    if settings.setdefault("eval", default_evaluator(game)) != NoKnowledge.name:
        return _spec(game, settings)
    usual = f"uct:cutoff={SHORT_PLAYOUTS}" if game.repetition.draws_at else "uct"
    return _playouts_of_kin(game) or usual


def _playouts_of_kin(game: Game) -> str | None:
    """The search without an evaluator that won in the same game on the largest board, up to that of `game`.

    None if there is none. What wins on a large board, such as RAVE, may lose on a smaller one: see
    docs/experiments/mcts.md.
    """
    found = dict[int, str]()
    for bundle in bundles_beside(game):
        spec, kin = parse_spec(bundle.player), bundle.fits[0]
        if bundle.verdict.won and spec.name == "uct" and "eval" not in spec.arguments and "*" not in kin:
            found[len(rules.game(kin).board)] = bundle.player
    cells = max((size for size in found if size <= len(game.board)), default=None)
    return None if cells is None else found[cells]


def _spec(game: Game, settings: Mapping[str, Any]) -> str:
    arguments = {"candidates": _candidates(game), **settings}
    return str(Spec("alphabeta", {name: text_of(value) for name, value in arguments.items()}))


def _candidates(game: Game) -> int:
    return 1 if game.max_moves > MANY_MOVES else 0
