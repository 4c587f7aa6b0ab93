"""The last layers of networks that evaluate positions within a search: a hidden layer with ReLU, and a sum.

inner[unit]     the weights by which a unit of the layer before counts for those of the hidden layer
inner_bias      the bias of each hidden unit
last            the bias of the value, and the weights of the hidden units
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.contract import Evaluator
from nupp.evaluators.patterns import UNIT
from nupp.kernel import REALS, add_scaled, kernel, scratch

Reals = NDArray[np.float32]

MOST_UNITS: Final = 128
"""The largest number of units of a layer."""
WORDS: Final = MOST_UNITS // 2
"""The number of 64-bit words that have room for a float32 of each unit."""
NONE: Final = np.float32(0)
LARGEST: Final = 10**9
"""No value is larger; to searches won games are worth more."""


class DenseEvaluator(Evaluator[Any]):
    """A network; in thousandths of the inverse hyperbolic tangent of the expected result.

    The expected result of a value v, from -1 to 1, is tanh(v / 1000). Values are from -LARGEST to LARGEST,
    whatever the weights come to; what is no number is 0.

    The arrays are float32. inner: (units, hidden); inner_bias: (hidden); last: (1 + hidden), of each set of
    weights. Units and hidden ones are multiples of 16, at most MOST_UNITS. ValueError for other shapes or
    numbers that are not finite.
    """

    name = "learned"
    data: ClassVar[tuple[str, ...]] = ("rows", "inner", "inner_bias", "last")
    scale = 549.0  # tanh(0.549) = 0.5: three points out of four
    unit = UNIT
    tempo = True

    def __init__(self, rows: Reals, inner: Reals, inner_bias: Reals, last: Reals) -> None:
        self.units, self.hidden = len(inner), len(inner_bias)
        self.rows, self.inner, self.inner_bias, self.last = rows, inner, inner_bias, last

    def require(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        """ValueError unless the arrays are such as the network can use; shapes: those of its own."""
        own = {"inner": (self.units, self.hidden), "inner_bias": (self.hidden,)}
        require_arrays(vars(self), {**shapes, **own})
        if not {self.units, self.hidden} <= {*range(REALS, MOST_UNITS + 1, REALS)}:
            raise ValueError(
                f"{self.units} units and {self.hidden} hidden ones: expected multiples of {REALS}, at most "
                f"{MOST_UNITS}"
            )

    def value(self, units: Reals, last: Reals) -> int:
        """The value that follows from the units of the layer before."""
        hidden = scratch(WORDS).view(np.float32)
        for unit in range(self.hidden):
            hidden[unit] = self.inner_bias[unit]
        add_scaled(self.inner, units, self.units, self.hidden, hidden)
        value: float = last[0]
        for unit in range(self.hidden):
            value += last[1 + unit] * max(hidden[unit], NONE)
        return whole(value)


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
