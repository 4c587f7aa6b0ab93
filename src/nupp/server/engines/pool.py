"""The engines of the server: a bounded number of processes that search, shared fairly by those who ask.

A search waits until a process is free; the clients take turns. It ends early when whoever awaits it is
cancelled: the process is asked to stop, and killed if it does not. What a process does wrong, it does alone:
it has limits of memory and time, and another one takes its place.

Given the address of a Ray cluster, the processes are there while it has free processors, and here while none
can be had. A search whose machine is lost is done again elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import signal
import time
from asyncio.subprocess import Process
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from nupp.players import Budget, Candidate, Decision
from nupp.players.compiling import Compiler
from nupp.players.searchtree import PackedTree
from nupp.players.warmup import was_prepared
from nupp.server.engines.fair_queue import FairQueue
from nupp.server.engines.far import Cluster, FarProcess
from nupp.server.engines.processes import start_process
from nupp.server.logs import LOG, details
from nupp.server.metrics import Metrics
from nupp.server.settings import Settings

HEED: Final = 2.0
"""Seconds that a process has to end a search after it was asked to."""
PREPARE: Final = 300.0
"""Seconds that a process may take to compile what a search needs."""
LONGEST_LINE: Final = 2**24
"""Bytes of the longest message of a process."""

ATTEMPTS: Final = 3
"""The number of times that a search is begun whose machines are lost."""

OnThought = Callable[[Decision], object]
OnState = Callable[[str], object]
OnTree = Callable[[PackedTree], object]


class SearchError(Exception):
    """A search that failed: the player did something wrong, or its process ended; the message is one line.

    code: one word for programs, `memory` if it was not enough.
    """

    def __init__(self, message: str, code: str = "engine") -> None:
        super().__init__(message)
        self.code = code


class TooManyError(Exception):
    """A client that has too many searches waiting."""

    code = "too_many"


@dataclass(eq=False)
class _Search:
    """A search that waits or runs, and whoever awaits it."""

    number: int
    client: str
    order: dict[str, Any]
    on_thought: OnThought | None
    on_state: OnState | None
    on_tree: OnTree | None
    asked: float = field(default_factory=time.monotonic)
    future: asyncio.Future[Decision] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    given_up: bool = False
    stands_in: bool = False
    losses: int = 0

    @property
    def key(self) -> tuple[str, str]:
        """The code that a process must have compiled for it."""
        return self.order["game"], self.order["player"]

    def report_state(self, state: str) -> None:
        if self.on_state is not None and not self.given_up:
            self.on_state(state)

    def fail(self, message: str, code: str = "engine") -> None:
        if not self.future.done():
            self.future.set_exception(SearchError(message, code))


class Running(NamedTuple):
    """A process: its number, the game, player and client that it searches for, and how long it has."""

    id: int
    game: str | None
    player: str | None
    client: str | None
    seconds: float | None


class Engines:
    """The pool. All of it belongs to one event loop; nothing here blocks."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._numbers = itertools.count(1)
        self._waiting: FairQueue[_Search] = FairQueue()
        self._running: Counter[str] = Counter()
        self._processes: list[_Process] = []
        self._closing = False
        self._compiler = Compiler()
        self._cluster = Cluster(settings.engines, self._dispatch) if settings.engines else None
        metrics.watch_engines(lambda: self.waiting, lambda: self.processes)

    def begin(self) -> None:
        """Connect to the cluster, if there is one."""
        if self._cluster is not None:
            self._cluster.begin()

    # ---- what is asked for -----------------------------------------------------------------------

    async def search(
        self,
        client: str,
        game: str,
        start: str | None,
        moves: Sequence[str],
        player: str,
        budget: Budget,
        multipv: int = 1,
        on_thought: OnThought | None = None,
        on_state: OnState | None = None,
        *,
        clock: tuple[float, float] | None = None,
        keep: str | None = None,
        seed: int | None = None,
        at_once: bool = False,
        record: int = 0,
        on_tree: OnTree | None = None,
    ) -> Decision:
        """Return the decision of a player in the position that moves lead to from a start.

        client: for whom, which matters for the order in which searches are done. game, player:
        canonical specs that have been checked. start: a position text, None for the usual one.
        budget: what is beyond the limits of the server is cut. multipv: how many candidates are
        wanted. on_thought: called with better decisions, at most ten times
        a second. on_state: called with `queued`, `preparing` (code is compiled or loaded) and `thinking`,
        when time begins to count. clock: the seconds that the player has left for the game and what each
        move adds, instead of seconds for this move. keep: a name for the game and side, by which the player
        is found again with what it remembers. seed: of its random numbers, if its spec has none. at_once: a
        stand-in chooses if the player's code is not compiled yet. record: the most rows of a record of the
        search, which on_tree is called with at the end.

        Cancelled, it ends the search. SearchError if the search fails; TooManyError.
        """
        order = {
            "game": game,
            "start": start,
            "moves": list(moves),
            "player": player,
            "budget": self._cut(budget, clock is not None),
            "clock": clock,
            "multipv": multipv,
            "record": record,
            "keep": keep,
            "seed": seed,
            "at_once": at_once,
            "seconds": self._settings.search_seconds,
        }
        search = _Search(next(self._numbers), client, order, on_thought, on_state, on_tree)
        self._enter(search)
        try:
            return await search.future
        finally:
            search.given_up = True
            self._leave(search)

    def _cut(self, budget: Budget, clock: bool) -> dict[str, Any]:
        """A budget within the limits of the server, for a message to a worker."""
        settings = self._settings
        seconds = None if budget.seconds is None or clock else min(budget.seconds, settings.search_seconds)
        nodes = None if budget.nodes is None else min(budget.nodes, settings.search_nodes)
        return {"seconds": seconds, "nodes": nodes, "depth": budget.depth, "soft": budget.soft}

    @property
    def waiting(self) -> int:
        """The number of searches that wait for a process."""
        return len(self._waiting)

    @property
    def processes(self) -> int:
        """The number of processes."""
        return len(self._processes)

    @property
    def alive(self) -> bool:
        """True if searches can be done: every process runs or can be started."""
        return not self._closing and all(process.alive for process in self._processes)

    def under_way(self) -> list[Running]:
        """The processes and their searches."""
        return [process.under_way() for process in self._processes if process.alive]

    def end_process(self, id: int) -> None:
        """End a process, and the search that it does, if there is one of this number."""
        for process in self._processes:
            if process.id == id:
                process.kill("the server's admin ended it")

    def process_ids(self) -> list[int]:
        """The processes, by the numbers that the system gives them."""
        return [process.id for process in self._processes if process.alive]

    async def close(self) -> None:
        """End all searches and processes."""
        self._closing = True
        for search in self._waiting.clear():
            search.fail("the server is shutting down")
        self._compiler.close()
        processes, self._processes = self._processes, []
        await asyncio.gather(*(process.end() for process in processes))
        if self._cluster is not None:
            await self._cluster.close()

    def compile_ahead(self, game: str, player: str) -> None:
        """Have the code of a player compiled before anybody waits for it; canonical specs."""
        if not was_prepared(game, player):
            self._compiler.want(game, player, urgent=False)

    def expect(self, game: str, player: str) -> None:
        """Get ready for a search that may soon be asked for: its code, and a process; canonical specs."""
        self.compile_ahead(game, player)
        if not self._closing and not any(process.free for process in self._processes):
            process = self._new_process()
            if process is not None:
                process.stand_by()

    # ---- who is next -----------------------------------------------------------------------------

    def _enter(self, search: _Search) -> None:
        """Let a search wait for its turn; TooManyError if too many do."""
        if self._closing:
            raise SearchError("the server is shutting down")
        own = self._waiting.count(search.client)
        if own >= self._settings.waiting_per_client:
            raise TooManyError(f"{own} of your searches wait already: expected one to end first")
        if self.waiting >= self._settings.waiting:
            raise TooManyError("too many searches wait on the server: try again later")
        self._waiting.join(search.client, search)
        search.report_state("queued")
        self._dispatch()

    def _leave(self, search: _Search) -> None:
        """Take a search that nobody awaits any more out of the line, or end it."""
        self._waiting.leave(search.client, search)
        for process in self._processes:
            if process.search is search:
                process.stop_search()

    def _dispatch(self) -> None:
        """Give searches to processes while there are both."""
        while not self._closing and (client := self._waiting.whose_turn(self._may_search)) is not None:
            search = self._waiting.first(client)
            process = self._choose_process(search)
            if process is None:
                return
            self._waiting.take(client)
            self._running[client] += 1
            self._metrics.waited(time.monotonic() - search.asked)
            process.take(search)

    def _may_search(self, client: str) -> bool:
        """True if a client may run one more search."""
        return self._running[client] < self._settings.searches_per_client

    def _choose_process(self, search: _Search) -> _Process | None:
        """A free process, best one that knows the player, then an unused one or, if there may be more, a new
        one, then any other; None if there is none.
        """
        free = [process for process in self._processes if process.free]
        best = max(free, key=lambda process: (process.knows(search), process.unused), default=None)
        if best is not None and (best.knows(search) or best.unused):
            return best
        return self._new_process() or best

    def _new_process(self) -> _Process | None:
        """A new process in the pool; None if there are as many as there may be."""
        started = self._start()
        if started is None:
            return None
        process = _Process(started, self._settings, self._compiler, self._finished, self._gone, self._again)
        self._processes.append(process)
        return process

    def _start(self) -> Awaitable[Process | FarProcess] | None:
        """A new process, on the cluster if it has a place; None if there are as many as there may be."""
        memory = self._settings.search_memory
        if self._cluster is not None and self._cluster.free > 0:
            return self._cluster.start(memory)
        if len(self._processes) < self._settings.workers:
            return start_process("nupp.server.engines.worker", LONGEST_LINE, memory)
        return None

    def _finished(self, search: _Search, seconds: float | None) -> None:
        """A process has done with a search, in one way or another."""
        self._running[search.client] -= 1
        if self._running[search.client] <= 0:
            del self._running[search.client]
        self._metrics.searched(seconds)
        asyncio.get_running_loop().call_soon(self._dispatch)

    def _again(self, search: _Search) -> None:
        """Let a search wait for another process, since the memory of its own was used up by earlier ones."""
        if self._closing or search.given_up:
            search.fail("the engine's memory is used up", "memory")
            return
        self._waiting.join(search.client, search)
        self._dispatch()

    def _gone(self, process: _Process) -> None:
        """A process has ended."""
        if process in self._processes:
            self._processes.remove(process)
        self._dispatch()


class _Process:
    """One process, which is started by its first search or by `stand_by`."""

    def __init__(
        self,
        started: Awaitable[Process | FarProcess],
        settings: Settings,
        compiler: Compiler,
        finished: Callable[[_Search, float | None], None],
        gone: Callable[[_Process], None],
        again: Callable[[_Search], None],
    ) -> None:
        self._started, self._settings, self._compiler = started, settings, compiler
        self._finished, self._gone, self._again = finished, gone, again
        self.search: _Search | None = None
        self._process: Process | FarProcess | None = None
        self._preparing = True
        self._began: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._known: Counter[tuple[str, str]] = Counter()
        self._kept: deque[str] = deque(maxlen=4)
        self._life: asyncio.Task[None] | None = None
        self._killed: str | None = None

    @property
    def free(self) -> bool:
        return self.search is None and self._killed is None

    @property
    def unused(self) -> bool:
        """True if it has not done a search yet."""
        return not self._known

    @property
    def alive(self) -> bool:
        return self._process is None or self._process.returncode is None

    @property
    def id(self) -> int:
        return -1 if self._process is None else self._process.pid

    def under_way(self) -> Running:
        """Itself, for people."""
        order = self.search.order if self.search else {}
        client = self.search.client if self.search else None
        seconds = time.monotonic() - self._began if self.search and self._began else None
        return Running(self.id, order.get("game"), order.get("player"), client, seconds)

    def knows(self, search: _Search) -> int:
        """The readiness for a search: 2 with the player itself, 1 with its code, 0 with nothing."""
        return 2 if search.order["keep"] in self._kept else int(self._known[search.key] > 0)

    def stand_by(self) -> None:
        """Start, and wait for a first search; after a while without one the process ends."""
        self._life = asyncio.create_task(self._live())
        self._end_when_idle()

    # ---- a search --------------------------------------------------------------------------------

    def take(self, search: _Search) -> None:
        """Begin a search."""
        self.search, self._began = search, None
        self._preparing = True
        self._set_timer(PREPARE, "its code took too long to compile")
        if self._life is None:
            self._life = asyncio.create_task(self._live())
        else:
            self._send(search)

    def _send(self, search: _Search) -> None:
        self._write({"type": "search", "id": search.number, **search.order})

    def stop_search(self) -> None:
        """End the search; kill the process if it does not heed. One that compiles has its time for that."""
        search = self.search
        if search is None:
            return
        self._write({"type": "stop", "id": search.number})
        if not self._preparing:
            self._set_timer(HEED, "it did not end its search")

    def _write(self, message: dict[str, Any]) -> None:
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                self._process.stdin.write(json.dumps(message).encode() + b"\n")

    def _set_timer(self, seconds: float, reason: str) -> None:
        self._drop_timer()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.kill, reason)

    def _drop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def kill(self, reason: str) -> None:
        """End the process now."""
        self._killed = reason
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    # ---- the process -----------------------------------------------------------------------------

    async def _live(self) -> None:
        """Start the process, listen to it, and report its end."""
        try:
            await self._start()
            lines = None if self._process is None else self._process.stdout
            assert lines is not None
            async for line in lines:
                self._hear(json.loads(line))
        except (OSError, ValueError) as error:
            self.kill(" ".join(str(error).split()))
        except Exception as error:  # a listener failed: nobody would hear of the search any more
            LOG.error("a thought could not be sent", exc_info=error)
            self.kill("its message could not be passed on")
        finally:
            self._drop_timer()
            if self._process is not None:
                await self._process.wait()
            self._end_search()
            self._gone(self)

    async def _start(self) -> None:
        self._process = await self._started
        LOG.info("worker started", extra=details(worker=self._process.pid))
        if self._killed is not None:  # while it was being started
            self.kill(self._killed)
        elif self.search is not None:
            self._send(self.search)
            if self.search.given_up:
                self.stop_search()

    def _epitaph(self) -> str:
        code = None if self._process is None else self._process.returncode
        how = self._killed or (
            f"killed by {signal.Signals(-code).name}" if code and code < 0 else f"exit code {code}"
        )
        LOG.log(30 if code else 20, "worker ended", extra=details(worker=self.id, reason=how))
        return f"the engine's process ended: {how}"

    def _end_search(self) -> None:
        """Let the search fail with the process; one whose machine was lost is done again."""
        epitaph, search = self._epitaph(), self.search
        self.search = None
        if search is None:
            return
        self._finished(search, None)
        lost = self._killed is None and isinstance(self._process, FarProcess) and self._process.lost
        search.losses += lost
        if lost and search.losses < ATTEMPTS:
            self._killed = epitaph
            self._again(search)
        else:
            search.fail(epitaph)

    def _hear(self, message: dict[str, Any]) -> None:
        search = self.search
        if search is None or message.get("id") != search.number:
            return
        match message["type"]:
            case "state":
                self._hear_state(search, message["state"])
            case "thought" if search.on_thought and not search.given_up:
                search.on_thought(self._decision(message))
            case "done":
                decision = self._decision(message)
                self._remember(search)
                self._conclude(search)
                if search.on_tree and message["tree"] and not search.given_up:
                    search.on_tree(PackedTree(**message["tree"]))
                if not search.future.done():
                    search.future.set_result(decision)
            case "failed":
                self._conclude(search)
                search.fail(message["message"], message["code"])
            case "exhausted":
                self._conclude(search)
                self.kill("its memory was used up")
                self._again(search)

    def _decision(self, message: dict[str, Any]) -> Decision:
        assert self.search is not None
        decision = _decision(message["decision"])
        if not self.search.stands_in:
            return decision
        return replace(decision, compiled=self._compiler.share(*self.search.key))

    def _hear_state(self, search: _Search, state: str) -> None:
        if state == "compiling":
            search.stands_in = True
            self._compiler.want(*search.key)
            return
        self._preparing = state == "preparing"
        search.report_state(state)
        if not self._preparing:
            self._began = time.monotonic()
            limit = HEED if search.given_up else self._settings.search_seconds + HEED
            self._set_timer(limit, "it did not end its search")

    def _remember(self, search: _Search) -> None:
        self._known[search.key] += 1
        if search.order["keep"] is not None:
            with contextlib.suppress(ValueError):
                self._kept.remove(search.order["keep"])
            self._kept.append(search.order["keep"])

    def _conclude(self, search: _Search) -> None:
        """Be free for another search; after a while without one the process ends."""
        self.search = None
        self._end_when_idle()
        self._finished(search, time.monotonic() - self._began if self._began else None)

    def _end_when_idle(self) -> None:
        self._set_timer(self._settings.idle_seconds, "it had nothing to do")

    async def end(self) -> None:
        """End the process and whatever it does."""
        self.kill("the server is shutting down")
        if self._life is not None:
            await asyncio.wait([self._life], timeout=HEED)


def _decision(found: dict[str, Any]) -> Decision:
    """The decision of a message."""
    candidates: Iterable[dict[str, Any]] = found["candidates"]
    read = tuple(Candidate(**{**one, "pv": tuple(one["pv"])}) for one in candidates)
    return Decision(**{**found, "pv": tuple(found["pv"]), "candidates": read})
