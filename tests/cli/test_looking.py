"""`games`, `players`, `moves`, `show`: what there is to see without searching."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.conftest import Call, nupp
from nupp.cli.main import COMMANDS
from nupp.games import GAMES
from nupp.version import __version__


def test_every_command_has_help_with_an_example(call: Call) -> None:
    assert "Examples:" in call("--help").stdout
    for name in COMMANDS:
        result = call(name, "--help")
        assert result.exit_code == 0
        assert f"Example:\n    nupp {name}" in result.stdout


def test_version(call: Call) -> None:
    assert call("--version").stdout == f"nupp {__version__}\n"


def test_games_lists_each_with_its_parameters(call: Call) -> None:
    text = call("games").stdout
    for name in GAMES.names():
        assert f"{name}  " in text
    assert "    width=15     columns (a whole number from 1 to 32)" in text


def test_games_json(call: Call) -> None:
    listed = {entry["name"]: entry for entry in json.loads(call("games", "--json").stdout)}
    assert list(listed) == GAMES.names()
    holes = listed["hexxagon"]["parameters"][0]
    assert holes["name"] == "holes"
    assert holes["default"] == "three"
    assert holes["choices"] == ["three", "none"]


def test_players_lists_players_and_the_evaluators_of_the_game(call: Call) -> None:
    text = call("players", "othello").stdout
    assert "human  A person" in text
    assert "alphabeta  Alpha-beta" in text
    assert "mobility  " in text
    assert "(default: positional)" in text


def test_players_json(call: Call) -> None:
    found = json.loads(call("players", "hexxagon", "--json").stdout)
    assert found["game"] == "hexxagon"
    assert {"human", "random", "strong"} <= {player["name"] for player in found["players"]}
    assert [evaluator["name"] for evaluator in found["evaluators"]] == [
        "learned",
        "material",
        "none",
    ]


def test_moves_one_a_line(call: Call) -> None:
    assert call("moves", "othello").stdout.split() == ["d3", "c4", "f5", "e6"]
    assert call("moves", "othello", "--moves", "f5,d6 c3").stdout.split()[0] == "d3"


def test_moves_of_a_finished_game(call: Call) -> None:
    assert call("moves", "tictactoe", "--moves", "1 4 2 5 3").stdout == "outcome first margin 1\n"
    assert call("moves", "tictactoe", "--position", "oxo/xxo/xox x").stdout == "outcome draw margin 0\n"


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


def test_a_file_of_ones_own(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "import nupp\nfrom nupp.games import Mnk\n"
        "class Four(Mnk):\n    name = 'four'\n"
        "    def __init__(self) -> None:\n        super().__init__(4, 4, 4)\n"
        "nupp.register(Four)\n"
    )
    assert len(call("--load", str(file), "moves", "four").stdout.split()) == 16
    assert len(call("moves", "four", "--load", str(file)).stdout.split()) == 16


def test_rules_of_a_game(call: Call) -> None:
    result = call("games", "hexxagon")
    assert "Rules. The board is a hexagon" in result.stdout
    assert "State." not in result.stdout  # that is for those who read the code
    assert "quiet=100" in result.stdout
    assert "Rules." in call("games", "othello").stdout


def test_rules_that_cannot_be_compiled_are_explained(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(
        "import nupp\nfrom nupp.games import TicTacToe\n\n@nupp.register\nclass Wrong(TicTacToe):\n"
        "    name = 'wrong'\n    phrase = 'x wins'\n"
        "    def count_moves(self, state, moves):\n        return self.phrase\n"
    )
    result = nupp("--load", str(file), "perft", "wrong", "2")
    assert result.exit_code == 1
    assert "Wrong.phrase is a str, which compiled code cannot use" in result.stderr
    assert "line 9" in result.stderr
    assert "Traceback" not in result.stderr
