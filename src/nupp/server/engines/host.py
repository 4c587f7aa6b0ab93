"""The actor on a Ray cluster that runs a worker on its machine, and passes on its lines."""

from __future__ import annotations

import contextlib
import json
import platform
from asyncio.subprocess import Process
from typing import Any

from nupp.players.compiling import Compiler
from nupp.server.engines.processes import launch
from nupp.version import __version__


class Host:
    """A worker, and the process of this machine that compiles for it."""

    def __init__(self) -> None:
        self._worker: Process | None = None
        self._compiler = Compiler()
        self._key = "", ""
        self._stands_in = False

    async def start(self, version: str, module: str, longest_line: int, argument: str) -> None:
        """Start the worker, a module; ValueError if the server has another version of nupp than is here."""
        if version != __version__:
            raise ValueError(f"{platform.node()} has nupp {__version__}: expected {version}")
        self._worker = await launch(module, longest_line, argument)

    async def write(self, line: str) -> None:
        """Write a line to the worker."""
        message = json.loads(line)
        if message["type"] == "search":
            self._key, self._stands_in = (message["game"], message["player"]), False
        assert self._worker is not None
        assert self._worker.stdin is not None
        with contextlib.suppress(ConnectionError):
            self._worker.stdin.write(line.encode() + b"\n")

    async def read(self) -> str | int:
        """The next line of the worker, or its exit code at the end.

        What a worker waits for is compiled on its machine, and so the server hears how far that is, and not
        that it is to be done.
        """
        assert self._worker is not None
        assert self._worker.stdout is not None
        while line := await self._worker.stdout.readline():
            message = json.loads(line)
            if message["type"] == "state" and message["state"] == "compiling":
                self._stands_in = True
                self._compiler.want(*self._key)
                continue
            return json.dumps(self._with_share(message)) if self._stands_in else line.decode()
        return await self._worker.wait()

    def _with_share(self, message: dict[str, Any]) -> dict[str, Any]:
        if "decision" in message:
            message["decision"]["compiled"] = self._compiler.share(*self._key)
        return message

    async def end(self) -> None:
        """End the worker now."""
        self._compiler.close()
        if self._worker is not None:
            with contextlib.suppress(ProcessLookupError):
                self._worker.kill()
