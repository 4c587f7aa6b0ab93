"""Work off the event loop: at most so much at a time, and those who ask take turns."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from typing import TypeVar

import pytest

from nupp.kernel import interpreting
from nupp.server import offloop
from nupp.server.models.shared import ProblemError
from nupp.server.offloop import ASKER, AT_A_TIME, DOUBTS, HAS_LEFT, QUICK, TRIALS, Pace, off_loop

R = TypeVar("R")


async def _full(go: threading.Event) -> list[asyncio.Task[bool]]:
    """Work that keeps all threads until it may go on."""
    tasks = [asyncio.create_task(_asked_by(str(number), go.wait)) for number in range(AT_A_TIME)]
    await asyncio.sleep(0)
    return tasks


async def _asked_by(name: str, function: Callable[[], R]) -> R:
    """Work off the event loop that somebody asks for."""
    ASKER.set(name)
    return await off_loop(function)


def test_who_asks_for_much_keeps_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of their turns: which of two threads then comes to its end first is up to the system."""

    async def at_once(call: Callable[[Callable[[], object]], object], work: Callable[[], object]) -> object:
        return call(work)

    async def work() -> None:
        go, order = threading.Event(), list[str]()
        busy = await _full(go)
        monkeypatch.setattr(offloop, "run_sync", at_once)

        async def ask(name: str, number: int) -> None:
            await _asked_by(name, lambda: order.append(f"{name}{number}"))

        wanted = [("ann", number) for number in range(20)] + [("bob", 0)]
        tasks = [asyncio.create_task(ask(*one)) for one in wanted]
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*busy, *tasks)
        assert sorted(order) == sorted(f"{name}{number}" for name, number in wanted)
        assert order.index("bob0") <= 2 * AT_A_TIME

    asyncio.run(work())


def test_nobody_has_all_turns() -> None:
    async def work() -> None:
        go = threading.Event()
        many = [asyncio.create_task(_asked_by("ann", go.wait)) for _ in range(3 * AT_A_TIME)]
        await asyncio.sleep(0)
        assert await _asked_by("bob", lambda: "at once") == "at once"
        assert not any(one.done() for one in many)
        go.set()
        assert all(await asyncio.gather(*many))

    asyncio.run(work())


def test_work_that_nobody_awaits_any_more_is_not_begun_and_the_others_is() -> None:
    async def work() -> None:
        go, done = threading.Event(), list[int]()
        busy = await _full(go)
        tasks = [asyncio.create_task(off_loop(done.append, number)) for number in range(4)]
        await asyncio.sleep(0)
        for number in (0, 2):
            tasks[number].cancel()
        go.set()
        await asyncio.gather(*busy, *tasks, return_exceptions=True)
        assert sorted(done) == [1, 3]
        for _ in range(3 * AT_A_TIME):
            assert await off_loop(interpreting)

    asyncio.run(work())


def test_what_fails_gives_its_turn_back() -> None:
    async def work() -> None:
        failed = await asyncio.gather(*(off_loop(int, "x") for _ in range(9)), return_exceptions=True)
        assert all(isinstance(error, ValueError) for error in failed)
        assert await off_loop(int, "7") == 7

    asyncio.run(work())


def _busy() -> None:
    end = time.thread_time() + 2 * QUICK
    while time.thread_time() < end:
        pass


def test_work_for_a_game_that_has_been_quick_is_done_in_the_event_loop_until_it_is_slow() -> None:
    async def work() -> None:
        pace, loop = Pace(), threading.current_thread()
        for _ in range(TRIALS):
            assert await pace.do("quick", threading.current_thread) is not loop
        assert await pace.do("quick", threading.current_thread) is loop
        assert await pace.do("another", threading.current_thread) is not loop
        for slow in (lambda: time.sleep(2 * QUICK), _busy):
            await pace.do("quick", slow)
            assert await pace.do("quick", threading.current_thread) is not loop
            assert await pace.do("quick", threading.current_thread) is loop
        await pace.do("quick", _busy)
        await pace.do("quick", lambda: time.sleep(2 * QUICK))  # which takes no processor time
        assert await pace.do("quick", threading.current_thread) is loop
        await pace.do("quick", _busy)
        await pace.do("quick", _busy)
        for _ in range(DOUBTS + TRIALS):
            assert await pace.do("quick", threading.current_thread) is not loop
        assert await pace.do("quick", threading.current_thread) is loop

    asyncio.run(work())


def test_work_that_fails_fails_alike_in_the_event_loop_and_in_a_thread() -> None:
    async def work() -> None:
        pace = Pace()
        for _ in range(TRIALS + 1):
            with pytest.raises(ValueError, match="nonsense"):
                await pace.do("game", lambda: int("nonsense"))

    asyncio.run(work())


def _endless(steps: list[int]) -> None:
    while True:
        steps.append(1)
        with contextlib.suppress(Exception):
            sum(range(1000))


def _endless_in_its_end(steps: list[int]) -> None:
    try:
        _endless(steps)
    finally:
        with contextlib.suppress(BaseException):
            _endless(steps)


@pytest.mark.parametrize("function", [_endless, pytest.param(_endless_in_its_end, marks=pytest.mark.slow)])
def test_work_that_takes_too_long_is_ended(
    monkeypatch: pytest.MonkeyPatch, function: Callable[[list[int]], None]
) -> None:
    monkeypatch.setattr(offloop, "WORK_SECONDS", 0.05)

    async def work() -> None:
        for _ in range(2 * AT_A_TIME):
            steps = list[int]()
            with pytest.raises(ProblemError, match="takes longer"):
                await off_loop(function, steps)
            done = len(steps)
            assert await off_loop(interpreting)  # and what its thread does next is not
            assert len(steps) == done

    asyncio.run(work())


def test_work_that_waits_takes_no_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offloop, "WORK_SECONDS", 0.02)

    async def work() -> None:
        go = threading.Event()
        task = asyncio.create_task(off_loop(go.wait))
        assert not (await asyncio.wait([task], timeout=0.15))[0]
        go.set()
        assert await task

    asyncio.run(work())


async def _begun(name: str = "") -> tuple[asyncio.Task[None], list[int]]:
    """Work without an end that goes on."""
    steps = list[int]()
    task = asyncio.create_task(_asked_by(name, lambda: _endless(steps)))
    while not steps:
        await asyncio.sleep(0.01)
    return task, steps


def test_work_that_nobody_awaits_any_more_is_ended() -> None:
    async def work() -> None:
        task, steps = await _begun()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        done = len(steps)
        await asyncio.sleep(0.05)
        assert len(steps) == done

    asyncio.run(work())


def test_work_of_a_client_who_has_left_is_ended() -> None:
    async def work() -> None:
        left = False

        async def has_left() -> bool:
            return left

        HAS_LEFT.set(has_left)
        begun = [await _begun(str(number)) for number in range(AT_A_TIME)]
        left = True
        for task, _ in begun:
            with pytest.raises(ProblemError, match="left"):
                await task
        done = [len(steps) for _, steps in begun]
        await asyncio.sleep(0.05)
        assert [len(steps) for _, steps in begun] == done

    asyncio.run(work())
