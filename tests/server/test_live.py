"""Rooms over real connections: two who play, those who look on, and all that they can do wrong."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from nupp.server import live, liveroom
from nupp.server.limits import Rate
from server.guests import PATIENCE, Guest, Line, Message, Process, pair
from server.rest import Running, running

GAME = ("b2", "a1", "b1", "b3", "c3", "a3", "a2", "c2", "c1")
"""A game of tic-tac-toe that is drawn."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("live"), queue=16) as found:
        yield found


def plain(message: Message) -> Message:
    """A message without what differs between readers and moments."""
    scene = {name: value for name, value in message["scene"].items() if name not in ("choices", "aliases")}
    return {**message, "scene": scene}


# ---- two people ----------------------------------------------------------------------------------


def test_two_people_play_and_a_third_looks_on(served: Running) -> None:
    room, ann, bob = pair(served.url)
    eve = Guest(served.url)
    with ann.line(room) as first, bob.line(room) as second, eve.line(room) as third:
        lines = (first, second, third)
        begun = [line.until("room") for line in lines]
        assert [[seat["yours"] for seat in one["room"]["seats"]] for one in begun] == [
            [True, False],
            [False, True],
            [False, False],
        ]
        assert [one["scene"]["choices"] is not None for one in begun] == [True, False, False]
        for ply, move in enumerate(GAME):
            assert lines[ply % 2].do("move", ply=ply, move=move)["type"] == "done"
        heard = []
        for line in lines:
            line.until("move", where=lambda one: one["ply"] == 8) if line is not lines[0] else None
            heard.append([one for one in line.heard if one["type"] == "move"])
        assert [[plain(one) for one in own] for own in heard] == [[plain(one) for one in heard[0]]] * 3
        assert [(one["ply"], one["move"]) for one in heard[0]] == list(enumerate(GAME))
        versions = [one["version"] for one in heard[0]]
        assert versions == sorted(set(versions))
        told = [[one["scene"]["choices"] is not None for one in own] for own in heard]
        anns = [ply % 2 == 1 for ply in range(8)]  # after Bob's moves it is for her
        assert told == [[*anns, False], [*(not turn for turn in anns), False], [False] * 9]
        assert heard[0][-1]["state"] == "over"
        assert heard[0][-1]["end"]["words"] == "drawn"
        assert first.do("move", ply=9, move="a1")["code"] == "over"
    kept = ann.see(room)
    assert kept["moves"] == list(GAME)
    assert len(kept["seconds"]) == 9


def test_what_is_not_allowed_is_refused_and_changes_nothing(served: Running) -> None:
    room, ann, bob = pair(served.url)
    eve = Guest(served.url)
    with ann.line(room) as first, bob.line(room) as second, eve.line(room) as third:
        assert second.do("move", ply=0, move="b2")["code"] == "not_your_turn"
        assert third.do("move", ply=0, move="b2")["code"] == "not_your_seat"
        assert third.do("resign")["code"] == "not_your_seat"
        assert second.do("release", side=0)["code"] == "not_allowed"
        assert first.do("move", ply=0, move="d9")["code"] == "illegal_move"
        assert first.do("move", ply=3, move="b2")["code"] == "stale"
        assert first.do("pause")["code"] == "not_allowed"
        assert first.do("rematch")["code"] == "not_over"
        assert first.do("refuse")["code"] == "no_offer"
    assert ann.see(room)["moves"] == []
    assert ann.see(room)["version"] == 1  # of Bob's taking his seat


def test_a_move_sent_twice_is_played_once(served: Running) -> None:
    room, ann, bob = pair(served.url)
    with ann.line(room) as first, bob.line(room) as second:
        numbers = [first.send("move", ply=0, move="b2") for _ in range(5)]
        answers = [first.until("done", "error") for _ in numbers]
        assert sorted((one["type"], one["id"]) for one in answers) == [("done", number) for number in numbers]
        assert second.do("move", ply=1, move="a1")["type"] == "done"
        assert first.do("move", ply=0, move="b2")["type"] == "done"
        assert first.do("move", ply=0, move="c3")["code"] == "stale"
        assert [one["move"] for one in second.heard if one["type"] == "move"] == ["b2", "a1"]
    assert ann.see(room)["moves"] == ["b2", "a1"]


def test_whoever_comes_back_finds_everything(served: Running) -> None:
    room, ann, bob = pair(served.url)
    with bob.line(room) as second:
        with ann.line(room) as first:
            first.do("move", ply=0, move="b2")
        gone = second.until("presence", where=lambda one: not one["connected"][0])
        assert gone["connected"] == [False, True]
        second.do("move", ply=1, move="a1")
        with ann.line(room) as first:
            begun = first.until("room")
            assert begun["room"]["moves"] == ["b2", "a1"]
            assert begun["scene"]["ply"] == 2
            assert begun["scene"]["choices"]["moves"]
            second.until("presence", where=lambda one: one["connected"][0])
            with Guest(served.url).line(room):
                assert first.until("presence", where=lambda one: one["spectators"] == 1)
            assert first.until("presence", where=lambda one: one["spectators"] == 0)


def test_agreements_and_a_rematch(served: Running) -> None:
    room, ann, bob = pair(served.url)
    with ann.line(room) as first, bob.line(room) as second:
        first.do("move", ply=0, move="b2")
        first.do("takeback")
        second.until("room", where=lambda one: one["room"]["offers"]["takeback"] == 0)
        second.do("takeback")
        back = first.until("room", where=lambda one: one["room"]["moves"] == [])
        assert back["scene"]["choices"]["moves"]
        first.do("draw")
        assert second.do("draw")["type"] == "done"
        over = first.until("room", where=lambda one: one["room"]["state"] == "over")
        assert over["room"]["end"]["reason"] == "agreed"
        first.send("rematch")
        second.send("rematch")
        again = {
            line.until("room", where=lambda one: one["room"]["rematch"])["room"]["rematch"]
            for line in (first, second)
        }
        assert len(again) == 1
    (following,) = again
    seats = ann.see(following)["seats"]
    assert [seat["yours"] for seat in seats] == [False, True]
    assert [seat["name"] for seat in seats] == ["bob", "ann"]
    assert bob.see(following)["seats"][0]["yours"]


def test_rematches_are_rooms_like_others_and_as_limited(tmp_path: Path) -> None:
    with running(tmp_path, creation_rate=Rate(0.001, 2)) as server:
        ann = Guest(server.url)
        room = ann.make({"kind": "me"}, {"kind": "me"})["room"]["id"]
        with ann.line(room) as first:
            first.do("resign")
            assert first.do("rematch")["type"] == "done"
        again = ann.see(room)["rematch"]
        with ann.line(again) as first:
            first.do("resign")
            assert first.do("rematch")["code"] == "too_many"
        assert ann.see(again)["rematch"] is None


def test_a_seat_is_let_go_and_taken_by_somebody_else(served: Running) -> None:
    room, ann, bob = pair(served.url)
    eve = Guest(served.url)
    with ann.line(room) as first:
        first.do("move", ply=0, move="b2")
        token = first.do("release", side=1)["invitation"]
        assert ann.see(room)["state"] == "waiting"
    assert eve.take(room, 1, "nonsense").status_code == 403
    assert eve.take(room, 1, token).json()["state"] == "playing"
    assert eve.take(room, 1, token).status_code == 200
    assert bob.take(room, 1, token).status_code == 403
    answer = bob.http.post(f"/api/rooms/{room}/moves", json={"ply": 1, "move": "a1"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
    assert eve.http.post(f"/api/rooms/{room}/moves", json={"ply": 1, "move": "a1"}).status_code == 200


def test_a_clock_runs_down_without_anybody_saying_so(served: Running) -> None:
    room, _, bob = pair(served.url, clock="300ms")
    with bob.line(room) as second:
        over = second.until("room", where=lambda one: one["room"]["state"] == "over")
        assert over["room"]["end"]["words"] == "o wins on time"
        assert over["room"]["clock"]["left"][0] == 0
        assert over["room"]["clock"]["running"] is None


# ---- programs ------------------------------------------------------------------------------------


def test_a_program_plays_by_requests(served: Running) -> None:
    room, ann, bob = pair(served.url)
    for ply, move in enumerate(GAME):
        answer = (ann, bob)[ply % 2].http.post(f"/api/rooms/{room}/moves", json={"ply": ply, "move": move})
        assert answer.status_code == 200
        assert answer.json()["moves"] == list(GAME[: ply + 1])
    assert answer.json()["end"]["outcome"] == 0
    refused = ann.http.post(f"/api/rooms/{room}/commands", json={"type": "resign"})
    assert (refused.status_code, refused.json()["code"]) == (409, "over")
    again = ann.http.post(f"/api/rooms/{room}/commands", json={"type": "rematch"}).json()["rematch"]
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
    assert ann.http.get("/api/rooms", params={"limit": 1, "offset": 1}).json()[0]["id"] == room
    assert ann.http.get("/api/rooms/nothere").json()["code"] == "unknown_room"
    kept = served.parts.live.store.load(room)
    assert kept is not None
    served.parts.live.store.create(replace(kept, id="gone", game="gone"))  # as of a package that is gone
    assert [one["id"] for one in ann.http.get("/api/rooms", params={"mine": True}).json()] == [own, room]
    assert ann.http.get("/api/rooms/gone").json()["code"] == "bad_room"
    with ann.line("gone") as line:
        assert line.closed() == 4004


# ---- messages that are none ----------------------------------------------------------------------


def test_what_is_no_command_is_told_and_does_no_harm(served: Running) -> None:
    room, ann, _ = pair(served.url)
    wrong: list[str | bytes] = [
        "",
        "hello",
        "null",
        "[]",
        "{}",
        b"\x00\x01",
        b'{"id":1,"type":"ping"}',
        '{"id":1,"type":"dance"}',
        '{"id":1,"type":"move"}',
        '{"id":1,"type":"move","ply":"0","move":"b2"}',
        '{"id":1,"type":"move","ply":-1,"move":"b2"}',
        '{"id":1,"type":"move","ply":0,"move":7}',
        '{"id":1,"type":"move","ply":0,"move":"' + "x" * 5000 + '"}',
        '{"id":1e99,"type":"ping"}',
        '{"id":1,"type":"set_pause","seconds":NaN}',
        '{"id":1,"type":"set_pause","seconds":1e9}',
        '{"id":1,"type":"ping","more":1}',
        "[" * 5000,
        "{" * 5000,
    ]
    with ann.line(room) as first:
        first.until("room")
        for text in wrong:
            first.socket.send(text)
            answer = first.until("error")
            assert answer["code"] == "bad_message", text
            assert answer["id"] is None
        assert first.do("move", ply=0, move="b2")["type"] == "done"


def test_a_message_that_is_too_large_ends_the_connection(served: Running) -> None:
    room, ann, bob = pair(served.url)
    with ann.line(room) as first, bob.line(room) as second:
        first.socket.send("x" * 100_000)
        assert first.closed() == 1009
        second.until("presence", where=lambda one: not one["connected"][0])
        assert second.do("ping")["type"] == "done"


def test_a_burst_of_a_thousand_messages(tmp_path: Path) -> None:
    """What comes too fast is refused; others do not feel it."""
    with running(tmp_path, message_rate=Rate(20.0, 100), queue=5000) as server:
        room, ann, bob = pair(server.url)
        with ann.line(room) as first, bob.line(room) as second:
            for number in range(1000):
                first.socket.send(json.dumps({"id": number, "type": "ping"}))
            answers = [first.until("done", "error") for _ in range(1000)]
            done = [one["id"] for one in answers if one["type"] == "done"]
            assert 100 <= len(done) < 1000
            assert done[:100] == list(range(100))
            assert {one["code"] for one in answers if one["type"] == "error"} == {"too_many"}
            assert second.do("ping")["type"] == "done"
        with ann.line(room) as first:
            assert first.do("move", ply=0, move="b2")["type"] == "done"
            for _ in range(1200):
                first.socket.send("{}")
            assert first.closed() == 1008


def test_who_does_not_read_is_dropped_and_nobody_else(served: Running) -> None:
    room, ann, bob = pair(served.url, game="amazons")  # whose legal moves take many kilobytes
    host, port = served.url.removeprefix("http://").split(":")
    with (
        socket.create_connection((host, int(port))) as slow,
        ann.line(room) as first,
        bob.line(room) as second,
    ):
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        request = (
            f"GET /api/rooms/{room}/live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {ann.cookie}\r\n\r\n"
        )
        slow.sendall(request.encode())
        assert slow.recv(12) == b"HTTP/1.1 101"
        dropped = 'nupp_dropped_sockets_total{reason="4008"}'
        for number in range(400):
            assert first.do("set_pause", seconds=number / 10)["type"] == "done"
            if dropped in measures(ann):
                break
        assert dropped in measures(ann)
        assert second.do("ping")["type"] == "done"
        assert first.do("move", ply=0, move=choice(first))["type"] == "done"
        second.until("move")


def measures(guest: Guest) -> str:
    return guest.http.get("/metrics").text


def choice(line: Line) -> str:
    """A legal move of the room as it was told last."""
    told = [one for one in line.heard if one["type"] == "room"][-1]
    return str(told["scene"]["choices"]["moves"][0])


def test_a_finished_room_is_soon_forgotten_and_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(liveroom, "LINGER", 1e9)
    monkeypatch.setattr(liveroom, "OVER", 0.01)
    monkeypatch.setattr(live, "SWEEP", 0.01)
    with running(tmp_path) as served:
        waiting, *_ = pair(served.url)
        room, ann, bob = pair(served.url)
        with ann.line(room) as first, bob.line(room) as second:
            for ply, move in enumerate(GAME):
                (first, second)[ply % 2].do("move", ply=ply, move=move)
        end = time.monotonic() + PATIENCE
        while served.parts.live.in_use(room) is not None:
            assert time.monotonic() < end
            time.sleep(0.01)
        assert served.parts.live.in_use(waiting) is not None
        assert ann.see(room)["moves"] == list(GAME)


# ---- who may connect -----------------------------------------------------------------------------


def test_pages_of_other_sites_cannot_connect(served: Running) -> None:
    room, ann, _ = pair(served.url)
    for origin in ("http://evil.example", "null", f"{served.url}.evil.example", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus), ann.line(room, origin=origin):
            pass
    with ann.line(room, origin=served.url) as first:
        first.until("room")


def test_a_game_that_cannot_be_shown_loses_no_moves(served: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a plugin's fault")

    room, ann, bob = pair(served.url)
    with ann.line(room) as first:
        first.until("room")
        with monkeypatch.context() as broken:
            broken.setattr(liveroom, "scene", fail)
            assert first.do("move", ply=0, move="b2")["type"] == "done"
            told = [one["message"] for one in first.heard if one["type"] == "error" and one["code"] == "game"]
            assert len(told) == 1
            assert "cannot be shown" in told[0]
    with bob.line(room) as second:
        assert second.until("room")["room"]["moves"] == ["b2"]
        assert second.do("move", ply=1, move="a1")["type"] == "done"


def test_there_is_no_such_room(served: Running) -> None:
    with Guest(served.url).line("nothere") as line:
        assert line.closed() == 4004


def test_a_room_that_can_never_be_is_told_from_one_that_cannot_be_read_now(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ann = Guest(server.url)
        assert ann.cookie
        for path in tmp_path.glob("nupp.db*"):
            path.unlink()
        for room, code in (("nothere", 1013), ("%00", 4004), ("NotHere", 4004), ("x" * 50, 4004)):
            with ann.line(room) as line:
                assert line.closed() == code


def test_a_client_has_only_so_many_connections(tmp_path: Path) -> None:
    with running(tmp_path, sockets_per_client=2) as server:
        room, ann, bob = pair(server.url)
        with ann.line(room) as one, ann.line(room), ann.line(room) as third:
            assert third.closed() == 4029
            with bob.line(room) as other:
                other.until("room")
            one.socket.close()
            end = time.monotonic() + PATIENCE
            while server.parts.live.sockets[_digest(ann)] > 1 and time.monotonic() < end:
                time.sleep(0.01)
            with ann.line(room) as fourth:
                fourth.until("room")


def _digest(guest: Guest) -> str:
    from nupp.server.identity import digest

    return digest(guest.cookie.partition("=")[2])


# ---- engines -------------------------------------------------------------------------------------

QUICK = {"nodes": 20}
ENGINE = {"kind": "engine", "player": "alphabeta:table=1"}


def is_over(message: Message) -> bool:
    """Whether a message tells of the end of the game."""
    return bool(message.get("room", message)["state"] == "over")


def test_an_engine_answers_and_tells_what_it_thinks(served: Running) -> None:
    ann = Guest(served.url)
    made = ann.make({"kind": "me"}, ENGINE, budget=QUICK)
    with ann.line(made["room"]["id"]) as first:
        first.do("move", ply=0, move="b2")
        first.until("engine", where=lambda one: one["state"] == "thinking" and one["side"] == 1)
        thought = first.until("thought", where=lambda one: one["thought"]["done"])["thought"]
        move = first.until("move", where=lambda one: one["ply"] == 1)
        assert (thought["ply"], thought["side"], thought["move"]) == (1, 1, move["move"])
        assert thought["player"] == "alphabeta:table=1"
        assert move["scene"]["choices"]["moves"]
        assert first.do("takeback")["type"] == "done"
        assert ann.see(made["room"]["id"])["moves"] == []


def test_engines_play_each_other_and_can_be_paused_and_stepped(served: Running) -> None:
    ann, eve = Guest(served.url), Guest(served.url)
    room = ann.make(ENGINE, ENGINE, budget=QUICK, pause=0)["room"]["id"]
    with ann.line(room) as first, eve.line(room) as other:
        assert other.do("pause")["code"] == "not_allowed"
        other.until("move", "room", where=is_over)
        assert first.do("rematch")["type"] == "done"
    room = ann.make(ENGINE, ENGINE, budget=QUICK, pause=60)["room"]["id"]
    with ann.line(room) as first:
        first.until("move", "room", where=lambda one: one["scene"]["ply"] == 1)
        first.do("pause")
        plies = len(ann.see(room)["moves"])
        first.do("set_pause", seconds=0)
        first.do("step")
        moved = first.until("move", where=lambda one: one["ply"] == plies)
        assert moved["state"] == "paused"
        first.do("play")
        first.until("move", where=is_over)


def test_a_hint_comes_and_ends_when_the_game_goes_on(served: Running) -> None:
    ann = Guest(served.url)
    room = ann.make({"kind": "me"}, {"kind": "me"}, game="othello")["room"]["id"]
    with ann.line(room) as first:
        number = first.send("hint", ply=0, budget={"nodes": 50})
        assert first.answer(number)["type"] == "done"
        hint = [one for one in first.heard if one["type"] == "hint"][-1]
        assert hint["id"] == number
        assert hint["thought"]["done"]
        assert hint["thought"]["move"] in ("d3", "c4", "f5", "e6")
        assert first.do("hint", ply=4)["code"] == "stale"
        number = first.send("hint", ply=0, budget={"seconds": 50})
        assert first.do("set_pause", seconds=1)["type"] == "done"
        assert not [one for one in first.heard if one["type"] == "error" and one["id"] == number]
        first.do("move", ply=0, move="f5")
        refused = [one for one in first.heard if one["type"] == "error" and one["id"] == number]
        assert (refused or [first.answer(number)])[0]["code"] == "stale"


def test_two_people_who_play_each_other_get_no_hints(served: Running) -> None:
    room, ann, bob = pair(served.url)
    with ann.line(room) as first, bob.line(room) as second, Guest(served.url).line(room) as watcher:
        for line in (first, second, watcher):
            assert line.do("hint", ply=0)["code"] == "not_allowed"
        first.do("resign")
        assert first.do("hint", ply=0)["code"] == "stale"


def test_who_comes_later_is_told_what_machines_thought(served: Running) -> None:
    ann = Guest(served.url)
    engine = {"kind": "engine", "player": "flatmc"}
    room = ann.make({"kind": "me"}, engine, game="tictactoe", budget={"nodes": 90})["room"]["id"]
    with ann.line(room) as first:
        first.do("move", ply=0, move="b2")
        first.until("move", where=lambda one: one["ply"] == 1)
    with Guest(served.url).line(room) as second:
        thought = second.until("thought")["thought"]
        assert (thought["ply"], thought["player"], thought["done"]) == (1, "flatmc", True)


def test_an_engine_whose_process_dies_moves_all_the_same(served: Running) -> None:
    ann = Guest(served.url)
    room = ann.make(
        {"kind": "me"}, {"kind": "engine", "player": "strong"}, game="othello", budget={"seconds": 2}
    )
    with ann.line(room["room"]["id"]) as first:
        first.do("move", ply=0, move="f5")
        first.until("thought")
        for process in served.parts.engines.process_ids():
            os.kill(process, signal.SIGKILL)
        first.until("move", where=lambda one: one["ply"] == 1)


def test_an_engine_that_cannot_play_is_told_of_and_machines_pause(served: Running) -> None:
    ann = Guest(served.url)
    greedy = {"kind": "engine", "player": "strong:table=65536"}  # more memory than it may have
    room = ann.make(greedy, greedy, game="othello")["room"]["id"]
    with ann.line(room) as first:
        failed = first.until("error")
        assert failed["code"] == "engine"
        assert "not enough memory" in failed["message"]
        paused = [one for one in first.heard if one["type"] == "room" and one["room"]["state"] == "paused"]
        assert paused or first.until("room", where=lambda one: one["room"]["state"] == "paused")


def test_an_engine_that_failed_is_asked_again(served: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(liveroom, "AGAIN", 0.05)
    ann = Guest(served.url)
    greedy = {"kind": "engine", "player": "strong:table=65536"}
    room = ann.make(greedy, {"kind": "me"}, game="othello")["room"]["id"]
    with ann.line(room) as first:
        for _ in range(3):
            assert first.until("error")["code"] == "engine"
    assert ann.see(room)["state"] == "playing"


# ---- databases that fail -------------------------------------------------------------------------


def test_a_database_that_is_locked_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        room, ann, bob = pair(server.url)
        with ann.line(room) as first, bob.line(room) as second:
            first.do("move", ply=0, move="b2")
            with contextlib.closing(sqlite3.connect(tmp_path / "nupp.db", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                number = second.send("move", ply=1, move="a1")
                told = first.until("error")
                assert (told["id"], told["code"]) == (None, "database")
                second.until("error")
                assert [one["ply"] for one in first.heard if one["type"] == "move"] == [0]
                with Guest(server.url).line(room) as third:
                    third.until("error", where=lambda one: one["code"] == "database")
                other.execute("ROLLBACK")
            assert second.answer(number)["type"] == "done"
            assert first.until("move")["ply"] == 1
            assert first.do("move", ply=2, move="b1")["type"] == "done"
        kept = server.parts.live.store.load(room)
        assert kept is not None
        assert [(one.ply, one.move) for one in kept.moves] == [(0, "b2"), (1, "a1"), (2, "b1")]
        assert server.parts.live.writer.pending == 0


def test_who_comes_while_changes_wait_is_told_of_positions_that_fit(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        room, ann, _ = pair(server.url)
        with ann.line(room) as first:
            first.until("room")
            with contextlib.closing(sqlite3.connect(tmp_path / "nupp.db", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                first.send("draw")
                first.send("move", ply=0, move="b2")
                first.until("error", where=lambda one: one["code"] == "database")
                with Guest(server.url).line(room) as eve:
                    eve.until("room")
                    other.execute("ROLLBACK")
                    first.until("move")
                    assert first.do("takeback")["type"] == "done"
                    eve.until("room", where=lambda one: one["room"]["offers"]["takeback"] == 0)
                    told = [one for one in eve.heard if one["type"] == "room"]
        versions = [one["room"]["version"] for one in told]
        assert versions == sorted(set(versions))
        assert [one["scene"]["ply"] for one in told] == [len(one["room"]["moves"]) for one in told]


# ---- restarts ------------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(request.param))


def test_a_server_that_is_killed_goes_on_where_it_was(database: str, tmp_path: Path) -> None:
    """Also with a game of engines, and one in which an engine was to move."""
    with Process(database, tmp_path / "log", "--workers", "2") as server:
        room, ann, bob = pair(server.url, clock="10m+1s")
        machines = ann.make(ENGINE, ENGINE, game="othello", budget=QUICK, pause=0.1)["room"]["id"]
        thinking = ann.make(
            {"kind": "me"}, {"kind": "engine", "player": "strong"}, game="othello", budget={"seconds": 5}
        )
        thinking = thinking["room"]["id"]
        seen: list[Any] = []
        with (
            ann.line(room) as first,
            bob.line(room) as second,
            ann.line(machines) as third,
            ann.line(thinking) as fourth,
        ):
            for ply, move in enumerate(GAME[:5]):
                assert (first, second)[ply % 2].do("move", ply=ply, move=move)["type"] == "done"
            third.until("move", where=lambda one: one["ply"] >= 3)
            third.do("set_pause", seconds=5)  # that it is not over before the rest has been seen
            seen = [one["move"] for one in third.heard if one["type"] == "move"]
            fourth.do("move", ply=0, move="f5")
            fourth.until("thought")
            server.kill()
        server.start()
        with (
            ann.line(room) as first,
            bob.line(room) as second,
            ann.line(machines) as third,
            ann.line(thinking) as fourth,
        ):
            begun = first.until("room")["room"]
            assert begun["moves"] == list(GAME[:5])
            assert begun["clock"]["left"][1] <= 600 + 5
            assert begun["clock"]["running"] == 1
            assert second.do("move", ply=4, move=GAME[4])["code"] == "stale"
            assert first.do("move", ply=4, move=GAME[4])["type"] == "done"  # whose answer may have been lost
            assert second.do("move", ply=5, move=GAME[5])["type"] == "done"
            machines_now = third.until("room")["room"]["moves"]
            assert machines_now[: len(seen)] == seen
            third.until("move", where=lambda one: one["ply"] > len(machines_now))
            fourth.until("move", where=lambda one: one["ply"] == 1)
        assert server.end() == -signal.SIGTERM
        server.start()
        assert ann.see(room)["moves"] == list(GAME[:6])
