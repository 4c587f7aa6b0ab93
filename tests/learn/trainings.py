"""Small trainings that several tests go on with."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from nupp.kernel import generator, interpreted
from nupp.learn.fitting import PatternTraining
from nupp.learn.recipes import TdRecipe
from nupp.learn.regression import LabelledPositions
from nupp.learn.td import TdSettings, new_buffer, play_batch
from nupp.learn.training import Training
from nupp.rules import game, start_state

RULES = game("tictactoe")
RECIPE = TdRecipe(batch=400, openings=2, seed=3)


T = TypeVar("T", bound=Training[Any])


def after(training: T, steps: int) -> T:
    """A training that has been brought to a number of steps."""
    while training.progress.steps < steps:
        training.step()
    return training


def labelled_by(training: PatternTraining[Any], positions: int) -> LabelledPositions:
    """Positions from games with many random moves, with what a network expects of them."""
    buffer, settings = new_buffer(RULES, positions), TdSettings(0.5, 0.5, 4, 64)
    play_batch(RULES, training.network, start_state(RULES), buffer, settings, generator(9), positions)
    states = buffer.states[:positions].copy()
    with interpreted():
        values = [training.network.evaluate(RULES, state) for state in states]
    return LabelledPositions(states, np.tanh(np.array(values) / 1000).astype(np.float32))
