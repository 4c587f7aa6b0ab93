"""Weights are fitted to targets."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.conformance.observe import sample, state_of
from nupp.evaluators.patterns import UNIT
from nupp.kernel import interpreted
from nupp.learn.recipes import TdRecipe
from nupp.learn.td import TdTraining


@pytest.mark.slow
def test_weights_are_fitted_to_what_the_offset_leaves() -> None:
    played = sample("lput", compiled=False)
    training = TdTraining(played.game, TdRecipe())
    states = np.concatenate([state_of(played.game, seen.before) for seen in played.spread(30)])
    with interpreted():
        values = np.array([training.network.evaluate(played.game, state) for state in states])
        assert values.any()
        training.learn(states, np.tanh(values / UNIT).astype(np.float32))
        assert training.progress.error < 1e-6
        training.learn(states, np.tanh(values / UNIT + 0.1).astype(np.float32))
        assert training.progress.error > 0.01
