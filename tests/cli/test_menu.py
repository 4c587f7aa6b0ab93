"""The menu of `nupp play` without a game."""

from __future__ import annotations

import pytest

from cli.conftest import INTERPRETED, Call, Program, lines


def test_the_menu(call: Call) -> None:
    result = call("play", typed=lines("nonsense", "m", "tic", "3", "1", "4", "2", "5", "3", "n"))
    assert result.exit_code == 0
    assert "'nonsense'" in result.stdout
    assert "'m'" in result.stdout  # it may be mnk or morris
    assert "Game over: x wins: three in a row." in result.stdout


def test_leaving_the_menu(call: Call) -> None:
    assert call("play", typed="").stdout.endswith("Goodbye.\n")
    assert call("play", typed=lines("1", "q")).exit_code == 0


@pytest.mark.slow
def test_the_menu_of_the_terminal_is_there_without_a_game(program: Program) -> None:
    result = program("play", **INTERPRETED)
    assert result.returncode == 0
    assert result.stdout.endswith("Goodbye.\n")
