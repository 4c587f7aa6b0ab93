"""Kernel objects that carry data: arrays that are there at run time, not constants of the code."""

from __future__ import annotations

import copy
import pickle
from typing import Any, ClassVar

import numpy as np
import pytest
from numba.core.errors import TypingError
from numpy.typing import NDArray

from kernel.workshop import Outcome, Workshop, same
from nupp.kernel import (
    LANES,
    REALS,
    KernelObject,
    add_rectified,
    add_scaled,
    interpreted,
    kernel,
    scratch,
    sum_rows,
)
from nupp.kernel.objects import MAX_CONSTANT_BYTES


class Weights(KernelObject):
    """Weights, of any number, times a factor."""

    data: ClassVar[tuple[str, ...]] = ("weights",)

    def __init__(self, weights: NDArray[Any], factor: int = 1) -> None:
        self.weights, self.factor = weights, factor

    def at(self, place: int) -> int:
        return int(self.weights[place]) * self.factor


class Holder(KernelObject):
    """Two objects, of which each may carry data."""

    def __init__(self, first: KernelObject, second: KernelObject) -> None:
        self.first, self.second = first, second

    def at(self, place: int) -> int:
        return self.first.at(place) + 100 * self.second.at(place)  # type: ignore[attr-defined, no-any-return]


class Constant(KernelObject):
    """No data."""

    def at(self, place: int) -> int:
        return 7


@kernel
def ask(item: Any, place: int) -> int:
    return item.at(place)  # type: ignore[no-any-return]


@kernel
def add_up(item: Any, place: int) -> int:
    if place < 0:
        return 0
    return add_up(item, place - 1) + item.at(place)  # type: ignore[no-any-return]


@kernel
def length(item: Weights) -> int:
    return len(item.weights)


def test_compiled_and_interpreted_agree() -> None:
    one, other = Weights(np.arange(10)), Weights(np.arange(20) + 5, 3)
    assert [same(ask, one, 4), same(ask, other, 4)] == [4, 27]
    assert [same(add_up, one, 4), same(add_up, other, 1)] == [10, 33]


def test_objects_within_objects_bring_their_data() -> None:
    one, other = Weights(np.arange(10)), Weights(np.arange(10) + 1, 2)
    assert same(ask, Holder(one, other), 3) == 803
    assert same(ask, Holder(other, one), 3) == 308
    assert same(ask, Holder(Constant(), Holder(one, Constant())), 3) == 7 + 100 * 703
    assert same(add_up, Holder(one, Constant()), 2) == 2103


def test_content_and_shape_share_code_and_type_and_dimensions_do_not() -> None:
    item = Weights(np.arange(4), 11)
    assert length(item) == 4
    compiled = len(length.dispatcher.signatures)
    large = Weights(np.zeros(MAX_CONSTANT_BYTES + 1, np.int64), 11)
    assert [length(large), length(copy.deepcopy(item)), length(pickle.loads(pickle.dumps(item)))] == [
        MAX_CONSTANT_BYTES + 1,
        4,
        4,
    ]
    assert len(length.dispatcher.signatures) == compiled
    assert length(Weights(np.arange(4, dtype=np.int16), 11)) == 4
    assert length(Weights(np.zeros((3, 2), np.int64), 11)) == 3
    assert len(length.dispatcher.signatures) == compiled + 2


@pytest.mark.parametrize("shape", [(1,), (3, 5), (100, 7)])
def test_data_begins_with_a_line_of_the_cache(shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(1).integers(0, 9, shape, np.int16)
    for _ in range(20):  # any one array may lie there by chance
        item = Weights(values)
        assert item.weights.ctypes.data % 64 == 0
        assert item.weights.tolist() == values.tolist()


def test_data_is_a_read_only_copy() -> None:
    values = np.arange(6).reshape(2, 3).T
    item = Weights(values)
    values[0, 0] = 9
    assert item.weights.flags.c_contiguous
    assert item.weights[0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        item.weights[0, 0] = 1


@kernel
def overwrite(item: Weights) -> int:
    item.weights[0] = 1
    return 0


def test_compiled_code_cannot_write_data() -> None:
    with pytest.raises(TypingError, match=r"[Cc]annot (modify|assign)|readonly|immutable"):
        overwrite(Weights(np.arange(3)))


@pytest.mark.parametrize("value", [None, 3, [1, 2], np.array([None])])
def test_data_that_is_no_array_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=r"Weights\.weights is named in `data`: expected .* array"):
        Weights(value)


class Sharing(KernelObject):
    """An object with data that its class holds."""

    shared = Weights(np.arange(3))

    def at(self, place: int) -> int:
        return self.shared.at(place)


CAPTURED = Weights(np.arange(3))


@kernel
def use_captured(place: int) -> int:
    return CAPTURED.at(place)


def test_data_that_is_no_argument_is_refused() -> None:
    with pytest.raises(TypingError, match=r"Sharing\.shared carries data \(weights\)"):
        ask(Sharing(), 0)
    with pytest.raises(TypingError, match=r"Weights carries data \(weights\).*argument"):
        use_captured(0)


MODULE = """
class Weights(KernelObject):
    data = ("weights",)
    def __init__(self, weights):
        self.weights = weights
    def at(self, place):
        return self.weights[place]
class Holder(KernelObject):
    def __init__(self, inner):
        self.inner = inner
    def at(self, place):
        return self.inner.at(place)
@kernel
def ask(item, place):
    if place > 5:
        return ask(item, place - 1)
    return item.at(place)
"""


@pytest.mark.slow
def test_a_second_process_with_other_data_finds_the_code_on_disk(workshop: Workshop) -> None:
    workshop.write(module=MODULE)
    code = """
    from module import *
    answer(int(ask(Holder(Weights(np.arange({n}) * {n})), 9)))
    """
    assert workshop.run(code.format(n=10)) == Outcome([50], ["ask"], [])
    assert workshop.run(code.format(n=20)) == Outcome([100], [], [])
    assert len(workshop.files()) == 1


# ---- scratch arrays and sums of rows -----------------------------------------------------------------


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
    with pytest.raises(TypingError, match="expected a positive number that the code itself states"):
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
