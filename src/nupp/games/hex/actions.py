"""The numbers of moves of Hex."""

from __future__ import annotations

from nupp.games.hex.rules import Hex
from nupp.rules.actions import ListedActions, register_actions


@register_actions(Hex)
class HexActions(ListedActions[Hex]):
    """Hexes, and the swap, if there is one."""

    def __init__(self, game: Hex) -> None:
        super().__init__(range(game.size + game.swap))
