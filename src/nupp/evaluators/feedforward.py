"""Feed-forward networks that evaluate positions within a search, compiled with it.

The inputs are what stands on the cells, or what a game has in its place (see `inputs.py`), as the side to
move sees the position, and in some games as the other side sees it, too. Two hidden layers with ReLU follow,
and a sum of the units of the second makes the value; the further a game has come, the later one of several
sums is used. A position has few of the inputs, so the first layer is a sum of rows of a table, as wide as the
processor's registers are. Networks such as those of Y. Nasu ("Efficiently updatable neural-network-based
evaluation functions for computer shogi", 2018) update that sum move by move, and so do games whose states
keep it; elsewhere it is made anew, which takes less time than the layer behind it.

    rows[input]     its weights for the units of the first layer
    rows[inputs]    behind those of all inputs: the bias of each unit
    last[set]       one of the sums, as `dense.py` draws it with the second layer
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nupp.evaluators.dense import WORDS, DenseEvaluator, Reals
from nupp.evaluators.inputs import MOST_INPUTS, Inputs
from nupp.evaluators.stages import require_sets, stages_of
from nupp.kernel import REALS, Record, scratch
from nupp.rules import Game


class FeedForward(DenseEvaluator):
    """A feed-forward network, whose last layers and values are those of DenseEvaluator.

    stage_of: for each of the game's stages the set of weights of the last layer. rows: float32 (inputs + 1,
    width), as drawn above; inner: its units are those of all views, one after another; last: (sets, 1 +
    hidden).
    """

    def __init__(
        self,
        game: Game,
        inputs: Inputs[Any],
        stage_of: Sequence[int],
        rows: Reals,
        inner: Reals,
        inner_bias: Reals,
        last: Reals,
    ) -> None:
        super().__init__(rows, inner, inner_bias, last)
        self.stages, self.stage_of = stages_of(game), np.array(stage_of)
        require_sets(self.stages.count, stage_of)
        self.inputs, self.width = inputs, self.units // inputs.views
        if self.units % (inputs.views * REALS) != 0:
            raise ValueError(
                f"{self.units} units of {inputs.views} views: expected a multiple of {REALS} for each view"
            )
        self.require({"rows": (inputs.count + 1, self.width), "last": (1 + max(stage_of), 1 + self.hidden)})

    def stage(self, game: Game, state: Record) -> int:
        n = self.inputs.list(game, state, game.to_move(state), scratch(MOST_INPUTS))
        return self.set_of(game, state, n)

    def set_of(self, game: Game, state: Record, n: int) -> int:
        """The set of weights of the last layer for a position with `n` inputs."""
        return int(self.stage_of[self.stages.of(game, state, self.inputs.filled(game, state, n))])

    def evaluate(self, game: Game, state: Record) -> int:
        units = scratch(WORDS).view(np.float32)
        side, n = game.to_move(state), 0
        for view in range(self.inputs.views):
            n = self.inputs.add_up(
                game, state, side ^ view, self.rows, self.width, units[view * self.width :]
            )
        return self.value(units, self.last[self.set_of(game, state, n)])
