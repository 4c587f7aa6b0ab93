"""Stop flag and clock: how a search that runs in compiled code learns that its time is up.

Compiled code has no clock. It reads a flag in memory now and then, and the thread that waits for
it raises the flag when the time is up, when the user presses Ctrl-C, or when somebody else asks. A request
from another thread is made by a `Deadline`, which holds for all searches begun under it.

Plain Python looks at the clock itself as well. The thread that waits may get its turn seconds late: NumPy
releases the interpreter for moments, each of which makes the others wait anew, and takes it back before them.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar, copy_context
from typing import Any, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.kernel.objects import intrinsic

R = TypeVar("R")

StopFlag = NDArray[np.int64]
"""An array of one int64 that is 0 while the search may go on."""


def stop_flag() -> StopFlag:
    """A new flag that is down."""
    return np.zeros(1, np.int64)


@intrinsic("load_volatile")
def stop_requested(flag: StopFlag) -> int:
    """Non-zero once the flag has been raised; read from memory at every call."""
    task = _running.get()
    if task is not None:
        task.keep_time()
    return int(flag[0])


@intrinsic("is_due")
def is_due(count: int, interval: int) -> bool:
    """True where compiled code looks at its flag: at multiples of an interval, a power of two.

    Plain Python looks always, since its steps take a thousand times as long.
    """
    return True


class _Event:
    """An event that wakes those who wait for it and for other things as well."""

    def __init__(self) -> None:
        self._wakes: set[threading.Event] = set()

    @contextlib.contextmanager
    def waking(self, wake: threading.Event) -> Iterator[None]:
        """Set `wake` whenever it happens."""
        self._wakes.add(wake)
        try:
            yield
        finally:
            self._wakes.discard(wake)

    def happen(self) -> None:
        for wake in tuple(self._wakes):
            wake.set()


class Deadline(_Event):
    """The time at which searches have to end; it may be moved while they run, by any thread.

    It holds for every `run_until` that is begun `with under(deadline)`, in threads started there too if
    they copy the context. So a search that began without an end can be given one, or be ended at once.
    """

    def __init__(self, seconds: float | None = None, soft: float | None = None) -> None:
        super().__init__()
        self.move(seconds, soft)

    def move(self, seconds: float | None, soft: float | None = None) -> None:
        """Let searches end `seconds` from now: at once if that is 0, never if it is None.

        soft: the seconds from now after which they shall begin nothing that takes long; see `is_late`.
        """
        now = time.perf_counter()
        self._end = None if seconds is None else now + seconds
        self._soft_end = None if soft is None else now + soft
        self.happen()

    @property
    def left(self) -> float | None:
        """The seconds left, 0 if they are over, None if there is no end."""
        end = self._end
        return None if end is None else max(0.0, end - time.perf_counter())

    @property
    def is_late(self) -> bool:
        """True if the soft limit has passed."""
        end = self._soft_end
        return end is not None and time.perf_counter() >= end


class _ProcessorDeadline(Deadline):
    """A deadline by the processor time that a thread has used.

    clock: returns the number of the thread's clock, None before it has begun.
    """

    def __init__(self, seconds: float | None, clock: Callable[[], int | None]) -> None:
        super().__init__()
        self._seconds, self._clock = seconds, clock

    @property
    def left(self) -> float | None:
        clock = self._clock()
        if self._seconds is None or clock is None:
            return self._seconds
        try:
            left = self._seconds - time.clock_gettime(clock)
        except OSError:  # the thread has ended
            return None
        return 0.0 if left <= 0 else max(_LEAST_WAIT, left)


_LEAST_WAIT: Final = 0.0005
"""Seconds between two looks at a clock of processor time at the least."""

_by_processor: Final[ContextVar[bool]] = ContextVar("by_processor", default=False)


@contextlib.contextmanager
def by_processor_time() -> Iterator[None]:
    """Let the seconds of `run_until` be processor time of the thread that works, not time on the clock.

    For comparisons on a busy machine. What the thread leaves to other threads is not counted, nor are other
    programs; deadlines stay times on the clock. On systems without such clocks nothing changes.
    """
    token = _by_processor.set(hasattr(time, "pthread_getcpuclockid"))
    try:
        yield
    finally:
        _by_processor.reset(token)


def elapsed() -> float:
    """Seconds from some moment on, by the clock of `run_until`: the difference of two is the time used.

    Where that is processor time it is that of all threads of this process, which plays one game at a time.
    """
    return time.process_time() if _by_processor.get() else time.perf_counter()


_deadlines: Final[ContextVar[tuple[Deadline, ...]]] = ContextVar("deadlines", default=())


@contextlib.contextmanager
def under(deadline: Deadline) -> Iterator[Deadline]:
    """Let a deadline hold for what is begun here, beside those that already do."""
    token = _deadlines.set((*_deadlines.get(), deadline))
    try:
        yield deadline
    finally:
        _deadlines.reset(token)


def is_late(began: float, soft: float | None) -> bool:
    """True if a search should begin nothing more that takes long, such as an iteration one ply deeper.

    That is so once `soft` seconds have gone by since `began`, a time of `time.perf_counter`, or once the soft
    limit of a deadline has passed under which the search runs.
    """
    own = soft is not None and time.perf_counter() - began >= soft
    return own or any(deadline.is_late for deadline in _deadlines.get())


_GLANCE: Final = 1.0
"""The most seconds that the main thread waits at a time: Ctrl-C does not wake it if it comes just before."""


class Task(_Event, Generic[R]):
    """A function for a separate thread, and the way to end it: `stop`, which may be called at any time.

    If kernels are interpreted where the task is made, so they are in its thread.
    """

    def __init__(self, function: Callable[[], R], stop: Callable[[], None]) -> None:
        super().__init__()
        self.stop = stop
        self._ended = threading.Event()
        self._clock: int | None = None
        self._value: Any = None
        self._error: BaseException | None = None
        self._deadlines: tuple[Deadline, ...] = ()
        self._thread = threading.Thread(target=copy_context().run, args=(self._work, function), daemon=True)

    def begin(self) -> None:
        """Start the thread, and do not wait."""
        self._thread.start()

    def _work(self, function: Callable[[], R]) -> None:
        if _by_processor.get():
            self._clock = time.pthread_getcpuclockid(threading.get_ident())
        _running.set(self)
        try:
            self._value = function()
        except BaseException as error:  # handed on to the caller that waits
            self._error = error
        finally:
            self._ended.set()
            self.happen()

    def keep_time(self) -> None:
        """Stop the function if its time is up."""
        if any(deadline.left == 0 for deadline in self._deadlines):
            self.stop()

    @property
    def failed(self) -> bool:
        """True if the function has ended by an exception."""
        return self._error is not None

    def wait(
        self,
        seconds: float | None = None,
        watch: Callable[[], Any] | None = None,
        interval: float = 0.1,
        processor: bool = False,
    ) -> R:
        """Wait for the end, and stop the function after `seconds` or at a deadline that holds here.

        Begins the task if nobody has. Returns what the function returns, and raises what it raises. Ctrl-C
        stops the function, waits for it to end, and then goes on as KeyboardInterrupt. `watch` is called
        every `interval` seconds while the function runs, in the calling thread. processor: the seconds are
        processor time of the function's thread.
        """
        glance = _GLANCE if threading.current_thread() is threading.main_thread() else None
        own = _ProcessorDeadline(seconds, lambda: self._clock) if processor else Deadline(seconds)
        deadlines = self._deadlines = (own, *_deadlines.get())
        wake, stopped = threading.Event(), False
        try:
            with contextlib.ExitStack() as stack:
                for event in (self, *deadlines):
                    stack.enter_context(event.waking(wake))
                if self._thread.ident is None:
                    self.begin()
                while not self._ended.is_set():
                    left = () if stopped else tuple(deadline.left for deadline in deadlines)
                    wake.wait(_shortest(*left, interval if watch else None, glance))
                    wake.clear()
                    if not stopped and any(deadline.left == 0 for deadline in deadlines):
                        self.stop()
                        stopped = True
                    if watch and not self._ended.is_set():
                        watch()
        except BaseException:
            self.stop()
            if self._thread.is_alive():
                self._ended.wait()
            raise
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[no-any-return]


_running: Final[ContextVar[Task[Any] | None]] = ContextVar("running", default=None)
"""The task whose function runs in this thread."""


def run_until(
    function: Callable[[], R],
    flag: StopFlag,
    seconds: float | None = None,
    watch: Callable[[], Any] | None = None,
    interval: float = 0.1,
) -> R:
    """Call `function` in a separate thread and raise `flag` after `seconds`, or at a deadline that holds.

    Returns what the function returns once it has obeyed the flag; the rest is that of `Task.wait`. The
    seconds are processor time where `by_processor_time` says so. With nothing to wait for but the end there
    is no other thread, except for the main thread, which has to hear of Ctrl-C.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main and seconds is None and watch is None and not _deadlines.get():
        return function()
    task = Task(function, lambda: flag.__setitem__(0, 1))
    return task.wait(seconds, watch, interval, processor=_by_processor.get())


def _shortest(*seconds: float | None) -> float | None:
    known = [min(threading.TIMEOUT_MAX, value) for value in seconds if value is not None]
    return min(known, default=None)
