"""The table of matches against programs of one game: what it counts, and that the page shows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import specialists

from nupp.arena import Match, play_match

PLAYER = "random"


def test_the_page_shows_the_table_of_the_files() -> None:
    files = sorted(specialists.FOLDER.glob("*.jsonl"))
    table = "\n".join(specialists.rows([specialists.read(path) for path in files]))
    assert f"{specialists.BEGIN}\n\n{table}\n\n{specialists.END}" in specialists.PAGE.read_text(
        encoding="utf-8"
    )


def test_no_file_names_a_command() -> None:
    for path in specialists.FOLDER.glob("*.jsonl"):
        assert "cmd=" not in path.read_text(encoding="utf-8")


def test_a_match_is_kept_under_the_name_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(specialists, "FOLDER", tmp_path / "kept")
    path = tmp_path / "match.jsonl"
    played = play_match(Match("tictactoe", PLAYER, "greedy", 4, seconds=0.3), out=path)
    kept = specialists.keep(path, "Greedy 1.0")
    assert kept.name == "tictactoe-greedy-1-0-0-3.jsonl"
    read = specialists.read(kept)
    result = read.result
    assert (result.match.second, result.tally, read.openings) == (
        "Greedy 1.0",
        played.tally,
        "2 random moves",
    )
    assert result.standing() == played.standing()
    assert {tuple(sorted(record.players)) for record in result.records.values()} == {("Greedy 1.0", PLAYER)}
    assert json.loads(kept.read_text().splitlines()[0])["match"]["second"] == "Greedy 1.0"
