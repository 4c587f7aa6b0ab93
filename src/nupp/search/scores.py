"""Scores: one integer scale for evaluations and for games won and lost.

A score is from the side to move's view. A game won at `ply` plies from the root is worth MATE - ply, so
that searches prefer the shorter win and the longer defence; a draw is worth 0. Evaluations are clamped so
that they never look like a won game.
"""

from __future__ import annotations

from typing import Any, Final

from nupp.evaluators import Evaluator
from nupp.kernel import Record, kernel
from nupp.rules import Game, Position

MATE: Final = 1 << 30
MAX_PLY: Final = 1000
"""No search looks further ahead than this."""
WIN: Final = MATE - MAX_PLY
"""Scores from WIN up are won games, those from -WIN down lost ones."""
KNOWN: Final = WIN - 256
"""Scores from KNOWN up to WIN are of positions that are known to be won, by a win of any length."""
INFINITY: Final = MATE + 1


@kernel
def final_score(game: Game, state: Record, ply: int) -> int:
    """The score of a finished game, reached `ply` plies from the root."""
    outcome = game.outcome(state)
    if game.to_move(state) == 1:
        outcome = -outcome
    return outcome * (MATE - ply)


@kernel
def end_value(outcome: int, margin: int) -> int:
    """The value of a finished game to a search for the margin.

    That is the margin, but the outcome where the margin has another sign: a rule may draw a game though one
    side is ahead, and a draw is worth less than any win.
    """
    sign = int(margin > 0) - int(margin < 0)
    return margin if sign == outcome else outcome


def margin_of(position: Position) -> int:
    """The same of a position that is over."""
    return end_value.function(position.outcome, position.margin)


@kernel
def evaluation(game: Game, evaluator: Evaluator[Any], state: Record) -> int:
    """The evaluator's value of a position that is not over, below all scores of won games."""
    return min(WIN - 1, max(1 - WIN, evaluator.evaluate(game, state)))


def plies_to_end(score: int) -> int:
    """The number of plies from the root to the end of a won or lost game."""
    return MATE - abs(score)
