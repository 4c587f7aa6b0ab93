"""Listening to the compiler: the functions that it compiles, and the time that each takes."""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="misc,no-untyped-call"

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

from numba.core import event


class _Listener(event.Listener):
    def __init__(self, report: Callable[[str, float], object]) -> None:
        self._report = report
        self._began: list[float] = []
        self._within = [0.0]

    def on_start(self, event: Any) -> None:
        self._began.append(time.process_time())
        self._within.append(0.0)

    def on_end(self, event: Any) -> None:
        taken = time.process_time() - self._began.pop()
        own = taken - self._within.pop()
        self._within[-1] += taken
        self._report(event.data["dispatcher"].py_func.__qualname__, own)


@contextlib.contextmanager
def listening(report: Callable[[str, float], object]) -> Iterator[None]:
    """Call `report` inside the block with the name of each function that was compiled.

    The second argument is the processor time in seconds that this took, without that of functions compiled in
    between.
    """
    with event.install_listener("numba:compile", _Listener(report)):
        yield
