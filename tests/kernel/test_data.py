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
    KernelObject,
    kernel,
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
    with pytest.raises(TypeError, match=r"Weights\.weights.*array"):
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
    with pytest.raises(TypingError, match=r"Sharing\.shared.*weights"):
        ask(Sharing(), 0)
    with pytest.raises(TypingError, match=r"Weights.*weights.*argument"):
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
