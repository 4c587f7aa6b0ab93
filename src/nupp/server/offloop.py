"""Work for the processor, done in a few threads of its own, so that the event loop stays free for clients.

Of the work that waits, those who ask take turns, so that nobody who asks for much keeps the others waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import Final, ParamSpec, TypeVar

from anyio.lowlevel import RunVar
from anyio.to_thread import run_sync

from nupp.kernel import interpreted
from nupp.server.engines.fair_queue import FairQueue
from nupp.server.models.shared import ProblemError

P = ParamSpec("P")
R = TypeVar("R")

AT_A_TIME: Final = 2
"""The number of pieces of work that are done at a time."""

QUICK: Final = 0.005
"""Seconds that work in the event loop may take: all other clients wait meanwhile."""
TRIALS: Final = 3
"""The number of quick runs in a row before work for a game is done in the event loop."""
DOUBTS: Final = 20
"""The further quick runs that are needed after one that was not quick."""
MOST_GAMES: Final = 1000
"""The number of games that a `Pace` remembers: those played last."""

WORK_SECONDS: Final = 5.0
"""Seconds of processor time that the work for one request may take; see `check_limits`."""

_AT_ONCE: Final = ThreadPoolExecutor(AT_A_TIME, "nupp-at-once")

ASKER: Final[ContextVar[str]] = ContextVar("nupp asker", default="")
"""For whom work is done: where the request comes from that is being answered."""


class _Turns:
    """A fair lock for a number of turns at a time. It belongs to one event loop."""

    def __init__(self, at_a_time: int) -> None:
        self._free = at_a_time
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()

    @contextlib.asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it inside the block."""
        await self._enter(name)
        try:
            yield
        finally:
            self._pass_on()

    async def _enter(self, name: str) -> None:
        if self._free:
            self._free -= 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.join(name, mine)
        try:
            await mine
        except asyncio.CancelledError:
            self._waiting.leave(name, mine)
            if not mine.cancelled():  # the turn has come at the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give a turn that has ended to the next who waits for one."""
        while (name := self._waiting.whose_turn()) is not None:
            following = self._waiting.take(name)
            if not following.done():  # else it has just been cancelled
                following.set_result(None)
                return
        self._free += 1


_TURNS: Final[RunVar[_Turns]] = RunVar("nupp work off the event loop")


async def off_loop(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function in a thread, with the rules of games interpreted, and return its result.

    Interpreted, since a game's rules take seconds to compile and anyone may ask for another variant; a move
    of any game takes some milliseconds at most. A function that has begun ends at its next `check_limits` if
    nobody waits for it any more.
    """
    work = _Work()
    async with _turns().turn(ASKER.get()):
        running = asyncio.ensure_future(run_sync(work.run, partial(function, *args, **kwargs)))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            work.abandoned = True
            await asyncio.wait([running])  # its turn ends with it
            raise


class _Work:
    """One piece of work in a thread, and what ends it."""

    def __init__(self) -> None:
        self.abandoned = False
        self._until = math.inf

    def run(self, function: Callable[[], R]) -> R:
        self._until = time.thread_time() + WORK_SECONDS
        _WORK.set(self)
        return _interpreted(function)

    def check(self) -> None:
        if self.abandoned or time.thread_time() > self._until:
            words = f"it takes longer than {WORK_SECONDS:g} s: expected something shorter"
            raise ProblemError(422, "too_long", words)


_WORK: Final[ContextVar[_Work | None]] = ContextVar("nupp work off the event loop", default=None)


def check_limits() -> None:
    """ProblemError 422 if the work of this thread takes too long, or nobody waits for it any more.

    To be called again and again by work whose size a client decides.
    """
    work = _WORK.get()
    if work is not None:
        work.check()


def off_loop_at_once(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[R]:
    """The same for what games that go on wait for: it does not wait for its turn."""
    work = partial(_interpreted, partial(function, *args, **kwargs))
    return asyncio.get_running_loop().run_in_executor(_AT_ONCE, work)


class Pace:
    """Work of one kind for games that go on: off the event loop, and in it for games whose work is quick.

    A thread and the way back cost 0.3 ms of processor time, as much as the work for most moves. A game is
    taken for quick when its last pieces of work were, and no more when one was not.
    """

    def __init__(self) -> None:
        self._quick_in_a_row: OrderedDict[str, int] = OrderedDict()

    def is_quick(self, game: str) -> bool:
        """True if work for a game is done in the event loop."""
        return self._quick_in_a_row.get(game, 0) >= TRIALS

    def do(self, game: str, function: Callable[[], R]) -> asyncio.Future[R]:
        """Return the result of a function that works for a game, given by its spec."""
        work = partial(self._measured, game, function)
        if not self.is_quick(game):
            return asyncio.get_running_loop().run_in_executor(_AT_ONCE, work)
        done: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        try:
            done.set_result(work())
        except Exception as error:
            done.set_exception(error)
        return done

    def _measured(self, game: str, function: Callable[[], R]) -> R:
        began = time.perf_counter()
        try:
            return function()
        finally:
            self._note(game, time.perf_counter() - began)

    def _note(self, game: str, seconds: float) -> None:
        before = self._quick_in_a_row.pop(game, 0)
        self._quick_in_a_row[game] = min(before + 1, TRIALS) if seconds <= QUICK else -DOUBTS
        if len(self._quick_in_a_row) > MOST_GAMES:
            self._quick_in_a_row.popitem(last=False)


def _interpreted(function: Callable[[], R]) -> R:
    with interpreted():
        return function()


def _turns() -> _Turns:
    """Those of this event loop."""
    found = _TURNS.get(None)
    if found is None:
        found = _Turns(AT_A_TIME)
        _TURNS.set(found)
    return found
