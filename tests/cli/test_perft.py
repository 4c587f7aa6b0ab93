"""`nupp perft`: how many positions there are."""

from __future__ import annotations

from cli.conftest import Call


def test_perft_ends_with_the_number_alone(call: Call) -> None:
    assert call("perft", "othello", "3").stdout == "56\n"
    assert call("perft", "othello", "0").stdout == "1\n"
    assert call("perft", "tictactoe", "2", "--moves", "1 4 2 5 3").stdout == "0\n"


def test_perft_divide(call: Call) -> None:
    lines = call("perft", "othello", "3", "--divide", "--threads", "2").stdout.splitlines()
    assert lines == ["d3: 14", "c4: 14", "f5: 14", "e6: 14", "56"]
