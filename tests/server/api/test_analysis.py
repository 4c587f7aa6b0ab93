"""Thoughts and analyses over HTTP: their events, who may stop them, and what cannot be begun."""

import time
from typing import Any

import httpx
import pytest

from nupp.server.jobs import jobs as module
from nupp.server.models.work.thinking import Thought
from server.guests import PATIENCE
from server.rest import Running, events, running


def begin(client: httpx.Client, path: str, **wanted: Any) -> str:
    answer = client.post(f"/api/{path}", json={"budget": {"nodes": 2000}, **wanted})
    assert answer.status_code == 202, answer.text
    found: str = answer.json()["job"]
    return found


@pytest.mark.slow
def test_thoughts_of_a_position(client: httpx.Client) -> None:
    job = begin(client, "thoughts", game="tictactoe", moves=["b2", "a1"], player="strong", multipv=3)
    received = events(client, job)
    thoughts = [event["thought"] for event in received if event["type"] == "thought"]
    last = Thought.model_validate(thoughts[-1])
    assert last.done
    assert not any(one["done"] for one in thoughts[:-1])
    assert (last.side, last.ply, last.player) == (0, 2, "strong")
    assert last.pv[0] == last.move
    assert len(last.candidates) == 3
    assert last.expectation is not None
    assert received[-1] == {"type": "done", "state": "finished", "message": "", "code": ""}
    assert client.get(f"/api/jobs/{job}/events", headers={"Last-Event-ID": "999"}).status_code == 204


def test_a_game_is_analysed_as_by_the_arena(client: httpx.Client) -> None:
    from nupp import player
    from nupp.arena import analyse
    from nupp.players import Budget
    from nupp.rules import game

    moves = ["b2", "a1", "c1", "b1", "a3"]
    received = events(
        client, begin(client, "analyses", game="tictactoe", moves=moves, player="minimax:depth=9")
    )
    analysed = {event["analysis"]["number"]: event for event in received if event["type"] == "move_analysis"}
    assert list(analysed) == [5, 4, 3, 2, 1]
    last = game("tictactoe").start_position().play_all(moves)
    found = analyse(last, player("minimax:depth=9", last.game), Budget(nodes=2000))
    for one in found.moves:
        event = analysed[one.number]
        hint = event["analysis"].pop("hint")
        assert last.game.board.cell(one.best) in hint
        assert event["analysis"] == {**vars(one), "line": list(one.line)}
        assert event["values"] == list(found.values[one.number - 1 : one.number + 1])
    assert "blunder" in {one.verdict for one in found.moves}


def test_a_game_that_was_analysed_is_not_searched_again(
    served: Running, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = {"game": "tictactoe", "moves": ["b2", "b1"], "player": "minimax:depth=2"}
    first = [one for one in events(client, begin(client, "analyses", **wanted)) if one["type"] != "text"]
    monkeypatch.setattr(served.parts.engines, "search", None)
    assert events(client, begin(client, "analyses", **wanted)) == first
    assert events(client, begin(client, "analyses", **{**wanted, "moves": ["b2"]}))[-1]["state"] == "failed"


def test_only_who_began_a_job_may_stop_it(served: Running, client: httpx.Client) -> None:
    job = begin(client, "analyses", game="othello", moves=["f5", "d6", "c3"], budget={"seconds": 60})
    with served.client() as other:
        answer = other.delete(f"/api/jobs/{job}")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
    assert client.delete(f"/api/jobs/{job}").status_code == 204
    assert events(client, job)[-1] == {"type": "done", "state": "stopped", "message": "", "code": ""}
    assert client.delete(f"/api/jobs/{job}").status_code == 204


def test_a_game_is_judged_no_further_than_somebody_watches(
    served: Running, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "UNWATCHED", 0.05)
    job = begin(client, "analyses", game="othello", moves=["f5", "d6", "c3"], budget={"seconds": 60})
    end = time.monotonic() + PATIENCE
    while not served.parts.jobs[job].is_over:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert events(client, job)[-1] == {"type": "done", "state": "stopped", "message": "", "code": ""}


def test_asking_again_ends_what_was_asked_before(client: httpx.Client) -> None:
    wanted = {"game": "tictactoe", "player": "uct", "budget": {"seconds": 60}}
    first = begin(client, "thoughts", **wanted)
    second = begin(client, "thoughts", **wanted, moves=["b2"])
    assert events(client, first)[-1]["state"] == "stopped"
    assert client.delete(f"/api/jobs/{second}").status_code == 204


def test_what_cannot_be_begun_is_reported(client: httpx.Client) -> None:
    def refusal(path: str, **wanted: Any) -> tuple[int, str]:
        answer = client.post(f"/api/{path}", json={"game": "tictactoe", "budget": {}, **wanted})
        return answer.status_code, answer.json()["code"]

    over = ["a1", "b1", "a2", "b2", "a3"]
    assert refusal("thoughts", moves=over) == (422, "game_over")
    assert refusal("thoughts", player="nosuch") == (422, "bad_spec")
    assert refusal("thoughts", player="ants:load=secret.txt", game="hexxagon") == (422, "bad_spec")
    assert refusal("thoughts", player="alphabeta:eval=secret.nupp") == (422, "bad_spec")
    assert refusal("thoughts", moves=["b2", "b2"]) == (422, "illegal_move")
    assert refusal("analyses", moves=[]) == (422, "bad_request")
    assert refusal("analyses", moves=["b2"], budget={"seconds": 0}) == (422, "bad_request")
    assert refusal("analyses", moves=["b2"], player="alphabeta:eval=nosuch") == (422, "bad_spec")
    assert client.get("/api/jobs/nosuch/events").json()["code"] == "unknown_job"
    assert client.delete("/api/jobs/nosuch").json()["code"] == "unknown_job"


@pytest.mark.slow
def test_streams_end_with_the_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("data")) as server, server.client() as client:
        job = begin(client, "analyses", game="othello", moves=["f5", "d6"], budget={"seconds": 60})
        with client.stream("GET", f"/api/jobs/{job}/events") as answer:
            server.parts.jobs.end_watching()
            for _ in answer.iter_lines():
                pass
