"""Evaluators of the labyrinth game."""

from __future__ import annotations

from nupp.evaluators import Evaluator, register
from nupp.games.labyrinth.rules import Labyrinth
from nupp.kernel import Record


@register
class Mobility(Evaluator[Labyrinth]):
    """Own moves along edges less the enemy's, as if each were to move; of the pieces placed so far."""

    name = "mobility"
    games = Labyrinth
    scale = 10.0

    def evaluate(self, game: Labyrinth, state: Record) -> int:
        side = game.to_move(state)
        return game.mobility(state, side) - game.mobility(state, 1 - side)
