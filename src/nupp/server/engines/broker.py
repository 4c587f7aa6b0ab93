"""A process that is connected to a Ray cluster, and passes on the lines of the workers that it starts there.

Ray stays out of the server's own process, which a lost cluster would otherwise take along. Each line is a
JSON object. It reads

    {"type": "start", "worker", "argument"}     begin a worker with this argument
    {"type": "write", "worker", "line"}
    {"type": "end", "worker"}

and writes

    {"type": "ready"}                           once, when it is connected
    {"type": "failed", "message"}               instead, and then ends
    {"type": "free", "places"}                  processors that are free for workers, now and then
    {"type": "started", "worker"}
    {"type": "line", "worker", "line"}
    {"type": "ended", "worker", "code"}         the exit code of a worker
    {"type": "lost", "worker", "message"}       its machine was lost, or none was free for it

It ends with its standard input. Its argument is the address of the cluster.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from typing import Any, Final, TextIO

from nupp.arena.cluster import cause_of, connected
from nupp.arena.result_log import MatchError
from nupp.extras import MissingExtraError
from nupp.server.engines.host import Host
from nupp.version import __version__

MODULE: Final = "nupp.server.engines.worker"
LONGEST_LINE: Final = 2**24
"""Bytes of the longest message of a worker."""
INTERVAL: Final = 0.5
"""Seconds between two looks at the free processors of the cluster."""
START: Final = 30.0
"""Seconds that a worker may wait for a free processor, and take to begin."""
END: Final = 2.0
"""Seconds that a worker has to end before its actor is killed."""


class Broker:
    """The workers of a server on a cluster."""

    def __init__(self, ray: Any, output: TextIO) -> None:
        self._ray, self._output = ray, output
        self._made = ray.remote(num_cpus=1)(Host)
        self._actors: dict[int, Any] = {}
        self._starting: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, lines: asyncio.StreamReader) -> None:
        """Do what the lines say until they end."""
        self._begin(self._look())
        async for line in lines:
            message = json.loads(line)
            number = message["worker"]
            match message["type"]:
                case "start":
                    self._begin(self._follow(number, message["argument"]))
                case "write" if number in self._actors:
                    self._actors[number].write.remote(message["line"])
                case "end" if number in self._actors:
                    self._begin(self._end(self._actors.pop(number)))
        await asyncio.gather(*map(self._end, self._actors.values()))
        self._ray.shutdown()
        os._exit(0)  # without the tasks, which have nothing to wait for any more

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _send(self, type: str, **fields: Any) -> None:
        self._output.write(json.dumps({"type": type, **fields}) + "\n")
        self._output.flush()

    async def _look(self) -> None:
        """Report the free processors; an error of Ray, when the cluster is lost, ends the process."""
        while True:
            try:
                free = await asyncio.to_thread(self._ray.available_resources)
            except Exception:
                os._exit(1)
            self._send("free", places=max(0, int(free.get("CPU", 0)) - len(self._starting)))
            await asyncio.sleep(INTERVAL)

    async def _follow(self, number: int, argument: str) -> None:
        """Run a worker, from its start to its end."""
        self._starting.add(number)
        actor = self._actors[number] = self._made.remote()
        try:
            started = actor.start.remote(__version__, MODULE, LONGEST_LINE, argument)
            await asyncio.wait_for(asyncio.shield(started), START)  # Ray prints errors if it is cancelled
            self._starting.discard(number)
            self._send("started", worker=number)
            while isinstance(said := await actor.read.remote(), str):
                self._send("line", worker=number, line=said)
            self._send("ended", worker=number, code=said)
        except TimeoutError:
            self._send("lost", worker=number, message="no processor of the cluster is free")
        except Exception as error:  # of Ray, or of its connection
            self._send("lost", worker=number, message=cause_of(error))
        finally:
            self._starting.discard(number)
            if self._actors.pop(number, None) is not None:
                await self._end(actor)

    async def _end(self, actor: Any) -> None:
        """End a worker, and free its processor."""
        with contextlib.suppress(Exception):  # it may be lost, with the cluster or without
            await asyncio.wait_for(asyncio.shield(actor.end.remote()), END)
        with contextlib.suppress(Exception):
            self._ray.kill(actor)


async def _serve(ray: Any, output: TextIO) -> None:
    broker = Broker(ray, output)
    lines = asyncio.StreamReader(LONGEST_LINE)
    reading = asyncio.StreamReaderProtocol(lines)
    await asyncio.get_running_loop().connect_read_pipe(lambda: reading, sys.stdin)
    await broker.serve(lines)


def main() -> None:
    """Be a broker, as the server has started it."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what Ray prints is no message
    try:
        ray = connected(sys.argv[1])
        print(json.dumps({"type": "ready"}), file=output, flush=True)
        asyncio.run(_serve(ray, output))
    except (MatchError, MissingExtraError) as error:
        print(json.dumps({"type": "failed", "message": str(error)}), file=output, flush=True)
    except BrokenPipeError:  # the server has ended
        os._exit(1)


if __name__ == "__main__":
    main()
