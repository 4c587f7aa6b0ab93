"""The pool of processes that search: what it promises, and what becomes of searches that go wrong."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from nupp.players import Budget, Decision
from nupp.players.warmup import was_prepared
from nupp.server.engines import pool as module
from nupp.server.engines.pool import Engines, SearchError, TooManyError
from nupp.server.engines.processes import start_process
from nupp.server.metrics import Metrics
from nupp.server.settings import Settings

pytestmark = pytest.mark.slow

ANN, BOB = "ann", "bob"
LONG = Budget(seconds=50)
QUICK = Budget(nodes=50)
PLAYER = "alphabeta:table=1"

Work = Callable[[Engines], Coroutine[Any, Any, None]]
Do = Callable[[Work], None]


@contextlib.asynccontextmanager
async def pool(**settings: Any) -> AsyncIterator[Engines]:
    engines = Engines(Settings(**{"workers": 1, **settings}), Metrics())
    try:
        yield engines
    finally:
        await engines.close()


def with_pool(work: Work, **settings: Any) -> None:
    """Do something with a pool, and end it."""

    async def run() -> None:
        async with pool(**settings) as engines:
            await asyncio.wait_for(work(engines), 900)

    asyncio.run(run())


@pytest.fixture(scope="module")
def in_pool() -> Iterator[Do]:
    """Do something with a pool that several tests share, each of which leaves it without searches."""
    with asyncio.Runner() as runner:
        engines = Engines(Settings(workers=1), Metrics())

        def do(work: Work) -> None:
            runner.run(asyncio.wait_for(work(engines), 900))

        yield do
        runner.run(engines.close())


async def ask(engines: Engines, client: str = ANN, budget: Budget = QUICK, **options: Any) -> Decision:
    """A search of the start of tic-tac-toe, unless another one is wanted."""
    game, moves = options.pop("game", "tictactoe"), options.pop("moves", [])
    return await engines.search(client, game, None, moves, options.pop("player", PLAYER), budget, **options)


class Heard:
    """The states and thoughts that a search reports."""

    def __init__(self) -> None:
        self.states: list[str] = []
        self.thoughts: list[Decision] = []
        self.thinks = asyncio.Event()

    def state(self, state: str) -> None:
        self.states.append(state)
        if state == "thinking":
            self.thinks.set()


async def begin(engines: Engines, client: str = ANN, **options: Any) -> tuple[asyncio.Task[Decision], Heard]:
    """A long search that has begun to think."""
    heard = Heard()
    task = asyncio.create_task(
        ask(
            engines,
            client,
            LONG,
            game="othello",
            on_thought=heard.thoughts.append,
            on_state=heard.state,
            **options,
        )
    )
    await heard.thinks.wait()
    return task, heard


def test_a_search_tells_what_it_does_and_thinks() -> None:
    async def work(engines: Engines) -> None:
        heard = Heard()
        decision = await ask(
            engines,
            budget=Budget(depth=3),
            moves=["b2"],
            multipv=3,
            on_thought=heard.thoughts.append,
            on_state=heard.state,
        )
        assert heard.states == ["queued", "preparing", "thinking"]
        assert decision.move in ("a1", "c1", "a3", "c3")
        assert decision.depth == 3
        assert len(decision.candidates) == 3
        assert isinstance(decision.score, int)
        heard = Heard()
        again = await ask(engines, budget=Budget(depth=3), moves=["b2"], multipv=3, on_state=heard.state)
        assert heard.states == ["queued", "thinking"]
        assert (again.move, again.score, again.nodes) == (decision.move, decision.score, decision.nodes)
        assert engines.processes == 1

    with_pool(work)


def test_thoughts_come_at_most_ten_times_a_second(in_pool: Do) -> None:
    async def work(engines: Engines) -> None:
        times: list[float] = []
        await ask(
            engines,
            game="othello",
            budget=Budget(seconds=1),
            on_thought=lambda _: times.append(time.monotonic()),
        )
        assert 1 <= len(times) <= 12

    in_pool(work)


def test_a_search_that_nobody_awaits_ends_and_the_next_one_begins(in_pool: Do) -> None:
    async def work(engines: Engines) -> None:
        task, _ = await begin(engines)
        (process,) = engines.process_ids()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await ask(engines)
        assert engines.process_ids() == [process]  # it has heeded

    in_pool(work)


def test_a_search_that_is_not_begun_is_taken_out_of_the_line(in_pool: Do) -> None:
    async def work(engines: Engines) -> None:
        first, _ = await begin(engines)
        second = asyncio.create_task(ask(engines, BOB))
        await asyncio.sleep(0)
        assert engines.waiting == 1
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        assert engines.waiting == 0
        first.cancel()

    in_pool(work)


def test_clients_take_turns(in_pool: Do) -> None:
    async def work(engines: Engines) -> None:
        order: list[str] = []
        first, _ = await begin(engines, "eve")

        async def one(client: str, number: int) -> None:
            await ask(engines, client)
            order.append(f"{client}{number}")

        waiting = [asyncio.create_task(one(ANN, number)) for number in range(3)]
        waiting += [asyncio.create_task(one(BOB, number)) for number in range(2)]
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(*waiting)
        assert order == ["ann0", "bob0", "ann1", "bob1", "ann2"]

    in_pool(work)


def test_a_client_has_only_so_many_searches_at_a_time() -> None:
    async def work(engines: Engines) -> None:
        first, _ = await begin(engines)
        others = [asyncio.create_task(ask(engines)) for _ in range(2)]
        await asyncio.sleep(0)
        assert engines.processes == 1  # though there might be two
        with pytest.raises(TooManyError, match="2 of your searches"):
            await ask(engines)
        await ask(engines, BOB)
        first.cancel()
        await asyncio.gather(*others)

    with_pool(work, workers=2, searches_per_client=1, waiting_per_client=2)


def test_all_clients_together_have_only_so_many_waiting() -> None:
    async def work(engines: Engines) -> None:
        first, _ = await begin(engines)
        second = asyncio.create_task(ask(engines, BOB))
        await asyncio.sleep(0)
        with pytest.raises(TooManyError, match=r"searches .*server"):
            await ask(engines, "eve")
        first.cancel()
        assert (await second).move

    with_pool(work, waiting=1)


def test_a_process_that_dies_fails_its_search_alone() -> None:
    async def work(engines: Engines) -> None:
        first, _ = await begin(engines)
        second, _ = await begin(engines, BOB)
        for process in engines.process_ids()[:1]:
            os.kill(process, signal.SIGSEGV)
        with pytest.raises(SearchError, match="SIGSEGV"):
            await first
        assert not second.done()
        second.cancel()
        assert (await ask(engines)).move

    with_pool(work, workers=2)


def test_a_listener_that_fails_ends_its_search_and_no_other(in_pool: Do) -> None:
    def fail(decision: Decision) -> None:
        raise ZeroDivisionError

    async def work(engines: Engines) -> None:
        with pytest.raises(SearchError, match="passed on"):
            await ask(engines, game="othello", budget=LONG, on_thought=fail)
        assert (await ask(engines)).move

    in_pool(work)


def test_a_process_that_is_being_started_at_the_end_does_not_stay() -> None:
    async def run() -> None:
        started: list[int] = []

        async def start(*args: Any, **options: Any) -> Any:
            process = await start_process(*args, **options)
            started.append(process.pid)
            return process

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "start_process", start)
            async with pool() as engines:
                search = asyncio.create_task(ask(engines))
                await asyncio.sleep(0)
                await engines.close()
                with pytest.raises(SearchError):
                    await search
        (process,) = started
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)

    asyncio.run(run())


def test_a_process_that_does_not_heed_is_killed(in_pool: Do, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HEED", 0.3)

    async def work(engines: Engines) -> None:
        task, _ = await begin(engines)
        (process,) = engines.process_ids()
        os.kill(process, signal.SIGSTOP)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await ask(engines)
        assert process not in engines.process_ids()

    in_pool(work)


def test_memory_is_limited_and_what_is_too_much_is_reported() -> None:
    async def work(engines: Engines) -> None:
        with pytest.raises(SearchError, match="memory") as failed:
            await ask(engines, game="othello", player="alphabeta:table=4000")
        assert failed.value.code == "memory"
        assert (await ask(engines)).move

    with_pool(work, search_memory=1000)


def test_a_search_that_earlier_ones_left_no_memory_for_is_done_by_another_process() -> None:
    async def work(engines: Engines) -> None:
        await ask(engines)
        (used,) = engines.process_ids()
        with pytest.raises(SearchError, match="not enough memory"):  # of a fresh process, too
            await ask(engines, player="alphabeta:table=4000")
        assert (await ask(engines)).move
        assert used not in engines.process_ids()

    with_pool(work, search_memory=1000)


def test_time_is_limited_whatever_is_asked_for() -> None:
    async def work(engines: Engines) -> None:
        limited = await ask(engines, game="othello", budget=Budget(seconds=1000))
        assert limited.seconds < 5
        endless = await ask(engines, game="othello", budget=Budget(depth=60))
        assert endless.seconds < 5

    with_pool(work, search_seconds=0.5)


def test_a_player_is_kept_for_the_next_move_of_its_game(in_pool: Do) -> None:
    """One that remembers goes on from what it has found; another game has a player of its own."""

    async def work(engines: Engines) -> None:
        uct = "uct:memory=16"
        budget = Budget(nodes=2000)
        first = await ask(engines, player=uct, budget=budget, keep="a", game="connectfour", seed=1)
        moves = [first.move, first.pv[1]]
        kept = await ask(
            engines, player=uct, budget=budget, keep="a", game="connectfour", moves=moves, seed=1
        )
        fresh = await ask(
            engines, player=uct, budget=budget, keep="b", game="connectfour", moves=moves, seed=1
        )
        visits = [sum(one.visits for one in decision.candidates) for decision in (kept, fresh)]
        assert visits[0] > visits[1]

    in_pool(work)


def test_a_clock_is_shared_out(in_pool: Do) -> None:
    async def work(engines: Engines) -> None:
        decision = await ask(engines, game="othello", clock=(6.0, 0.0), budget=Budget())
        assert decision.seconds < 3

    in_pool(work)


def test_moves_that_cannot_be_played_are_reported(in_pool: Do) -> None:
    async def work(engines: Engines) -> None:
        with pytest.raises(SearchError, match="move 2: 'b2'"):
            await ask(engines, moves=["b2", "b2"])
        over = ["a1", "b1", "a2", "b2", "a3"]
        with pytest.raises(SearchError, match=r"game .*over"):
            await ask(engines, moves=over)
        assert (await ask(engines)).move

    in_pool(work)


def test_the_end_ends_everything() -> None:
    async def run() -> None:
        async with pool() as engines:
            first, _ = await begin(engines)
            second = asyncio.create_task(ask(engines, BOB))
            await asyncio.sleep(0)
            processes = engines.process_ids()
            await engines.close()
            for task in (first, second):
                with pytest.raises(SearchError):
                    await task
            with pytest.raises(SearchError):
                await ask(engines)
            for process in processes:
                with pytest.raises(ProcessLookupError):
                    os.kill(process, 0)

    asyncio.run(run())


def test_processes_without_work_end() -> None:
    async def work(engines: Engines) -> None:
        await ask(engines)
        await _until_no_process(engines)
        assert (await ask(engines)).move

    with_pool(work, idle_seconds=0.2)


async def _until_no_process(engines: Engines) -> None:
    end = time.monotonic() + 30
    while engines.processes and time.monotonic() < end:
        await asyncio.sleep(0.05)
    assert engines.processes == 0


def test_a_move_does_not_wait_for_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in plays until the code is there; then the player itself does, with the same process."""
    monkeypatch.setenv("NUPP_CACHE", str(tmp_path))

    async def work(engines: Engines) -> None:
        shares: list[float | None] = []
        for _ in range(600):
            decision = await engines.search(
                ANN, "tictactoe", None, [], "random", QUICK, keep="a game:0", at_once=True
            )
            shares.append(decision.compiled)
            if decision.compiled is None:
                break
            await asyncio.sleep(0.1)
        assert shares[0] == 0.0
        assert shares[-1] is None
        assert engines.processes == 1

    with_pool(work)


def test_what_was_compiled_ahead_is_there_at_the_first_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUPP_CACHE", str(tmp_path))

    async def work(engines: Engines) -> None:
        engines.expect("tictactoe", "random")
        while not was_prepared("tictactoe", "random"):
            await asyncio.sleep(0.05)
        decision = await engines.search(
            ANN, "tictactoe", None, [], "random", QUICK, keep="a game:0", at_once=True
        )
        assert decision.compiled is None

    with_pool(work)


def test_a_search_that_is_expected_finds_a_process() -> None:
    async def work(engines: Engines) -> None:
        engines.expect("tictactoe", "random")
        engines.expect("tictactoe", "random")
        assert engines.processes == 1
        await ask(engines)
        engines.expect("tictactoe", "random")
        assert engines.processes == 1  # which is free again

    with_pool(work, workers=2)


def test_a_process_that_was_expected_to_be_needed_ends_too() -> None:
    async def work(engines: Engines) -> None:
        engines.expect("tictactoe", "random")
        await _until_no_process(engines)
        assert (await ask(engines)).move

    with_pool(work, idle_seconds=0.2)


@pytest.mark.parametrize("module", ["nupp.server.engines.worker", "nupp.server.jobs.runs"])
def test_a_process_whose_server_has_ended_leaves_without_a_word(module: str, tmp_path: Path) -> None:
    orders = {"kind": "study", "orders": {"name": "nonsense", "folder": str(tmp_path)}}
    argument = json.dumps({"memory": 2048, "files": [], **orders})
    process = subprocess.Popen(
        [sys.executable, "-m", module, argument],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    with process:  # its input stays open meanwhile
        process.stdout.close()
        assert process.wait(60) == 1
        assert process.stderr
        assert "Traceback" not in process.stderr.read()
