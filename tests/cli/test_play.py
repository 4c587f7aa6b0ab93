"""`nupp play`, with everything typed in advance; players that learn hear of the end of a game, too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Call, lines
from evaluators.positions import random_network
from nupp.evaluators.strength import patterns_of
from nupp.evaluators.weights import pack
from nupp.players import Budget, Decision
from nupp.players.simple import RandomPlayer
from nupp.rules import Position, game


def test_what_an_attack_did_is_reported_in_words(call: Call) -> None:
    moves = ["f6", "j7", "wait", "defend", "b10", "defend", "d4", "defend", "b11", "l2", "d2"]
    typed = lines(*moves, "g7xf6", "xg7", "quit")
    text = call("play", "lput", "--first", "human", "--second", "human", typed=typed).stdout
    attacks = [line for line in text.splitlines() if "damage" in line]
    assert attacks == [
        "g7xf6: damage 160, fighters fallen 1, fighters left 15, struck back with 150, own fighters fallen 1",
        "xg7: damage 150, fighters fallen 2, fighters left 13, struck back with 136.5, own fighters fallen 1",
    ]


def test_a_network_of_other_rules_than_those_of_the_terminal(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "net.nupp"
    rules = game("tictactoe")
    file.write_bytes(pack(random_network(patterns_of(rules)), rules, {}))
    words = "--first", "human", "--second", f"alphabeta:depth=1,eval={file}"
    wrong = call("play", "tictactoe", *words)
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert re.search("tictactoe:dead=true.*tictactoe:dead=false", wrong.stderr)
    assert call("play", "tictactoe:dead=false", *words, typed=lines("b2", "quit")).exit_code == 0


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
    result = call("play", "tictactoe", "--second", "alphabeta:table=1", "--nodes", "20", typed=typed)
    assert result.exit_code == 0
    text = result.stdout
    assert "9 legal moves:\n  a1  b1  c1  a2  b2  c2  a3  b3  c3\n" in text
    assert "'hello'" in text
    assert "'b2' is not legal" in text
    assert "take back" in text
    assert "strong would play " in text
    assert "7 legal moves:" in text
    assert "save without a file" in text
    assert re.search(r"Game over: .*o wins.*You lose", text)
    assert text.endswith("Goodbye.\n")
    assert drawing.read_text().startswith("<svg")
    saved = json.loads(file.read_text())
    assert saved["game"] == "tictactoe:dead=true"
    assert saved["players"] == ["human", "alphabeta:table=1"]
    assert saved["moves"][0] == "b2"
    assert saved["outcome"] == "second"
    assert saved["termination"] == "resignation"


def test_going_on_with_a_saved_game(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    first = call(
        "play", "tictactoe", "--second", "human", typed=lines("1", "4", "2", "5", f"save {file}", "quit")
    )
    assert "To resume later: nupp " in first.stdout
    assert 'play tictactoe:dead=true --first human --second human --moves "a3 a2 b3 b2"' in first.stdout
    second = call("play", "--game", str(file), typed=lines("3", f"save {file}"))
    assert "Game over: x wins: three in a row." in second.stdout
    assert json.loads(file.read_text())["outcome"] == "first"


@pytest.mark.parametrize("limits", ["--time 0.2s", "--time 5s --nodes 40", "--time 5s --depth 1"])
def test_the_command_that_resumes_a_game_has_its_limits(call: Call, limits: str) -> None:
    words = ("play", "tictactoe", "--second", "minimax", *limits.split())
    assert f"--second minimax {limits} --moves" in call(*words, typed=lines("1", "quit")).stdout


def test_a_file_that_is_no_saved_game_is_not_overwritten(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader\n")
    result = call("play", "tictactoe", "--second", "human", typed=lines(f"save {file}"))
    assert re.search(r"letter\.txt.*saved game", result.stdout)
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
    assert "Game over: x wins: three in a row. You win." in result.stdout
    assert re.search(r"\bx .*minimax:depth=1.*\bo .*\byou\b", result.stdout)


def test_the_end_of_the_input_is_the_end(call: Call) -> None:
    result = call("play", "othello", "--second", "human", typed=lines("f5"))
    assert result.exit_code == 0
    assert result.stdout.endswith("Goodbye.\n")


def test_two_machines(call: Call) -> None:
    result = call("play", "othello:size=4", "--first", "random", "--second", "greedy", "--nodes", "50")
    assert result.exit_code == 0
    assert "black plays " in result.stdout
    assert re.search("move 2: white .*greedy.*black 4, white 1", result.stdout)
    assert "Game over: " in result.stdout


def test_undo_takes_back_your_move_with_the_answer(call: Call) -> None:
    """So that the same move can be played again."""
    result = call("play", "tictactoe", "--second", "random", typed=lines("b2", "undo", "b2", "quit"))
    assert result.exit_code == 0
    assert "not legal" not in result.stdout + result.stderr


def test_no_undo(call: Call) -> None:
    result = call("play", "othello", "--second", "human", "--no-undo", typed=lines("f5", "undo"))
    assert "taken back" in result.stdout


def test_tictactoe_ends_when_nobody_can_win_unless_told_otherwise(call: Call) -> None:
    dead = ["--second", "human", "--moves", "1 2 3 4 6 5 8 9"]
    assert (
        "Game over: drawn: nobody can get three in a row any more." in call("play", "tictactoe", *dead).stdout
    )
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
    assert re.search("broken.*RuntimeError: out of ideas", result.stdout)
    assert "Game over: x wins: three in a row." in result.stdout


def test_machines_that_fail_among_themselves_fail_the_run(call: Call, broken: str) -> None:
    result = call("play", "tictactoe", "--first", "random", "--second", broken)
    assert result.exit_code == 1
    assert re.match("nupp: broken.*RuntimeError: out of ideas.*moves", result.stderr)


def test_the_times_left_are_shown_and_saved(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = call(
        "play", "tictactoe", "--second", "human", "--clock", "5m+2s", typed=lines("b2", "a1", f"save {file}")
    )
    assert re.search("move 1: x .*x 5:00, o 5:00\n", result.stdout)
    assert "x 4:59> b2\n" in result.stdout
    assert re.search("move 2: o .*x 5:01, o 5:00\n", result.stdout)
    assert json.loads(file.read_text())["clock"] == "300s+2s"
    assert "time left" not in call("play", "tictactoe", "--second", "human", typed=lines("b2")).stdout


@pytest.mark.slow
def test_machines_play_by_the_clock(call: Call) -> None:
    result = call(
        "play", "tictactoe", "--first", "alphabeta:table=1", "--second", "uct:memory=1", "--clock", "2s"
    )
    assert result.exit_code == 0
    assert "Game over: " in result.stdout
    assert "used up its time" not in result.stdout
    assert "time left: x 0:0" in result.stdout


def test_pondering_from_the_command_line(call: Call) -> None:
    result = call(
        "play", "tictactoe", "--second", "alphabeta:table=1", "--ponder", "--time", "50ms", typed=lines("b2")
    )
    assert result.exit_code == 0
    assert "o is alphabeta:table=1" in result.stdout
    assert "o plays a1" in result.stdout


def test_a_game_between_machines_is_learnt(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "ants.json"
    end = "--position", "RB3/6/7/3#4/5#3/3#4/7/6/5 r 0"
    result = call("play", "hexxagon", "--first", f"ants:save={file}", "--second", "random", *end)
    assert result.exit_code == 0
    assert json.loads(file.read_text())["games"] == 1


def test_a_game_that_goes_on_after_its_end_is_learnt_once(call: Call, tmp_path: Path) -> None:
    """Red wins by b2, takes that back, and wins again."""
    file = tmp_path / "ants.json"
    end = "--position", "RB3/6/7/3#4/5#3/3#4/7/6/5 r 0"
    typed = "b2\nundo\nb2\nquit\n"
    result = call("play", "hexxagon", "--second", f"ants:save={file}", *end, typed=typed)
    assert result.exit_code == 0
    assert json.loads(file.read_text())["games"] == 1
    assert json.loads(file.read_text())["points"] == [None, 0]
