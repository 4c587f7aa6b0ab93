"""Images of planes and actions under the symmetries of games."""

from __future__ import annotations

import numpy as np
import pytest

import nupp
from evaluators.positions import random_states
from nupp.rules import Position
from nupp.vector import Images, encoding
from plain import plain_rules  # noqa: F401
from vector.test_encodings import written


@pytest.mark.parametrize("name", [*nupp.GAMES.names(), "amazons:size=5,staged=true"])
def test_images_are_the_planes_and_masks_of_images_of_states(name: str) -> None:
    game, states = nupp.game(name), random_states(name)[:4]
    images, seen = Images(game), encoding("planes", game)
    kept = [one for one in game.symmetries if not (game.kinds.turned and one.exchange)]
    assert images.count == len(kept)
    shown = np.stack([written(game, seen, state) for state in states])
    masks = np.zeros((len(states), nupp.rules.actions_of(game).count), np.int8)
    for mask, state in zip(masks, states, strict=True):
        mask[list(Position(game, state.reshape(1).copy()).actions)] = 1
    for number, symmetry in enumerate(kept):
        which = np.full(len(states), number)
        moved, legal = images.of_planes(shown, which), images.of_actions(masks, which)
        for i, state in enumerate(states):
            image = symmetry.map_state(state.reshape(1))
            assert (moved[i] == written(game, seen, image[0])).all()
            actions = Position(game, image.copy()).actions
            assert np.flatnonzero(legal[i]).tolist() == sorted(actions)
        some = masks.argmax(axis=1)
        assert legal[np.arange(len(states)), images.of_numbers(some, which)].all()


def test_each_position_may_have_another_symmetry() -> None:
    images = Images(nupp.game("connectfour"))
    policies = np.tile(np.arange(7), (2, 1))
    assert images.of_actions(policies, np.array([0, 1])).tolist() == [[*range(7)], [*range(7)][::-1]]
    with pytest.raises(ValueError, match=r"\(3, 6, 7\)"):
        images.of_planes(np.zeros((1, 3, 7, 7), np.float32), np.array([0]))
