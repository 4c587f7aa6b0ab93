"""Evaluators of the morris games."""

from __future__ import annotations

from typing import Annotated

from nupp.evaluators import Evaluator, Stages, register, register_stages
from nupp.games.morris.rules import Morris
from nupp.kernel import Record
from nupp.kernel.bits import popcount
from nupp.spec import Between


@register_stages(Morris)
class MenGone(Stages[Morris]):
    """The men that have been placed, and then those that have been removed."""

    def __init__(self, game: Morris) -> None:
        self.count = 4 * game.men + 1

    def of(self, game: Morris, state: Record, filled: int) -> int:
        in_hand = int(state.own_hand) + int(state.enemy_hand)
        return 4 * game.men - filled if in_hand == 0 else 2 * game.men - in_hand


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
