"""`explorer`: games are made and added, and what was played is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Call

pytestmark = pytest.mark.slow


def test_games_are_made_added_and_shown(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    made = ("explorer", "make", "tictactoe", "--games", "20", "--player", "greedy", "--seed", "3")
    assert call(*made).stdout == "tictactoe: 20 games counted, 20 of them now\n"
    assert call(*made).stdout == "tictactoe: 20 games counted, 0 of them now\n"
    found = json.loads(call("explorer", "show", "tictactoe", "--json").stdout)
    assert found["games"] == 20
    assert sum(one["first"] + one["draws"] + one["second"] for one in found["moves"]) == 20
    shown = call("explorer", "show", "tictactoe").stdout.splitlines()
    assert shown[0].split() == ["move", "games", "x", "drawn", "o"]
    assert len(shown) == 1 + len(found["moves"])


def test_without_games_a_sentence_is_shown(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    assert call("explorer", "show", "tictactoe").stdout.startswith("no game that was counted has a move")


def test_games_of_a_file(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    file = tmp_path / "games.jsonl"
    record = {
        "game": "tictactoe",
        "players": ["a", "b"],
        "moves": ["a1", "b1", "a2", "b2", "a3"],
        "outcome": "first",
        "version": "0.1.0",
    }
    file.write_text(json.dumps(record) + "\n")
    result = call("explorer", "add", "tictactoe", str(file))
    assert (result.exit_code, result.stdout) == (0, "tictactoe: 1 games counted, 1 of them now\n"), (
        result.stderr
    )
    assert "a2" in call("explorer", "show", "tictactoe", "--moves", "a1 b1").stdout
