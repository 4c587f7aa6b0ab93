"""Experiments over HTTP: listed, done once at a time, and their reports."""

from pathlib import Path

import httpx
import pytest

from nupp.studies import STUDIES, study
from server.rest import events, running


def listed(client: httpx.Client, name: str) -> dict[str, str | None]:
    (found,) = (one for one in client.get("/api/experiments").json() if one["name"] == name)
    return {key: value for key, value in found.items() if key in ("report", "running")}


def test_all_are_listed(client: httpx.Client) -> None:
    found = client.get("/api/experiments").json()
    assert [one["name"] for one in found] == list(STUDIES)
    assert [(one["title"], one["source"]) for one in found[:2]] == [
        (study(name).title, study(name).source) for name in STUDIES[:2]
    ]


@pytest.mark.slow
def test_one_is_done_and_has_a_report(client: httpx.Client) -> None:
    name = "labyrinth-starter"
    assert client.get(f"/api/experiments/{name}/report").json()["code"] == "no_report"
    job = client.post(f"/api/experiments/{name}", json={"quick": True}).json()["job"]
    assert client.post(f"/api/experiments/{name}", json={}).json()["job"] == job
    assert listed(client, name) == {"report": None, "running": job}
    assert client.post("/api/experiments/dots-values", json={}).status_code == 429
    seen = events(client, job)
    assert (seen[-1]["state"], seen[-1]["message"]) == ("finished", f"/api/experiments/{name}/report")
    assert any(event["type"] == "text" and "%" in event["line"] for event in seen)
    assert listed(client, name) == {"report": f"/api/experiments/{name}/report", "running": None}
    report = client.get(f"/api/experiments/{name}/report")
    assert study(name).title in report.text
    assert "script-src 'none'" in report.headers["content-security-policy"]


def test_one_that_is_stopped_leaves_no_report(client: httpx.Client) -> None:
    job = client.post("/api/experiments/tictactoe-lines", json={}).json()["job"]
    assert client.delete(f"/api/jobs/{job}").status_code == 204
    assert events(client, job)[-1]["state"] == "stopped"
    assert listed(client, "tictactoe-lines") == {"report": None, "running": None}


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    for name in ("studies", "tournaments"):
        (tmp_path / name).write_text("no folder")
    with running(tmp_path) as server, server.client() as client:
        tournament = {"players": ["greedy", "random"], "pairing_games": 2, "budget": {"nodes": 9}}
        for path, body in (
            ("experiments/tictactoe-lines", {}),
            ("tournaments", {"game": "tictactoe", **tournament}),
        ):
            answer = client.post(f"/api/{path}", json=body)
            assert (answer.status_code, answer.json()["code"]) == (503, "no_folder")
            assert str(tmp_path) not in answer.text
        assert client.get("/api/tournaments").json() == []


def test_what_is_no_experiment_is_reported(client: httpx.Client) -> None:
    assert client.post("/api/experiments/nosuch", json={}).json()["code"] == "unknown_experiment"
    assert client.get("/api/experiments/nosuch/report").json()["code"] == "unknown_experiment"
    assert client.post("/api/experiments/tictactoe-lines", json={"quick": False}).status_code == 422
