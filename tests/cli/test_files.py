"""Files of games that commands read: what is wrong with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.conftest import Call


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
