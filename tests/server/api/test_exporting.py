"""Games written down, from rooms and from the page, and read again."""

import json
import re
from xml.etree import ElementTree

import httpx
import pytest

from nupp.formats import parse_record
from nupp.server.api.exporting import PICTURE_SIZE

MOVES = ["f5", "d6", "c3"]


@pytest.fixture(scope="module")
def room(client: httpx.Client) -> str:
    wanted = {
        "game": "othello",
        "moves": MOVES,
        "seats": [{"kind": "me", "name": "anna"}, {"kind": "friend"}],
    }
    answer = client.post("/api/rooms", json=wanted)
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["room"]["id"]
    return found


@pytest.mark.slow
def test_the_record_of_a_room(client: httpx.Client, room: str) -> None:
    answer = client.get(f"/api/rooms/{room}/export?format=json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == 'attachment; filename="othello.jsonl"'
    record = parse_record(answer.text)
    assert (record.game, list(record.moves)) == ("othello", MOVES)


def test_the_moves_of_a_room(client: httpx.Client, room: str) -> None:
    assert client.get(f"/api/rooms/{room}/export?format=moves").text == "f5 d6 c3\n"
    native = client.get(f"/api/rooms/{room}/export?format=native").text
    assert '[Game "othello"]' in native
    assert "1. f5 d6 2. c3 *" in native


def test_the_board_of_a_room_after_some_moves(client: httpx.Client, room: str) -> None:
    shown = {}
    for ply in (0, 1, 3):
        answer = client.get(f"/api/rooms/{room}/export?format=svg&ply={ply}")
        assert answer.headers["content-type"] == "image/svg+xml"
        picture = ElementTree.fromstring(answer.text)
        assert str(PICTURE_SIZE) in (picture.get("width"), picture.get("height"))
        shown[ply] = sum("piece" in (one.get("class") or "").split() for one in picture.iter())
    assert shown == {0: 4, 1: 5, 3: 7}
    last = client.get(f"/api/rooms/{room}/export?format=svg").text
    assert last == client.get(f"/api/rooms/{room}/export?format=svg&ply=3").text


def test_what_cannot_be_written_is_reported(client: httpx.Client, room: str) -> None:
    def refusal(path: str) -> tuple[int, str]:
        answer = client.get(f"/api/rooms/{path}")
        return answer.status_code, answer.json()["code"]

    assert refusal(f"{room}/export?format=svg&ply=4") == (422, "bad_ply")
    assert refusal(f"{room}/export?format=png") == (422, "bad_request")
    assert refusal(f"{room}/export") == (422, "bad_request")
    assert refusal("nosuch/export?format=json") == (404, "unknown_room")


@pytest.mark.parametrize("kind", ["json", "native", "sgf", "ggf"])
def test_what_is_written_is_read(client: httpx.Client, kind: str) -> None:
    start = "8/8/8/3OX3/3XXX2/8/8/8 o"
    wanted = {"game": "othello", "position": start, "moves": ["d6"], "players": ["a", "b"], "format": kind}
    text = client.post("/api/export", json=wanted).text
    found = client.post("/api/import", json={"text": text}).json()
    assert (found["game"], found["start"], found["moves"], found["players"]) == (
        "othello",
        start,
        ["d6"],
        ["a", "b"],
    )


@pytest.mark.parametrize("kind", ["sgf", "native"])
def test_variations_and_notes_are_written_and_read(client: httpx.Client, kind: str) -> None:
    tree = [
        {"parent": -1, "move": "", "note": "begin", "shapes": []},
        {"parent": 0, "move": "f5", "note": "", "shapes": [{"cells": [0], "colour": "green"}]},
        {"parent": 1, "move": "d6", "note": "[usual]", "shapes": [{"cells": [1, 63], "colour": "red"}]},
        {"parent": 1, "move": "f4", "note": "", "shapes": []},
    ]
    wanted = {"game": "othello", "moves": ["f5", "d6"], "players": ["a", "b"], "tree": tree}
    text = client.post("/api/export", json={**wanted, "format": kind}).text
    found = client.post("/api/import", json={"text": text}).json()
    assert (found["moves"], found["players"], found["tree"]) == (["f5", "d6"], ["a", "b"], tree)
    trees = {one["name"] for one in client.get("/api/games/othello/formats").json() if one["trees"]}
    assert trees == {"sgf", "native"}
    answer = client.post("/api/export", json={**wanted, "format": "ggf"})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_format")
    wrong = [*tree, {"parent": 9, "move": "a1", "note": ""}]
    answer = client.post("/api/export", json={**wanted, "tree": wrong, "format": kind})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_format")
    assert re.search(r"node 4\b.*parent.* 0 to 3\b", answer.json()["message"])


def test_what_a_format_cannot_hold_is_reported(client: httpx.Client) -> None:
    for more in ({"game": "hexxagon", "moves": []}, {"game": "othello", "moves": ["f5"]}):
        answer = client.post("/api/export", json={**more, "format": "psq"})
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_format")
        assert re.search(r"\bpsq\b.*json, ", answer.json()["message"])


def test_the_formats_of_a_game(client: httpx.Client) -> None:
    def of(spec: str) -> list[str]:
        return [one["name"] for one in client.get(f"/api/games/{spec}/formats").json()]

    assert of("othello") == ["json", "ggf", "sgf", "native", "ugi", "transcript", "moves"]
    assert "pdn" in of("draughts")
    assert "psq" in of("mnk:exact=true")
    assert "psq" not in of("hexxagon")
    for name in of("othello"):
        wanted = {"game": "othello", "moves": ["f5", "d6"], "format": name}
        assert client.post("/api/export", json=wanted).status_code == 200


def test_the_result_of_a_game_that_was_given_up_is_written(client: httpx.Client) -> None:
    known = {"outcome": "second", "termination": "resignation"}
    wanted = {"game": "draughts", "moves": ["a3-b4"], **known}
    record = json.loads(client.post("/api/export", json={**wanted, "format": "json"}).text)
    assert {name: record[name] for name in known} == known
    assert '[Result "0-1"]' in client.post("/api/export", json={**wanted, "format": "pdn"}).text


def test_a_position_is_written(client: httpx.Client) -> None:
    wanted = {"game": "othello", "moves": ["f5"], "format": "position", "ply": 0}
    assert client.post("/api/export", json=wanted).text == "8/8/8/3OX3/3XO3/8/8/8 x\n"


def test_a_game_without_names_is_written(client: httpx.Client) -> None:
    wanted = {"game": "tictactoe", "moves": ["b2"], "format": "json"}
    assert json.loads(client.post("/api/export", json=wanted).text)["players"] == ["", ""]


def test_an_illegal_game_is_not_written(client: httpx.Client) -> None:
    answer = client.post("/api/export", json={"game": "othello", "moves": ["f5", "a1"], "format": "json"})
    assert (answer.status_code, answer.json()["code"], answer.json()["ply"]) == (422, "illegal_move", 1)
