"""Files of arrays: neither truncated nor flipped bits are taken, and reasons are given in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluators.positions import random_network
from nupp.conformance.amounts import amount
from nupp.evaluators import archives, evaluator
from nupp.evaluators.strength import patterns_of
from nupp.evaluators.weights import pack, unpack
from nupp.rules import game
from nupp.spec import SpecError

RULES = game("tictactoe")
NETWORK = random_network(patterns_of(RULES))
CONTENT = pack(NETWORK, RULES, {"method": "td", "seed": 5})


def test_no_truncated_file_is_taken() -> None:
    for end in range(0, len(CONTENT), max(1, len(CONTENT) // 40)):
        with pytest.raises(ValueError, match="damaged"):
            unpack(CONTENT[:end], RULES)


def test_no_file_with_a_wrong_bit_is_taken() -> None:
    for place in range(0, len(CONTENT), amount(17, 3)):
        with pytest.raises(ValueError, match="damaged"):
            unpack(CONTENT[:place] + bytes([CONTENT[place] ^ 1]) + CONTENT[place + 1 :], RULES)


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SpecError, match=r"none\.nupp'.*No such file"):
        evaluator(str(tmp_path / "none.nupp"), RULES)
    (tmp_path / "folder.nupp").mkdir()
    with pytest.raises(SpecError, match="Is a directory"):
        evaluator(str(tmp_path / "folder.nupp"), RULES)
    path = tmp_path / "net.nupp"
    path.write_bytes(CONTENT)
    monkeypatch.setattr(archives, "MOST_BYTES", len(CONTENT) - 1)
    with pytest.raises(SpecError, match=r"net\.nupp'.*larger"):
        evaluator(str(path), RULES)


def test_a_file_is_loaded_again_only_when_it_has_changed(tmp_path: Path) -> None:
    path, other = tmp_path / "net.nupp", tmp_path / "other.nupp"
    path.write_bytes(CONTENT)
    first = evaluator(str(path), RULES)
    assert evaluator(str(path), RULES) is first
    other.write_bytes(CONTENT)
    other.replace(path)
    assert evaluator(str(path), RULES) is not first
    path.write_bytes(CONTENT[:-1])
    with pytest.raises(SpecError, match="damaged"):
        evaluator(str(path), RULES)
