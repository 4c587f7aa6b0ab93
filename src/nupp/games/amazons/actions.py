"""The numbers of moves of the Amazons."""

from __future__ import annotations

from nupp.games.amazons.rules import Amazons
from nupp.games.amazons.tables import turn_numbers
from nupp.kernel import Record
from nupp.rules.actions import Actions, register_actions


@register_actions(Amazons)
class AmazonsActions(Actions[Amazons]):
    """Turns in the order of their codes, of all that an empty board allows.

    Staged, arrows by their cells, and then the moves of amazons by their origins and targets.
    """

    def __init__(self, game: Amazons) -> None:
        self.turns, self.shots, count = turn_numbers(game.line[: game.nowhere])
        self.count = game.nowhere * (game.nowhere + 1) if game.staged else count

    def number(self, game: Amazons, state: Record, move: int) -> int:
        origin, target, arrow = move >> 14, move >> 7 & 127, move & 127
        if not game.staged:
            return int(self.turns[origin, target] + self.shots[target, arrow])
        return arrow if game.is_shooting(state) else game.nowhere * (1 + origin) + target
