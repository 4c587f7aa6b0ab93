"""Programs that begin as forks of one process that has imported the server of nupp already.

Those imports are most of the time that a server takes to begin.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from typing import IO, Any, NoReturn

import nupp

LONGEST = 1 << 20
"""Bytes of the longest order."""

TEST = "PYTEST_CURRENT_TEST"
"""The variable in which pytest names the test."""
FORKS: dict[int, str] = {}
"""The forks that have not been seen to end, by their numbers, with what `TEST` was when each was started.

They are no children of this process, and have the environment of the one that forks.
"""

IMPORTED = (
    "alembic.command",
    "alembic.runtime.migration",
    "nupp.cli.serve",
    "nupp.server.serving",
    "psycopg",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
)
"""What servers need; what is not installed is left out."""


class Fork:
    """A program that is run by a fork; its methods are those of `subprocess.Popen`.

    program: its source. words: the arguments of its command line. log: what takes its standard error.
    """

    def __init__(self, program: str, words: Sequence[str], log: IO[str]) -> None:
        order = {"program": program, "words": words, "variables": dict(os.environ)}
        (out, to_out), (reports, to_reports) = os.pipe(), os.pipe()
        socket.send_fds(_forks(), [json.dumps(order).encode()], [to_out, log.fileno(), to_reports])
        os.close(to_out)
        os.close(to_reports)
        self.stdout, self._reports = os.fdopen(out), os.fdopen(reports)
        self.pid = int(self._reports.readline())
        FORKS[self.pid] = os.environ.get(TEST, "")
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None and select.select([self._reports], [], [], 0)[0]:
            self.returncode = int(self._reports.readline())
            self._reports.close()
            FORKS.pop(self.pid, None)
        return self.returncode

    def wait(self, timeout: float) -> int:
        if self.returncode is None and not select.select([self._reports], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("a fork", timeout)
        ended = self.poll()
        assert ended is not None
        return ended

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@cache
def _forks() -> socket.socket:
    """A way to the process that forks, which ends when it is closed."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with there:
        subprocess.Popen(
            [sys.executable, "-c", f"from server.forking import fork_always; fork_always({there.fileno()})"],
            # It serves many tests.
            env={name: value for name, value in os.environ.items() if name != TEST}
            | {"PYTHONPATH": os.pathsep.join(sys.path)},
            pass_fds=[there.fileno()],
        )
    return here


def fork_always(asked: int) -> None:
    """Run the programs that are asked for over a socket, until its other end is closed."""
    for name in IMPORTED:
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(name)
    nupp.GAMES.fill()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how those ended that watch
    with socket.socket(fileno=asked) as orders:
        while True:
            order, files, *_ = socket.recv_fds(orders, LONGEST, 3)
            if not order:
                return
            if os.fork() == 0:
                orders.close()
                _watch(json.loads(order), *files)
            for file in files:
                os.close(file)


def _watch(order: dict[str, Any], out: int, log: int, reports: int) -> NoReturn:
    """Run a program in a process of its own, and report its number and its exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    process = os.fork()
    if process == 0:
        os.close(reports)
        _run(order, out, log)
    os.close(out)
    os.close(log)
    with open(reports, "w") as file:
        print(process, file=file, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), file=file, flush=True)
    os._exit(0)


def _run(order: dict[str, Any], out: int, log: int) -> NoReturn:
    """Be a program."""
    for file, place in ((out, 1), (log, 2)):
        os.dup2(file, place)
        os.close(file)
    os.environ.clear()
    os.environ.update(order["variables"])
    sys.argv = ["-c", *order["words"]]
    exec(order["program"], {"__name__": "__main__"})
    sys.exit()
