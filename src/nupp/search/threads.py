"""Searches that run side by side, each in a thread of its own, and share what they find through a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from nupp.kernel import StopFlag

R = TypeVar("R")


def assisted(main: Callable[[], R], helpers: Sequence[Callable[[], Any]], flags: Sequence[StopFlag]) -> R:
    """Call `main`, with each of the helpers at work in a thread of its own until it ends.

    flags: raised when `main` has ended, so that the helpers end, too. Returns what `main` returns; raises
    what it raises, or else what a helper raises.
    """
    if not helpers:
        return main()
    with ThreadPoolExecutor(len(helpers)) as pool:
        tasks = [pool.submit(copy_context().run, helper) for helper in helpers]
        try:
            found = main()
        finally:
            for flag in flags:
                flag[0] = 1
    for task in tasks:
        task.result()
    return found
