"""Convolutional networks that evaluate positions within a search, compiled with it.

Every cell has a kind (see `scenes.py`). Filters of 3 x 3 over the kinds, ReLU, the sums over all cells that
are no walls, a hidden layer with ReLU, and a sum of its units make the value. Because a cell has one kind
there is nothing to multiply: for each of the nine cells that a filter covers the weights of its kind are
looked up and added, those of all filters side by side, as wide as the processor's registers are.

    rows[0]                        the bias of each channel
    rows[1 + 9 * kind + around]    its weights, where `around` is  6 7 8   the upper row
                                                                   3 4 5   4, the cell itself
                                                                   0 1 2   the lower row

Such networks are small and shallow: a search asks them about a million positions a second, larger ones about
thousands.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from nupp.evaluators.dense import NONE, WORDS, DenseEvaluator, Reals
from nupp.evaluators.scenes import MOST_PLACES, WALL, Scene
from nupp.kernel import Record, add_rectified, scratch
from nupp.rules import Game
from nupp.rules.basics import Moves

AROUND: Final = 9
"""The cells that a filter covers."""


class Convolution(DenseEvaluator):
    """A convolutional network, whose last layers and values are those of DenseEvaluator.

    scene: what it sees. rows: float32 (1 + 9 * kinds, channels), as drawn above. The units of the layer
    before the last ones are the channels.
    """

    def __init__(self, scene: Scene[Any], rows: Reals, inner: Reals, inner_bias: Reals, last: Reals) -> None:
        super().__init__(rows, inner, inner_bias, last)
        self.scene = scene
        self.require({"rows": (1 + AROUND * scene.kinds, self.units), "last": (1 + self.hidden,)})

    def evaluate(self, game: Game, state: Record) -> int:
        frame, sums = scratch(MOST_PLACES), scratch(WORDS).view(np.float32)
        self.scene.write(game, state, frame)
        for unit in range(self.units):
            sums[unit] = NONE
        for cell in range(len(self.scene.places)):
            place = int(self.scene.places[cell])
            if frame[place] != WALL:
                self.add_cell(frame, place, sums)
        return self.value(sums, self.last)

    def add_cell(self, frame: Moves, place: int, sums: Reals) -> None:
        """Add what the filters find around a place to `sums[:units]`."""
        chosen, n = scratch(10), 1
        chosen[0] = 0
        for up in range(-1, 2):
            middle = place + up * self.scene.stride
            for right in range(-1, 2):
                chosen[n] = AROUND * frame[middle + right] + n
                n += 1
        add_rectified(self.rows, chosen, 10, self.units, sums)
