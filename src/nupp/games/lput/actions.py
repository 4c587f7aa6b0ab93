"""The numbers of moves of L-put."""

from __future__ import annotations

from nupp.games.lput.rules import DEFEND, GO, Lput
from nupp.kernel import Record
from nupp.rules.actions import Actions, register_actions


@register_actions(Lput)
class LputActions(Actions[Lput]):
    """Hexes, each with what the unit does there, and then `defend` and `wait`."""

    def __init__(self, game: Lput) -> None:
        self.ways = GO + 1
        self.count = self.ways * len(game.board) + 2

    def number(self, game: Lput, state: Record, move: int) -> int:
        if move >= DEFEND:
            return self.count - 2 + move - DEFEND
        place, how = move // 16, move % 16
        return self.ways * (place - place // 16) + how
