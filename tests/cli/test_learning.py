"""Players that learn are told of the end of a game in the terminal, too."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Call


def test_a_game_between_machines_is_learnt(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "ants.json"
    end = "--position", "RB3/6/7/3#4/5#3/3#4/7/6/5 r 0"
    result = call("play", "hexxagon", "--first", f"ants:save={file}", "--second", "random", *end)
    assert result.exit_code == 0
    assert json.loads(file.read_text())["games"] == 1


def test_a_game_that_goes_on_after_its_end_is_learnt_once(call: Call, tmp_path: Path) -> None:
    """Red wins by b2, takes that back, and wins again."""
    file = tmp_path / "ants.json"
    end = "--position", "RB3/6/7/3#4/5#3/3#4/7/6/5 r 0"
    typed = "b2\nundo\nb2\nquit\n"
    result = call("play", "hexxagon", "--second", f"ants:save={file}", *end, typed=typed)
    assert result.exit_code == 0
    assert json.loads(file.read_text())["games"] == 1
    assert json.loads(file.read_text())["points"] == [None, 0]
