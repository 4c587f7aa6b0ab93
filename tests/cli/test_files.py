"""Files of games that commands read: what is wrong with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.conftest import Call

GAME = '{"number": 0, "game": "tictactoe", "players": ["a", "b"], "moves": ["a1", "b1"]}\n'
FAULT = "'garbage' is no game record (column 1: Expecting value)"


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(("before", "line"), [("garbage\n", 1), (f"{GAME}garbage\n", 2)])
def test_lines_before_the_last_that_are_no_games_are_named(
    call: Call, tmp_path: Path, before: str, line: int
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(before + GAME)
    command = ("analyse", "tictactoe", "--game", str(file), "--player", "greedy")
    result = call(*command)
    assert (result.exit_code, f"{str(file)!r}: line {line}: {FAULT}" in result.stderr) == (0, True)
    assert call(*command, "--number", "0").stderr == ""
    file.write_text(f"nothing\n{before}{GAME}")
    assert "line 1: 'nothing' is no game record" in (said := call(*command).stderr)
    assert "2 lines of the file are no games" in said


def test_a_fault_of_an_earlier_line_is_reported_by_convert(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f"garbage\n{GAME}")
    result = call("convert", str(file), "-", "--to", "moves")
    assert (result.exit_code, f"game 0: line 1: {FAULT}" in result.stderr) == (1, True)
    assert "a1 b1" in result.stdout


def test_a_file_that_is_no_game_is_not_quoted_whole(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "grab.py"
    file.write_text('"""Grab."""\n' + "import nupp\n" * 100 + "legal moves follow\n")
    result = call("analyse", "tictactoe", "--game", str(file))
    assert result.exit_code == 2
    assert "import nupp" in result.stderr
    assert len(result.stderr) < 300 + len(str(file))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "JSON object"),
        ("hello\n", "line 1: 'hello'"),
        ('{"game": "othello", "players": ["a", "b"], "moves": ["f5", "d6"', "line 1:"),
        ('{"game": "othello", "players": ["a", "b"], "moves": ["f5", "f5"]}', "move 2: 'f5'"),
        ('{"game": "chess", "players": ["a", "b"], "moves": []}', "game 'chess'"),
        (
            '{"game": "mnk", "players": ["a", "b"], "moves": []}',
            r"\bmnk\b.*\bothello\b",
        ),
    ],
)
def test_bad_game_files(call: Call, tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    result = call("play", "othello", "--game", str(file))
    assert result.exit_code == 2
    assert re.search(said, result.stderr)
    assert repr(str(file)) in result.stderr
    assert result.stderr.count("\n") == 1
