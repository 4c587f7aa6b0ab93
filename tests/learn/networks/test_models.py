"""Models: layers, seeds, room in a file, and the same answers outside of PyTorch."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch

from learn.networks.examples import GAME, SMALL, TINY, examples
from nupp.evaluators.networks import OnnxNetwork, pack, unpack
from nupp.kernel import interpreted
from nupp.learn.checkpoints import TrainingError
from nupp.learn.networks.alphazero import AlphaZero
from nupp.learn.networks.models import Shape, TorchNetwork, seeded, thesis_network, to_file
from nupp.learn.networks.thesis import ThesisTraining
from nupp.learn.training import run
from nupp.rules import game, start_state

pytestmark = pytest.mark.slow


def test_the_network_has_the_layers_of_the_thesis() -> None:
    """Table 1 of the thesis: parameters by layer, and what the first convolutions and the flattening give."""
    model = thesis_network((4, 10, 10))
    counts = [sum(one.numel() for one in layer.parameters()) for layer in model]
    assert [count for count in counts if count] == [1184, 9248, 9248, 819456, 65792, 257]
    assert sum(counts) == 905_185
    shapes, x = [], torch.zeros(2, 4, 10, 10)
    for layer in model:
        x = layer(x)
        shapes.append(tuple(x.shape))
    assert shapes[0] == shapes[3] == shapes[5] == (2, 32, 10, 10)
    assert shapes[8] == (2, 3200)
    assert shapes[-1] == (2,)
    assert [type(layer).__name__ for layer in model if "Re" not in type(layer).__name__] == [
        *("Conv2d", "Dropout", "Conv2d", "Conv2d", "Dropout", "Flatten"),
        *("Linear", "Linear", "Linear", "Sigmoid", "Flatten"),
    ]
    assert [layer.p for layer in model if isinstance(layer, torch.nn.Dropout)] == [0.2, 0.2]


def test_every_seed_is_one_for_pytorch() -> None:
    with interpreted():
        training = ThesisTraining(examples(60), dataclasses.replace(SMALL, seed=2**63 - 1))
        training.step()
    drawn = []
    for seed in (5, 2**64 - 1, 2**64 + 5):
        with seeded(seed):
            drawn.append(torch.rand(4).tolist())
    torch.manual_seed(2**64 - 1)
    assert torch.rand(4).tolist() == drawn[1]
    assert drawn[0] == drawn[2] != drawn[1]


def test_a_last_step_that_runs_away_is_seen_before_it_is_kept(tmp_path: Path) -> None:
    """Its error, which is that before the step, is finite; with one step in an epoch no other one follows."""
    data = examples(60)
    recipe = dataclasses.replace(SMALL, rate=1e38, batch=len(data), epochs=1)
    with interpreted():
        training = ThesisTraining(data, recipe)
        with pytest.raises(TrainingError, match=r"epoch 1, step 1.*finite"):
            run(training, tmp_path / "net.nupp")
        one = AlphaZero(GAME, dataclasses.replace(TINY, rate=1e30, batch=1000))
        with pytest.raises(TrainingError, match=r"round 1, step 1.*finite"):
            run(one, tmp_path / "net.nupp", 1, None)
    assert list(tmp_path.iterdir()) == []


def test_a_network_that_no_file_may_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nupp.learn.networks.models.MOST_BYTES", 1 << 20)
    with interpreted():
        with pytest.raises(TrainingError, match=r"\d MB.*\b1 MB"):
            AlphaZero(GAME, dataclasses.replace(TINY, channels=128, blocks=2))
        with pytest.raises(TrainingError, match=r"\d MB.*\b1 MB"):
            ThesisTraining(examples(40), dataclasses.replace(SMALL, dense=(1024, 1024)))


@pytest.mark.parametrize("shape", [Shape(), Shape((4, 5, 6), (7, 8, 9), (0.5, 0.1))])
def test_onnxruntime_answers_as_pytorch_does(shape: Shape) -> None:
    rules = game("amazons:size=5")
    model = thesis_network((4, 5, 5), shape)
    file = to_file(rules, "absolute", None, model, {})
    with interpreted():
        states = np.concatenate([start_state(rules)] * 3)
        found = OnnxNetwork(unpack(pack(file), rules)).evaluate(states)
        expected = TorchNetwork(rules, "absolute", None, model).evaluate(states)
    assert found.values == pytest.approx(expected.values, abs=1e-5)


def test_the_exported_network_needs_nothing_of_pytorch() -> None:
    with interpreted():
        file = unpack(AlphaZero(GAME, TINY).network_file(), GAME)
    inputs = onnxruntime.InferenceSession(file.onnx).get_inputs()
    assert [(one.name, one.shape[1:]) for one in inputs] == [("planes", [4, 3, 3])]
    assert file.recipe["method"] == "alphazero"
    assert file.recipe["progress"]["rounds"] == 0
