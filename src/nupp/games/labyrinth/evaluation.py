"""Evaluators of the labyrinth game."""

from __future__ import annotations

from nupp.evaluators import Evaluator, Stages, register, register_stages
from nupp.games.labyrinth.rules import PIECES, Labyrinth
from nupp.kernel import Record


@register_stages(Labyrinth)
class PiecesPlaced(Stages[Labyrinth]):
    """The pieces that have been placed."""

    def __init__(self, game: Labyrinth) -> None:
        self.count = PIECES + 1


@register
class Mobility(Evaluator[Labyrinth]):
    """Own moves along edges less the enemy's, as if each were to move; of the pieces placed so far."""

    name = "mobility"
    games = Labyrinth
    scale = 10.0

    def evaluate(self, game: Labyrinth, state: Record) -> int:
        side = game.to_move(state)
        return game.mobility(state, side) - game.mobility(state, 1 - side)
