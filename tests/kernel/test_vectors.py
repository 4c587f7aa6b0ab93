"""Scratch arrays and sums of rows, compiled and interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from kernel.workshop import same
from nupp.kernel import (
    LANES,
    REALS,
    SHORTS,
    add_rectified,
    add_scaled,
    exchange_rows,
    interpreted,
    kernel,
    scratch,
    sum_rows,
)


@kernel
def digits(number: int) -> int:
    """The sum of the digits, each kept in a scratch array first, in a loop around a call that does so."""
    kept = scratch(20)
    n = 0
    while number > 0:
        kept[n] = number % 10
        number //= 10
        n += 1
    total = 0
    for i in range(n):
        total += kept[i]
    return total


@kernel
def many_digits(end: int) -> int:
    total = 0
    for number in range(end):
        total += digits(number)
    return total


def test_scratch_arrays() -> None:
    assert same(digits, 98765) == 35
    expected = sum(sum(map(int, str(number))) for number in range(2000))
    assert same(many_digits, 2000) == expected
    with_many = 10_000_000  # far more than a stack that grew with each call could hold
    assert many_digits(with_many) == 7 * 45 * with_many // 10


@kernel
def wrong_scratch(n: int) -> int:
    return len(scratch(n))


def test_the_length_of_a_scratch_array_stands_in_the_code() -> None:
    with pytest.raises(TypingError, match="positive number"):
        wrong_scratch(3)


@kernel
def add_rows(table: Any, rows: Any, count: int, words: int, sums: Any) -> int:
    sum_rows(table, rows, count, words, sums)
    return int(sums[0])


@pytest.mark.parametrize("blocks", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 17])
def test_sums_of_rows(blocks: int, count: int) -> None:
    rng = np.random.default_rng(blocks * 100 + count)
    words = blocks * LANES
    table = rng.integers(-(2**63), 2**63, (9, words), np.int64)
    rows = rng.integers(0, 9, 20)
    sums = np.full(words + 1, 5)
    same(add_rows, table.ravel(), rows, count, words, sums)
    expected = [sum(int(table[row, word]) for row in rows[:count]) for word in range(words)]
    assert [value % 2**64 for value in sums[:words].tolist()] == [value % 2**64 for value in expected]
    assert sums[words] == 5


@kernel
def add_products(table: Any, factors: Any, count: int, width: int, sums: Any) -> float:
    add_scaled(table, factors, count, width, sums)
    return float(sums[0])


@pytest.mark.parametrize("blocks", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 9])
def test_scaled_sums_of_rows(blocks: int, count: int) -> None:
    rng = np.random.default_rng(blocks * 100 + count)
    width = blocks * REALS
    table, factors, begun = (rng.normal(size=size).astype(np.float32) for size in ((9, width), 9, width + 1))
    found, by_python = begun.copy(), begun.copy()
    add_products(table, factors, count, width, found)
    with interpreted():
        add_products(table, factors, count, width, by_python)
    assert found.tobytes() == by_python.tobytes()
    expected = begun[:width] + factors[:count].astype(float) @ table[:count]
    assert found[:width] == pytest.approx(expected, abs=1e-5)
    assert found[width] == begun[width]


@kernel
def add_positive(table: Any, rows: Any, count: int, width: int, sums: Any) -> float:
    add_rectified(table, rows, count, width, sums)
    return float(sums[0])


@pytest.mark.parametrize("blocks", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 17])
def test_rectified_sums_of_rows(blocks: int, count: int) -> None:
    rng = np.random.default_rng(blocks * 100 + count)
    width = blocks * REALS
    table = rng.normal(size=(9, width)).astype(np.float32)
    rows = rng.integers(0, 9, 20)
    begun = rng.normal(size=width + 1).astype(np.float32)
    found, by_python = begun.copy(), begun.copy()
    add_positive(table, rows, count, width, found)
    with interpreted():
        add_positive(table, rows, count, width, by_python)
    assert found.tobytes() == by_python.tobytes()
    expected = begun[:width] + np.maximum(table[rows[:count]].astype(float).sum(axis=0), 0)
    assert found[:width] == pytest.approx(expected, abs=1e-5)
    assert found[width] == begun[width]
    assert count == 0 or 0 < np.count_nonzero(found[:width] == begun[:width]) < width


@kernel
def exchange(table: Any, removed: int, added: int, width: int, sums: Any) -> int:
    exchange_rows(table, removed, added, width, sums)
    return int(sums[0])


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_rows_that_take_the_place_of_others(blocks: int) -> None:
    rng = np.random.default_rng(blocks)
    width = blocks * SHORTS
    table = rng.integers(-(2**15), 2**15, (9, width), np.int16)
    begun = rng.integers(-(2**30), 2**30, width + 1, np.int32)
    found, by_python = begun.copy(), begun.copy()
    exchange(table, 3, 7, width, found)
    with interpreted():
        exchange(table, 3, 7, width, by_python)
    assert found.tolist() == by_python.tolist()
    assert found[:width].tolist() == [
        old - int(gone) + int(come)
        for old, gone, come in zip(begun.tolist()[:-1], table[3], table[7], strict=True)
    ]
    assert found[width] == begun[width]
