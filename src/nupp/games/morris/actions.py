"""The numbers of moves of the morris games."""

from __future__ import annotations

from collections.abc import Iterator

from nupp.games.morris.rules import Morris
from nupp.rules.actions import ListedActions, register_actions


@register_actions(Morris)
class MorrisActions(ListedActions[Morris]):
    """A number for each origin and target, alone and with each man that it may remove.

    As in the code of a move, a man from the hand has its target as its origin, too, and a move that removes
    nobody removes its target.
    """

    def __init__(self, game: Morris) -> None:
        super().__init__(
            1024 * removed + 32 * origin + target
            for origin, target in _ways(game)
            for removed in (target, *_removable(game, origin, target))
        )


def _ways(game: Morris) -> list[tuple[int, int]]:
    """The origins and targets of all moves."""
    points = range(game.points)
    steps = {*game.board.edges, *(edge[::-1] for edge in game.board.edges)}
    pairs = ((origin, target) for origin in points for target in points)
    return [way for way in pairs if game.flying or way in steps or way[0] == way[1]]


def _removable(game: Morris, origin: int, target: int) -> Iterator[int]:
    """The points whose man a move may remove: outside a mill that it closes, which its man has not left."""
    left = {origin} - {target}
    closed = [mill for mill in game.mills if target in mill and not left & {*mill}]
    for point in range(game.points):
        if game.men > 3 and point not in left and any(point not in mill for mill in closed):
            yield point
