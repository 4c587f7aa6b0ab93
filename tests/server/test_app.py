"""The application as a whole: what is not there, health, measures, and a database that is gone."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import httpx
import pytest

from server.guests import pair
from server.rest import Running, running


def test_what_is_not_there_is_reported_as_a_problem(client: httpx.Client) -> None:
    assert client.get("/api/nothing").json()["code"] == "not_found"
    answer = client.put("/api/scene", json={})
    assert (answer.status_code, answer.json()["code"]) == (405, "bad_method")


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


def test_a_database_that_is_gone_is_reported(tmp_path: Path) -> None:
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


@pytest.mark.slow
def test_a_database_to_which_nothing_can_be_written_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it can be read, and nobody has tried to write since."""
    monkeypatch.setattr("nupp.server.rooms.live.writer.PROBE", 0.0)
    with running(tmp_path) as served, served.client() as client:
        assert client.get("/healthz").status_code == 200
        with contextlib.closing(sqlite3.connect(tmp_path / "nupp.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            health = client.get("/healthz")
            assert (health.status_code, health.json()["database"]) == (503, "failing")
        assert client.get("/healthz").status_code == 200
