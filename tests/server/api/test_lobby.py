"""Rooms by requests: how they are made, listed and joined, and how a program plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.guests import GAME, Guest, Message, pair
from server.rest import Running


def test_a_program_plays_by_requests(served: Running) -> None:
    room, ann, bob = pair(served.url)
    for ply, move in enumerate(GAME):
        answer = (ann, bob)[ply % 2].http.post(f"/api/rooms/{room}/moves", json={"ply": ply, "move": move})
        assert answer.status_code == 200
        assert answer.json()["moves"] == list(GAME[: ply + 1])
    assert answer.json()["end"]["outcome"] == 0
    refused = ann.http.post(f"/api/rooms/{room}/commands", json={"type": "resign"})
    assert (refused.status_code, refused.json()["code"]) == (409, "over")
    wish = {"type": "rematch"}
    assert ann.http.post(f"/api/rooms/{room}/commands", json=wish).json()["offers"]["rematch"] == 0
    again = bob.http.post(f"/api/rooms/{room}/commands", json=wish).json()["rematch"]
    assert ann.see(again)["state"] == "playing"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game": "chess"}, "bad_spec"),
        ({"game": "labyrinth:map=/etc/passwd"}, "bad_spec"),
        ({"seats": [{"kind": "engine", "player": "ants:load=/etc/passwd"}, {"kind": "me"}]}, "bad_spec"),
        ({"seats": [{"kind": "engine", "player": "strong:threads=64"}, {"kind": "me"}]}, "bad_spec"),
        ({"seats": [{"kind": "engine", "player": "nobody"}, {"kind": "me"}]}, "bad_spec"),
        ({"seats": [{"kind": "engine"}, {"kind": "me"}]}, "bad_spec"),
        ({"seats": [{"kind": "me"}]}, "bad_request"),
        ({"seats": [{"kind": "me"}, {"kind": "cat"}]}, "bad_request"),
        ({"seats": [{"kind": "me"}, {"kind": "me", "name": "a\0b"}]}, "bad_request"),
        ({"seats": [{"kind": "me"}, {"kind": "me", "name": "a\n"}]}, "bad_request"),
        ({"seats": [{"kind": "me"}, {"kind": "me", "name": "a\u202eb"}]}, "bad_request"),
        ({"seats": [{"kind": "me"}, {"kind": "me", "name": "a\u2067b"}]}, "bad_request"),
        ({"clock": "soon"}, "bad_clock"),
        ({"clock": "25h"}, "bad_clock"),
        ({"clock": "5m+15m"}, "bad_clock"),
        ({"position": "nonsense"}, "bad_position"),
        ({"moves": ["b2", "b2"]}, "illegal_move"),
        ({"moves": list(GAME)}, "over"),
        ({"pause": -1}, "bad_request"),
        ({"budget": {"seconds": 0}}, "bad_request"),
        ({"moves": ["b2"] * 1001}, "bad_request"),
        ({"surprise": 1}, "bad_request"),
    ],
)
def test_rooms_that_cannot_be_made(served: Running, wanted: Message, code: str) -> None:
    asked = {"game": "tictactoe", "seats": [{"kind": "me"}, {"kind": "friend"}], **wanted}
    answer = Guest(served.url).http.post("/api/rooms", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_rooms_are_listed(served: Running) -> None:
    hidden = Guest(served.url).make()["room"]
    assert not hidden["public"]
    room, ann, bob = pair(served.url, game="reversi:size=4", public=True)
    mine = ann.http.get("/api/rooms", params={"mine": True}).json()
    assert [one["id"] for one in mine] == [room]
    assert mine[0]["public"]
    assert [one["id"] for one in bob.http.get("/api/rooms", params={"mine": True}).json()] == [room]
    others = Guest(served.url).http.get("/api/rooms", params={"game": "reversi:size=4"})
    assert [one["id"] for one in others.json()] == [room]
    assert not others.json()[0]["yours"]
    assert hidden["id"] not in [one["id"] for one in ann.http.get("/api/rooms").json()]
    own = ann.make(game="tictactoe")["room"]["id"]
    assert [one["id"] for one in ann.http.get("/api/rooms").json()][:2] == [own, room]
    assert own not in [one["id"] for one in bob.http.get("/api/rooms").json()]
    assert ann.http.get("/api/rooms", params={"mine": True, "state": "over"}).json() == []
    begun = {"mine": True, "begun": True}
    assert ann.http.get("/api/rooms", params=begun).json() == []
    ann.http.post(f"/api/rooms/{room}/moves", json={"ply": 0, "move": "b2"}).raise_for_status()
    assert [one["id"] for one in ann.http.get("/api/rooms", params=begun).json()] == [room]
    assert ann.http.get("/api/rooms", params={"limit": 1, "offset": 1}).json()[0]["id"] == room
    assert ann.http.get("/api/rooms/nothere").json()["code"] == "unknown_room"
    kept = served.parts.live.store.load(room)
    assert kept is not None
    served.parts.live.store.create(replace(kept, id="gone", game="gone"))  # as of a package that is gone
    assert [one["id"] for one in ann.http.get("/api/rooms", params={"mine": True}).json()] == [own, room]
    assert ann.http.get("/api/rooms/gone").json()["code"] == "bad_room"
    with ann.line("gone") as line:
        assert line.closed() == 4004
