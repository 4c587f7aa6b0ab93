"""The application as a whole: headers, cookies, who may come in, health, measures, and what the log says."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from nupp.server import page, positions
from nupp.server.gate import address_of
from nupp.server.limits import Rate
from nupp.server.logs import JsonFormatter, PlainFormatter
from server.guests import Guest, Process, pair
from server.rest import Running, running


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("app"), body_bytes=20_000) as found:
        yield found


@pytest.fixture
def client(served: Running) -> Iterator[httpx.Client]:
    with served.client() as found:
        yield found


# ---- the page ------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of our own."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>nupp</title>")
    (tmp_path / "assets" / "main-Ab3dEf9h.js").write_text("plain")
    (tmp_path / "assets" / "main-Ab3dEf9h.js.br").write_bytes(b"brotli")
    (tmp_path / "assets" / "main-Ab3dEf9h.js.gz").write_bytes(b"gzip")
    (tmp_path.parent / "secret.txt").write_text("secret")
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    return tmp_path


def test_the_page_is_asked_for_anew_and_its_parts_are_kept(folder: Path, client: httpx.Client) -> None:
    index = client.get("/")
    assert index.headers["Cache-Control"] == "no-cache"
    assert index.headers["Content-Type"].startswith("text/html")
    assert "<title>nupp" in index.text
    part = client.get("/assets/main-Ab3dEf9h.js", headers={"Accept-Encoding": "identity"})
    assert part.text == "plain"
    assert part.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "javascript" in part.headers["Content-Type"]
    assert "Set-Cookie" not in part.headers
    with client.stream(
        "GET", "/assets/main-Ab3dEf9h.js", headers={"Accept-Encoding": "gzip, br;q=1"}
    ) as found:
        assert found.headers["Content-Encoding"] == "br"
        assert b"".join(found.iter_raw()) == b"brotli"
    with client.stream("GET", "/assets/main-Ab3dEf9h.js", headers={"Accept-Encoding": "gzip"}) as found:
        assert b"".join(found.iter_raw()) == b"gzip"
        assert "javascript" in found.headers["Content-Type"]
    assert client.head("/").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets",
        "/nothing",
        "/%00",
        "/assets/a%00.js",
        f"/{'a' * 1000}",
    ],
)
def test_nothing_else_is_served(folder: Path, client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_page_that_is_not_built_is_told(folder: Path, client: httpx.Client) -> None:
    shutil.rmtree(folder)
    answer = client.get("/")
    assert (answer.status_code, answer.json()["code"]) == (503, "no_page")


# ---- headers and cookies -------------------------------------------------------------------------


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


# ---- who may come in -----------------------------------------------------------------------------

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
    assert client.get("/api/rooms", headers={"Host": "["}).json()["code"] == "wrong_host"
    assert client.get("/api/rooms", headers={"Host": "localhost:80"}).status_code == 200


def test_origins_that_are_named_may(tmp_path: Path) -> None:
    with running(tmp_path, origins=("https://play.example",)) as served, served.client() as client:
        headers = {"Host": "play.example", "Origin": "https://play.example"}
        assert client.post("/api/scene", json=SCENE, headers=headers).status_code == 200


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


def test_what_is_not_there_is_told_as_a_problem(client: httpx.Client) -> None:
    assert client.get("/api/nothing").json()["code"] == "not_found"
    answer = client.put("/api/scene", json={})
    assert (answer.status_code, answer.json()["code"]) == (405, "bad_method")


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
        paths = ["/api/studies/nosuch", "/api/tournaments/nosuch/resume"]
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


# ---- health, measures and the log ----------------------------------------------------------------


def test_health_and_measures(served: Running, client: httpx.Client) -> None:
    room, ann, _ = pair(served.url)
    ann.http.post(f"/api/rooms/{room}/moves", json={"ply": 0, "move": "b2"})
    health = client.get("/healthz")
    assert health.status_code == 200
    assert health.json()["database"] == "ok"
    text = client.get("/metrics").text
    measures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(measures['nupp_moves_total{by="person"}']) >= 1
    assert float(measures["nupp_move_seconds_count"]) >= 1
    assert float(measures["nupp_rooms"]) >= 1
    assert float(measures["nupp_searches_waiting"]) == 0
    assert (
        float(measures['nupp_requests_total{method="POST",path="/api/rooms/{room}/moves",status="200"}']) >= 1
    )
    assert room not in text


def test_a_database_that_is_gone_is_told(tmp_path: Path) -> None:
    with running(tmp_path) as served, served.client() as client:
        for path in tmp_path.glob("nupp.db*"):
            path.unlink()
        health = client.get("/healthz")
        assert health.status_code == 503
        assert health.json()["database"] == "unreachable"
        answer = client.get("/api/rooms")
        assert (answer.status_code, answer.json()["code"]) == (503, "database")
        assert str(tmp_path) not in answer.text
        seats = [{"kind": "me"}, {"kind": "friend"}]
        answer = client.post("/api/rooms", json={"game": "tictactoe", "seats": seats})
        assert (answer.status_code, answer.json()["code"]) == (503, "database")


def test_the_log_is_json_and_holds_no_secrets(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Process(f"sqlite:///{tmp_path / 'nupp.db'}", log) as server:
        ann, bob = Guest(server.url), Guest(server.url)
        made = ann.make()
        token = made["invitations"][1]
        room = made["room"]["id"]
        bob.http.get(f"/api/rooms?token={token}&seat=1.{token}")
        bob.http.get(f"/?seat=1.{token}")
        bob.take(room, 1, token)
        bob.take(room, 1, f"wrong{token}")
        bob.http.get("/api/%1b[31mred%0aline")
        with bob.line(room) as line:
            line.do("move", ply=7, move="secret move")
            line.socket.send(f"nonsense {token}")
            line.until("error")
        with contextlib.suppress(httpx.HTTPError):
            ann.http.post("/api/rooms", content=token, headers={"Content-Type": "application/json"})
        server.end()
    lines = log.read_text().splitlines()
    entries = [json.loads(line) for line in lines]
    assert {"time", "level", "message"} <= set.intersection(*(set(entry) for entry in entries))
    assert any(
        entry.get("path") == f"/api/rooms/{room}/seats" and entry["status"] == 200 for entry in entries
    )
    assert entries[-1]["message"] == "server ended"
    text = log.read_text()
    for secret in (token, ann.cookie.partition("=")[2], bob.cookie.partition("=")[2], "secret move"):
        assert secret not in text


def test_lines_for_people_and_for_programs() -> None:
    import logging

    record = logging.makeLogRecord(
        {"msg": "request", "levelno": 30, "levelname": "WARNING", "path": "/a\x1b[31m\nb", "status": 200}
    )
    plain = PlainFormatter().format(record)
    assert plain.endswith("warning: request path=/a?[31m?b status=200")
    found = json.loads(JsonFormatter().format(record))
    assert (found["level"], found["path"], found["status"]) == ("warning", "/a\x1b[31m\nb", 200)
