"""The inputs of feed-forward networks of m,n,k games: shapes, or the stones."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from nupp.evaluators.dense import NONE, WORDS, Reals
from nupp.evaluators.inputs import Inputs
from nupp.games.mnk.rules import Mnk
from nupp.games.mnk.shapes import PAIRS, SHORTEST
from nupp.kernel import Record, scratch
from nupp.rules.basics import Moves

STEPS: Final = 256
"""Weights are multiples of 1 / STEPS: so sums are exact, in whatever order they are made."""
_STEP: Final = np.float32(1 / STEPS)

_RULES: Final = ("start", "legal_moves", "play", "to_move", "outcome", "wins", "hash")


class ShapeInputs(Inputs[Mnk]):
    """Of each empty cell the two best shapes that a stone of either side would make there: a joint pair.

    The number of a joint pair is PAIRS times the own pair of `shapes.py`, plus the enemy's; cells where
    neither side can ever win are left out. ValueError for a game without shapes.
    """

    name = "shapes"
    games = Mnk
    views = 2
    are_placed = False
    steps = STEPS

    def __init__(self, game: Mnk) -> None:
        if not game.has_shapes:
            raise ValueError(f"{game.spec} has no shapes: expected k from 3 to 5, and no exact lines")
        self.count, self.most = PAIRS * PAIRS, game.cells

    def list(self, game: Mnk, state: Record, side: int, found: Moves) -> int:
        return game.list_pairs(state, side, found)

    def filled(self, game: Mnk, state: Record, n: int) -> int:
        return game.cells - int(state.empty)

    def add_up(self, game: Mnk, state: Record, side: int, rows: Reals, width: int, units: Reals) -> int:
        sums = scratch(WORDS).view(np.int32)
        if not game.copy_sums(state, side, width, sums):
            return self.add_listed(game, state, side, rows, width, units)
        for unit in range(width):
            units[unit] = max(NONE, np.float32(sums[unit]) * _STEP + rows[self.count, unit])
        return 0


def has_threats(game: Mnk) -> bool:
    """True where shapes say what threatens: a table has room for them, and the rules are those of Mnk."""
    has_own_rules = any(getattr(type(game), name) is not getattr(Mnk, name) for name in _RULES)
    return game.has_shapes and game.k >= SHORTEST and not has_own_rules


def inputs_of(game: Mnk) -> Inputs[Any]:
    """Shapes where they say what threatens, else what stands on the cells."""
    return ShapeInputs(game) if has_threats(game) else Inputs(game)
