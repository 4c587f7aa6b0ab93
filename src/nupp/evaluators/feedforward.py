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
    last[set]       one of the sums, as `dense.py` draws it with the second layer
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from nupp.evaluators.contract import MOST_CELLS
from nupp.evaluators.dense import NONE, WORDS, DenseEvaluator, Reals
from nupp.evaluators.stages import require_contents, require_sets, stages_of
from nupp.kernel import Record, add_rectified, scratch
from nupp.rules import Game

_ROOM: Final = MOST_CELLS + 1


class FeedForward(DenseEvaluator):
    """A feed-forward network, whose last layers and values are those of DenseEvaluator.

    stage_of: for each of the game's stages the set of weights of the last layer. rows: float32 (things + 1,
    units), as drawn above; last: (sets, 1 + hidden). ValueError also for a game that does not say what stands
    on its cells.
    """

    def __init__(
        self, game: Game, stage_of: Sequence[int], rows: Reals, inner: Reals, inner_bias: Reals, last: Reals
    ) -> None:
        super().__init__(rows, inner, inner_bias, last)
        require_sets(stages_of(game).count, stage_of)
        self.stages, self.stage_of = stages_of(game), np.array(stage_of)
        self.things = count_inputs(game)
        self.require({"rows": (self.things + 1, self.units), "last": (1 + max(stage_of), 1 + self.hidden)})

    def stage(self, game: Game, state: Record) -> int:
        filled = game.contents(state, scratch(MOST_CELLS))
        return int(self.stage_of[self.stages.of(game, state, filled)])

    def evaluate(self, game: Game, state: Record) -> int:
        things = scratch(_ROOM)
        filled = game.contents(state, things)
        things[filled] = self.things
        units = scratch(WORDS).view(np.float32)
        for unit in range(self.units):
            units[unit] = NONE
        add_rectified(self.rows, things, filled + 1, self.units, units)
        return self.value(units, self.last[self.stage_of[self.stages.of(game, state, filled)]])


def count_inputs(game: Game) -> int:
    """The number of inputs; ValueError for a game without contents, or with a board that is too large."""
    require_contents(game)
    return len(game.board) * game.kinds.values
