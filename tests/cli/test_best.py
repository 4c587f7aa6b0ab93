"""`nupp best`: the move that a player chooses."""

from __future__ import annotations

import json

import pytest

from cli.conftest import Call


def test_best_for_people(call: Call) -> None:
    text = call("best", "tictactoe", "--player", "alphabeta", "--depth", "9", "--moves", "1 5 9 3").stdout
    assert "move    a1\n" in text
    assert "score   win in 3 for x\n" in text
    assert "depth   3\n" in text


def test_best_multipv(call: Call) -> None:
    text = call("best", "tictactoe", "--moves", "1 5 9 3 7", "--depth", "2", "--multipv", "3").stdout
    assert "1. " in text
    assert "3. " in text
    assert "loss in 2" in text


def test_best_json(call: Call) -> None:
    result = call("best", "othello", "--player", "alphabeta:eval=mobility", "--depth", "2", "--json")
    found = json.loads(result.stdout)
    assert list(found) == [
        "game",
        "player",
        "move",
        "score",
        "score_kind",
        "unit",
        "scale",
        "pv",
        "depth",
        "nodes",
        "seconds",
        "candidates",
    ]
    assert found["game"] == "othello"
    assert found["player"] == "alphabeta:eval=mobility"
    assert found["pv"][0] == found["move"] == found["candidates"][0]["move"]
    assert found["score_kind"] == "eval"
    assert found["depth"] == 2


@pytest.mark.parametrize("player", ["random", "greedy", "reply", "minimax:depth=2", "strong"])
def test_best_asks_any_player(call: Call, player: str) -> None:
    result = call("best", "tictactoe", "--player", player, "--nodes", "20", "--json")
    assert json.loads(result.stdout)["move"] in call("moves", "tictactoe").stdout.split()
