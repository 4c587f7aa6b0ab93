"""Training of convolutional networks for the kernel."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from learn.networks.examples import GAME, judged, weights_of
from nupp.evaluators.weights import unpack as read_evaluator
from nupp.kernel import interpreted
from nupp.learn.checkpoints import TrainingError
from nupp.learn.networks import convolution, supervised
from nupp.learn.recipes import ConvolutionRecipe
from nupp.learn.regression import Judged
from nupp.rules import game

pytestmark = pytest.mark.slow
FEW = ConvolutionRecipe(channels=8, hidden=8, batch=16, epochs=25, rate=0.03)


def test_a_convolution_learns_what_decides_the_games() -> None:
    with interpreted():
        training = convolution.begin(GAME, *judged(), FEW)
        before, _ = training.test(training.held_out)
        for _ in range(FEW.epochs):
            training.learn_epoch()
        assert training.progress.tested is not None
        assert training.progress.tested < 0.5 * before
        assert training.optimizer.param_groups[0]["lr"] < 0.1 * FEW.rate
        network, recipe = read_evaluator(training.to_file(), GAME)
        centre, corner = (GAME.start_position().play(move).play("b1").state for move in ("b2", "a1"))
        assert network.evaluate(GAME, centre[0]) > 300
        assert network.evaluate(GAME, corner[0]) < -300
    assert recipe["progress"]["epochs"] == FEW.epochs
    assert recipe["data"] == judged()[0].digest


def test_symmetries_are_learnt_while_it_trains_and_not_shown_in_tests() -> None:
    with interpreted():
        training = convolution.begin(GAME, *judged(60), FEW)
        training.model.eval()
        plain, _ = training.examples(training.data)
        training.model.train()
        seen = set()
        for step in range(40):
            training.progress.steps = step
            turned, _ = training.examples(training.data)
            seen.add(turned.tobytes())
        images = {
            np.rot90(board, turns, (1, 2)).tobytes()
            for turns in range(4)
            for board in (plain, plain[:, :, ::-1])
        }
    assert seen == images


def test_a_convolution_gone_on_with_ends_as_one_that_was_not_stopped(tmp_path: Path) -> None:
    recipe = dataclasses.replace(FEW, epochs=3)
    with interpreted():
        whole = convolution.begin(GAME, *judged(120), recipe)
        for _ in range(3):
            whole.learn_epoch()
        half = convolution.begin(GAME, *judged(120), recipe)
        half.learn_epoch()
        supervised.save_checkpoint(half, tmp_path / "half")
        resumed = convolution.begin(GAME, *judged(120), recipe)
        supervised.restore_checkpoint(resumed, tmp_path / "half")
        supervised.carry_on(resumed, tmp_path / "net.nupp", None)
        assert resumed.progress.epochs == 3
        assert weights_of(resumed.model) == weights_of(whole.model)
        shown, held_out = judged(120)
        mixed = Judged(
            shown.states, np.float32(0.1) * shown.targets
        )  # as other targets come of another lambda
        other = convolution.begin(GAME, mixed, held_out, dataclasses.replace(recipe, mixture=0.1))
        with pytest.raises(TrainingError, match=r"lambda=0\.5\b.*0\.1"):
            supervised.restore_checkpoint(other, tmp_path / "half")
        longer = convolution.begin(GAME, *judged(120), dataclasses.replace(recipe, epochs=9))
        with pytest.raises(TrainingError, match=r"epochs=\d+\b.*9"):  # its rate is another
            supervised.restore_checkpoint(longer, tmp_path / "half")
    with pytest.raises(TrainingError, match=r"mnk:.*1024 cells.*256"):
        convolution.begin(game("mnk:width=32,height=32"), *judged(60), FEW)


@pytest.mark.parametrize("change", [{"channels": 65}, {"hidden": 100}, {"channels": 0}])
def test_a_convolution_that_no_search_could_have_is_not_begun(change: dict[str, int]) -> None:
    ((name, units),) = change.items()
    with interpreted(), pytest.raises(TrainingError, match=rf"{name} {units}.*1 to 64"):
        convolution.begin(GAME, *judged(60), dataclasses.replace(FEW, **change))
    convolution.begin(GAME, *judged(60), dataclasses.replace(FEW, channels=64, hidden=64)).to_file()
