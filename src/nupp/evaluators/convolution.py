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

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.contract import Evaluator
from nupp.evaluators.patterns import UNIT
from nupp.evaluators.scenes import MOST_PLACES, WALL, Scene
from nupp.kernel import REALS, Record, add_rectified, add_scaled, kernel, scratch
from nupp.rules import Game
from nupp.rules.basics import Moves

Reals = NDArray[np.float32]

MOST_UNITS: Final = 64
"""The largest number of channels, and of hidden units."""
AROUND: Final = 9
"""The cells that a filter covers."""
LARGEST: Final = 10**9
"""No value is larger; to searches won games are worth more."""
_NONE: Final = np.float32(0)
_WORDS: Final = MOST_UNITS // 2
"""The number of 64-bit words that have room for a float32 of each unit."""


class Convolution(Evaluator[Any]):
    """A convolutional network; in thousandths of the inverse hyperbolic tangent of the expected result.

    The expected result of a value v, from -1 to 1, is tanh(v / 1000). Values are from -LARGEST to
    LARGEST, whatever the weights come to; what is no number is 0.

    scene: what it sees. rows: float32 (1 + 9 * kinds, channels), as drawn above; inner: (channels, hidden),
    and inner_bias: (hidden), of the hidden layer; last: (1 + hidden), the weights of its units behind the
    bias of the value. Channels and hidden units are multiples of 16. ValueError for other shapes or numbers
    that are not finite.
    """

    name = "learned"
    data: ClassVar[tuple[str, ...]] = ("rows", "inner", "inner_bias", "last")
    scale = 549.0  # tanh(0.549) = 0.5: three points out of four
    unit = UNIT
    tempo = True

    def __init__(self, scene: Scene[Any], rows: Reals, inner: Reals, inner_bias: Reals, last: Reals) -> None:
        self.scene, self.channels, self.hidden = scene, len(inner), len(inner_bias)
        self.rows, self.inner, self.inner_bias, self.last = rows, inner, inner_bias, last
        shapes = {
            "rows": (1 + AROUND * scene.kinds, self.channels),
            "inner": (self.channels, self.hidden),
            "inner_bias": (self.hidden,),
            "last": (1 + self.hidden,),
        }
        require_arrays(vars(self), shapes)
        if not {self.channels, self.hidden} <= {*range(REALS, MOST_UNITS + 1, REALS)}:
            raise ValueError(
                f"{self.channels} channels and {self.hidden} hidden units: expected multiples of {REALS}, at "
                f"most {MOST_UNITS}"
            )

    def evaluate(self, game: Game, state: Record) -> int:
        frame, sums = scratch(MOST_PLACES), scratch(_WORDS).view(np.float32)
        self.scene.write(game, state, frame)
        for unit in range(self.channels):
            sums[unit] = _NONE
        for cell in range(len(self.scene.places)):
            place = int(self.scene.places[cell])
            if frame[place] != WALL:
                self.add_cell(frame, place, sums)
        return whole(self.answer(sums))

    def add_cell(self, frame: Moves, place: int, sums: Reals) -> None:
        """Add what the filters find around a place to `sums[:channels]`."""
        chosen, n = scratch(10), 1
        chosen[0] = 0
        for up in range(-1, 2):
            middle = place + up * self.scene.stride
            for right in range(-1, 2):
                chosen[n] = AROUND * frame[middle + right] + n
                n += 1
        add_rectified(self.rows, chosen, 10, self.channels, sums)

    def answer(self, sums: Reals) -> float:
        """The value that follows from the sums over all cells."""
        units = scratch(_WORDS).view(np.float32)
        for unit in range(self.hidden):
            units[unit] = self.inner_bias[unit]
        add_scaled(self.inner, sums, self.channels, self.hidden, units)
        value: float = self.last[0]
        for unit in range(self.hidden):
            value += self.last[1 + unit] * max(units[unit], _NONE)
        return value


def require_arrays(arrays: Mapping[str, NDArray[Any]], shapes: Mapping[str, tuple[int, ...]]) -> None:
    """ValueError for an array that is not float32, of another shape, or holds a number that is not finite."""
    for name, shape in shapes.items():
        array = arrays[name]
        if array.dtype != np.float32 or array.shape != shape or not np.isfinite(array).all():
            raise ValueError(
                f"{name} of type {array.dtype} and shape {array.shape}: expected finite float32, {shape}"
            )


@kernel
def whole(value: float) -> int:
    """A value as an integer within its bounds; 0 for one that is no number."""
    if value > LARGEST:
        return LARGEST
    if value < -LARGEST:
        return -LARGEST
    return int(value) if value == value else 0
