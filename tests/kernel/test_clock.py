"""The stop flag and the clock."""

from __future__ import annotations

import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from kernel.workshop import Workshop
from nupp.kernel import (
    Deadline,
    StopFlag,
    Task,
    by_processor_time,
    elapsed,
    interpreted,
    is_due,
    is_late,
    kernel,
    run_until,
    stop_flag,
    stop_requested,
    under,
)


@kernel
def wait_for(flag: StopFlag, limit: int) -> int:
    """Count until the flag is raised."""
    for rounds in range(limit):
        if stop_requested(flag) != 0:
            return rounds
    return -1


ENDLESS = 2**62


def test_a_raised_flag_is_seen_inside_a_loop() -> None:
    flag = stop_flag()
    assert wait_for(flag, 1000) == -1
    timer = threading.Timer(0.05, flag.__setitem__, (0, 1))
    timer.start()
    assert wait_for(flag, ENDLESS) > 1000
    assert wait_for(flag, ENDLESS) == 0


def test_flags_are_seen_interpreted_too() -> None:
    flag = stop_flag()
    with interpreted():
        assert (wait_for(flag, 10), stop_requested(flag)) == (-1, 0)
        flag[0] = 1
        assert (wait_for(flag, 10), stop_requested(flag)) == (0, 1)


@kernel
def dues(limit: int, interval: int) -> int:
    """How often a look at the flag is due."""
    found = 0
    for count in range(limit):
        found += is_due(count, interval)
    return found


@pytest.mark.parametrize("interval", [1, 2, 64])
def test_compiled_code_looks_seldom_and_plain_python_always(interval: int) -> None:
    assert dues(129, interval) == len(range(0, 129, interval))
    with interpreted():
        assert dues(129, interval) == 129


def test_plain_python_keeps_the_time_though_nobody_else_gets_a_turn() -> None:
    flag, usual = stop_flag(), sys.getswitchinterval()
    sys.setswitchinterval(20)
    try:
        with interpreted():
            began = time.monotonic()
            run_until(lambda: wait_for(flag, ENDLESS), flag, 0.05)
            assert time.monotonic() - began < 10
    finally:
        sys.setswitchinterval(usual)


def test_only_the_main_thread_needs_another_to_wait_for() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(
            lambda: run_until(threading.get_ident, stop_flag()) == threading.get_ident()
        ).result()
        timed = pool.submit(lambda: run_until(threading.get_ident, stop_flag(), 60) == threading.get_ident())
        assert not timed.result()
    assert run_until(threading.get_ident, stop_flag()) != threading.get_ident()


def test_the_result_is_returned_and_the_flag_left_down() -> None:
    flag = stop_flag()
    assert run_until(lambda: "done", flag) == "done"
    assert run_until(lambda: None, flag, seconds=60) is None
    assert flag[0] == 0


@pytest.mark.parametrize("seconds", [0.0, 0.05])
def test_the_deadline_raises_the_flag(seconds: float) -> None:
    flag = stop_flag()
    begin = time.perf_counter()
    assert run_until(lambda: wait_for(flag, ENDLESS), flag, seconds) >= 0
    assert seconds <= time.perf_counter() - begin < seconds + 5
    assert flag[0] == 1


def test_another_thread_may_raise_the_flag() -> None:
    flag = stop_flag()
    threading.Timer(0.05, flag.__setitem__, (0, 1)).start()
    assert run_until(lambda: wait_for(flag, ENDLESS), flag, seconds=60) >= 0


def test_exceptions_are_handed_on() -> None:
    def fail() -> None:
        raise ZeroDivisionError("here")

    with pytest.raises(ZeroDivisionError, match="here"):
        run_until(fail, stop_flag(), seconds=60)
    with pytest.raises(SystemExit):
        run_until(lambda: exit(3), stop_flag())


def test_watch_is_called_in_the_calling_thread() -> None:
    flag = stop_flag()
    threads: list[int] = []

    def watch() -> None:
        threads.append(threading.get_ident())
        if len(threads) == 3:
            flag[0] = 1

    run_until(lambda: wait_for(flag, ENDLESS), flag, watch=watch, interval=0.01)
    assert threads[:3] == [threading.get_ident()] * 3


def test_watch_goes_on_after_the_deadline() -> None:
    flag = stop_flag()
    calls: list[int] = []
    late = threading.Event()

    def watch() -> None:
        calls.append(int(flag[0]))
        if calls.count(1) == 2:
            late.set()

    assert run_until(lambda: late.wait(10), flag, seconds=0.03, watch=watch, interval=0.01)
    assert calls.count(1) >= 2


def test_an_exception_of_watch_stops_the_function_first() -> None:
    flag = stop_flag()
    ended = []

    def work() -> None:
        ended.append(wait_for(flag, ENDLESS))

    with pytest.raises(ZeroDivisionError):
        run_until(work, flag, watch=lambda: 1 // 0, interval=0.01)
    assert len(ended) == 1


INTERRUPTED = """
import os, signal, threading, time
from nupp.kernel import run_until, stop_flag
ended = []
def work():
    print("ready", flush=True)
    while flag[0] == 0:
        time.sleep(0.01)
    time.sleep(0.2)
    ended.append(True)
for seconds in (None, 60):
    flag = stop_flag()
    try:
        run_until(work, flag, seconds=seconds)
    except KeyboardInterrupt:
        print("interrupted", int(flag[0]), ended, flush=True)
"""


@pytest.mark.slow
def test_ctrl_c_raises_the_flag_and_waits(workshop: Workshop) -> None:
    """Without a limit of time, and then with one."""
    process = workshop.start(INTERRUPTED)
    assert process.stdout is not None
    for ended in ("[True]", "[True, True]"):
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == f"interrupted 1 {ended}\n"
    output, errors = process.communicate(timeout=30)
    assert (output, errors, process.returncode) == ("", "", 0)


UNNOTICED = """
import signal, threading, time
from nupp.kernel import run_until, stop_flag
def work():
    time.sleep(0.2)  # until the main thread waits
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # which wakes this thread alone
    while flag[0] == 0:
        time.sleep(0.01)
flag = stop_flag()
try:
    run_until(work, flag)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.slow
def test_a_ctrl_c_that_wakes_nobody_is_soon_noticed(workshop: Workshop) -> None:
    """As one that comes just before the main thread begins to wait."""
    process = workshop.start(UNNOTICED)
    assert process.communicate(timeout=30) == ("interrupted\n", "")


def test_a_thread_that_cannot_start_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    with pytest.raises(RuntimeError, match="start new thread"):
        run_until(lambda: None, stop_flag())


# ---- deadlines that move, and tasks ----------------------------------------------------------------


def test_a_deadline_may_be_moved_while_a_search_runs() -> None:
    flag, deadline = stop_flag(), Deadline(60)
    threading.Timer(0.05, deadline.move, (0.05,)).start()
    begin = time.perf_counter()
    with under(deadline):
        assert run_until(lambda: wait_for(flag, ENDLESS), flag, seconds=600) >= 0
    assert 0.09 < time.perf_counter() - begin < 5


def test_a_deadline_put_off_holds_no_longer() -> None:
    flag, deadline = stop_flag(), Deadline(0.2)
    deadline.move(None)
    with under(deadline):
        assert run_until(lambda: time.sleep(0.4), flag) is None
    assert flag[0] == 0


def test_deadlines_hold_inside_and_in_threads_started_there() -> None:
    """Of several deadlines the first one ends a search; outside they hold no longer."""
    flag, outer, inner = stop_flag(), Deadline(0.05), Deadline(60)

    def search() -> int:
        mine = stop_flag()
        return run_until(lambda: wait_for(mine, ENDLESS), mine)

    with under(outer), under(inner):
        assert run_until(search, flag) >= 0
    assert run_until(lambda: "free", stop_flag()) == "free"
    after = stop_flag()
    assert run_until(lambda: wait_for(after, 1000), after) == -1


def test_a_deadline_that_has_passed_stops_at_once() -> None:
    flag, deadline = stop_flag(), Deadline()
    deadline.move(0)
    with under(deadline):
        assert run_until(lambda: wait_for(flag, ENDLESS), flag) >= 0


def test_soft_limits() -> None:
    now = time.perf_counter()
    assert not is_late(now, None)
    assert not is_late(now, 60)
    assert is_late(now - 61, 60)
    deadline = Deadline()
    with under(deadline):
        assert not is_late(now, 60)
        deadline.move(None, soft=60)
        assert not is_late(now, 60)
        deadline.move(None, soft=0)
        assert is_late(now, 60)
        assert run_until(lambda: is_late(now, None), stop_flag())
    assert not is_late(now, 60)


def test_a_task_goes_on_until_it_is_stopped_and_can_be_waited_for_by_several() -> None:
    flag = stop_flag()
    task = Task(lambda: wait_for(flag, ENDLESS), lambda: flag.__setitem__(0, 1))
    task.begin()
    found: list[int] = []
    others = [threading.Thread(target=lambda: found.append(task.wait())) for _ in range(3)]
    for other in others:
        other.start()
    time.sleep(0.05)
    assert not task.failed
    assert found == []
    task.stop()
    rounds = task.wait()
    for other in others:
        other.join(10)
    assert found == [rounds] * 3
    assert task.wait() == rounds


def test_a_task_that_fails_hands_on_its_error_to_whoever_waits() -> None:
    task = Task(lambda: 1 // 0, lambda: None)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            task.wait()
    assert task.failed


def spin(flag: StopFlag) -> float:
    """Work until the flag is raised; returns the processor time of the thread."""
    while flag[0] == 0:
        pass
    return time.thread_time()


def test_seconds_can_be_processor_time_of_the_thread_that_works() -> None:
    flag = stop_flag()
    with by_processor_time():
        used = run_until(lambda: spin(flag), flag, seconds=0.05)
    assert 0.05 <= used < 0.2


def test_time_that_a_thread_sleeps_is_no_processor_time() -> None:
    flag = stop_flag()

    def sleep() -> float:
        time.sleep(0.2)
        return time.thread_time()

    with by_processor_time():
        assert run_until(sleep, flag, seconds=0.1) < 0.1
    assert flag[0] == 0
    assert run_until(sleep, flag, seconds=0.1) < 0.1
    assert flag[0] == 1


def test_time_used_is_that_of_the_processor_where_budgets_are() -> None:
    with by_processor_time():
        began, clock = elapsed(), time.perf_counter()
        while elapsed() - began < 0.02:
            pass
        assert time.perf_counter() - clock >= 0.015
    assert abs(elapsed() - time.perf_counter()) < 1.0
