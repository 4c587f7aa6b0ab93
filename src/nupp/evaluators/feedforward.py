"""Feed-forward networks that evaluate positions within a search, compiled with it.

The inputs are 1 or 0 for each cell and each kind of contents, as the side to move sees the board. Two hidden
layers with ReLU follow, and a sum of the units of the second makes the value; the further a game has come,
the later one of several sums is used. Few inputs are 1, so the first layer is a sum of rows of a table, as
wide as the processor's registers are. Networks such as those of Y. Nasu ("Efficiently updatable
neural-network-based evaluation functions for computer shogi", 2018) update that sum move by move; here it is
made anew, which takes less time than the layer behind it.

    rows[thing]     its weights for the units of the first layer; a thing is `cell * kinds.values + kind`, as
                    `Game.contents` lists it
    rows[things]    behind those of all things: the bias of each unit
    inner[unit]     the weights by which a unit of the first layer counts for those of the second
    last[set]       the bias of the value, and the weights of the units of the second layer
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import numpy as np

from nupp.evaluators.contract import MOST_CELLS, Evaluator
from nupp.evaluators.convolution import Reals, require_arrays, whole
from nupp.evaluators.patterns import UNIT
from nupp.evaluators.stages import require_contents, require_sets, stages_of
from nupp.kernel import REALS, Record, add_rectified, add_scaled, scratch
from nupp.rules import Game

MOST_UNITS: Final = 128
"""The largest number of units of a hidden layer."""
_ROOM: Final = MOST_CELLS + 1
_NONE: Final = np.float32(0)
_WORDS: Final = MOST_UNITS // 2
"""The number of 64-bit words that have room for a float32 of each unit."""


class FeedForward(Evaluator[Any]):
    """A feed-forward network; in thousandths of the inverse hyperbolic tangent of the expected result.

    The expected result of a value v, from -1 to 1, is tanh(v / 1000).

    stage_of: for each of the game's stages the set of weights of the last layer. The other arrays are
    float32, as drawn above. rows: (things + 1, units); inner: (units, hidden), and inner_bias: (hidden), of
    the second layer; last: (sets, 1 + hidden). Units and hidden ones are multiples of 16. ValueError for a
    game that does not say what stands on its cells, and for other shapes or numbers that are not finite.
    """

    name = "learned"
    data: ClassVar[tuple[str, ...]] = ("rows", "inner", "inner_bias", "last")
    scale = 549.0  # tanh(0.549) = 0.5: three points out of four
    unit = UNIT
    tempo = True

    def __init__(
        self, game: Game, stage_of: Sequence[int], rows: Reals, inner: Reals, inner_bias: Reals, last: Reals
    ) -> None:
        require_sets(game, stage_of)
        self.stages, self.stage_of = stages_of(game), np.array(stage_of)
        self.things, self.units, self.hidden = things_of(game), len(inner), len(inner_bias)
        self.rows, self.inner, self.inner_bias, self.last = rows, inner, inner_bias, last
        shapes = {
            "rows": (self.things + 1, self.units),
            "inner": (self.units, self.hidden),
            "inner_bias": (self.hidden,),
            "last": (1 + max(stage_of), 1 + self.hidden),
        }
        require_arrays(vars(self), shapes)
        if not {self.units, self.hidden} <= {*range(REALS, MOST_UNITS + 1, REALS)}:
            raise ValueError(
                f"{self.units} units and {self.hidden} hidden ones: expected multiples of {REALS}, at most "
                f"{MOST_UNITS}"
            )

    def stage(self, game: Game, state: Record) -> int:
        filled = game.contents(state, scratch(MOST_CELLS))
        return int(self.stage_of[self.stages.of(game, state, filled)])

    def evaluate(self, game: Game, state: Record) -> int:
        things = scratch(_ROOM)
        filled = game.contents(state, things)
        things[filled] = self.things
        last = self.last[self.stage_of[self.stages.of(game, state, filled)]]
        units, hidden = scratch(_WORDS).view(np.float32), scratch(_WORDS).view(np.float32)
        for unit in range(self.units):
            units[unit] = _NONE
        add_rectified(self.rows, things, filled + 1, self.units, units)
        for unit in range(self.hidden):
            hidden[unit] = self.inner_bias[unit]
        add_scaled(self.inner, units, self.units, self.hidden, hidden)
        value: float = last[0]
        for unit in range(self.hidden):
            value += last[1 + unit] * max(hidden[unit], _NONE)
        return whole(value)


def things_of(game: Game) -> int:
    """The number of inputs; ValueError for a game without contents, or with a board that is too large."""
    require_contents(game)
    return len(game.board) * game.kinds.values
