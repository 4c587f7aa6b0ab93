"""What ProbCut expects, by a file or a bundle, and what is said where there is nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from nupp.players import player
from nupp.players.alphabeta import AlphaBeta
from nupp.search.probcut import Line, to_json
from nupp.spec import SpecError


def test_a_file_says_what_is_expected(tmp_path: Path) -> None:
    file = tmp_path / "cuts.json"
    file.write_text(json.dumps(to_json([Line(0, 4, 2, 1.0, 0.0, 30.0)])))
    chooser = player(f"alphabeta:probcut=1.2,cuts=({file})", "othello")
    assert isinstance(chooser, AlphaBeta)
    assert chooser._cuts[0, 4].tolist() == [2, 1, 0, 30]


def test_without_a_file_the_bundle_of_the_game_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    with pytest.raises(SpecError, match=r"not fitted for hex: expected cuts=FILE"):
        player("alphabeta:probcut=1", "hex")


def test_a_file_that_is_written_again_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "cuts.json"
    for deviation in (30.0, 125.0):
        file.write_text(json.dumps(to_json([Line(0, 4, 2, 1.0, 0.0, deviation)])))
        chooser = player(f"alphabeta:probcut=1.2,cuts=({file})", "othello")
        assert isinstance(chooser, AlphaBeta)
        assert chooser._cuts[0, 4].tolist() == [2, 1, 0, deviation]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"[{}]", " does not say what ProbCut expects: .*missing"),
        (b"no", " is not JSON: Expecting value"),
        (b"\xff", " is not JSON: 'utf-8' codec"),
        (None, ": No such file"),
    ],
)
def test_a_file_that_holds_nothing_of_the_kind_is_named(
    tmp_path: Path, content: bytes | None, words: str
) -> None:
    file = tmp_path / "cuts.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SpecError, match=f"{re.escape(repr(str(file)))}{words}"):
        player(f"alphabeta:probcut=1,cuts=({file})", "othello")
