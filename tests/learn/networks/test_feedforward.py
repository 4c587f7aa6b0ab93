"""Training of feed-forward networks for the kernel."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from learn.networks.examples import (
    GAME,
    require_learning,
    require_resuming,
    shown_in_tests_and_training,
)
from nupp.evaluators.strength import inputs_of
from nupp.games.mnk.inputs import STEPS
from nupp.kernel import interpreted
from nupp.learn.checkpoints import TrainingError
from nupp.learn.networks.feedforward import FeedForwardTraining, images_of_inputs
from nupp.learn.recipes import FeedForwardRecipe
from nupp.learn.regression import LabelledPositions
from nupp.rules import game, start_state

pytestmark = pytest.mark.slow
FEW = FeedForwardRecipe(units=16, hidden=8, batch=16, epochs=25, rate=0.03)


def test_a_network_learns_what_decides_the_games() -> None:
    require_learning(FeedForwardTraining, FEW)


def test_symmetries_are_learnt_while_it_trains_and_not_shown_in_tests() -> None:
    plain, seen = shown_in_tests_and_training(FeedForwardTraining, FEW)
    assert len(seen) == 8
    assert plain.tobytes() in seen


def test_what_stands_on_a_cell_goes_with_it_to_its_image() -> None:
    images = images_of_inputs(GAME, inputs_of(GAME))
    values, none = GAME.kinds.values, images.shape[1] - 1
    assert (images[:, :none] % values == np.arange(none) % values).all()
    assert (images[:, none] == none).all()


def test_a_training_gone_on_with_ends_as_one_that_was_not_stopped(tmp_path: Path) -> None:
    recipe = dataclasses.replace(FEW, epochs=3)
    require_resuming(FeedForwardTraining, recipe, tmp_path)


def test_too_many_units() -> None:
    with pytest.raises(TrainingError, match=r"units 129: expected 1 to 128"):
        FeedForwardRecipe(units=129)


def test_too_many_units_for_two_views() -> None:
    rules = game("mnk:width=6,height=6")
    none = LabelledPositions(np.zeros(0, rules.State), np.zeros(0, np.float32))
    with pytest.raises(TrainingError, match=r"units 65: expected 1 to 64"):
        FeedForwardTraining(rules, FeedForwardRecipe(units=65), none, none)


def test_rows_that_no_position_asks_for_are_nothing_and_the_others_are_steps() -> None:
    rules = game("mnk:width=6,height=6")
    positions = LabelledPositions(start_state(rules).repeat(4), np.ones(4, np.float32))
    training = FeedForwardTraining(rules, FeedForwardRecipe(units=8, batch=2, epochs=1), positions, positions)
    training.step()
    rows = training.model.evaluator(rules, training.stage_of).rows[:-1]
    asked = np.zeros(512, np.int64)
    with interpreted():
        n = training.inputs.list(rules, positions.states[0], 0, asked)
    assert set(np.flatnonzero(rows.any(axis=1))) == set(asked[:n].tolist())
    assert np.array_equal(rows * STEPS, np.rint(rows * STEPS))
