"""The last layers of networks in the kernel: their bounds, and arrays that they cannot have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nupp.evaluators.dense import LARGEST, WORDS, DenseEvaluator
from nupp.kernel import Record, interpreted, kernel, scratch
from nupp.rules import Game, game, start_state
from nupp.rules.basics import States
from nupp.search.scores import WIN

RULES = game("tictactoe")


class Alone(DenseEvaluator):
    """Last layers with none before them: their units are 1, 0, 0 and so on."""

    def evaluate(self, game: Game, state: Record) -> int:
        units = scratch(WORDS).view(np.float32)
        for unit in range(self.units):
            units[unit] = np.float32(unit == 0)
        return self.value(units, self.last)


def alone(**change: Any) -> Alone:
    inner = np.zeros((32, 16), np.float32)
    inner[0, 1], inner[1, 1] = 2, 100
    arrays = {
        "rows": np.zeros(1, np.float32),
        "inner": inner,
        "inner_bias": np.array([9, 9, -1, *[0] * 13], np.float32),
        "last": np.zeros(17, np.float32),
    }
    network = Alone(**arrays | change)
    network.require({"rows": (1,), "last": (17,)})
    return network


@kernel
def judge(rules: Game, network: Alone, state: States) -> int:
    return network.evaluate(rules, state[0])


@pytest.mark.parametrize(
    ("last", "value"),
    [
        ([5, 1, 10, 1000], 5 + 9 + 10 * (9 + 2)),  # the third unit is below 0
        ([3e38, 3e38, 0, 0], LARGEST),
        ([-3e38, -3e38, 0, 0], -LARGEST),
        ([3e38, 3e38, -3e38, 0], 0),  # infinity less itself
        ([2e9, 0, 0, 0], LARGEST),
        ([-1.5, 0, 0, 0], -1),
    ],
)
def test_values_are_sums_within_bounds(last: list[float], value: int) -> None:
    """Finite weights may come to what is infinite, or no number at all."""
    network, state = alone(last=np.array([*last, *[0] * 13], np.float32)), start_state(RULES)
    with interpreted(), np.errstate(all="ignore"):
        assert judge(RULES, network, state) == value
    assert judge(RULES, network, state) == value
    assert LARGEST < WIN


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rows": np.zeros((4, 16), np.float32)}, r"rows .*\(4, 16\).*float32, \(1,"),
        ({"last": np.zeros(17)}, r"last .*float64"),
        ({"inner_bias": np.full(16, np.nan, np.float32)}, r"inner_bias .*finite"),
        ({"inner": np.zeros((144, 16), np.float32)}, r"144 units.*16 hidden.*multiples of 16.*128"),
        ({"inner": np.zeros((8, 16), np.float32)}, r"8 units.*multiples of 16"),
    ],
)
def test_arrays_that_make_no_network(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        alone(**change)
