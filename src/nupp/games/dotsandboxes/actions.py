"""The numbers of moves of Dots and Boxes."""

from __future__ import annotations

from nupp.games.dotsandboxes.rules import DotsAndBoxes
from nupp.rules.actions import ListedActions, register_actions


@register_actions(DotsAndBoxes)
class EdgeActions(ListedActions[DotsAndBoxes]):
    """The number of an edge; the pass comes last, where there is one."""

    def __init__(self, game: DotsAndBoxes) -> None:
        super().__init__(game.codes[: game.edge_count + game.passing].tolist())
