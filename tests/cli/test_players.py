"""`nupp players`: which players and evaluators there are for a game."""

from __future__ import annotations

import json

from cli.conftest import Call


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
