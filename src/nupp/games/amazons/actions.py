"""The numbers of moves of the Amazons."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nupp.games.amazons.rules import Amazons
from nupp.games.amazons.tables import turn_numbers
from nupp.kernel import Record
from nupp.rules.actions import Actions, register_actions


@register_actions(Amazons)
class AmazonsActions(Actions[Amazons]):
    """Turns in the order of their codes, of all that an empty board allows.

    Staged, arrows by their cells, and then the moves of amazons in the order of their codes.
    """

    distinct = True

    def __init__(self, game: Amazons) -> None:
        line = game.line[: game.nowhere]
        self.sees = (line[:, None] == line[None]).any(axis=2) & ~np.eye(len(line), dtype=bool)
        self.turns, self.shots, count = turn_numbers(line)
        ways = np.cumsum(self.sees).reshape(self.sees.shape) - self.sees
        self.ways = (game.nowhere + ways).astype(np.int32)
        self.count = game.nowhere + int(self.sees.sum()) if game.staged else count

    def number(self, game: Amazons, state: Record, move: int) -> int:
        origin, target, arrow = move >> 14, move >> 7 & 127, move & 127
        if not game.staged:
            return int(self.turns[origin, target] + self.shots[target, arrow])
        return int(self.ways[origin, target]) if move >> 7 else arrow

    def codes(self, game: Amazons) -> NDArray[np.int64]:
        origin, target = np.nonzero(self.sees)
        if game.staged:
            return np.concatenate([np.arange(game.nowhere), origin << 14 | target << 7 | target])
        way, arrow = np.nonzero(self.sees[target])
        return origin[way] << 14 | target[way] << 7 | arrow
