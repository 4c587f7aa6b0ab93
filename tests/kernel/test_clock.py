"""The stop flag and the clock."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from kernel.workshop import Workshop
from nupp.kernel import StopFlag, interpreted, kernel, run_until, stop_flag, stop_requested


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
flag = stop_flag()
ended = []
def work():
    print("ready", flush=True)
    while flag[0] == 0:
        time.sleep(0.01)
    time.sleep(0.2)
    ended.append(True)
try:
    run_until(work, flag, seconds={seconds})
except KeyboardInterrupt:
    print("interrupted", int(flag[0]), ended)
"""


@pytest.mark.parametrize("seconds", [None, 60])
def test_ctrl_c_raises_the_flag_and_waits(workshop: Workshop, seconds: float | None) -> None:
    process = workshop.start(INTERRUPTED.format(seconds=seconds))
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert (output, errors, process.returncode) == ("interrupted 1 [True]\n", "", 0)


def test_a_thread_that_cannot_start_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    with pytest.raises(RuntimeError, match="start new thread"):
        run_until(lambda: None, stop_flag())
