"""`nupp players`: which players and evaluators there are for a game."""

from __future__ import annotations

import json
import re

import pytest

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


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("othello", r"with alphabeta:\S+ \(othello\.tuned\.json\), which beat \S+: \d+ % of \d+ games"),
        ("othello:size=4", r"with positional: there is no network"),
        ("mnk", r"with the network mnk\.nupp, which beat shapes: 58 %"),
        ("mnk:width=10,height=10", r"with shapes, which the network mnk\.nupp has not beaten"),
        ("hex:size=6", r"with random games \(uct\)"),
    ],
)
def test_what_strong_plays_with_is_reported(call: Call, spec: str, said: str) -> None:
    assert re.search(f"strong plays {said}", call("players", spec).stdout)


def test_what_strong_plays_with_as_json(call: Call) -> None:
    found = json.loads(call("players", "lput", "--json").stdout)["strong"]
    assert (found["evaluator"], found["network"]) == ("learned", "lput.nupp")
    assert found["beat"].startswith("pursuit: 71 %")
    assert json.loads(call("players", "hexxagon:holes=none", "--json").stdout)["strong"] == {
        "bundle": None,
        "search": None,
        "evaluator": "material",
        "network": None,
        "beat": None,
    }
