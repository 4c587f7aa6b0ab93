"""The progress of the compiler: the number of functions that it has compiled."""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="misc,no-untyped-call"

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from numba.core import event


class _Listener(event.Listener):
    def __init__(self, report: Callable[[int], object]) -> None:
        self._report, self._count = report, 0

    def on_start(self, event: Any) -> None:
        """Nothing is compiled yet."""

    def on_end(self, event: Any) -> None:
        self._count += 1
        self._report(self._count)


@contextlib.contextmanager
def counting(report: Callable[[int], object]) -> Iterator[None]:
    """Call `report` with the number of functions compiled so far inside the block, after each of them."""
    with event.install_listener("numba:compile", _Listener(report)):
        yield
