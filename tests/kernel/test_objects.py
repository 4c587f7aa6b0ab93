"""Kernel objects as Python objects, and kernels as plain Python."""

from __future__ import annotations

import copy
import pickle
from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from types import new_class
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from kernel.workshop import Workshop
from nupp.kernel import KernelObject, interpreted, interpreting, kernel
from nupp.kernel.objects import MAX_CONSTANT_BYTES

TOO_MANY = MAX_CONSTANT_BYTES // 8 + 1


class Table(KernelObject):
    """An object with an array of its own and one of its class."""

    shared = np.arange(3)

    def __init__(self, values: NDArray[np.int64]) -> None:
        self.values = values

    @cached_property
    def total(self) -> int:
        return int(self.values.sum())


@kernel
def total(table: Table) -> int:
    result = 0
    for x in table.values:
        result += x
    return result


def test_objects_are_frozen_when_made() -> None:
    table = Table(np.arange(3))
    with pytest.raises(AttributeError, match=r"Table\.values.*immutable"):
        table.values = np.arange(4)
    with pytest.raises(AttributeError, match=r"Table\.other"):
        table.other = 1
    with pytest.raises(AttributeError, match=r"Table\.values"):
        del table.values
    assert table.total == 3  # a cached property may still be kept


def test_a_subclass_is_frozen_after_its_own_init() -> None:
    class More(Table):
        def __init__(self) -> None:
            super().__init__(np.arange(3))
            self.more = 1

    assert More().more == 1


@pytest.mark.parametrize("name", ["values", "shared"])
def test_arrays_are_read_only(name: str) -> None:
    table = Table(np.arange(3))
    with pytest.raises(ValueError, match="read-only"):
        getattr(table, name)[0] = 1


def test_changing_the_source_array_changes_nothing() -> None:
    source = np.arange(3)
    table = Table(source)
    source[:] = 100
    assert total(table) == 3
    source[:] = 200
    assert total(table) == 3
    assert table.values.tolist() == [0, 1, 2]


def test_arrays_of_any_layout_are_kept_in_c_order() -> None:
    table = Table(np.arange(12).reshape(3, 4)[::2, ::-1])
    assert table.values.flags.c_contiguous
    assert table.values.tolist() == [[3, 2, 1, 0], [11, 10, 9, 8]]


def test_a_large_attribute_is_refused() -> None:
    Table(np.zeros(TOO_MANY - 1, np.int64))
    with pytest.raises(ValueError, match=rf"Table\.values .* {TOO_MANY * 8} bytes.*65536.*argument"):
        Table(np.zeros(TOO_MANY, np.int64))


class Mixin:
    """A base that is no kernel object."""

    mixed = np.zeros(TOO_MANY)


@pytest.mark.parametrize(("bases", "name"), [((KernelObject,), "large"), ((Mixin, KernelObject), "mixed")])
def test_a_large_class_attribute_is_refused(bases: tuple[type, ...], name: str) -> None:
    members = {"large": np.zeros(TOO_MANY)} if name == "large" else {}
    with pytest.raises(ValueError, match=rf"Big\.{name} .* {TOO_MANY * 8} bytes.*argument"):
        new_class("Big", bases, exec_body=lambda space: space.update(members))


def test_arrays_of_a_mixin_become_constants() -> None:
    class Small:
        weights = np.arange(3)

    class Game(Small, KernelObject):
        pass

    assert not Game().weights.flags.writeable
    assert Small.weights.flags.writeable


def test_slots_are_refused() -> None:
    with pytest.raises(TypeError, match=r"Slim.*__slots__"):

        class Slim(KernelObject):
            __slots__ = ("n",)


def test_data_classes_are_kernel_objects() -> None:
    @dataclass(frozen=True)
    class Point(KernelObject):
        x: int
        names: ClassVar[list[str]] = ["x"]

    assert Point(3) == Point(3) != Point(4)
    with pytest.raises(AttributeError, match=r"\bx\b"):
        Point(3).x = 4  # type: ignore[misc]


def test_abstract_methods_must_be_given() -> None:
    class Abstract(KernelObject):
        @abstractmethod
        def value(self) -> int: ...

    with pytest.raises(TypeError, match="abstract"):
        Abstract()  # type: ignore[abstract]


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))]
)
def test_copies_are_as_frozen_as_the_original(duplicate: Any) -> None:
    table = Table(np.arange(4))
    assert (total(table), table.total) == (6, 6)
    twin = duplicate(table)
    assert (total(twin), twin.total) == (6, 6)
    assert not twin.values.flags.writeable
    with pytest.raises(AttributeError, match="immutable"):
        twin.values = table.values


# ---- kernels ---------------------------------------------------------------------------------------


@kernel
def seen_by_python(log: Any) -> int:
    """Add one to the log."""
    log.append(1)
    return len(log)


def test_kernels_keep_their_name_and_docstring() -> None:
    assert seen_by_python.__name__ == "seen_by_python"  # type: ignore[attr-defined]
    assert seen_by_python.__doc__ == "Add one to the log."
    assert repr(seen_by_python).endswith("test_objects.seen_by_python>")


def test_interpreted_kernels_are_plain_python() -> None:
    assert not interpreting()
    with interpreted():
        assert interpreting()
        with interpreted():
            assert seen_by_python([]) == 1
        assert seen_by_python([1]) == 2
    assert not interpreting()


def test_interpreting_ends_with_an_exception() -> None:
    with pytest.raises(ZeroDivisionError), interpreted():
        raise ZeroDivisionError
    assert not interpreting()


WITHOUT_NUMBA = """
import json, sys, warnings
warnings.simplefilter("error")
import numpy as np
from nupp.kernel import *
from nupp.kernel import bits
from nupp.kernel.records import record_word

class Game(KernelObject):
    def __init__(self, n):
        self.table = np.arange(n) * n
    def total(self, x):
        result = 0
        for value in self.table:
            result += value * x
        return result

@kernel
def ask(game, x):
    return game.total(x)

rng = generator(1, 2)
record = np.zeros(1, record_dtype(("a", np.int64), ("b", np.int8)))[0]
record.a, record.b = -5, 7
flag = stop_flag()
raised = stop_requested(flag), run_until(lambda: 5, flag, 1.0)
board = np.uint64(2**63 + 2**17)
answers = [
    ask(Game(5), 3), below(rng, 100), uniform(rng), next_random(rng),
    mix(np.uint64(3)), hash_record(record, 2),
    bits.popcount(board), bits.lowest_bit(board), bits.without_lowest(board), bits.bit(63),
]
print(json.dumps([[float(x) if isinstance(x, float) else int(x) for x in answers], "numba" in sys.modules]))
"""


@pytest.mark.slow
def test_without_numba_all_is_the_same(workshop: Workshop) -> None:
    processes = [workshop.start(WITHOUT_NUMBA, NUMBA_DISABLE_JIT=value) for value in ("1", "0")]
    plain, native = (process.communicate(timeout=120) for process in processes)
    assert plain[1] == native[1] == ""
    assert plain[0].replace("false]", "true]") == native[0]
    assert plain[0].endswith("false]\n")
