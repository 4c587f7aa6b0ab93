"""Nicknames, keys, ratings and rated games over HTTP, and which games count."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from server.guests import GAME, Guest, Message, pair
from server.rest import Running

pytestmark = pytest.mark.slow

WON = ("b2", "a1", "b1", "a2", "b3")
"""A game of tic-tac-toe that the first side wins."""


def me(guest: Guest) -> Message:
    found: dict[str, Any] = guest.http.get("/api/me").json()
    return found


def call(guest: Guest, name: str) -> httpx.Response:
    return guest.http.post("/api/me", json={"name": name})


def rating(guest: Guest) -> int:
    (one,) = me(guest)["ratings"]
    return int(one["rating"])


def play(room: str, first: Guest, second: Guest, moves: tuple[str, ...] = WON) -> None:
    for ply, move in enumerate(moves):
        answer = (first, second)[ply % 2].http.post(
            f"/api/rooms/{room}/moves", json={"ply": ply, "move": move}
        )
        assert answer.status_code == 200, answer.text


def test_a_nickname_and_a_key(served: Running) -> None:
    ann, bob, phone = Guest(served.url), Guest(served.url), Guest(served.url)
    assert me(ann) == {"name": None, "has_key": False, "ratings": [], "puzzles": {}}
    assert ann.http.post("/api/me/key").json()["code"] == "no_name"
    assert call(ann, "<i>Ann</i>").json()["code"] == "bad_name"
    assert call(ann, " Amy ").json()["name"] == "Amy"
    taken = call(bob, "AMY")
    assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
    seats = [{"kind": "me", "name": "amy"}, {"kind": "friend"}]
    room = bob.http.post("/api/rooms", json={"game": "tictactoe", "seats": seats})
    assert (room.status_code, room.json()["code"]) == (409, "name_taken")
    key = ann.http.post("/api/me/key").json()["key"]
    assert phone.http.post("/api/me/claim", json={"key": "x" * 32}).status_code == 404
    assert phone.http.post("/api/me/claim", json={"key": f" {key} "}).json()["name"] == "Amy"
    assert me(phone)["has_key"]
    assert phone.make({"kind": "me"}, {"kind": "friend"})["room"]["seats"][0]["name"] == "Amy"


def test_lists_say_which_seats_another_browser_of_the_reader_has(served: Running) -> None:
    uma, phone, bob = Guest(served.url), Guest(served.url), Guest(served.url)
    call(uma, "Uma")
    phone.http.post("/api/me/claim", json={"key": uma.http.post("/api/me/key").json()["key"]})
    made = uma.make({"kind": "me"}, {"kind": "friend"})
    bob.take(made["room"]["id"], 1, made["invitations"][1])
    (found,) = phone.http.get("/api/rooms", params={"mine": True}).json()
    assert [(seat["yours"], seat["own"]) for seat in found["seats"]] == [(False, True), (False, False)]
    (found,) = bob.http.get("/api/rooms", params={"mine": True}).json()
    assert [(seat["yours"], seat["own"]) for seat in found["seats"]] == [(False, False), (True, True)]


def test_a_game_between_two_people_is_rated_once(served: Running) -> None:
    room, first, second = pair(served.url)
    play(room, first, second)
    assert me(first)["ratings"] == []  # guests
    for guest, name in ((first, "Cid"), (second, "Dot")):
        assert call(guest, name).status_code == 200
    made = first.make({"kind": "me"}, {"kind": "friend"})
    room, token = made["room"]["id"], made["invitations"][1]
    second.take(room, 1, token)
    assert [seat["name"] for seat in first.see(room)["seats"]] == ["Cid", "Dot"]
    play(room, first, second)
    before = rating(first), rating(second)
    assert before[0] > 1000 > before[1]
    (played,) = first.http.get("/api/me/games").json()
    assert (played["room"], played["opponent"], played["score"]) == (room, "Dot", 1)
    assert (played["before"], played["after"]) == (1000, before[0])
    # A move taken back, and the game played to its end again, changes nothing.
    first.http.post(f"/api/rooms/{room}/commands", json={"type": "takeback"})
    second.http.post(f"/api/rooms/{room}/commands", json={"type": "takeback"})
    assert first.see(room)["state"] == "playing"
    first.http.post(f"/api/rooms/{room}/commands", json={"type": "resign"})
    assert (rating(first), rating(second)) == before
    assert first.http.get("/api/me/games", params={"score": 0}).json() == []
    assert len(second.http.get("/api/me/games", params={"score": 0, "game": "tictactoe"}).json()) == 1


@pytest.mark.parametrize(
    ("seats", "more"),
    [
        ([{"kind": "me"}, {"kind": "me"}], {}),
        ([{"kind": "me"}, {"kind": "me"}], {"moves": ["b2"]}),
        ([{"kind": "me"}, {"kind": "engine", "player": "random"}], {}),
        ([{"kind": "me"}, {"kind": "engine", "player": "level:n=1"}], {"budget": {"nodes": 10}}),
    ],
)
def test_games_that_do_not_count(served: Running, seats: list[Message], more: Message) -> None:
    guest = Guest(served.url)
    name = f"Eve {abs(hash((str(seats), str(more)))) % 10**6}"
    assert call(guest, name).status_code == 200
    room = guest.make(*seats, **more)["room"]["id"]
    with guest.line(room) as line:
        for ply in range(len(more.get("moves", [])), 9):
            seen = guest.see(room)
            if len(seen["moves"]) > ply or seen["state"] == "over":
                continue
            free = sorted(set(GAME) - set(seen["moves"]))
            is_refused = line.do("move", ply=ply, move=free[0])["type"] == "error"
            if is_refused and not any(is_later(one, ply) for one in line.heard):
                line.until("move", "room", where=lambda one, ply=ply: is_later(one, ply))
            if ply >= 3:
                line.do("resign")
                break
    assert guest.see(room)["state"] == "over"
    assert me(guest)["ratings"] == []


def is_later(one: Message, ply: int) -> bool:
    """True for a message of a position after a ply."""
    return one["type"] in ("move", "room") and one["scene"]["ply"] > ply


def test_a_character_is_played_for_a_rating(served: Running) -> None:
    guest = Guest(served.url)
    assert call(guest, "Fay").status_code == 200
    cast = guest.http.get("/api/games/tictactoe/cast").json()
    assert [one["key"] for one in cast][::9] == ["snail", "bear"]
    made = guest.make({"kind": "me"}, {"kind": "engine", "player": cast[0]["player"]})
    room = made["room"]["id"]
    with guest.line(room) as line:
        line.do("move", ply=0, move="b2")
        line.until("move", where=lambda one: one["ply"] == 1)
        line.do("resign")
    (one,) = me(guest)["ratings"]
    assert (one["game"], one["losses"]) == ("tictactoe", 1)
    assert one["rating"] < 1000
    assert one["player"] in {character["player"] for character in cast}


def test_a_hint_makes_a_game_casual(served: Running) -> None:
    guest = Guest(served.url)
    assert call(guest, "Gus").status_code == 200
    made = guest.make({"kind": "me"}, {"kind": "engine", "player": "level:n=1"})
    room = made["room"]["id"]
    with guest.line(room) as line:
        assert line.do("hint", ply=0, budget={"nodes": 5})["type"] == "done"
        line.do("move", ply=0, move="b2")
        line.until("move", where=lambda one: one["ply"] == 1)
        line.do("resign")
    assert me(guest)["ratings"] == []


@pytest.mark.parametrize(
    ("addresses", "counts"),
    [(("8.8.8.8", "9.9.9.9"), True), (("8.8.8.8", "8.8.8.8"), False), (("10.0.0.1", "10.0.0.1"), True)],
)
def test_two_names_at_one_public_address_do_not_rate_each_other(
    served: Running, addresses: tuple[str, str], counts: bool
) -> None:
    first, second = Guest(served.url), Guest(served.url)
    for guest, address in zip((first, second), addresses, strict=True):
        assert call(guest, f"{'Eve' if guest is first else 'Fay'} {address[0]}{counts}").status_code == 200
    made = first.make({"kind": "me"}, {"kind": "friend"})
    room = made["room"]["id"]
    second.take(room, 1, made["invitations"][1])
    heads = [{"X-Forwarded-For": address} for address in addresses]
    with first.line(room, headers=heads[0]) as one, second.line(room, headers=heads[1]) as other:
        other.until("room")
        one.do("move", ply=0, move="b2")
        other.do("move", ply=1, move="a1")
        one.do("resign")
    assert bool(me(first)["ratings"]) == counts


def test_a_nickname_that_comes_late_is_on_the_seat(served: Running) -> None:
    room, first, second = pair(served.url)
    with second.line(room) as line:
        line.until("room")
        assert call(first, "Late Lou").status_code == 200
        message = line.until("room")
    assert message["room"]["seats"][0]["name"] == "Late Lou"
    assert second.see(room)["seats"][0]["name"] == "Late Lou"
