"""Images of positions under the symmetries of a game."""

from __future__ import annotations

import numpy as np
import pytest

import nupp
from evaluators.positions import random_states
from nupp.learn.datasets import Dataset
from plain import plain_rules  # noqa: F401


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec", ["connectfour", "othello", "amazons:size=6", "hexxagon:holes=none", "draughts"]
)
def test_images_under_every_symmetry(spec: str) -> None:
    game, states = nupp.game(spec), random_states(spec)
    n = len(states)
    none = np.zeros(n)
    sides = np.array([game.to_move(state) for state in states], np.int8)
    data = Dataset(
        game,
        states,
        none,
        none.astype(np.float32),
        none.astype(np.float32),
        none.astype(np.int32),
        none.astype(np.int64),
        sides,
        none.astype(np.int32),
    )
    found = data.with_images()
    for number, symmetry in enumerate(game.symmetries):
        for row in range(n):
            image = symmetry.map_state(states[row : row + 1])
            at = number * n + row
            assert found.states[at].tobytes() == image.tobytes()
            assert found.sides[at] == game.to_move(image[0])
