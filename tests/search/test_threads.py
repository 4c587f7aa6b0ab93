"""Searches of several threads with one table: the same values, within one budget, to one end."""

from __future__ import annotations

import random
import threading
import time
from itertools import product

import pytest

from nupp.players import Budget
from nupp.search.threads import assisted
from search.subjects import REAL, check_values, subject


@pytest.mark.parametrize("name", REAL)
def test_threads_with_one_table_find_the_value(name: str) -> None:
    one, rng = subject(name), random.Random(12)
    for threads, entries in product((2, 3), (0, 4, 1 << 12)):
        chooser = one.alphabeta(deeper=False, threads=threads, entries=entries)
        check_values(one, chooser, rng)


@pytest.mark.parametrize("nodes", [1, 2, 3, 10, 1001])
def test_threads_share_a_budget_in_nodes(nodes: int) -> None:
    one = subject("hexxagon")
    for threads in (1, 2, 3):
        decision = one.alphabeta(threads=threads).choose(one.positions[0], Budget(nodes=nodes))
        assert decision.nodes <= nodes
        assert decision.move in one.positions[0].legal_moves


def test_threads_end_with_the_search() -> None:
    one = subject("hexxagon")
    chooser, before = one.alphabeta(threads=3), threading.active_count()
    chooser.choose(one.positions[0], Budget(nodes=3))  # compiles
    began = time.perf_counter()
    chooser.choose(one.positions[0], Budget(seconds=0.05))
    assert time.perf_counter() - began < 10
    assert threading.active_count() == before


def test_an_error_in_a_thread_is_reported_and_ends_the_others() -> None:
    flag, ended = [0], threading.Event()

    def fail() -> None:
        raise RuntimeError("enough")

    def wait() -> None:
        while not flag[0]:
            time.sleep(0.001)
        ended.set()

    with pytest.raises(RuntimeError, match="enough"):
        assisted(fail, [wait], [flag])  # type: ignore[list-item]
    assert ended.is_set()
    flag[0] = 0
    with pytest.raises(RuntimeError, match="enough"):
        assisted(lambda: 1, [fail, wait], [flag])  # type: ignore[list-item]
    assert assisted(lambda: 7, [], []) == 7
