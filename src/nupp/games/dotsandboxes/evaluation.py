"""Evaluators of Dots and Boxes."""

from __future__ import annotations

from nupp.evaluators import Evaluator, register
from nupp.games.dotsandboxes.rules import DotsAndBoxes
from nupp.kernel import Record


@register
class Boxes(Evaluator[DotsAndBoxes]):
    """Own boxes less the enemy's."""

    name = "boxes"
    games = DotsAndBoxes
    scale = 1.8

    def evaluate(self, game: DotsAndBoxes, state: Record) -> int:
        return self.lead(game, state)

    def lead(self, game: DotsAndBoxes, state: Record) -> int:
        """The boxes of the side to move less those of the other side."""
        margin = game.margin(state)
        return margin if game.to_move(state) == 0 else -margin


@register
class Takeable(Boxes):
    """Own boxes less the enemy's, and the boxes that the side to move can close at once."""

    name = "takeable"
    scale = 4.5
    tempo = True

    def evaluate(self, game: DotsAndBoxes, state: Record) -> int:
        return self.lead(game, state) + game.takeable(state)
