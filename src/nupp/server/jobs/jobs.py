"""Jobs: long work on the server. Anybody who knows the name of a job may watch its events.

A job keeps its events for later readers. Of some kinds it keeps only the latest event, which makes those
before it obsolete. A reader has a place in the events and no queue of its own, so that a slow reader costs
nothing and misses only outdated events.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from nupp.server.models.shared import Answer, ProblemError
from nupp.server.models.work.jobs import DoneEvent
from nupp.store import JobState

HEARTBEAT: Final = 15.0
"""Seconds without an event after which a stream sends a comment to keep the connection."""
UNWATCHED: Final = 10.0
"""Seconds after which work that is done for those who watch it is stopped if nobody does."""
MOST_EVENTS: Final = 2000
"""The number of events that a job keeps; beyond it the oldest are forgotten."""
KEPT: Final = 600.0
"""Seconds for which a job can be watched after its end."""
MOST_KEPT: Final = 200
"""The most ended jobs that are kept."""

_REPLACED: Final = ("thought", "standing", "live_game")
"""Kinds of events of which only the latest is kept."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class Kind:
    """A kind of job.

    of_client, of_all: how many such jobs may run at a time, of one client and of all. is_watched: whether it
    is done for those who watch it, and stops if nobody does. is_replaced: whether a new one of a client takes
    the place of its last one. patience: seconds after which it stops if nobody watches; UNWATCHED if None.
    """

    name: str
    of_client: int
    of_all: int
    is_watched: bool = False
    is_replaced: bool = False
    patience: float | None = None


class JobError(Exception):
    """Work that came to nothing; the message says why, in one line.

    code: one word for programs; empty where the message alone says it.
    """

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


Work = Callable[["Job"], Awaitable[str]]
"""Does what a job is for and returns its last words; JobError if it cannot."""


class Job:
    """Work that is being done, or was done: its name, whose it is, what it is about, and its events."""

    def __init__(self, owner: str, kind: Kind, name: str, subject: str = "") -> None:
        self.owner, self.kind, self.name, self.subject = owner, kind, name, subject
        self.ended: float | None = None
        self._events: dict[int, str] = {}
        self._latest: dict[str, int] = {}
        self._count = 0
        self._watchers = 0
        self._changed, self._watched, self._unwatched = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._closed = self._stopped = False
        self._task: asyncio.Task[str] | None = None

    @property
    def is_over(self) -> bool:
        """True if the work has ended, in whatever way."""
        return self.ended is not None

    def send(self, event: Answer) -> None:
        """Add an event; call it in the event loop. After the end events are dropped."""
        if self.is_over:
            return
        kind = getattr(event, "type", "")
        self._count += 1
        if kind in _REPLACED:
            self._events.pop(self._latest.get(kind, 0), None)
            self._latest[kind] = self._count
        self._events[self._count] = event.model_dump_json()
        if len(self._events) > MOST_EVENTS:
            del self._events[next(iter(self._events))]
        self._wake()

    async def watch(self, after: int = 0) -> AsyncIterator[str]:
        """The events after one of that number, and then those to come, as Server-Sent Events."""
        self._enter()
        try:
            while True:
                changed, is_last = self._changed, self._closed or self.is_over
                for number, text in self.events(after):
                    yield f"id: {number}\ndata: {text}\n\n"
                    after = number
                if is_last:  # as it was before these events: there may be more by now
                    return
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            self._leave()

    def events(self, after: int = 0) -> list[tuple[int, str]]:
        """The events that are kept with numbers beyond one."""
        return [(number, text) for number, text in self._events.items() if number > after]

    def end_watching(self) -> None:
        """Let all streams of this job end."""
        self._closed = True
        self._wake()

    def stop(self) -> None:
        """Have the work stopped, soon."""
        if self._task is not None and not self._stopped:
            self._stopped = True  # once, since work may have things to put in order
            self._task.cancel()

    async def wait(self) -> None:
        """Wait for the end of the work."""
        if self._task is not None:
            await asyncio.wait([self._task])

    def begin(self, work: Work) -> None:
        """Begin the work, which returns its last words or raises a JobError."""
        self._task = asyncio.create_task(
            self._while_watched(work) if self.kind.is_watched else _done(work, self)
        )
        self._task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[str]) -> None:
        """Send the end of the work as the last event."""
        state, message, code = _outcome(task)
        if state is JobState.FAILED and not message:
            _LOG.error("a job of the kind %s failed", self.kind.name, exc_info=task.exception())
            message = "internal error; the server's log has the cause"
        self.send(DoneEvent(state=state, message=message, code=code))
        self.ended = time.monotonic()

    async def _while_watched(self, work: Work) -> str:
        """Do the work; CancelledError once nobody has watched it for some time."""
        done = asyncio.ensure_future(work(self))
        alone = asyncio.create_task(self._until_alone())
        try:
            await asyncio.wait([done, alone], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (done, alone):
                task.cancel()
            await asyncio.wait([done])
        return done.result()

    async def _until_alone(self) -> None:
        with contextlib.suppress(TimeoutError):
            while True:
                await asyncio.wait_for(self._watched.wait(), self.kind.patience or UNWATCHED)
                await self._unwatched.wait()

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _enter(self) -> None:
        self._watchers += 1
        self._watched.set()
        self._unwatched.clear()

    def _leave(self) -> None:
        self._watchers -= 1
        if not self._watchers:
            self._watched.clear()
            self._unwatched.set()


async def _done(work: Work, job: Job) -> str:
    return await work(job)


def _outcome(task: asyncio.Task[str]) -> tuple[JobState, str, str]:
    """The state, the last words and the code of a task that has ended.

    There are no words for an error of the server's own.
    """
    if task.cancelled():
        return JobState.STOPPED, "", ""
    error = task.exception()
    if error is None:
        return JobState.FINISHED, task.result(), ""
    if isinstance(error, JobError):
        return JobState.FAILED, str(error), error.code
    return JobState.FAILED, "", ""


class Jobs:
    """All jobs of a server.

    prefix: how the names of jobs begin, but for those that are given. closing: whether the server is ending,
    so that what is stopped may be resumed later. writing: held by who writes a report, which takes a
    processor for seconds.
    """

    def __init__(self) -> None:
        self.prefix = ""
        self.closing = False
        self.writing = asyncio.Lock()
        self._jobs: dict[str, Job] = {}

    def __getitem__(self, name: str) -> Job:
        """The job of a name; ProblemError 404 if there is none."""
        job = self._jobs.get(name)
        if job is None:
            raise ProblemError(
                404, "unknown_job", f"{name!r} is no job: expected one that runs or ran lately"
            )
        return job

    def running(self, kind: str | None = None, owner: str | None = None) -> list[Job]:
        """The jobs that have not come to their end, of one kind and client or of all."""
        return [
            job
            for job in self._jobs.values()
            if not job.is_over and kind in (None, job.kind.name) and owner in (None, job.owner)
        ]

    def start(self, owner: str, kind: Kind, work: Work, name: str = "", subject: str = "") -> Job:
        """Begin work for a client, under a new name unless one is given; call it in the event loop.

        ProblemError 429 if too much of the kind is being done already.
        """
        self.require_room(owner, kind)
        if kind.is_replaced:
            for job in self.running(kind.name, owner):
                job.stop()
        self._forget()
        job = Job(owner, kind, name or self.prefix + secrets.token_urlsafe(16), subject)
        self._jobs[job.name] = job
        job.begin(work)
        return job

    def require_room(self, owner: str, kind: Kind) -> None:
        """ProblemError 429 unless a client may begin another job of a kind."""
        mine, all_of_kind = len(self.running(kind.name, owner)), len(self.running(kind.name))
        if kind.is_replaced:
            mine, all_of_kind = 0, all_of_kind - mine
        if mine >= kind.of_client:
            self._refuse(kind, f"{mine} of yours are running")
        if all_of_kind >= kind.of_all:
            self._refuse(kind, "the server does as many for others as it can")

    @staticmethod
    def _refuse(kind: Kind, reason: str) -> None:
        raise ProblemError(429, "too_many", f"no more {kind.name} now, {reason}: wait for one to end")

    def _forget(self) -> None:
        """Forget jobs that ended long ago, and the oldest of too many."""
        ended = sorted((job.ended, name) for name, job in self._jobs.items() if job.ended is not None)
        oldest = time.monotonic() - KEPT
        for place, (when, name) in enumerate(ended):
            if when < oldest or place < len(ended) - MOST_KEPT:
                del self._jobs[name]

    def end_watching(self) -> None:
        """Let all streams end, as a server does that is about to leave."""
        for job in self._jobs.values():
            job.end_watching()

    async def close(self) -> None:
        """Stop all work and wait for its end."""
        self.closing = True
        await self.stop_all()

    async def stop_all(self) -> None:
        """Stop the work of all jobs, and wait for its end."""
        self.end_watching()
        running = self.running()
        for job in running:
            job.stop()
        await asyncio.gather(*(job.wait() for job in running))
