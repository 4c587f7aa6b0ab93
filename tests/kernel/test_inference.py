"""Types are inferred as far as they were before, with less work."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numba
import pytest

from nupp.kernel.native import inference

# Of Numba alone: what is kept on disk needs no types.


@numba.njit
def widen(n: int) -> float:
    """A function of whose first variables the types are known after a later line."""
    total = 0
    for step in range(n):
        before = total
        other = before if step % 2 else step
        total = other + 0.5  # type: ignore[assignment]
    return total


@numba.njit
def ways(n: int, most: int) -> int:
    """The number of ways to write n as a sum; a function that calls itself in two places."""
    if n == 0:
        return 1
    if n < 0 or most == 0:
        return 0
    with_most = ways(n - most, most)
    return with_most + ways(n, most - 1)


@numba.njit
def share(n: int) -> float:
    """A function that calls itself before a line shows what it returns."""
    if n > 0:
        below = share(n - 1)
        return below / 2
    return 1.0


def add(a: int, b: int) -> int:
    """A function without loops, each variable of which gets its type at once."""
    c = a + b
    d = c * a
    return d - b


def test_types_that_become_known_later_are_found() -> None:
    assert widen(5) == widen.py_func(5)
    assert type(widen(5)) is float


@pytest.mark.parametrize(("function", "words", "expected"), [(ways, (9, 9), 30), (share, (3,), 0.125)])
def test_functions_that_call_themselves(function: Any, words: Any, expected: float) -> None:
    found = function(*words)
    assert found == expected
    assert type(found) is type(expected)


def test_nothing_is_gone_over_again_of_which_nothing_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: Counter[int] = Counter()
    propagate = inference._propagate

    def count(network: Any, inferer: Any) -> Any:
        runs.update(map(id, network.constraints))
        return propagate(network, inferer)

    monkeypatch.setattr(inference, "_propagate", count)
    numba.njit(add)(2, 3)
    assert runs
    assert set(runs.values()) == {1}


def test_a_return_type_is_inferred_once_for_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = []
    infer = inference._infer_return_type

    def note(inferer: Any) -> Any:
        tokens.append(inferer.get_state_token())
        return infer(inferer)

    monkeypatch.setattr(inference, "_infer_return_type", note)
    ways.compile((numba.int32, numba.int32))
    assert tokens
    assert all(one != other for one, other in itertools.pairwise(tokens))
