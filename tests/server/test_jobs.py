"""Jobs: what watchers see, whenever they come, and when work ends; thoughts and analyses over HTTP."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from nupp.server import jobs as module
from nupp.server.jobs import Job, JobError, Jobs, Kind
from nupp.server.models.base import ProblemError
from nupp.server.models.jobs import TextEvent, ThoughtEvent
from nupp.server.models.thinking import Thought

from .rest import Running, events, running

PLAIN = Kind("plain", of_client=2, of_all=3)
WATCHED = Kind("watched", of_client=1, of_all=9, is_watched=True, is_replaced=True)


def thought(nodes: int) -> ThoughtEvent:
    words = {"player": "strong", "move": "a1", "score_kind": "eval", "score_text": "+1", "expectation": None}
    numbers = dict.fromkeys(("side", "ply", "score", "depth", "nodes_per_second", "seconds"), 0)
    return ThoughtEvent(
        thought=Thought.model_validate(
            {**words, **numbers, "nodes": nodes, "done": False, "pv": [], "candidates": []}
        )
    )


async def seen(stream: AsyncIterator[str]) -> list[dict[str, Any]]:
    """The data of the events of a stream, to its end."""
    parts = [part async for part in stream]
    return [json.loads(line[6:]) for part in parts for line in part.splitlines() if line.startswith("data: ")]


# ---- the jobs themselves ---------------------------------------------------------------------------


def test_who_comes_late_sees_what_was_told() -> None:
    async def work(job: Job) -> str:
        for line in ("one", "two"):
            job.tell(TextEvent(line=line))
        return "that was all"

    async def watch() -> None:
        job = Jobs().start("client", PLAIN, work)
        await job.wait()
        job.tell(TextEvent(line="too late"))
        expected = [
            {"type": "text", "line": "one"},
            {"type": "text", "line": "two"},
            {"type": "done", "state": "finished", "message": "that was all"},
        ]
        assert await seen(job.watch()) == expected
        assert await seen(job.watch(after=1)) == expected[1:]

    asyncio.run(watch())


def test_many_watch_what_comes() -> None:
    async def watch() -> None:
        go = asyncio.Event()

        async def work(job: Job) -> str:
            await go.wait()
            for number in range(50):
                job.tell(TextEvent(line=str(number)))
                await asyncio.sleep(0)
            return ""

        job = Jobs().start("client", PLAIN, work)
        watching = [asyncio.create_task(seen(job.watch())) for _ in range(20)]
        await asyncio.sleep(0)
        go.set()
        for found in await asyncio.gather(*watching):
            assert [event.get("line") for event in found] == [*map(str, range(50)), None]

    asyncio.run(watch())


def test_the_end_is_told_to_a_reader_who_was_slow() -> None:
    async def watch() -> None:
        go = asyncio.Event()

        async def work(job: Job) -> str:
            job.tell(TextEvent(line="one"))
            await go.wait()
            return "end"

        job = Jobs().start("client", PLAIN, work)
        stream = job.watch()
        assert '"one"' in await anext(stream)
        go.set()
        await job.wait()
        assert [event["type"] for event in await seen(stream)] == ["done"]

    asyncio.run(watch())


def test_only_the_latest_thought_is_kept_and_texts_are_bounded() -> None:
    async def watch() -> None:
        job = Job("client", PLAIN, "name")
        for number in range(module.MOST_EVENTS + 10):
            job.tell(thought(number))
            job.tell(TextEvent(line=str(number)))
        kept = [json.loads(text) for _, text in job.events()]
        assert len(kept) == module.MOST_EVENTS
        assert [event["thought"]["nodes"] for event in kept if event["type"] == "thought"] in (
            [],
            [module.MOST_EVENTS + 9],
        )
        assert kept[-1] == {"type": "text", "line": str(module.MOST_EVENTS + 9)}

    asyncio.run(watch())


def test_ends_are_told() -> None:
    async def fails(job: Job) -> str:
        raise JobError("no luck")

    async def breaks(job: Job) -> str:
        raise ZeroDivisionError

    async def waits(job: Job) -> str:
        await asyncio.Event().wait()
        return ""

    async def ends() -> None:
        jobs = Jobs()
        found = {}
        for work in (fails, breaks, waits):
            job = jobs.start("client", PLAIN, work)
            if work is waits:
                job.stop()
            await job.wait()
            (found[work.__name__],) = await seen(job.watch())
        assert found["fails"] == {"type": "done", "state": "failed", "message": "no luck"}
        assert found["waits"] == {"type": "done", "state": "stopped", "message": ""}
        assert found["breaks"]["state"] == "failed"
        assert "ZeroDivisionError" not in found["breaks"]["message"]

    asyncio.run(ends())


def test_work_that_nobody_watches_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "UNWATCHED", 0.05)

    async def waits(job: Job) -> str:
        await asyncio.Event().wait()
        return ""

    async def watch() -> None:
        never = Jobs().start("client", WATCHED, waits)
        await asyncio.wait_for(never.wait(), 30)
        assert never.is_over
        job = Jobs().start("client", WATCHED, waits)
        watching = asyncio.create_task(seen(job.watch()))
        await asyncio.sleep(0.3)
        assert not job.is_over
        watching.cancel()
        await asyncio.wait_for(job.wait(), 30)
        assert (await seen(job.watch()))[-1]["state"] == "stopped"

    asyncio.run(watch())


def test_a_silent_stream_shows_that_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HEARTBEAT", 0.01)

    async def watch() -> None:
        job = Job("client", PLAIN, "name")
        async for part in job.watch():
            assert part == ": still here\n\n"
            break

    asyncio.run(watch())


def test_limits_and_replacement() -> None:
    async def waits(job: Job) -> str:
        await asyncio.Event().wait()
        return ""

    async def limits() -> None:
        jobs = Jobs()
        jobs.start("one", PLAIN, waits)
        jobs.start("one", PLAIN, waits)
        with pytest.raises(ProblemError, match="2 of yours are running"):
            jobs.start("one", PLAIN, waits)
        jobs.start("two", PLAIN, waits)
        with pytest.raises(ProblemError, match="for others") as caught:
            jobs.start("three", PLAIN, waits)
        assert caught.value.status == 429
        first = jobs.start("one", WATCHED, waits)
        second = jobs.start("one", WATCHED, waits)
        await first.wait()
        assert first.is_over
        assert not second.is_over
        await jobs.close()
        assert jobs.running() == []
        assert jobs.closing

    asyncio.run(limits())


def test_jobs_that_ended_are_forgotten_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KEPT", 3)

    async def nothing(job: Job) -> str:
        return ""

    async def forget() -> None:
        jobs = Jobs()
        names = []
        for _ in range(8):
            job = jobs.start("client", PLAIN, nothing)
            names.append(job.name)
            await job.wait()
        for name in names[:4]:
            with pytest.raises(ProblemError, match="is no job"):
                jobs[name]
        assert jobs[names[-1]].is_over
        monkeypatch.setattr(module, "KEPT", -1.0)
        jobs.start("client", PLAIN, nothing)
        with pytest.raises(ProblemError):
            jobs[names[-1]]
        await jobs.close()

    asyncio.run(forget())


# ---- over HTTP -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with server.client() as client:
        client.get("/api/games")
        yield client


def begin(client: httpx.Client, path: str, **wanted: Any) -> str:
    answer = client.post(f"/api/{path}", json={"budget": {"nodes": 2000}, **wanted})
    assert answer.status_code == 202, answer.text
    found: str = answer.json()["job"]
    return found


def test_thoughts_of_a_position(client: httpx.Client) -> None:
    job = begin(client, "thoughts", game="tictactoe", moves=["b2", "a1"], player="strong", multipv=3)
    told = events(client, job)
    thoughts = [event["thought"] for event in told if event["type"] == "thought"]
    last = Thought.model_validate(thoughts[-1])
    assert last.done
    assert not any(one["done"] for one in thoughts[:-1])
    assert (last.side, last.ply, last.player) == (0, 2, "strong")
    assert last.pv[0] == last.move
    assert len(last.candidates) == 3
    assert last.expectation is not None
    assert told[-1] == {"type": "done", "state": "finished", "message": ""}
    assert client.get(f"/api/jobs/{job}/events", headers={"Last-Event-ID": "999"}).status_code == 204


def test_a_game_is_judged_as_by_the_arena(client: httpx.Client) -> None:
    from nupp import player
    from nupp.arena import analyse
    from nupp.games import game
    from nupp.players import Budget

    moves = ["b2", "a1", "c1", "b1", "a3"]
    told = events(client, begin(client, "analyses", game="tictactoe", moves=moves, player="minimax:depth=9"))
    judged = {event["judgement"]["number"]: event for event in told if event["type"] == "judgement"}
    assert list(judged) == [5, 4, 3, 2, 1]
    last = game("tictactoe").start_position().play_all(moves)
    found = analyse(last, player("minimax:depth=9", last.game), Budget(nodes=2000))
    for one in found.moves:
        event = judged[one.number]
        assert event["judgement"] == {**vars(one), "line": list(one.line)}
        assert event["values"] == list(found.values[one.number - 1 : one.number + 1])
    assert "blunder" in {one.verdict for one in found.moves}


def test_only_who_began_a_job_may_stop_it(server: Running, client: httpx.Client) -> None:
    job = begin(client, "analyses", game="othello", moves=["f5", "d6", "c3"], budget={"seconds": 60})
    with server.client() as other:
        answer = other.delete(f"/api/jobs/{job}")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
    assert client.delete(f"/api/jobs/{job}").status_code == 204
    assert events(client, job)[-1] == {"type": "done", "state": "stopped", "message": ""}
    assert client.delete(f"/api/jobs/{job}").status_code == 204


def test_a_game_is_judged_no_further_than_somebody_watches(
    server: Running, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "UNWATCHED", 0.05)
    job = begin(client, "analyses", game="othello", moves=["f5", "d6", "c3"], budget={"seconds": 60})
    while not server.parts.jobs[job].is_over:
        time.sleep(0.05)
    assert events(client, job)[-1] == {"type": "done", "state": "stopped", "message": ""}


def test_asking_again_ends_what_was_asked_before(client: httpx.Client) -> None:
    wanted = {"game": "tictactoe", "player": "uct", "budget": {"seconds": 60}}
    first = begin(client, "thoughts", **wanted)
    second = begin(client, "thoughts", **wanted, moves=["b2"])
    assert events(client, first)[-1]["state"] == "stopped"
    assert client.delete(f"/api/jobs/{second}").status_code == 204


def test_what_cannot_be_begun_is_told(client: httpx.Client) -> None:
    def told(path: str, **wanted: Any) -> tuple[int, str]:
        answer = client.post(f"/api/{path}", json={"game": "tictactoe", "budget": {}, **wanted})
        return answer.status_code, answer.json()["code"]

    over = ["a1", "b1", "a2", "b2", "a3"]
    assert told("thoughts", moves=over) == (422, "game_over")
    assert told("thoughts", player="nosuch") == (422, "bad_spec")
    assert told("thoughts", player="ants:load=secret.txt", game="hexxagon") == (422, "bad_spec")
    assert told("thoughts", player="alphabeta:eval=secret.nupp") == (422, "bad_spec")
    assert told("thoughts", moves=["b2", "b2"]) == (422, "illegal_move")
    assert told("analyses", moves=[]) == (422, "bad_request")
    assert told("analyses", moves=["b2"], budget={"seconds": 0}) == (422, "bad_request")
    assert told("analyses", moves=["b2"], player="alphabeta:eval=nosuch") == (422, "bad_spec")
    assert client.get("/api/jobs/nosuch/events").json()["code"] == "unknown_job"
    assert client.delete("/api/jobs/nosuch").json()["code"] == "unknown_job"


def test_streams_end_with_the_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("data")) as server, server.client() as client:
        job = begin(client, "analyses", game="othello", moves=["f5", "d6"], budget={"seconds": 60})
        with client.stream("GET", f"/api/jobs/{job}/events") as answer:
            server.parts.jobs.end_watching()
            assert list(answer.iter_lines()) is not None
