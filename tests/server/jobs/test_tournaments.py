"""Tournaments over HTTP: played to the end, stopped and gone on with, and found again by the next server."""

import errno
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from nupp.arena import TournamentResult
from nupp.server.jobs import runs, tournaments
from nupp.server.jobs.runs import games_in, tournament_of
from nupp.server.models.shared import ProblemError
from nupp.server.models.work.tournaments import Tournament
from nupp.store import Database, JobStore
from server.rest import Running, events, running

pytestmark = pytest.mark.slow

WANTED: dict[str, Any] = {
    "game": "tictactoe",
    "players": ["greedy", "random", "minimax:depth=2"],
    "pairing_games": 4,
    "budget": {"nodes": 100},
    "seed": 5,
}
LONG: dict[str, Any] = {**WANTED, "pairing_games": 1000}
"""A tournament that lasts until it has been stopped."""
MANY = 3000
"""Its games."""


def begin(client: httpx.Client, **wanted: Any) -> str:
    answer = client.post("/api/tournaments", json={**WANTED, **wanted})
    assert answer.status_code == 201, answer.text
    return Tournament.model_validate_json(answer.content).id


def wait_for_games(client: httpx.Client, id: str, known: int = 0) -> None:
    """Wait until a tournament has more games than are known."""
    with client.stream("GET", f"/api/jobs/{id}/events") as answer:
        for line in answer.iter_lines():
            found = re.search(r'"played":(\d+)', line)
            if found and int(found[1]) > known:
                return
    raise AssertionError("the tournament has ended")


def stop(client: httpx.Client, id: str) -> None:
    client.delete(f"/api/jobs/{id}")
    assert events(client, id)[-1]["state"] == "stopped"


def show(client: httpx.Client, id: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tournaments/{id}").json()
    return found


@pytest.fixture(scope="module")
def played(served: Running) -> str:
    """A tournament that has come to its end."""
    with served.client() as client:
        id = begin(client)
        assert events(client, id)[-1] == {"type": "done", "state": "finished", "message": "", "code": ""}
    return id


def test_the_standing_is_that_of_the_arena(served: Running, client: httpx.Client, played: str) -> None:
    found = show(client, played)
    assert (found["state"], found["game"], found["yours"]) == ("finished", "tictactoe", False)
    standing = found["standing"]
    assert (standing["games"], standing["played"]) == (12, 12)
    event = tournament_of("tictactoe", WANTED["players"], False, 4, WANTED["budget"], 2, 5)
    file = served.parts.settings.data / "tournaments" / played / "games.jsonl"
    result = TournamentResult(event, games_in(file))
    assert [one["player"] for one in standing["ratings"]] == [one.player for one in result.ratings]
    for one, rating in zip(standing["ratings"], result.ratings, strict=True):
        assert (one["elo"], one["score"], one["games"]) == (rating.elo, rating.points, rating.games)
        assert one["low"] < one["elo"] < one["high"]
        assert (one["low"], one["high"]) == (rating.elo_low, rating.elo_high)
    for match in result.results:
        first, second = (standing["players"].index(spec) for spec in (match.match.first, match.match.second))
        assert tuple(standing["crosstable"][first][second]) == match.tally
        assert tuple(standing["crosstable"][second][first]) == match.tally[::-1]
    assert all(standing["crosstable"][place][place] is None for place in range(3))
    assert [one["number"] for one in standing["latest"]] == list(range(11, -1, -1))


def test_the_same_seed_plays_the_same_games(client: httpx.Client, played: str) -> None:
    again = begin(client)
    events(client, again)
    one, other = (client.get(f"/api/tournaments/{id}/games/7").json() for id in (played, again))
    assert one == other


def test_games_can_be_opened(client: httpx.Client, played: str) -> None:
    found = client.get(f"/api/tournaments/{played}/games/0").json()
    latest = {one["number"]: one for one in show(client, played)["standing"]["latest"]}
    assert found["players"] == [latest[0]["first"], latest[0]["second"]]
    assert len(found["moves"]) == latest[0]["plies"]
    assert found["outcome"] == latest[0]["outcome"]
    assert client.get(f"/api/tournaments/{played}/games/12").json()["code"] == "unknown_game"


def test_the_report_may_only_show_itself(client: httpx.Client, played: str) -> None:
    answer = client.get(f"/api/tournaments/{played}/report")
    assert answer.status_code == 200, answer.text
    assert "minimax:<wbr>depth=2" in answer.text
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "sandbox allow-scripts" in policy
    assert "allow-same-origin" not in policy
    assert len(re.findall("'sha256-", policy)) == 1
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"


def test_one_is_stopped_and_resumed_with(served: Running, client: httpx.Client) -> None:
    id = begin(client, **LONG)
    wait_for_games(client, id)
    with served.client() as other:
        assert other.delete(f"/api/jobs/{id}").status_code == 403
    assert client.post("/api/tournaments", json=WANTED).status_code == 429
    assert client.post(f"/api/tournaments/{id}/resume").json()["code"] == "not_stopped"
    stop(client, id)
    before = show(client, id)
    assert before["state"] == "stopped"
    assert 0 < before["standing"]["played"] < MANY
    with served.client() as other:
        assert other.post(f"/api/tournaments/{id}/resume").json()["code"] == "not_yours"
    assert client.post(f"/api/tournaments/{id}/resume").json()["state"] == "running"
    wait_for_games(client, id, before["standing"]["played"])
    stop(client, id)


def test_one_goes_on_with_the_next_server(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as client:
        id = begin(client, **LONG)
        wait_for_games(client, id)
    with Database(str(tmp_path / "nupp.db")) as database:
        kept = JobStore(database).load(id)
        assert kept is not None
        assert kept.state == "running"
        before = set(games_in(tmp_path / "tournaments" / id / "games.jsonl"))
    assert 0 < len(before) < MANY
    with running(tmp_path) as server, server.client() as client:
        wait_for_games(client, id, len(before))
    assert before < set(games_in(tmp_path / "tournaments" / id / "games.jsonl"))


def test_one_that_fails_says_why(served: Running, client: httpx.Client) -> None:
    """Its file holds another run when it is to be gone on with."""
    id = begin(client, **LONG)
    stop(client, id)
    file = served.parts.settings.data / "tournaments" / id / "games.jsonl"
    file.write_text('{"tournament": {}, "version": "0.0.1"}\n')
    client.post(f"/api/tournaments/{id}/resume")
    event = events(client, id)[-1]
    assert event["state"] == "failed"
    assert "holds another match" in event["message"]
    found = show(client, id)
    assert (found["state"], found["message"]) == ("failed", event["message"])


def test_one_that_no_process_can_play_says_why(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **options: Any) -> None:
        raise OSError(errno.EAGAIN, "too many processes")

    with monkeypatch.context() as patch:
        patch.setattr(runs, "start_process", fail)
        id = begin(client)
        assert events(client, id)[-1]["state"] == "failed"
    found = show(client, id)
    assert found["state"] == "failed"
    assert "too many processes" in found["message"]
    assert client.post(f"/api/tournaments/{id}/resume").status_code == 200
    assert events(client, id)[-1]["state"] == "finished"


def test_one_whose_place_was_taken_meanwhile_can_be_gone_on_with(
    served: Running, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: Any) -> None:
        raise ProblemError(429, "too_many", "no more tournaments now")

    with monkeypatch.context() as patch:
        patch.setattr(served.parts.jobs, "start", full)
        assert client.post("/api/tournaments", json=WANTED).status_code == 429
    (latest, *_) = client.get("/api/tournaments").json()
    assert (latest["state"], latest["message"]) == ("stopped", "no more tournaments now")
    assert client.post(f"/api/tournaments/{latest['id']}/resume").json()["state"] == "running"
    assert events(client, latest["id"])[-1]["state"] == "finished"


def test_the_latest_come_first(client: httpx.Client, played: str) -> None:
    found = client.get("/api/tournaments").json()
    assert [one["created"] for one in found] == sorted((one["created"] for one in found), reverse=True)
    assert played in {one["id"] for one in found}
    assert len(client.get("/api/tournaments?limit=1").json()) == 1


def test_what_cannot_be_played_is_reported(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusal(**wanted: Any) -> tuple[int, str]:
        answer = client.post("/api/tournaments", json={**WANTED, **wanted})
        return answer.status_code, answer.json()["code"]

    assert refusal(players=["greedy"]) == (422, "bad_request")
    assert refusal(pairing_games=3) == (422, "bad_request")
    assert refusal(players=["greedy", "greedy"]) == (422, "bad_tournament")
    assert refusal(players=["greedy", "nosuch"]) == (422, "bad_spec")
    assert refusal(players=["greedy", "alphabeta:threads=9"]) == (422, "bad_spec")
    assert refusal(game="nosuch") == (422, "bad_spec")
    monkeypatch.setattr(tournaments, "MOST_GAMES", 11)
    assert refusal() == (422, "bad_tournament")
    for path in ("nosuch", "nosuch/games/1", "nosuch/report"):
        assert client.get(f"/api/tournaments/{path}").json()["code"] == "unknown_tournament"
