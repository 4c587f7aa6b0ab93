"""Work for the processor, done in a few threads of its own, so that the event loop stays free for clients.

Of the work that waits, those who ask take turns, so that nobody who asks for much keeps the others waiting.
Work that takes too long, or that nobody waits for any more, is ended wherever it is, so that no reader of
texts and no game has to count what it does.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
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
"""Seconds of processor time that work in the event loop may take: all other clients wait meanwhile."""
TRIALS: Final = 3
"""The number of quick runs in a row before work for a game is done in the event loop."""
DOUBTS: Final = 20
"""The further quick runs that are needed after one that was not quick."""
MOST_GAMES: Final = 1000
"""The number of games that a `Pace` remembers: those played last."""

WORK_SECONDS: Final = 1.0
"""Seconds of processor time that a piece of work for one request may take."""
LOOK: Final = 0.05
"""Seconds between looks at how long work takes, and whether its client is still there."""

_AT_ONCE: Final = ThreadPoolExecutor(AT_A_TIME, "nupp-at-once")

ASKER: Final[ContextVar[str]] = ContextVar("nupp asker", default="")
"""For whom work is done: where the request comes from that is being answered."""


async def _stays() -> bool:
    return False


HAS_LEFT: Final[ContextVar[Callable[[], Awaitable[bool]]]] = ContextVar("nupp has left", default=_stays)
"""Returns whether the client of the request has gone before it was answered."""


class _Turns:
    """A fair lock for a number of turns at a time, one for each name. It belongs to one event loop."""

    def __init__(self, at_a_time: int) -> None:
        self._free = at_a_time
        self._having: set[str] = set()
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()

    @contextlib.asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it inside the block."""
        await self._enter(name)
        try:
            yield
        finally:
            self._leave(name)

    async def _enter(self, name: str) -> None:
        if self._free and name not in self._having:
            self._free -= 1
            self._having.add(name)
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.join(name, mine)
        try:
            await mine
        except asyncio.CancelledError:
            self._waiting.leave(name, mine)
            if not mine.cancelled():  # the turn has come at the same moment
                self._leave(name)
            raise

    def _leave(self, name: str) -> None:
        """Give a turn that has ended to the next who waits for one."""
        self._having.discard(name)
        self._free += 1
        while self._free and (following := self._waiting.whose_turn(self._may_enter)) is not None:
            waiting = self._waiting.take(following)
            if not waiting.done():  # else it has just been cancelled
                self._free -= 1
                self._having.add(following)
                waiting.set_result(None)

    def _may_enter(self, name: str) -> bool:
        return name not in self._having


_TURNS: Final[RunVar[_Turns]] = RunVar("nupp work off the event loop")


async def off_loop(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function in a thread, with the rules of games interpreted, and return its result.

    Interpreted, since a game's rules take seconds to compile and anyone may ask for another variant; a move
    of any game takes some milliseconds at most. ProblemError 422 `too_long` if it takes more processor time
    than `WORK_SECONDS`, 499 `left` if the client leaves before. A function that has begun is ended then, and
    when the caller is cancelled, by an exception between any two steps of it.
    """
    task = asyncio.create_task(_in_turn(partial(function, *args, **kwargs)))
    try:
        while not (await asyncio.wait([task], timeout=LOOK))[0]:
            if await HAS_LEFT.get()():
                raise ProblemError(499, "left", "the client has left")
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait([task])
    return task.result()


async def _in_turn(function: Callable[[], R]) -> R:
    """Wait for a turn, and work until the end or until cancelled."""
    async with _turns().turn(ASKER.get()):
        work = _Work()
        running = asyncio.ensure_future(run_sync(work.run, function))
        try:
            while not (await asyncio.wait([running], timeout=LOOK))[0]:
                work.end_if_late()
        finally:
            while not running.done():  # cancelled: its turn ends with it
                work.end()
                await asyncio.wait([running], timeout=LOOK)
            running.exception()  # the caller gets it, or the cancellation
        return running.result()


class _EndedError(BaseException):
    """Ends a piece of work; nothing that catches errors of a game or a text takes it for one."""


class _Work:
    """One piece of work in a thread, which another thread may end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._clock, self._until = 0, 0.0

    def run(self, function: Callable[[], R]) -> R:
        """Do it; ProblemError 422 if it was ended."""
        try:
            try:
                self._begin()
                return _interpreted(function)
            finally:
                self._close()
        except _EndedError:
            self._close()  # it may have come just before the other call
            words = f"it takes longer than {WORK_SECONDS:g} s: expected something shorter"
            raise ProblemError(422, "too_long", words) from None

    def _begin(self) -> None:
        thread = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(thread)
        self._until = time.thread_time() + WORK_SECONDS
        self._thread = thread

    def _close(self) -> None:
        """See that nothing ends what the thread does next."""
        while True:
            with contextlib.suppress(_EndedError), self._lock:
                self._thread = None
                _raise_in(threading.get_ident(), None)
                return

    def end_if_late(self) -> None:
        """End it if it has taken too much processor time."""
        self._end(lambda: time.clock_gettime(self._clock) > self._until)

    def end(self) -> None:
        """End it; to be repeated until it has ended, since what clears up may not notice."""
        self._end(lambda: True)

    def _end(self, is_due: Callable[[], bool]) -> None:
        with self._lock:
            if self._thread is not None and is_due():
                _raise_in(self._thread, _EndedError)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Have an exception raised in a thread before its next step; None takes one back."""
    value = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), value)


def off_loop_at_once(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[R]:
    """The same for what games that go on wait for: it does not wait for its turn."""
    work = partial(_interpreted, partial(function, *args, **kwargs))
    return asyncio.get_running_loop().run_in_executor(_AT_ONCE, work)


class Pace:
    """Work of one kind for games that go on: off the event loop, and in it for games whose work is quick.

    A thread and the way back cost 0.3 ms of processor time, as much as the work for most moves. A game is
    taken for quick when its last pieces of work were, and no more when one was not. In the event loop time on
    the clock is measured: asking for processor time lets other programs run first, for 0.4 ms on average on
    two busy cores. The work after one that took long there is measured in a thread.
    """

    def __init__(self) -> None:
        self._quick_in_a_row: OrderedDict[str, int] = OrderedDict()

    def is_quick(self, game: str) -> bool:
        """True if work for a game is done in the event loop."""
        return self._quick_in_a_row.get(game, 0) >= TRIALS

    def do(self, game: str, function: Callable[[], R]) -> asyncio.Future[R]:
        """Return the result of a function that works for a game, given by its spec."""
        if not self.is_quick(game):
            return asyncio.get_running_loop().run_in_executor(_AT_ONCE, self._tried, game, function)
        done: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        try:
            done.set_result(function())
        except Exception as error:
            done.set_exception(error)
        if time.perf_counter() - began > QUICK:
            self._note(game, TRIALS - 1)
        return done

    def _tried(self, game: str, function: Callable[[], R]) -> R:
        """Work in a thread, and note if it was quick."""
        began = time.thread_time()  # what other programs take of the processor says nothing of the game
        try:
            return function()
        finally:
            quick = time.thread_time() - began <= QUICK
            self._note(game, min(self._quick_in_a_row.get(game, 0) + 1, TRIALS) if quick else -DOUBTS)

    def _note(self, game: str, in_a_row: int) -> None:
        self._quick_in_a_row[game] = in_a_row
        self._quick_in_a_row.move_to_end(game)
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
