"""WebSockets of rooms: messages that are none, floods, slow readers, and who may connect."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from nupp.server.http.limits import Rate
from server.guests import PATIENCE, Guest, Line, pair
from server.rest import Running, running

SETTINGS = {"queue": 16}


@pytest.mark.slow
def test_what_is_no_command_is_reported_and_does_no_harm(served: Running) -> None:
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


@pytest.mark.slow
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
    """A legal move of the room, by its last message."""
    latest = [one for one in line.heard if one["type"] == "room"][-1]
    return str(latest["scene"]["choices"]["moves"][0])


def test_pages_of_other_sites_cannot_connect(served: Running) -> None:
    room, ann, _ = pair(served.url)
    for origin in ("http://evil.example", "null", f"{served.url}.evil.example", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus), ann.line(room, origin=origin):
            pass
    with ann.line(room, origin=served.url) as first:
        first.until("room")


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
    from nupp.server.http.identity import digest

    return digest(guest.cookie.partition("=")[2])
