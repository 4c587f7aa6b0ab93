"""The numbers of moves of the morris games."""

from __future__ import annotations

import itertools

import numpy as np

from nupp.games.morris.rules import Morris
from nupp.kernel import Record
from nupp.rules.actions import Actions, register_actions


@register_actions(Morris)
class MorrisActions(Actions[Morris]):
    """A number for each origin and target, and each man that may be removed.

    As in the code of a move, a man from the hand has its target as its origin, too, and a move that removes
    nobody removes its target.
    """

    data = ("ways",)

    def __init__(self, game: Morris) -> None:
        self.points, points = game.points, range(game.points)
        steps = {*game.board.edges, *(edge[::-1] for edge in game.board.edges)}
        pairs = itertools.product(points, points)
        ways = [way for way in pairs if game.flying or way in steps or way[0] == way[1]]
        self.count = len(ways) * game.points
        self.ways = np.zeros(1024, np.int32)
        for number, (origin, target) in enumerate(ways):
            self.ways[32 * origin + target] = number

    def number(self, game: Morris, state: Record, move: int) -> int:
        return int(self.ways[move & 1023]) * self.points + (move >> 10)
