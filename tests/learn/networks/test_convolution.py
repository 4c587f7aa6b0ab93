"""Training of convolutional networks for the kernel."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from learn.networks.examples import (
    GAME,
    labelled,
    require_learning,
    require_resuming,
    shown_in_tests_and_training,
)
from nupp.kernel import interpreted
from nupp.learn.checkpoints import TrainingError, resume
from nupp.learn.networks.convolution import ConvolutionTraining
from nupp.learn.recipes import ConvolutionRecipe
from nupp.learn.regression import LabelledPositions
from nupp.rules import game

pytestmark = pytest.mark.slow
FEW = ConvolutionRecipe(channels=8, hidden=8, batch=16, epochs=25, rate=0.03)


def test_a_convolution_learns_what_decides_the_games() -> None:
    require_learning(ConvolutionTraining, FEW)


def test_symmetries_are_learnt_while_it_trains_and_not_shown_in_tests() -> None:
    plain, seen = shown_in_tests_and_training(ConvolutionTraining, FEW)
    images = {
        np.rot90(board, turns, (1, 2)).tobytes() for turns in range(4) for board in (plain, plain[:, :, ::-1])
    }
    assert seen == images


def test_a_convolution_gone_on_with_ends_as_one_that_was_not_stopped(tmp_path: Path) -> None:
    recipe = dataclasses.replace(FEW, epochs=3)
    require_resuming(ConvolutionTraining, recipe, tmp_path)
    with interpreted():
        shown, held_out = labelled(120)
        mixed = LabelledPositions(
            shown.states, np.float32(0.1) * shown.targets
        )  # as other targets come of another lambda
        other = ConvolutionTraining(GAME, dataclasses.replace(recipe, mixture=0.1), mixed, held_out)
        with pytest.raises(TrainingError, match=r"lambda=0\.5\b.*0\.1"):
            resume(other, tmp_path / "half")
        longer = ConvolutionTraining(GAME, dataclasses.replace(recipe, epochs=9), *labelled(120))
        with pytest.raises(TrainingError, match=r"epochs=\d+\b.*9"):  # its rate is another
            resume(longer, tmp_path / "half")
    with pytest.raises(TrainingError, match=r"mnk:.*1024 cells.*256"):
        ConvolutionTraining(game("mnk:width=32,height=32"), FEW, *labelled(60))


@pytest.mark.parametrize("change", [{"channels": 129}, {"hidden": 200}, {"channels": 0}])
def test_a_convolution_that_no_search_could_have_is_not_begun(change: dict[str, int]) -> None:
    ((name, units),) = change.items()
    with interpreted(), pytest.raises(TrainingError, match=rf"{name} {units}.*1 to 128"):
        ConvolutionTraining(GAME, dataclasses.replace(FEW, **change), *labelled(60))
    ConvolutionTraining(
        GAME, dataclasses.replace(FEW, channels=128, hidden=128), *labelled(60)
    ).network_file()
