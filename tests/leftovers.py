"""Finds the processes that a test has started and left behind."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.forking import FORKS, TEST

GRACE = 10.0
"""Seconds that processes have to end by themselves."""

LOADING = 1.0
"""Seconds that the system may take to load a program, which has no environment till then."""

_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Let processes whose parents end become children of this one, on Linux, so that they can be found."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children(process: int | str = "self") -> set[int]:
    """The processes that a process has started or adopted; none where the system does not say."""
    found: set[int] = set()
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{process}/task/{thread}/children", "rb") as file:
                found.update(map(int, file.read().split()))
    return found


def newest() -> str:
    """The number that the system gave to a process or thread last; empty where it does not say."""
    with contextlib.suppress(OSError), open("/proc/loadavg") as file:
        return file.read().split()[-1]
    return ""


class Leftovers:
    """The children of this process, and forks, that were not there before and that a test itself has started.

    pytest names the test and its phase in the environment, which processes inherit. What fixtures have
    started, which may serve several tests, bears another phase.

    tests: how the names of the tests begin.
    """

    def __init__(self, tests: str) -> None:
        self._mark = f"{TEST}={tests}".encode()
        self._newest = newest()
        self._before = _started_at(self._newest)

    def end(self) -> list[str]:
        """End them with all that they have started; returns their command lines.

        What ends by itself within `GRACE`, as the workers of a killed server do, is left alone.
        """
        if self._newest and newest() == self._newest:  # found in a tenth of the time of a list of processes
            return []
        ended = []
        until = time.monotonic() + GRACE
        for process in _started() - self._before:
            while self._is_of_test(process) and time.monotonic() < until:
                time.sleep(0.02)
            if not self._is_of_test(process):
                continue
            with contextlib.suppress(OSError):
                ended.append(_command(process))
            for number in (process, *_descendants(process)):
                with contextlib.suppress(OSError):
                    os.kill(number, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(process, 0)
        return ended

    def _is_of_test(self, process: int) -> bool:
        folder = Path(f"/proc/{process}")
        with contextlib.suppress(OSError):
            is_marked = any(map(self._is_mark, _variables(process)))
            # A helper of Python's own serves the whole process.
            return is_marked and b"multiprocessing" not in (folder / "cmdline").read_bytes()
        return False

    def _is_mark(self, variable: bytes) -> bool:
        return variable.startswith(self._mark) and variable.endswith(b" (call)")


def _started() -> set[int]:
    return children() | FORKS.keys()


@functools.lru_cache(maxsize=1)
def _started_at(newest: str) -> set[int]:
    """What `_started` finds; asked once for as long as the system starts nothing more, see `newest`."""
    return _started()


def _variables(process: int) -> list[bytes]:
    """The environment of a process; none if it is dead or was started without one."""
    folder, until = Path(f"/proc/{process}"), time.monotonic() + LOADING
    while time.monotonic() < until and not _is_dead(folder):
        if process in FORKS:
            return [f"{TEST}={FORKS[process]}".encode()]
        if variables := (folder / "environ").read_bytes():
            return variables.split(b"\0")
        time.sleep(0.001)
    return []


def _is_dead(folder: Path) -> bool:
    return (folder / "stat").read_text().rpartition(")")[2].split()[0] == "Z"


def _descendants(process: int) -> Iterator[int]:
    for child in children(process):
        yield child
        yield from _descendants(child)


def _command(process: int) -> str:
    return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ").strip()[:200]


@contextlib.contextmanager
def no_leftovers(tests: str) -> Iterator[None]:
    """End what tests have left behind, and fail with its name if there is something; see `Leftovers`."""
    leftovers = Leftovers(tests)
    yield
    if ended := leftovers.end():
        pytest.fail(f"processes outlived the test and were ended: {'; '.join(ended)}", pytrace=False)
