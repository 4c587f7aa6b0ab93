"""Evaluators of Hexxagon."""

from __future__ import annotations

from nupp.evaluators import Evaluator, register
from nupp.games.hexxagon.rules import Hexxagon
from nupp.kernel import Record
from nupp.kernel.bits import popcount


@register
class Material(Evaluator[Hexxagon]):
    """Own pieces less the enemy's (T. Rostański, 2003)."""

    name = "material"
    games = Hexxagon
    scale = 10.0

    def evaluate(self, game: Hexxagon, state: Record) -> int:
        side = game.to_move(state)
        return popcount(game.pieces(state, side)) - popcount(game.pieces(state, 1 - side))
