"""Workers on a Ray cluster, as the pool sees them: like processes of this machine.

A broker, a process of its own, is connected to the cluster. If it ends, or the cluster is lost, all workers
there are lost; the broker is started again every few seconds until the cluster is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from typing import Any, Final

from nupp.server.engines.processes import argument_of
from nupp.server.logs import LOG, details

FIRST: Final = 2**22 + 1
"""The number of the first worker on a cluster: Linux gives none so high to processes."""
LONGEST_LINE: Final = 2**25
"""Bytes of the longest message of the broker, with one of a worker inside."""
GRACE: Final = 5.0
"""Seconds that a broker has to end."""
AGAIN: Final = 5.0
"""Seconds until a broker that has ended is started again."""
_BROKER: Final = "nupp.server.engines.broker"


class FarProcess:
    """A worker on the cluster, with what the pool uses of `asyncio.subprocess.Process`.

    begun: set when it takes lines, or has ended. lost: whether it was lost with its machine, or for want of a
    free one.
    """

    def __init__(self, cluster: Cluster, number: int) -> None:
        self._cluster = cluster
        self.pid = number
        self.returncode: int | None = None
        self.lost = False
        self.stdin = self
        self.stdout = asyncio.StreamReader(LONGEST_LINE)
        self.begun, self._ended = asyncio.Event(), asyncio.Event()

    def write(self, data: bytes) -> None:
        """Write a line to it."""
        self._cluster.send("write", worker=self.pid, line=data.decode().rstrip("\n"))

    def kill(self) -> None:
        """End it now."""
        self._cluster.send("end", worker=self.pid)
        self.end(-9)

    async def wait(self) -> int | None:
        """Wait for its end; the exit code."""
        await self._ended.wait()
        return self.returncode

    def end(self, code: int, lost: bool = False) -> None:
        """It has ended."""
        if self.returncode is None:
            self.returncode, self.lost = code, lost
            self.stdout.feed_eof()
            self.begun.set()
            self._ended.set()


class Cluster:
    """A Ray cluster, of which the processors are for workers. All of it belongs to one event loop.

    free: how many more workers it takes now. changed: called when there are more.
    """

    def __init__(self, address: str, changed: Callable[[], object]) -> None:
        self._address, self._changed = address, changed
        self._numbers = itertools.count(FIRST)
        self._workers: dict[int, FarProcess] = {}
        self._broker: Process | None = None
        self._life: asyncio.Task[None] | None = None
        self.free = 0

    def begin(self) -> None:
        """Connect, and stay connected."""
        if self._life is None:
            self._life = asyncio.create_task(self._live())

    async def close(self) -> None:
        """End all workers."""
        if self._life is not None:
            self._life.cancel()
            await asyncio.wait([self._life])

    def start(self, memory: int) -> Awaitable[FarProcess]:
        """Start a worker that may take so much memory in MB; `free` counts it at once."""
        self.free -= 1
        return self._start(argument_of(memory))

    async def _start(self, argument: str) -> FarProcess:
        worker = FarProcess(self, next(self._numbers))
        self._workers[worker.pid] = worker
        if not self.send("start", worker=worker.pid, argument=argument):
            self._forget(worker.pid, 1, lost=True)
        await worker.begun.wait()
        return worker

    def send(self, type: str, **fields: Any) -> bool:
        """Send the broker a message; False if there is none."""
        if self._broker is None or self._broker.stdin is None:
            return False
        with contextlib.suppress(ConnectionError, RuntimeError):
            self._broker.stdin.write(json.dumps({"type": type, **fields}).encode() + b"\n")
        return True

    async def _live(self) -> None:
        while True:
            try:
                self._broker = await asyncio.create_subprocess_exec(
                    *_command(self._address),
                    stdin=PIPE,
                    stdout=PIPE,
                    limit=LONGEST_LINE,
                    start_new_session=True,  # Ctrl-C is for the server
                )
                assert self._broker.stdout is not None
                async for line in self._broker.stdout:
                    self._hear(json.loads(line))
            except OSError as error:
                LOG.error("no broker", extra=details(reason=str(error)))
            finally:
                await self._lose()
            await asyncio.sleep(AGAIN)

    async def _lose(self) -> None:
        """End the broker; all workers are lost with it."""
        self.free = 0
        broker, self._broker = self._broker, None
        for number in list(self._workers):
            self._forget(number, 1, lost=True)
        if broker is None:
            return
        LOG.warning("cluster left", extra=details(cluster=self._address))
        assert broker.stdin is not None
        broker.stdin.close()
        try:
            async with asyncio.timeout(GRACE):
                await broker.wait()
        except TimeoutError:
            broker.kill()
            await broker.wait()

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "ready":
                LOG.info("cluster reached", extra=details(cluster=self._address))
            case "failed":
                LOG.warning("no cluster", extra=details(reason=message["message"]))
            case "free":
                self.free = message["places"]
                if self.free:
                    self._changed()
            case "started" if worker := self._workers.get(message["worker"]):
                worker.begun.set()
            case "line" if worker := self._workers.get(message["worker"]):
                worker.stdout.feed_data(message["line"].rstrip("\n").encode() + b"\n")
            case "ended":
                self._forget(message["worker"], message["code"])
            case "lost":
                LOG.warning("worker lost", extra=details(reason=message["message"]))
                self._forget(message["worker"], 1, lost=True)

    def _forget(self, number: int, code: int, lost: bool = False) -> None:
        worker = self._workers.pop(number, None)
        if worker is not None:
            worker.end(code, lost)


def _command(address: str) -> list[str]:
    return [sys.executable, "-m", _BROKER, address]


def why_not(address: str) -> str | None:
    """The reason why a cluster cannot be used, in one line; None if it can. It blocks for some seconds."""
    done = subprocess.run(_command(address), input="", capture_output=True, text=True, check=False)
    first = json.loads(done.stdout.partition("\n")[0] or '{"type": "failed"}')
    if first["type"] == "ready":
        return None
    last = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    return str(first.get("message", last[-1]))
