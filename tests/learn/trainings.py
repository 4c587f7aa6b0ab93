"""Small trainings that several tests go on with."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from nupp.kernel import generator, interpreted
from nupp.learn.recipes import TdRecipe
from nupp.learn.regression import Judged
from nupp.learn.td import Habits, new_notebook, play_games
from nupp.learn.training import (
    Training,
    self_play,
)
from nupp.rules import game, start_state

RULES = game("tictactoe")
RECIPE = TdRecipe(batch=400, openings=2, seed=3)


def after(training: Training[Any], batches: int, threads: int = 1) -> Training[Any]:
    """A training after so many batches."""
    for _ in itertools.islice(self_play(training, threads), batches - training.progress.batches):
        pass
    return training


def judged_by(training: Training[Any], positions: int) -> Judged:
    """Positions from games with many random moves, and what a network says of them."""
    book = new_notebook(RULES, positions)
    habits = Habits(0.5, 0.5, 4, 64)
    play_games(RULES, training.network, start_state(RULES), book, habits, generator(9), positions)
    states = book.states[:positions].copy()
    with interpreted():
        values = [training.network.evaluate(RULES, state) for state in states]
    return Judged(states, np.tanh(np.array(values) / 1000).astype(np.float32))
