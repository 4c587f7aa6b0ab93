"""`nupp moves`: the legal moves of a position."""

from __future__ import annotations

from cli.conftest import Call


def test_moves_one_a_line(call: Call) -> None:
    assert call("moves", "othello").stdout.split() == ["d3", "c4", "f5", "e6"]
    assert call("moves", "othello", "--moves", "f5,d6 c3").stdout.split()[0] == "d3"


def test_moves_of_a_finished_game(call: Call) -> None:
    assert call("moves", "tictactoe", "--moves", "1 4 2 5 3").stdout == "outcome first margin 1\n"
    assert call("moves", "tictactoe", "--position", "oxo/xxo/xox x").stdout == "outcome draw margin 0\n"
