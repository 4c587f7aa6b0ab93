"""Checkpoints: whose are taken, and what is done whole in spite of an interrupt."""

from __future__ import annotations

import signal
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from learn.trainings import RECIPE, RULES
from nupp.evaluators.archives import read_archive, write_archive
from nupp.learn.checkpoints import FORMAT, TrainingError, resume, uninterrupted, write_checkpoint
from nupp.learn.recipes import TdRecipe
from nupp.learn.td import TdTraining
from nupp.rules import game


def test_checkpoints_of_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "half"
    write_checkpoint(TdTraining(RULES, RECIPE), path)
    with pytest.raises(TrainingError, match=r"half'.*seed=3\b.*4"):
        resume(TdTraining(RULES, TdRecipe(batch=400, openings=2, seed=4)), path)
    with pytest.raises(TrainingError, match=r"tictactoe.*mnk:k=4"):
        resume(TdTraining(game("mnk:k=4"), RECIPE), path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(TrainingError, match="damaged"):
        resume(TdTraining(RULES, RECIPE), path)
    training = TdTraining(RULES, RECIPE)
    training.weights.values[0, 5] = np.nan
    write_checkpoint(training, path)
    with pytest.raises(TrainingError, match="values"):
        resume(TdTraining(RULES, RECIPE), path)


def test_a_checkpoint_without_a_field_that_recipes_did_not_have_then_is_taken(tmp_path: Path) -> None:
    path, training = tmp_path / "older", TdTraining(RULES, RECIPE)
    write_checkpoint(training, path)
    about, arrays = read_archive(path.read_bytes(), RULES, FORMAT)
    del about["recipe"]["begin"]
    path.write_bytes(write_archive(about, arrays, compressed=True))
    resume(training, path)
    with pytest.raises(TrainingError, match=r'begin="", not "abc"'):
        resume(TdTraining(RULES, replace(RECIPE, begin="abc")), path)


def test_what_is_done_uninterrupted_is_done_whole() -> None:
    handler, done = signal.getsignal(signal.SIGINT), []

    @uninterrupted()
    def interrupt_all() -> None:
        for number in range(3):
            signal.raise_signal(signal.SIGINT)
            done.append(number)

    with pytest.raises(KeyboardInterrupt):
        interrupt_all()
    assert done == [0, 1, 2]
    assert signal.getsignal(signal.SIGINT) is handler
