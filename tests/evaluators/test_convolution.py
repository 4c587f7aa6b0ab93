"""Convolutional networks in the kernel: what they see, and that they answer as PyTorch's do."""

from __future__ import annotations

import io
import json
from functools import cache
from typing import Any

import numpy as np
import pytest

import nupp
from evaluators.positions import positions
from nupp.conformance.observe import sample
from nupp.evaluators.archives import SEAL, seal
from nupp.evaluators.convolution import Convolution
from nupp.evaluators.strength import scene_of
from nupp.evaluators.weights import pack, unpack
from nupp.kernel import interpreted, kernel
from nupp.rules import Game, game
from nupp.rules.basics import States
from nupp.spec import SpecError

RULES = game("tictactoe")


def random_model(rules: Game, channels: int = 5, hidden: int = 6) -> Any:
    """A model whose numbers are about as large as those of a trained one."""
    import torch

    from nupp.learn.networks.convolution import ConvolutionModel

    torch.manual_seed(7)
    model = ConvolutionModel(scene_of(rules).kinds, len(rules.board), channels, hidden)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape) * 0.2 + 0.05)
    return model.eval()


@cache
def network_of_tictactoe() -> Convolution:
    """A network with random numbers, made when a test first needs it, as it takes PyTorch."""
    return random_model(RULES).evaluator(scene_of(RULES))  # type: ignore[no-any-return]


def content() -> bytes:
    """The file of that network."""
    return pack(network_of_tictactoe(), RULES, {"method": "convolution", "seed": 5})


# ---- networks ----------------------------------------------------------------------------------------


@kernel
def judge(rules: Game, network: Convolution, state: States) -> int:
    return network.evaluate(rules, state[0])


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["tictactoe", "hexxagon", "draughts", "amazons:size=6", "othello"])
def test_networks_answer_as_pytorch_does(spec: str) -> None:
    import torch

    from nupp.learn.networks.convolution import kinds_of

    played = sample(spec, compiled=False)
    rules, states = played.game, positions(played)
    model = random_model(rules)
    network = model.evaluator(scene_of(rules))
    with interpreted():
        found = [judge(rules, network, state) for state in states]
        kinds = kinds_of(rules, np.concatenate(states))
    with torch.inference_mode():
        shares = model(torch.from_numpy(kinds)).numpy().astype(float)
    expected = 1000 * np.arctanh(np.clip(2 * shares - 1, -1 + 1e-12, 1 - 1e-12))
    sure = np.abs(expected) > 4000  # where a share of float32 says little
    assert not sure.all()
    assert np.abs(found - expected)[~sure] == pytest.approx(0, abs=30)
    assert (np.sign(found) == np.sign(expected))[sure].all()
    assert len(set(found)) > 1


@pytest.mark.slow
def test_compiled_networks_answer_as_interpreted_ones() -> None:
    rules = game("amazons:size=6")
    network = random_model(rules, 20, 12).evaluator(scene_of(rules))
    for state in positions(sample("amazons:size=6", compiled=False)):
        with interpreted():
            expected = judge(rules, network, state)
        assert judge(rules, network, state) == expected


def test_rows_of_another_scene_make_no_network() -> None:
    made = network_of_tictactoe()
    arrays = {name: getattr(made, name) for name in made.data} | {"rows": np.zeros((4, 16), np.float32)}
    with pytest.raises(ValueError, match=r"rows .*float32, \(37, 16"):
        Convolution(made.scene, **arrays)


# ---- files -------------------------------------------------------------------------------------------


def test_what_is_written_is_read() -> None:
    network, recipe = unpack(content(), RULES)
    assert recipe == {"method": "convolution", "seed": 5}
    assert isinstance(network, Convolution)
    for name in network_of_tictactoe().data:
        assert getattr(network, name).tobytes() == getattr(network_of_tictactoe(), name).tobytes()
    assert pack(network, RULES, recipe) == content()


def test_players_take_files(tmp_path: Any) -> None:
    path = tmp_path / "net.nupp"
    path.write_bytes(content())
    with interpreted():
        decision = nupp.player(f"alphabeta:depth=2,eval=({path})", "tictactoe").choose(RULES.start_position())
    assert decision.move in RULES.start_position().legal_moves
    with pytest.raises(SpecError, match=r"tictactoe.*othello"):
        nupp.player(f"greedy:eval=({path})", "othello")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"scene": "nearness"}, r"'nearness'.*tictactoe"),
        ({"scene": None}, "'scene'"),
        ({"rows": None}, "'rows'"),
        ({"rows": np.zeros((9, 16), np.float32)}, r"rows .*float32.*\(9, 16\)"),
        ({"format": "nupp convolution 2"}, r"'nupp convolution 2'.*'nupp patterns 1'"),
    ],
)
def test_files_of_something_else_are_refused(change: dict[str, Any], reason: str) -> None:
    with np.load(io.BytesIO(content()[SEAL:])) as archive:
        arrays: dict[str, Any] = {name: archive[name] for name in archive.files}
    about = json.loads(arrays.pop("about").tobytes())
    for name, value in change.items():
        (arrays if name in arrays else about)[name] = value
    about = {name: value for name, value in about.items() if value is not None}
    buffer = io.BytesIO()
    known = {name: array for name, array in arrays.items() if array is not None}
    np.savez(buffer, about=np.frombuffer(json.dumps(about).encode(), np.uint8), **known)
    with pytest.raises(ValueError, match=reason):
        unpack(seal(buffer.getvalue()), RULES)
