"""The explorer over the API: counts of a file, counts of this server's games, and solved values."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from nupp.arena.explorer import Explorer, PlayedGame, path_of
from nupp.kernel import interpreted
from nupp.rules import game
from nupp.server.explorers import api
from nupp.server.explorers.explorers import Explorers


def test_counts_of_a_file(client: httpx.Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    with interpreted():
        rules = game("mnk:width=4,height=4,k=4")
        explorer = Explorer(path_of(rules))
        last = rules.start_position().play_all(["a1", "b2", "c1"])
        explorer.add([PlayedGame(last, 1)])
        explorer.close()
        games, moves = Explorers().look(rules.start_position().play("a1"))
    assert games == 1
    assert [(one.move, one.first) for one in moves] == [("b2", 1)]
    answer = client.post("/api/explorer", json={"game": rules.spec, "moves": ["a1"]})
    assert answer.json()["games"] == 1
    assert answer.json()["moves"][0]["move"] == "b2"
    nothing = client.post("/api/explorer", json={"game": rules.spec, "moves": ["b1"]}).json()
    assert nothing["moves"] == []


@pytest.mark.slow
def test_solved_values(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "WAIT", 300.0)  # the solver is compiled first, perhaps on a busy machine
    found = client.post(
        "/api/explorer/values", json={"game": "tictactoe", "moves": ["a1", "b1", "a2", "b2"]}
    ).json()
    outcomes = {one["move"]: one["outcome"] for one in found}
    assert outcomes["a3"] == 1
    assert outcomes["c1"] == -1
    over = {"game": "tictactoe", "moves": ["a1", "b1", "a2", "b2", "a3"]}
    assert client.post("/api/explorer/values", json=over).json() == []


def test_solved_values_are_not_waited_for_very_long(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "WAIT", 0.0)
    assert client.post("/api/explorer/values", json={"game": "tictactoe"}).json() == []
