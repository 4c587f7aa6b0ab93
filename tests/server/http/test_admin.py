"""The admin page: who may see it, what it shows, and what its buttons do."""

from __future__ import annotations

import contextlib
import html.parser
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.guests import Guest, pair
from server.rest import Running, running

TOKEN = "a-token-for-tests"
SETTINGS = {"admin_token": TOKEN, "trusted_proxies": ("127.0.0.1",)}


@pytest.fixture
def admin(served: Running) -> Iterator[httpx.Client]:
    """Whoever runs the server, who has opened the address that it printed."""
    with served.client(follow_redirects=True) as client:
        assert client.get("/admin", params={"token": TOKEN}).status_code == 200
        yield client


class _Texts(html.parser.HTMLParser):
    """The texts of table cells."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.cells.append(data.strip())


def shown(admin: httpx.Client) -> list[str]:
    answer = admin.get("/admin")
    assert answer.status_code == 200
    return _Texts(answer.text).cells


def test_without_the_token_there_is_nothing(served: Running, tmp_path: Path) -> None:
    with served.client() as client:
        for path in ("/admin", "/admin?token=", "/admin?token=wrong"):
            assert client.get(path).json()["code"] == "bad_token"
        for path in ("ban", "lift", "close", "end"):
            assert client.post(f"/admin/{path}").json()["code"] == "bad_token"
    with running(tmp_path) as other, other.client() as client:
        assert client.get("/admin?token=").status_code == 404


def test_the_token_leaves_the_address(served: Running) -> None:
    with served.client() as client:
        answer = client.get("/admin", params={"token": TOKEN})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/admin")
        kept = answer.headers["Set-Cookie"]
        assert all(word in kept for word in ("HttpOnly", "SameSite=strict", "Path=/admin"))


@pytest.mark.parametrize(("remote", "status"), [(False, 403), (True, 303)])
def test_it_is_for_this_machine_unless_others_are_allowed(tmp_path: Path, remote: bool, status: int) -> None:
    wanted = {"admin_token": TOKEN, "admin_remote": remote, "origins": ("https://play.example",)}
    with running(tmp_path, **wanted) as served, served.client() as client:
        for headers in ({"X-Forwarded-For": "198.51.100.7"}, {"Host": "play.example"}):
            answer = client.get("/admin", params={"token": TOKEN}, headers=headers)
            assert answer.status_code == status
        assert client.get("/admin", params={"token": TOKEN}).status_code == 303


def test_a_tunnel_to_a_site_with_https_opens_it_over_http(tmp_path: Path) -> None:
    wanted = {"admin_token": TOKEN, "secure": True}
    with running(tmp_path, **wanted) as served, served.client() as client:
        for scheme, is_secure in (("http", False), ("https", True)):
            answer = client.get("/admin", params={"token": TOKEN}, headers={"X-Forwarded-Proto": scheme})
            (kept,) = (one for one in answer.headers.get_list("Set-Cookie") if "nupp-admin" in one)
            assert ("Secure" in kept) == is_secure


def test_its_own_page_presses_buttons_and_those_of_other_sites_do_not(
    served: Running, admin: httpx.Client
) -> None:
    for origin in ("http://evil.example", "null"):
        answer = admin.post("/admin/lift", headers={"Origin": origin})
        assert answer.json()["code"] == "wrong_origin"
    assert admin.post("/admin/lift", headers={"Origin": served.url}).status_code == 200
    assert admin.get("/admin").headers["Referrer-Policy"] == "same-origin"  # else its forms' origin is null


def test_a_room_is_shown_and_its_connections_are_closed(served: Running, admin: httpx.Client) -> None:
    room, ann, _ = pair(served.url)
    with ann.line(room) as line:
        line.do("move", ply=0, move="b2")
        assert {room, "tictactoe", "playing", "2 and 0"} <= set(shown(admin))  # bob has asked just now
        admin.post("/admin/close", data={"room": room})
        assert line.closed() == 1013
    assert ann.see(room)["moves"] == ["b2"]


@pytest.mark.slow
def test_a_search_is_shown_and_ended(served: Running, admin: httpx.Client) -> None:
    ann = Guest(served.url)
    engine = {"kind": "engine", "player": "alphabeta"}
    room = ann.make({"kind": "me"}, engine, game="othello", budget={"seconds": 50})["room"]["id"]
    with ann.line(room) as line:
        line.do("move", ply=0, move="f5")
        line.until("thought")
        (process,) = served.parts.engines.process_ids()
        assert {str(process), "othello", "alphabeta"} <= set(shown(admin))
        admin.post("/admin/end", data={"process": str(process)})
        while process in served.parts.engines.process_ids():
            shown(admin)
        ann.http.post(f"/api/rooms/{room}/commands", json={"id": 1, "type": "resign"})


def test_an_address_is_banned_for_a_while_and_its_connections_are_closed(
    served: Running, admin: httpx.Client
) -> None:
    headers = {"X-Forwarded-For": "198.51.100.7"}
    with contextlib.ExitStack() as stack:
        eve = stack.enter_context(served.client(headers=headers))
        made = eve.post(
            "/api/rooms", json={"game": "tictactoe", "seats": [{"kind": "me"}, {"kind": "friend"}]}
        )
        assert made.status_code == 201
        assert admin.post("/admin/ban", data={"address": "nobody"}).json()["code"] == "bad_ban"
        for hours in ("soon", "1e300"):
            answer = admin.post("/admin/ban", data={"address": "198.51.100.7", "hours": hours}).json()
            assert (answer["code"], "hours: expected" in answer["message"]) == ("bad_ban", True)
        admin.post("/admin/ban", data={"address": "198.51.100.7", "hours": "2", "reason": "<b>flood"})
        cells = shown(admin)
        assert {"198.51.100.7", "<b>flood"} <= set(cells)
        for path in ("/", "/api/rooms", "/healthz"):
            answer = eve.get(path)
            assert (answer.status_code, answer.json()["code"]) == (403, "banned")
        admin.post("/admin/lift", data={"address": "198.51.100.7"})
        assert eve.get("/api/rooms").status_code == 200
