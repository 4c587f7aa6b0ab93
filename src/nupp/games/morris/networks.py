"""The features and patterns that networks of Nine Men's Morris look at."""

from __future__ import annotations

from nupp.evaluators.features import Features
from nupp.evaluators.layouts import Layout, neighbourhoods
from nupp.games.morris.rules import Morris
from nupp.kernel import Record
from nupp.kernel.bits import popcount
from nupp.rules.basics import Moves


class Men(Features[Morris]):
    """Men, steps, and chances to close a mill.

    The lead in men, on the board and in hand; own steps less the enemy's; the empty points on which a man
    would close a mill, one's own and the enemy's.
    """

    name = "men"
    games = Morris
    count = 4

    def write(self, game: Morris, state: Record, found: Moves) -> int:
        empty = game.empty(state)
        found[0] = game.lead(state)
        found[1] = popcount(game.steps(state.own, empty)) - popcount(game.steps(state.enemy, empty))
        found[2] = popcount(game.completing(state.own)[0] & empty)
        found[3] = popcount(game.completing(state.enemy)[0] & empty)
        return 0


LAYOUT = Layout(neighbourhoods, 4, Men)
