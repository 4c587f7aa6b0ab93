"""Neural networks at work: what comes out, and which cannot be run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evaluators.networks.little import GAME, little_file, little_network, states_after
from nupp.evaluators.networks import Network, OnnxNetwork, network, pack, unpack
from nupp.evaluators.networks.planes import planes_seen, shape_seen
from nupp.rules import start_state
from nupp.spec import SpecError


def test_a_network_of_another_maker_is_run_as_it_is() -> None:
    made = OnnxNetwork(unpack(pack(little_file()), GAME))
    found = made.evaluate(np.concatenate([start_state(GAME), states_after("a1 b2 c3")]))
    assert found.values == pytest.approx(
        [9 / 36, (3 + 9 + 9) / 36]
    )  # stones, cells, and the second side's plane
    row = planes_seen(GAME, states_after("a1 b2 c3"), "own").reshape(-1)[:10]
    assert (found.logits[1] == row).all()
    assert made.evaluate(start_state(GAME)[:0]).logits.shape == (0, 10)


def test_many_positions_are_judged_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    made = OnnxNetwork(little_file())
    states = np.concatenate([start_state(GAME), states_after("a1"), states_after("a1 b2")] * 3)
    whole = made.evaluate(states)
    monkeypatch.setattr("nupp.evaluators.networks.running.LARGEST", 2)
    parts = made.evaluate(states)
    assert (parts.values == whole.values).all()
    assert (parts.logits == whole.logits).all()


def test_a_share_of_the_first_side_is_turned_to_the_side_to_move() -> None:
    class Sure(Network):
        def run(self, planes: Any) -> Any:
            from nupp.evaluators.networks import Answers

            return Answers(np.full(len(planes), 0.75, np.float32), np.zeros((len(planes), 1), np.float32))

    found = Sure(GAME, "absolute", None).evaluate(np.concatenate([start_state(GAME), states_after("a1")]))
    assert found.values.tolist() == [0.5, -0.5]


def test_numbers_that_are_not_finite_are_refused() -> None:
    made = OnnxNetwork(little_file(onnx=little_network(weight=float("nan"))))
    with pytest.raises(ValueError, match=r"tictactoe.*not finite"):
        made.evaluate(start_state(GAME))


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"onnx": b"nothing"}, "no network"),
        ({"outputs": 4}, r"\(\(2,\), \(2, 4\)\)"),
        ({"sees": "absolute"}, "no network"),
    ],
)
def test_what_cannot_be_run_is_refused(parts: dict[str, Any], words: str, tmp_path: Path) -> None:
    path = tmp_path / "net.nupp"
    if "sees" in parts:  # which has planes of the same shape here
        assert shape_seen(GAME, "absolute") == (3, 3, 3)
    if "outputs" in parts:
        parts = {"onnx": little_network(parts["outputs"])}
    path.write_bytes(pack(little_file(**parts)))
    with pytest.raises(SpecError, match=words) as error:
        network(str(path), GAME)
    assert "net.nupp'" in str(error.value)


def test_without_onnxruntime_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "net.nupp"
    path.write_bytes(pack(little_file()))
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(SpecError, match=r"nupp\[nets\]"):
        network(str(path), GAME)
