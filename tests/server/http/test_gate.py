"""What requests pass: headers, cookies, who may come in, and how much and how often."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from nupp.server.api import positions
from nupp.server.http.gate import address_of
from nupp.server.http.limits import Rate
from server.guests import Guest
from server.rest import Running, running


@pytest.mark.parametrize("path", ["/", "/api/rooms", "/api/nothing", "/healthz", "/metrics"])
def test_every_answer_keeps_the_page_safe(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Server" not in headers


def test_who_comes_first_gets_a_cookie_and_keeps_it(served: Running) -> None:
    with served.client() as client:
        given = client.get("/api/rooms").headers["Set-Cookie"]
        assert "HttpOnly" in given
        assert "SameSite=Lax" in given
        assert "Set-Cookie" not in client.get("/api/rooms").headers
    with served.client(headers={"Cookie": "nupp=forged"}) as client:
        assert client.get("/api/rooms").headers["Set-Cookie"].startswith("nupp=")
    with served.client() as client:
        assert "Set-Cookie" not in client.get("/healthz").headers
        assert "Set-Cookie" not in client.get("/metrics").headers


SETTINGS = {"body_bytes": 20_000}
SCENE = {"game": "tictactoe"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_pages_of_other_sites_change_nothing(client: httpx.Client, headers: dict[str, str]) -> None:
    answer = client.post("/api/scene", json=SCENE, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    assert client.get("/api/rooms", headers=headers).status_code == 200


def test_our_own_page_may_and_so_may_programs(served: Running, client: httpx.Client) -> None:
    for headers in ({"Origin": served.url}, {"Sec-Fetch-Site": "same-origin"}, {}):
        assert client.post("/api/scene", json=SCENE, headers=headers).status_code == 200


def test_other_names_of_this_machine_are_not_answered(client: httpx.Client) -> None:
    """A page of another site may have had its name point here."""
    answer = client.get("/api/rooms", headers={"Host": "rebound.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_host")
    assert "--origin" in answer.json()["message"]
    assert client.get("/api/rooms", headers={"Host": "["}).json()["code"] == "wrong_host"
    assert client.get("/api/rooms", headers={"Host": "localhost:80"}).status_code == 200


def test_a_server_for_others_answers_to_addresses_and_names_that_are_its_own(tmp_path: Path) -> None:
    wanted: dict[str, Any] = {"allowed_hosts": ("games.lan",), "origins": ("https://play.example",)}
    with running(tmp_path, host="0.0.0.0", **wanted) as served, served.client() as client:
        for host in ("192.168.1.5:8642", "[::1]:8642", "localhost", "Games.lan:8642", "play.example"):
            assert client.get("/api/rooms", headers={"Host": host}).status_code == 200, host
        for host in ("rebound.example", "192.168.1.5.rebound.example", ""):
            answer = client.get("/api/rooms", headers={"Host": host})
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong_host"), host


@pytest.mark.parametrize(("trusted", "status"), [(("127.0.0.1",), 200), ((), 429)])
def test_who_asks_is_believed_of_trusted_proxies_alone(
    tmp_path: Path, trusted: tuple[str, ...], status: int
) -> None:
    rate = Rate(0.001, 1)
    with running(tmp_path, trusted_proxies=trusted, address_rate=rate) as served, served.client() as client:
        for number, expected in enumerate((200, status)):
            answer = client.get("/api/rooms", headers={"X-Forwarded-For": f"198.51.100.{number}"})
            assert answer.status_code == expected


def test_origins_that_are_named_may(tmp_path: Path) -> None:
    with running(tmp_path, origins=("https://play.example",)) as served, served.client() as client:
        headers = {"Host": "play.example", "Origin": "https://play.example"}
        assert client.post("/api/scene", json=SCENE, headers=headers).status_code == 200


def test_only_files_may_be_long(tmp_path: Path) -> None:
    with running(tmp_path, short_body_bytes=1000) as served, served.client() as client:
        for path, status in (("/api/scene", 413), ("/api/rooms", 413), ("/api/import", 422)):
            answer = client.post(path, json={"text": "x" * 2000})
            assert answer.status_code == status


def test_a_request_whose_client_has_left_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = threading.Event(), threading.Event()

    def endless(wanted: object) -> None:
        begun.set()
        try:
            while True:
                sum(range(1000))
        finally:
            ended.set()

    monkeypatch.setattr("nupp.server.api.positions._scene", endless)
    monkeypatch.setattr("nupp.server.offloop.WORK_SECONDS", 600.0)
    with running(tmp_path) as served:
        address = served.url.removeprefix("http://")
        host, _, port = address.partition(":")
        with socket.create_connection((host, int(port))) as connection:
            body = json.dumps(SCENE)
            head = f"POST /api/scene HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n"
            connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
            assert begun.wait(30)
            assert not ended.wait(0.2)
        assert ended.wait(30)


def test_bodies_are_json_and_not_too_large(client: httpx.Client) -> None:
    def code(**body: object) -> tuple[int, str]:
        answer = client.post("/api/scene", **body)  # type: ignore[arg-type]
        return answer.status_code, answer.json()["code"]

    assert code(data={"game": "tictactoe"}) == (415, "bad_type")
    assert code(content=b'{"game": "tictactoe"}', headers={"Content-Type": "text/plain"}) == (415, "bad_type")
    assert code(json={"game": "x" * 30_000}) == (413, "too_large")

    def parts() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    assert code(content=parts(), headers={"Content-Type": "application/json"}) == (413, "too_large")
    assert code(content=b"{", headers={"Content-Type": "application/json"}) == (422, "bad_request")
    assert code(json={}) == (422, "bad_request")


@pytest.mark.slow
def test_too_many_requests_are_refused_for_a_while(tmp_path: Path) -> None:
    rates = {"request_rate": Rate(0.01, 5), "creation_rate": Rate(0.01, 1)}
    with running(tmp_path, **rates) as served:
        with served.client() as client:
            assert [client.get("/api/rooms").status_code for _ in range(8)][-2:] == [429, 429]
            assert client.get("/healthz").status_code == 200
        ann = Guest(served.url)
        ann.make()
        seats = [{"kind": "me"}, {"kind": "me"}]
        answer = ann.http.post("/api/rooms", json={"game": "tictactoe", "seats": seats})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
        Guest(served.url).make()
    with running(tmp_path, address_creation_rate=Rate(0.01, 2)) as served:
        ann, bob, eve = (Guest(served.url) for _ in range(3))
        ann.make()
        bob.make()
        answer = eve.http.post("/api/rooms", json={"game": "tictactoe", "seats": seats})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    with running(tmp_path, address_creation_rate=Rate(0.01, 1)) as served:
        paths = ["/api/experiments/nosuch", "/api/tournaments/nosuch/resume"]
        answers = [Guest(served.url).http.post(path, json={}) for path in paths]
        assert [answer.status_code for answer in answers] == [404, 429]
    with running(tmp_path, rooms=1) as served:
        Guest(served.url).make(clock="24h")
        answer = Guest(served.url).http.post("/api/rooms", json={"game": "tictactoe", "seats": seats})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    with running(tmp_path, rooms_per_client=1) as served:
        ann = Guest(served.url)
        ann.make()
        answer = ann.http.post("/api/rooms", json={"game": "tictactoe", "seats": seats})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many")


@pytest.mark.parametrize(
    ("client", "address"),
    [
        (("192.0.2.7", 5), "192.0.2.7"),
        (("::ffff:192.0.2.7", 5), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::"),
        (("2001:db8:1:2:ffff::1%eth0", 5), "2001:db8:1:2::"),
        (("/run/socket", 0), "/run/socket"),
        (None, ""),
    ],
)
def test_who_has_a_whole_network_counts_as_one(client: tuple[str, int] | None, address: str) -> None:
    assert address_of({"client": client}) == address


def test_a_client_has_only_so_many_requests_at_a_time(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_client=1) as served:
        ann, bob = Guest(served.url), Guest(served.url)
        wanted = {"game": "tictactoe", "moves": [], "player": "flatmc", "budget": {"seconds": 60}}
        job = ann.http.post("/api/thoughts", json=wanted).json()["job"]
        with ann.http.stream("GET", f"/api/jobs/{job}/events") as stream:
            assert stream.status_code == 200
            answer = ann.http.get("/api/rooms")
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
            assert bob.http.get("/api/rooms").status_code == 200
        while ann.http.get("/api/rooms").status_code == 429:
            pass  # until the server has seen that the stream is not read any more
        assert ann.http.delete(f"/api/jobs/{job}").status_code == 204


def test_an_error_of_the_server_is_an_answer_like_any_other(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr(positions, "position_of", fail)
    answer = client.post("/api/scene", json=SCENE)
    assert (answer.status_code, answer.json()["code"]) == (500, "failed")
    assert "accident" not in answer.text
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    counted = 'nupp_requests_total{method="POST",path="/api/scene",status="500"} 1.0'
    assert counted in client.get("/metrics").text
