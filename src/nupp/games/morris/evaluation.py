"""Evaluators of the morris games."""

from __future__ import annotations

from typing import Annotated

from nupp.evaluators import Evaluator, register
from nupp.games.morris.rules import Morris
from nupp.kernel import Record
from nupp.kernel.bits import popcount
from nupp.spec import Between


@register
class Mobility(Evaluator[Morris]):
    """Men and room to move: `man` times the lead in men, and own steps less the enemy's.

    Men count on the board and in hand. The steps are those of men to adjacent empty points, also while men
    are still to be placed, and also for a side that flies, which could go anywhere.
    """

    name = "mobility"
    games = Morris

    def __init__(self, man: Annotated[int, Between(0, 1000), "what a man is worth, in steps"] = 4) -> None:
        self.man = man
        self.scale = max(5.0, float(man))

    def evaluate(self, game: Morris, state: Record) -> int:
        empty = game.empty(state)
        own, enemy = popcount(game.steps(state.own, empty)), popcount(game.steps(state.enemy, empty))
        return self.man * game.lead(state) + own - enemy


@register
class Material(Evaluator[Morris]):
    """Own men less the enemy's, on the board and in hand."""

    name = "material"
    games = Morris
    scale = 1.1

    def evaluate(self, game: Morris, state: Record) -> int:
        return game.lead(state)
