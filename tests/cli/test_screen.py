"""Talking with a person through a pipe: what is read is repeated, and the end of the input is reported."""

from __future__ import annotations

import io
import sys

import pytest

from nupp.cli.screen import Screen
from nupp.rules import game


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A screen into which two lines are sent."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("  b2 \nlast"))
    return Screen()


def test_what_is_read_is_repeated(screen: Screen, capsys: pytest.CaptureFixture[str]) -> None:
    assert not screen.terminal
    assert [screen.ask("x> "), screen.ask("o> ")] == ["b2", "last"]
    with pytest.raises(EOFError):
        screen.ask("x> ")
    assert capsys.readouterr().out == "x>   b2\no> last\nx> \n"


def test_bytes_that_are_no_text_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"b\xff2\n"), encoding="utf-8"))
    assert Screen().ask("") == "b\ufffd2"


def test_columns(screen: Screen, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "14")
    screen.columns(["a1", "b1", "c1", "a2", "b2"])
    screen.columns([])
    assert capsys.readouterr().out == "  a1  b1  c1\n  a2  b2\n"


def test_a_board_stands_after_an_empty_line(screen: Screen, capsys: pytest.CaptureFixture[str]) -> None:
    position = game("tictactoe").start_position()
    screen.board(position)
    assert capsys.readouterr().out == f"\n{position.render()}\n"
