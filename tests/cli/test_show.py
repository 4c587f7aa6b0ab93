"""`nupp show`: the board of a position, as text and as a picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from cli.conftest import Call


def test_show(call: Call) -> None:
    lines = call("show", "tictactoe", "--moves", "b2 a1").stdout.splitlines()
    assert lines == [
        "3 . . .",
        "2 . x .",
        "1 o . .",
        "  a b c",
        "x to move",
        "last move a1",
        "position 3/1x1/o2 x",
    ]


def test_show_of_a_finished_game_says_who_won(call: Call) -> None:
    assert "x wins" in call("show", "tictactoe", "--moves", "1 4 2 5 3").stdout


def test_show_svg(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert call("show", "hexxagon", "--svg", str(file)).stdout == ""
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert call("show", "hexxagon", "--svg", "-").stdout == file.read_text()
    assert list(tmp_path.iterdir()) == [file]
