"""`play` and the menu, with everything typed in advance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Call
from nupp.games import Position
from nupp.players import Budget, Decision
from nupp.players.simple import RandomPlayer


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def test_a_whole_game(call: Call, tmp_path: Path) -> None:
    file, drawing = tmp_path / "game.json", tmp_path / "board.svg"
    typed = lines(
        "?",
        "hello",  # no move at all
        "5",
        "b2",  # taken
        "undo",
        "undo",  # nothing left to take back
        "hint",
        "b2",
        "moves",
        "history",
        "position",
        "board",
        "save",  # where?
        f"svg {drawing}",
        f"save {file}",
        "resign",
        f"save {file}",
        "undo",
        f"load {file}",
        "quit",
    )
    result = call("play", "tictactoe", "--second", "alphabeta", "--time", "200ms", typed=typed)
    assert result.exit_code == 0
    text = result.stdout
    assert "9 legal moves:\n  a1  b1  c1  a2  b2  c2  a3  b3  c3\n" in text
    assert "'hello' is not a move of tictactoe" in text
    assert "'b2' is not legal here" in text
    assert "there is no move of yours to take back" in text
    assert "strong would play " in text
    assert "7 legal moves:" in text
    assert "save where?" in text
    assert "Game over: x resigns: o wins. You lose." in text
    assert text.endswith("Goodbye.\n")
    assert drawing.read_text().startswith("<svg")
    saved = json.loads(file.read_text())
    assert saved["game"] == "tictactoe:dead=true"
    assert saved["players"] == ["human", "alphabeta"]
    assert saved["moves"][0] == "b2"
    assert saved["outcome"] == "second"
    assert saved["termination"] == "resignation"


def test_going_on_with_a_saved_game(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = call(
        "play", "tictactoe", "--second", "human", typed=lines("1", "4", "2", "5", f"save {file}", "quit")
    )
    assert "To go on later: nupp play tictactoe:dead=true --first human --second human" in first.stdout
    assert '--moves "a3 a2 b3 b2"' in first.stdout
    second = call("play", "--game", str(file), typed=lines("3", f"save {file}"))
    assert "Game over: x wins." in second.stdout
    assert json.loads(file.read_text())["outcome"] == "first"


def test_a_file_that_is_no_saved_game_is_not_overwritten(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader\n")
    result = call("play", "tictactoe", "--second", "human", typed=lines(f"save {file}"))
    assert "holds something else than one saved game" in result.stdout
    assert file.read_text() == "Dear reader\n"


def test_winning_and_a_rematch_with_sides_swapped(call: Call) -> None:
    result = call(
        "play",
        "tictactoe",
        "--second",
        "minimax:depth=1",
        "--position",
        "xx1/oo1/3 x",
        typed=lines("3", "yes"),
    )
    assert "Game over: x wins. You win." in result.stdout
    assert "x is minimax:depth=1, o is you." in result.stdout


def test_the_end_of_the_input_is_the_end(call: Call) -> None:
    result = call("play", "othello", "--second", "human", typed=lines("f5"))
    assert result.exit_code == 0
    assert result.stdout.endswith("Goodbye.\n")


def test_two_machines(call: Call) -> None:
    result = call("play", "othello:size=4", "--first", "random", "--second", "greedy", "--nodes", "50")
    assert result.exit_code == 0
    assert "black plays " in result.stdout
    assert "move 2: white (greedy) to move; black 4, white 1" in result.stdout
    assert "Game over: " in result.stdout


def test_no_undo(call: Call) -> None:
    result = call("play", "othello", "--second", "human", "--no-undo", typed=lines("f5", "undo"))
    assert "moves cannot be taken back" in result.stdout


def test_tictactoe_ends_when_nobody_can_win_unless_told_otherwise(call: Call) -> None:
    dead = ["--second", "human", "--moves", "1 2 3 4 6 5 8 9"]
    assert "Game over: drawn." in call("play", "tictactoe", *dead).stdout
    assert "move 9: x" in call("play", "tictactoe:dead=false", *dead).stdout


class Broken(RandomPlayer):
    """Fails."""

    def choose(self, position: Position, budget: Budget | None = None, report: Any = None) -> Decision:
        raise RuntimeError("out of ideas")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> str:
    from nupp.players import PLAYERS

    monkeypatch.setattr(PLAYERS, "_entries", dict(PLAYERS._entries))
    PLAYERS.add("broken", Broken)
    return "broken"


def test_a_machine_that_fails_hands_over_its_side(call: Call, broken: str) -> None:
    result = call("play", "tictactoe", "--second", broken, typed=lines("1", "4", "2", "5", "3"))
    assert "broken cannot move, RuntimeError: out of ideas" in result.stdout
    assert "Game over: x wins." in result.stdout


def test_machines_that_fail_among_themselves_fail_the_run(call: Call, broken: str) -> None:
    result = call("play", "tictactoe", "--first", "random", "--second", broken)
    assert result.exit_code == 1
    assert result.stderr.startswith("nupp: broken cannot move, RuntimeError: out of ideas; the moves were ")


def test_the_menu(call: Call) -> None:
    result = call(typed=lines("nonsense", "m", "tic", "3", "1", "4", "2", "5", "3", "n"))
    assert result.exit_code == 0
    assert "'nonsense' is none of these" in result.stdout
    assert "'m' is none of these" in result.stdout  # it may be mnk or morris
    assert "Game over: x wins." in result.stdout


def test_leaving_the_menu(call: Call) -> None:
    assert call(typed="").stdout.endswith("Goodbye.\n")
    assert call(typed=lines("1", "q")).exit_code == 0
