"""What a player's score means: the result that the side to move may expect, alike for all games."""

from __future__ import annotations

from typing import Any

from nupp.evaluators import Evaluator
from nupp.players.base import Decision, Player
from nupp.players.tuned import tuned_search
from nupp.rules import Game
from nupp.search.scores import WIN
from nupp.spec import SpecError


def expected_result(decision: Decision, scale: float) -> float:
    """The result, 0 to 1, that the side to move may expect by a player's decision.

    What is certain, or a won game that is not proven, is 1, 1/2 or 0. An evaluation v is v / (|v| + scale) on
    a scale from -1 to 1, as in `search/mcts.py`; the mean results of the Monte-Carlo players are on that
    scale already.
    """
    score = decision.score
    if isinstance(score, float) or decision.score_kind == "proven" or abs(score) >= WIN:
        value = max(-1.0, min(1.0, score))
    else:
        value = score / (abs(score) + scale)
    return (1 + value) / 2


def scale_of(player: Player) -> float:
    """The evaluation with which, by a player's evaluator, a side scores about three points out of four.

    Players that show no evaluator are taken to think with the one that plays the game best, as `strong`,
    `exact` and `level` do. SpecError for an evaluator without a scale.
    """
    chosen: Evaluator[Game] = getattr(player, "evaluator", None) or tuned_search(player.game, 1).evaluator
    return known_scale(chosen, player.game)


def known_scale(evaluator: Evaluator[Any], game: Game) -> float:
    """The scale of an evaluator in a game; SpecError for one that has none."""
    try:
        return float(evaluator.scale_in(game))
    except AttributeError:
        raise SpecError(
            f"evaluator {evaluator.name!r} has no scale, so that its scores cannot be turned into results: "
            "expected the value with which a side scores three points out of four"
        ) from None
