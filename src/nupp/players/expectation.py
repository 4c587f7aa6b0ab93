"""Scores as expected results for the side to move, on one scale for all games."""

from __future__ import annotations

from typing import Any

from nupp.evaluators import Evaluator
from nupp.players.base import Decision
from nupp.rules import Game
from nupp.spec import SpecError

_EXPECTED = "expected the value with which a side scores three points out of four"


def expected_result(decision: Decision) -> float:
    """The expectation of a decision; SpecError if it has none (see `Decision.expectation`)."""
    if decision.expectation is None:
        raise SpecError(
            f"the score {decision.score_text} has no scale, so it cannot be turned into a result: {_EXPECTED}"
        )
    return decision.expectation


def scale_of(evaluator: Evaluator[Any], game: Game) -> float | None:
    """The scale of an evaluator in a game; None for one that has none."""
    return float(evaluator.scale_in(game)) if evaluator.has_scale else None


def known_scale(evaluator: Evaluator[Any], game: Game) -> float:
    """The scale of an evaluator in a game; SpecError for one that has none."""
    scale = scale_of(evaluator, game)
    if scale is None:
        raise SpecError(
            f"evaluator {evaluator.name!r} has no scale, so that its scores cannot be turned into results: "
            f"{_EXPECTED}"
        )
    return scale
