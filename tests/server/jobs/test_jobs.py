"""Jobs: what watchers see, whenever they come, and when work ends."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import pytest

from nupp.server.jobs import jobs as module
from nupp.server.jobs.jobs import Job, JobError, Jobs, Kind
from nupp.server.models.shared import ProblemError
from nupp.server.models.work.jobs import TextEvent, ThoughtEvent
from nupp.server.models.work.thinking import Thought

PLAIN = Kind("plain", of_client=2, of_all=3)
WATCHED = Kind("watched", of_client=1, of_all=9, is_watched=True, is_replaced=True)


def thought(nodes: int) -> ThoughtEvent:
    words = {"player": "strong", "move": "a1", "score_kind": "eval", "score_text": "+1", "expectation": None}
    numbers = dict.fromkeys(("side", "ply", "score", "depth", "nodes_per_second", "seconds"), 0)
    return ThoughtEvent(
        thought=Thought.model_validate(
            {**words, **numbers, "nodes": nodes, "done": False, "pv": [], "candidates": [], "compiled": None}
        )
    )


async def seen(stream: AsyncIterator[str]) -> list[dict[str, Any]]:
    """The data of the events of a stream, to its end."""
    parts = [part async for part in stream]
    return [json.loads(line[6:]) for part in parts for line in part.splitlines() if line.startswith("data: ")]


async def waits(job: Job) -> str:
    """Work without end."""
    await asyncio.Event().wait()
    return ""


def test_who_comes_late_sees_what_was_told() -> None:
    async def work(job: Job) -> str:
        for line in ("one", "two"):
            job.send(TextEvent(line=line))
        return "that was all"

    async def watch() -> None:
        job = Jobs().start("client", PLAIN, work)
        await job.wait()
        job.send(TextEvent(line="too late"))
        expected = [
            {"type": "text", "line": "one"},
            {"type": "text", "line": "two"},
            {"type": "done", "state": "finished", "message": "that was all", "code": ""},
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
                job.send(TextEvent(line=str(number)))
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
            job.send(TextEvent(line="one"))
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
            job.send(thought(number))
            job.send(TextEvent(line=str(number)))
        kept = [json.loads(text) for _, text in job.events()]
        assert len(kept) == module.MOST_EVENTS
        assert [event["thought"]["nodes"] for event in kept if event["type"] == "thought"] in (
            [],
            [module.MOST_EVENTS + 9],
        )
        assert kept[-1] == {"type": "text", "line": str(module.MOST_EVENTS + 9)}

    asyncio.run(watch())


def test_ends_are_reported() -> None:
    async def fails(job: Job) -> str:
        raise JobError("no luck", "memory")

    async def breaks(job: Job) -> str:
        raise ZeroDivisionError

    async def ends() -> None:
        jobs = Jobs()
        found = {}
        for work in (fails, breaks, waits):
            job = jobs.start("client", PLAIN, work)
            if work is waits:
                job.stop()
            await job.wait()
            (found[work.__name__],) = await seen(job.watch())
        assert found["fails"] == {"type": "done", "state": "failed", "message": "no luck", "code": "memory"}
        assert found["waits"] == {"type": "done", "state": "stopped", "message": "", "code": ""}
        assert found["breaks"]["state"] == "failed"
        assert "ZeroDivisionError" not in found["breaks"]["message"]

    asyncio.run(ends())


def test_work_that_nobody_watches_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "UNWATCHED", 0.05)
    monkeypatch.setattr(module, "HEARTBEAT", 0.03)

    async def watch() -> None:
        never = Jobs().start("client", WATCHED, waits)
        await asyncio.wait_for(never.wait(), 30)
        assert never.is_over
        job = Jobs().start("client", WATCHED, waits)
        stream = job.watch()
        assert isinstance(stream, AsyncGenerator)
        for _ in range(10):
            assert "data" not in await anext(stream)
        assert not job.is_over
        await stream.aclose()
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
    async def limits() -> None:
        jobs = Jobs()
        jobs.start("one", PLAIN, waits)
        jobs.start("one", PLAIN, waits)
        with pytest.raises(ProblemError, match=r"\b2 of yours"):
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
            with pytest.raises(ProblemError, match=name):
                jobs[name]
        assert jobs[names[-1]].is_over
        monkeypatch.setattr(module, "KEPT", -1.0)
        jobs.start("client", PLAIN, nothing)
        with pytest.raises(ProblemError):
            jobs[names[-1]]
        await jobs.close()

    asyncio.run(forget())
