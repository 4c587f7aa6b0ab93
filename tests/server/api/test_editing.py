"""Positions that are set up piece by piece, over HTTP."""

from typing import Any

import httpx
import pytest

from nupp.rules import GAMES

Message = dict[str, Any]


def arranged(client: httpx.Client, game: str, pieces: object, to_move: int = 0, **more: object) -> Message:
    wanted = {"game": game, "pieces": pieces, "to_move": to_move, **more}
    answer = client.post("/api/arranged", json=wanted)
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES.names())
def test_the_pieces_of_the_start_make_the_start(client: httpx.Client, name: str) -> None:
    start = client.post("/api/scene", json={"game": name}).json()
    offered = client.get(f"/api/games/{name}/pieces").json()
    assert offered
    pieces = [{"cell": piece["cell"], "symbol": piece["symbol"]} for piece in start["pieces"]]
    assert {piece["symbol"] for piece in pieces} <= {piece["symbol"] for piece in offered}
    found = arranged(client, name, pieces)
    assert (found["position"], found["fault"]) == (start["position"], None)
    assert found["scene"] == start


def test_pieces_that_break_the_rules_have_a_text_and_a_fault(client: httpx.Client) -> None:
    found = arranged(client, "connectfour", [{"cell": 14, "symbol": "x"}])
    assert found["position"] == "7/7/7/x6/7/7 x"
    assert found["scene"] is None
    assert "hangs in the air" in found["fault"]


def test_what_else_a_position_holds_is_kept(client: httpx.Client) -> None:
    start = "R3B/6/7/3#4/B4#2R/3#4/7/6/R3B b 7"
    pieces = [{"cell": 0, "symbol": "R"}, {"cell": 1, "symbol": "B"}]
    found = arranged(client, "hexxagon", pieces, 1, position=start)
    assert found["position"].endswith(" b 7")
    assert found["scene"]["to_move"] == 1


@pytest.mark.parametrize(("cell", "symbol"), [(99, "x"), (0, "z"), (0, "xx"), (-1, "x"), ("a", "x")])
def test_what_a_game_does_not_have_is_refused(client: httpx.Client, cell: object, symbol: str) -> None:
    wanted = {"game": "tictactoe", "pieces": [{"cell": cell, "symbol": symbol}], "to_move": 0}
    answer = client.post("/api/arranged", json=wanted)
    assert answer.status_code == 422
    assert answer.json()["message"]


def test_a_position_to_begin_with_has_to_be_one(client: httpx.Client) -> None:
    wanted = {"game": "tictactoe", "position": "x", "pieces": [], "to_move": 0}
    answer = client.post("/api/arranged", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_position")
