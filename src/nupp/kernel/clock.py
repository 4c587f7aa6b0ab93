"""Stop flag and clock: how a search that runs in compiled code is told that its time is up.

Compiled code has no clock of its own. It reads a flag in memory now and then, and the thread that waits
for it raises the flag when the time is up, when the user presses Ctrl-C, or when somebody else asks.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, TypeVar

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
    return int(flag[0])


def run_until(
    function: Callable[[], R],
    flag: StopFlag,
    seconds: float | None = None,
    watch: Callable[[], Any] | None = None,
    interval: float = 0.1,
) -> R:
    """Call `function` in a thread of its own and raise `flag` after `seconds`.

    Returns what the function returns once it has heeded the flag, and raises what it raises. If kernels are
    interpreted in the calling thread, so they are in the other. Ctrl-C
    raises the flag too, waits for the function to end, and then goes on as KeyboardInterrupt. `watch` is
    called every `interval` seconds while the function runs, in the calling thread.
    """
    outcome: list[Any] = [None, None]
    ended = threading.Event()

    def work() -> None:
        try:
            outcome[0] = function()
        except BaseException as error:  # handed on to the waiting thread below
            outcome[1] = error
        finally:
            ended.set()

    deadline = None if seconds is None else time.perf_counter() + seconds
    thread = threading.Thread(target=copy_context().run, args=(work,), daemon=True)
    try:
        thread.start()
        while not ended.wait(_patience(deadline, interval if watch else None)):
            if deadline is not None and time.perf_counter() >= deadline:
                flag[0], deadline = 1, None
            if watch:
                watch()
    except BaseException:
        flag[0] = 1
        if thread.is_alive():
            ended.wait()
        raise
    if outcome[1] is not None:
        raise outcome[1]
    return outcome[0]  # type: ignore[no-any-return]


def _patience(deadline: float | None, interval: float | None) -> float | None:
    left = None if deadline is None else min(threading.TIMEOUT_MAX, max(0.0, deadline - time.perf_counter()))
    return min((value for value in (left, interval) if value is not None), default=None)
