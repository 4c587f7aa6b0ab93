"""All commands: help and files to load; bad input is one line on stderr that quotes it, with exit code 2."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Call, nupp
from nupp.cli.main import COMMANDS
from nupp.version import __version__


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mvoes", "othello"], r"'mvoes'.*\bmoves\b"),
        (["moves"], "'GAME'"),
        (["moves", "othelo"], r"game 'othelo'.*\bothello\b"),
        (["moves", "mnk:widht=5"], "'widht'"),
        (["moves", "mnk:width=0"], "width=0.* 1 to 32"),
        (["moves", "mnk:width=3,height=3,k=4"], "k=4"),
        (["moves", "mnk:width"], "'mnk:width'"),
        (["moves", "othello", "--frobnicate"], "--frobnicate"),
        (["moves", "othello", "--moves", "f5 f5"], "move 2: 'f5'"),
        (["moves", "othello", "--moves", "f5, hello"], "move 2: 'hello'"),
        (["moves", "tictactoe", "--moves", "1 4 2 5 3 6"], "move 6: '6'.*game .*over"),
        (["show", "othello", "--position", "8/8 x"], "position '8/8 x'"),
        (["show", "othello", "--position", ""], "position ''"),
        (["show", "tictactoe", "--position", "xxx/ooo/3 x"], "'xxx/ooo/3 x'.*both"),
        (["show", "othello", "--svg", "/nowhere/at/all.svg"], "write '/nowhere/at/all.svg'"),
        (["show", "othello", "--svg", "/"], "write '/'"),
        (["perft", "othello", "-1"], "-1: expected a whole number from 0 to 1000"),
        (["perft", "othello", "deep"], "'deep': expected a whole number from 0 to 1000"),
        (["perft", "othello", "3", "--threads", "0"], " 0: expected a whole number from 1 to 256"),
        (["perft", "othello", "9" * 25], "9{25}: expected a whole number from 0 to 1000"),
        (["benchmark-suite", "--nodes", "x"], "'x': expected a whole number of at least 1"),
        (["selfplay", "othello", "--exact", "x"], "'x': expected a whole number "),
        (["serve", "--port", "x"], "'x': expected a whole number from 0 to 65535"),
        (["best", "othello", "--player", "humna"], r"player 'humna'.*\bhuman\b"),
        (["best", "othello", "--player", "human"], "'human'.*alphabeta"),
        (["best", "othello", "--player", "alphabeta:eval=magic"], "'magic'.*positional"),
        (["best", "othello", "--player", "alphabeta:depth=999"], "depth=999.* 0 to "),
        (["best", "othello", "--time", "soon"], "'soon'.*duration"),
        (["best", "othello", "--time", "0s"], "'0s'.*duration"),
        (["best", "othello", "--depth", "0"], " 0: expected a whole number from 1 to 1000"),
        (["best", "othello", "--nodes", "9" * 20], "9" * 20),
        (["best", "othello", "--time", "9" * 20 + "h"], "9{20}h.*duration"),
        (["play", "othello", "--clock", "0s"], "'0s'.*clock.*time"),
        (["play", "othello", "--clock", "-60s"], "'-60s'.*clock"),
        (["play", "othello", "--clock", "60s+soon"], r"'60s\+soon'.*clock"),
        (["play", "othello", "--clock", "5m", "--time", "1s"], "--clock 300s.*--time 1s"),
        (
            ["match", "tictactoe", "random", "random", "--clock", "1s", "--time", "2s"],
            "--clock 1s.*--time 2s",
        ),
        (["match", "tictactoe", "random", "random", "--games", "0"], "--games.* 0: "),
        (["match", "tictactoe", "random", "random", "--sprt", "1.2.3,5"], "'1.2.3,5'"),
        (["match", "tictactoe", "random", "random", "--sprt", "10,0"], "10 and 0.*smaller first"),
        (["match", "tictactoe", "random", "random", "--resume"], "--resume.*--out"),
        (["match", "tictactoe", "random", "random", "--out", "/nowhere/x"], "'/nowhere/x'.*written"),
        (
            ["tables", "build", "draughts:variant=english", "--out", "/nowhere/x"],
            "'/nowhere/x' cannot be written: there is no folder '/nowhere'",
        ),
        (
            ["book", "make", "connectfour", "--plies", "2", "--out", "/nowhere/x"],
            "'/nowhere/x' cannot be written: there is no folder '/nowhere'",
        ),
        (["match", "tictactoe", "random", "human"], "'human'.*alphabeta"),
        (["best", "tictactoe", "--moves", "1 4 2 5 3"], "game .*over.*x wins"),
        (["play", "--first", "human"], "'GAME'"),
        (["play", "tictactoe", "--first", "bob"], r"player 'bob'(?!.*here means)"),
        (
            ["selfplay", "tictactoe", "--player", "random", "--out", "/tmp/none.data"],
            "'random' cannot be used here: expected an alphabeta player, such as alphabeta:depth=2",
        ),
        (["play", "othello", "--first", "nobody"], "player 'nobody'"),
        (["play", "--game", "/nowhere.json"], "read '/nowhere.json'"),
        (["warmup", "chess"], "game 'chess'"),
        (["--load", "/nowhere.py", "games"], "'/nowhere.py'.*file"),
    ],
)
def test_bad_input(call: Call, words: list[str], said: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("nupp: ")
    assert result.stderr.count("\n") == 1
    assert re.search(said, result.stderr)


@pytest.mark.parametrize("group", ["tables", "book", "db", "puzzles", "explorer"])
def test_a_group_without_a_command_prints_its_help(call: Call, group: str) -> None:
    result = call(group)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == call(group, "--help").stdout


def test_a_file_that_cannot_be_loaded(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import nupp\nnupp.nonsense()\n")
    result = call("--load", str(file), "games")
    assert result.exit_code == 2
    assert re.search("broken.py.*AttributeError: .*'nonsense'", result.stderr)
    assert result.stderr.count("\n") == 1


def test_debug_shows_the_traceback(call: Call) -> None:
    result = call("moves", "othelo", "--debug")
    assert result.exit_code == 2
    assert "Traceback" in result.stderr
    assert "'othelo'" in result.stderr.splitlines()[-1]


def test_every_command_has_help_with_an_example(call: Call) -> None:
    assert "Examples:" in call("--help").stdout
    for name in COMMANDS:
        result = call(name, "--help")
        assert result.exit_code == 0
        assert f"Example:\n    nupp {name}" in result.stdout


def test_version(call: Call) -> None:
    assert call("--version").stdout == f"nupp {__version__}\n"


@pytest.mark.slow
def test_looking_does_not_import_numba() -> None:
    code = (
        "import sys; from nupp.cli.main import cli; "
        "codes = [cli.run(words.split()) for words in sys.argv[1:]]; "
        "print(codes, 'numba' in sys.modules)"
    )
    commands = ("moves othello", "show hexxagon", "games", "players mnk")
    found = subprocess.run(
        [sys.executable, "-c", code, *commands], capture_output=True, text=True, timeout=60
    )
    assert found.stdout.splitlines()[-1] == "[0, 0, 0, 0] False"


def test_a_file_of_ones_own(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "import nupp\nfrom nupp.games.mnk import Mnk\n"
        "class Four(Mnk):\n    name = 'four'\n"
        "    def __init__(self) -> None:\n        super().__init__(4, 4, 4)\n"
        "nupp.register(Four)\n"
    )
    assert len(call("--load", str(file), "moves", "four").stdout.split()) == 16
    assert len(call("moves", "four", "--load", str(file)).stdout.split()) == 16


@pytest.mark.slow
def test_rules_that_cannot_be_compiled_are_explained(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(
        "import nupp\nfrom nupp.games.mnk import TicTacToe\n\n@nupp.register\nclass Wrong(TicTacToe):\n"
        "    name = 'wrong'\n    phrase = 'x wins'\n"
        "    def count_moves(self, state, moves):\n        return self.phrase\n"
    )
    result = nupp("--load", str(file), "perft", "wrong", "2")
    assert result.exit_code == 1
    assert re.search(r"Wrong\.phrase.*\bstr\b", result.stderr)
    assert "line 9" in result.stderr
    assert "Traceback" not in result.stderr
