"""Files of neural networks: read as they were written, and refused with the reason."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evaluators.networks.little import GAME, little_file, little_network
from nupp.evaluators import evaluator
from nupp.evaluators.archives import seal
from nupp.evaluators.networks import load, network, pack, unpack
from nupp.evaluators.patterns import PatternNetwork
from nupp.evaluators.strength import patterns_of
from nupp.evaluators.weights import pack as weights_file
from nupp.rules import game
from nupp.spec import SpecError


def test_a_file_of_the_other_kind_is_told_to_go_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "net.nupp"
    path.write_bytes(pack(little_file()))
    with pytest.raises(
        SpecError,
        match=r"'nupp network 1'.*'nupp patterns 1'.*'nupp convolution 1'.*net=FILE",
    ):
        evaluator(str(path), GAME)
    patterns = patterns_of(GAME)
    weights = np.zeros((patterns.sets, patterns.entries), np.int16)
    path.write_bytes(weights_file(PatternNetwork(patterns, weights), GAME, {}))
    with pytest.raises(SpecError, match=r"'nupp patterns 1'.*'nupp network 1'.*eval=FILE"):
        network(str(path), GAME)


def test_a_file_gives_back_what_was_put_in() -> None:
    file = unpack(pack(little_file()), GAME)
    assert (file.sees, file.recipe) == ("own", {"seed": 7})
    assert file.onnx == little_network()
    assert file.policy is not None
    assert file.policy.classes.tolist() == list(range(9))
    assert unpack(pack(little_file(policy=None)), GAME).policy is None


def test_files_that_are_none_for_the_game_are_refused(tmp_path: Path) -> None:
    path, content = tmp_path / "net.nupp", pack(little_file())
    cases = {
        b"": "damaged",
        content[:-1]: "damaged",
        content[:200] + bytes([content[200] ^ 1]) + content[201:]: "damaged",
        seal(b"no archive"): "damaged",
    }
    for damaged, words in cases.items():
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=words) as error:
            load(str(path), GAME)
        assert "net.nupp'" in str(error.value)
        assert "\n" not in str(error.value)
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"net\.nupp'.*tictactoe.*othello"):
        load(str(path), game("othello"))
    with pytest.raises(ValueError, match=r"none\.nupp'.*No such file"):
        load(str(tmp_path / "none.nupp"), GAME)


def test_planes_of_another_shape_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    content = pack(little_file())
    monkeypatch.setattr("nupp.evaluators.networks.file.shape_seen", lambda game, sees: (5, 3, 3))
    with pytest.raises(ValueError, match=r"\[4, 3, 3\].*\[5, 3, 3\]"):
        unpack(content, GAME)
