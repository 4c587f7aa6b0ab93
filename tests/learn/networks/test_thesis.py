"""The network of the thesis: what it learns, resumed trainings, and what goes wrong."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest
import torch

from learn.networks.examples import GAME, SMALL, examples, weights_of
from nupp.evaluators.networks import OnnxNetwork, unpack
from nupp.kernel import interpreted
from nupp.learn.checkpoints import TrainingError, checkpoint_of, resume, write_checkpoint
from nupp.learn.datafile import FACTS
from nupp.learn.datasets import _dataset
from nupp.learn.networks.thesis import ThesisTraining
from nupp.learn.training import run
from nupp.rules import game

pytestmark = pytest.mark.slow


def test_it_learns_what_decides_the_games() -> None:
    training = ThesisTraining(examples(), dataclasses.replace(SMALL, rate=0.5, epochs=30))
    before, _ = training.test(training.held_out)
    for _ in range(30):
        training.step()
    assert training.progress.tested is not None
    assert training.progress.tested < 0.5 * before
    assert training.progress.right is not None
    assert training.progress.right > 0.85
    network = OnnxNetwork(unpack(training.network_file(), GAME))
    with interpreted():
        centre, corner = (GAME.start_position().play(move).play("b1").state for move in ("b2", "a1"))
    assert network.evaluate(centre).values[0] > 0.3
    assert network.evaluate(corner).values[0] < -0.3


def test_a_training_that_was_killed_ends_as_one_that_was_not(tmp_path: Path) -> None:
    data, recipe = examples(120), dataclasses.replace(SMALL, epochs=2)
    out = tmp_path / "net.nupp"
    with interpreted():
        whole = ThesisTraining(data, dataclasses.replace(recipe, epochs=3))
        for _ in range(3):
            whole.step()
        run(ThesisTraining(data, recipe), out)
        longer = dataclasses.replace(recipe, epochs=3)
        resumed = ThesisTraining(data, longer)
        resume(resumed, checkpoint_of(tmp_path / "net.nupp"))
        assert resumed.progress.steps == 2
        run(resumed, out)
        assert weights_of(resumed.model) == weights_of(whole.model)
        other = dataclasses.replace(longer, rate=0.1)
        with pytest.raises(TrainingError, match=r"rate=0\.2\b.*0\.1"):
            resume(ThesisTraining(data, other), checkpoint_of(tmp_path / "net.nupp"))
        with pytest.raises(TrainingError, match="--data"):
            resume(ThesisTraining(examples(60), longer), checkpoint_of(tmp_path / "net.nupp"))


def test_numbers_that_run_away_stop_it_and_leave_the_last_checkpoint(tmp_path: Path) -> None:
    with interpreted():
        training = ThesisTraining(examples(60), SMALL)
        write_checkpoint(training, checkpoint_of(tmp_path / "net.nupp"))
        kept = (checkpoint_of(tmp_path / "net.nupp")).read_bytes()
        with torch.no_grad():
            training.model[0].weight[0, 0, 0, 0] = float("nan")
        words = r"tictactoe.*epoch 1, step 1.*finite"
        with pytest.raises(TrainingError, match=words):
            run(training, tmp_path / "net.nupp")
    assert (checkpoint_of(tmp_path / "net.nupp")).read_bytes() == kept
    assert not (tmp_path / "net.nupp").exists()


def test_what_cannot_be_learnt_from_is_refused() -> None:
    data = examples(40)
    with interpreted():
        with pytest.raises(TrainingError, match="0 positions"):
            ThesisTraining(data[:0], SMALL)
        draughts = game("draughts")
        empty = _dataset(draughts, np.zeros(0, draughts.State), np.zeros(0, FACTS), 0)
        with pytest.raises(TrainingError, match=r"draughts.*each side"):
            ThesisTraining(empty, SMALL)
