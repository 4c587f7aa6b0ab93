"""Bad input: one clear line on stderr that quotes it, nothing on stdout, exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Call


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mvoes", "othello"], "unknown command 'mvoes': did you mean moves?"),
        (["moves"], "Missing argument 'GAME'"),
        (["moves", "othelo"], "unknown game 'othelo': did you mean othello?"),
        (["moves", "mnk:widht=5"], "'widht'"),
        (["moves", "mnk:width=0"], "width=0: expected a whole number from 1 to 32"),
        (["moves", "mnk:width=3,height=3,k=4"], "k=4"),
        (["moves", "mnk:width"], "'mnk:width'"),
        (["moves", "othello", "--frobnicate"], "--frobnicate"),
        (["moves", "othello", "--moves", "f5 f5"], "move 2: 'f5' is not legal"),
        (["moves", "othello", "--moves", "f5, hello"], "move 2: 'hello' is not a move"),
        (["moves", "tictactoe", "--moves", "1 4 2 5 3 6"], "move 6: '6' cannot be played: the game is over"),
        (["show", "othello", "--position", "8/8 x"], "position '8/8 x' of "),
        (["show", "othello", "--position", ""], "position '' of "),
        (["show", "tictactoe", "--position", "xxx/ooo/3 x"], "both sides have won"),
        (["show", "othello", "--svg", "/nowhere/at/all.svg"], "cannot write '/nowhere/at/all.svg'"),
        (["show", "othello", "--svg", "/"], "cannot write '/'"),
        (["perft", "othello", "-1"], "-1 is not in the range 0<=x<=1000"),
        (["perft", "othello", "deep"], "'deep' is not a valid integer"),
        (["perft", "othello", "3", "--threads", "0"], "0 is not in the range 1<=x<=256"),
        (["perft", "othello", "9" * 25], "is not in the range"),
        (["best", "othello", "--player", "humna"], "unknown player 'humna': did you mean human?"),
        (["best", "othello", "--player", "human"], "'human' cannot be asked here"),
        (["best", "othello", "--player", "alphabeta:eval=magic"], " 'magic': known are"),
        (["best", "othello", "--player", "alphabeta:depth=999"], "depth=999: expected a whole number from 0"),
        (["best", "othello", "--time", "soon"], "'soon' is not a duration"),
        (["best", "othello", "--time", "0s"], "'0s' is not a duration"),
        (["best", "othello", "--depth", "0"], "0 is not in the range 1<=x<=1000"),
        (["best", "othello", "--nodes", "9" * 20], "9" * 20),
        (["best", "othello", "--time", "9" * 20 + "h"], "is not a duration"),
        (["play", "othello", "--clock", "0s"], "'0s' is not a clock: expected a time for the game"),
        (["play", "othello", "--clock", "-60s"], "'-60s' is not a clock"),
        (["play", "othello", "--clock", "60s+soon"], "'60s+soon' is not a clock"),
        (["play", "othello", "--clock", "5m", "--time", "1s"], "--clock 300s and --time 1s: expected one"),
        (["match", "tictactoe", "random", "random", "--clock", "1s", "--time", "2s"], "expected one of them"),
        (["match", "tictactoe", "random", "random", "--games", "0"], "0 is not in the range"),
        (["match", "tictactoe", "random", "random", "--sprt", "1.2.3,5"], "'1.2.3,5'"),
        (["match", "tictactoe", "random", "random", "--sprt", "10,0"], "the smaller first"),
        (["match", "tictactoe", "random", "random", "--resume"], "--resume needs --out"),
        (["match", "tictactoe", "random", "random", "--out", "/nowhere/x"], "'/nowhere/x' cannot be written"),
        (["match", "tictactoe", "random", "human"], "'human' cannot be asked here"),
        (["best", "tictactoe", "--moves", "1 4 2 5 3"], "the game is over, x wins"),
        (["play", "--first", "human"], "Missing argument 'GAME'"),
        (["play", "othello", "--first", "nobody"], "unknown player 'nobody'"),
        (["play", "--game", "/nowhere.json"], "cannot read '/nowhere.json'"),
        (["warmup", "chess"], "unknown game 'chess'"),
        (["--load", "/nowhere.py", "games"], "'/nowhere.py' is not a file"),
    ],
)
def test_bad_input(call: Call, words: list[str], said: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("nupp: ")
    assert result.stderr.count("\n") == 1
    assert said in result.stderr


def test_a_file_that_cannot_be_loaded(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import nupp\nnupp.nonsense()\n")
    result = call("--load", str(file), "games")
    assert result.exit_code == 2
    assert "AttributeError: module 'nupp' has no attribute 'nonsense'" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no game: expected one JSON object a line"),
        ("hello\n", "line 1: 'hello' is no game record"),
        ('{"game": "othello", "players": ["a", "b"], "moves": ["f5", "d6"', "line 1:"),
        ('{"game": "othello", "players": ["a", "b"], "moves": ["f5", "f5"]}', "move 2: 'f5' is not legal"),
        ('{"game": "chess", "players": ["a", "b"], "moves": []}', "unknown game 'chess'"),
        (
            '{"game": "mnk", "players": ["a", "b"], "moves": []}',
            "holds a game of mnk: expected one of othello",
        ),
    ],
)
def test_bad_game_files(call: Call, tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(content)
    result = call("play", "othello", "--game", str(file))
    assert result.exit_code == 2
    assert said in result.stderr
    assert repr(str(file)) in result.stderr
    assert result.stderr.count("\n") == 1


def test_debug_shows_the_traceback(call: Call) -> None:
    result = call("moves", "othelo", "--debug")
    assert result.exit_code == 2
    assert "Traceback" in result.stderr
    assert "nupp: unknown game" in result.stderr
