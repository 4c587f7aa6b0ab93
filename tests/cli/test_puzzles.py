"""`puzzles`: made into a file, added to, and verified."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import nupp

pytestmark = pytest.mark.slow


def test_puzzles_are_made_and_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nupp.arena.puzzles.GLANCES", 1)  # tic-tac-toe has few that are not seen at a glance
    file = tmp_path / "puzzles.jsonl"
    for all_of_them in (2, 4):
        result = nupp("puzzles", "make", "tictactoe", "--count", "2", "--out", str(file))
        assert result.exit_code == 0, result.stderr
        assert result.stdout == f"{file}: {all_of_them} puzzles of tictactoe\n"
    lines = file.read_text().splitlines()
    assert len(set(lines)) == 4
    result = nupp("puzzles", "verify", str(file))
    assert result.stdout == f"{file}: 4 of 4 puzzles are sound\n"
    spoilt = json.loads(lines[0])
    answer = spoilt["line"][0]
    spoilt["line"] = [next(move for move in ("a1", "b2", "c3") if move != answer)]
    file.write_text("\n".join([json.dumps(spoilt), *lines[1:]]))
    result = nupp("puzzles", "verify", str(file))
    assert result.exit_code == 1
    assert result.stdout.startswith("puzzle 1: ")
    result = nupp("puzzles", "verify", str(file), "--nodes", "200000", "--drop")
    assert result.exit_code == 0
    assert file.read_text().splitlines() == lines[1:]
    file.write_text("nonsense\n")
    result = nupp("puzzles", "verify", str(file))
    assert (result.exit_code, "line 1: 'nonsense' is no puzzle" in result.stderr) == (2, True)


def test_themes_are_written_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    puzzle = {"puzzle": 1, "game": "tictactoe", "moves": ["a1", "b2", "c1"], "line": ["b1", "b3"]}
    file.write_text(json.dumps({**puzzle, "margin": 1.0, "proof": "exact", "rating": 600}) + "\n")
    result = nupp("puzzles", "label", str(file))
    assert result.stdout.split() == ["1", "defence", "1", "four"]
    labelled = json.loads(file.read_text())
    assert (labelled["themes"], labelled["asked"]) == (["defence", "four"], 1)


def test_without_a_file_they_are_printed() -> None:
    result = nupp("puzzles", "make", "tictactoe", "--count", "1")
    assert json.loads(result.stdout)["game"] == "tictactoe"
