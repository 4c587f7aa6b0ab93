"""`nupp games`: which games there are, their parameters and their rules."""

from __future__ import annotations

import json
import re

from cli.conftest import Call
from nupp.rules import GAMES


def test_games_lists_each_with_its_parameters(call: Call) -> None:
    text = call("games").stdout
    for name in GAMES.names():
        assert f"{name}  " in text
    assert re.search("    width=15 .* 1 to 32", text)


def test_games_json(call: Call) -> None:
    listed = {entry["name"]: entry for entry in json.loads(call("games", "--json").stdout)}
    assert list(listed) == GAMES.names()
    holes = listed["hexxagon"]["parameters"][0]
    assert holes["name"] == "holes"
    assert holes["default"] == "three"
    assert holes["choices"] == ["three", "none"]


def test_rules_of_a_game(call: Call) -> None:
    result = call("games", "hexxagon")
    assert "hexagon" in result.stdout
    assert "State." not in result.stdout  # that is for those who read the code
    assert "quiet=100" in result.stdout
    assert "Rules." in call("games", "othello").stdout


def test_forms_and_the_page_of_a_game(call: Call) -> None:
    text = call("games", "morris").stdout
    assert text.partition("Forms that people know:")[2].split()[:3] == [
        "morris",
        "morris:flying=true",
        "morris:men=6",
    ]
    assert text.rstrip().endswith("games/morris/page.md")
    assert "Forms" not in call("games", "tictactoe").stdout
