"""Kernel objects in compiled code, and compiled code on disk."""

from __future__ import annotations

import copy
import pickle
import threading
import time
from functools import cached_property
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError
from numpy.typing import NDArray

from kernel.workshop import Workshop
from nupp.kernel import Kernel, KernelObject, NotCompiledError, if_compiled, interpreted, kernel


class Line(KernelObject):
    """A line `y = slope * x + offset`, with a bit of everything."""

    base = 100
    steps = np.array([10, 20])

    def __init__(self, slope: int, offset: float = 0.5, label: str = "") -> None:
        self.slope = slope
        self.offset = offset
        self.label = label
        self.table = np.arange(4) * slope
        self.ends = (slope, offset)
        self.up = slope > 0
        self.unit = np.uint8(abs(slope))

    def at(self, x: int, times: int = 1) -> float:
        return self.slope * x * times + self.offset

    def twice(self, x: int) -> float:
        return self.at(x) + self.at(x, 2)

    @property
    def length(self) -> int:
        return len(self.label)


class Pair(KernelObject):
    """Two objects in one."""

    def __init__(self, first: KernelObject, second: KernelObject) -> None:
        self.first, self.second = first, second


@kernel
def use(line: Line, x: int) -> float:
    everything = line.base + line.steps[1] + line.table[x] + line.ends[1] + line.ends[0] + line.unit
    return everything + (line.twice(x) if line.up else line.at(x)) + 1000 * line.length  # type: ignore[no-any-return]


@kernel
def slope(line: Line) -> int:
    return line.slope


@kernel
def value(item: Any) -> int:
    return item.value()  # type: ignore[no-any-return]


@kernel
def inner_values(pair: Any) -> int:
    return pair.first.value() + 10 * pair.second.value()  # type: ignore[no-any-return]


def numbered(n: int) -> Any:
    """An object of a class that has the name of others and captures a number."""

    class Numbered(KernelObject):
        def value(self) -> int:
            return n

    return Numbered()


def redefined(n: int) -> Any:
    """As `numbered`, of a class that differs in a constant of its code."""
    space: dict[str, Any] = {"KernelObject": KernelObject, "__name__": __name__}
    exec(f"class Numbered(KernelObject):\n    def value(self): return {n}", space)
    return space["Numbered"]()


# ---- objects in compiled code ----------------------------------------------------------------------


def test_compiled_code_sees_attributes_methods_and_properties() -> None:
    for line in (Line(3), Line(-2, 1.5), Line(3, label="abc")):
        with interpreted():
            expected = use(line, 2)
        assert use(line, 2) == expected


def test_two_parameter_sets_never_mix() -> None:
    lines = [Line(3), Line(4), Line(3, 0.25), Line(3, label="a"), Line(4, label="b")]
    with interpreted():
        expected = [use(line, 1) for line in lines]
    assert [use(line, 1) for line in lines] == expected
    assert [use(line, 1) for line in reversed(lines)] == expected[::-1]


@pytest.mark.parametrize("make", [numbered, redefined])
def test_two_classes_of_one_name_never_mix(make: Any) -> None:
    one, two = make(1), make(2)
    assert type(one).__qualname__ == type(two).__qualname__
    assert [value(one), value(two), value(make(3)), value(one)] == [1, 2, 3, 1]
    assert [inner_values(Pair(one, two)), inner_values(Pair(two, one))] == [21, 12]


def test_equal_objects_share_their_code() -> None:
    slope(Line(11))
    compiled = len(slope.dispatcher.signatures)
    assert slope(Line(11)) == slope(copy.copy(Line(11))) == slope(pickle.loads(pickle.dumps(Line(11)))) == 11
    assert len(slope.dispatcher.signatures) == compiled


def test_an_object_cannot_be_used_before_it_is_made() -> None:
    class Early(KernelObject):
        def __init__(self) -> None:
            self.slope = 1
            self.found = slope(self)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match=r"Early.*__init__"):
        Early()


# ---- errors ----------------------------------------------------------------------------------------


class Clumsy(KernelObject):
    """Attributes that compiled code cannot use, and a method."""

    word = "abc"

    def __init__(self) -> None:
        self.items = [1, 2]
        self.mapping = {1: 2}
        self.arrays = (np.zeros(1), np.zeros(1))
        self.things = np.array([None])
        self.record = np.zeros(1, np.dtype((np.record, [("a", np.int64)])))[0]
        self.huge = 1 << 70
        self.foreign = Line(1).at

    @cached_property
    def lazy(self) -> int:
        return 1

    @staticmethod
    def static(x: int) -> int:
        return x

    @classmethod
    def cls(cls) -> int:
        return 1

    def method(self, x: int) -> int:
        return x


UNUSABLE = [
    "word",
    "items",
    "mapping",
    "arrays",
    "things",
    "record",
    "huge",
    "foreign",
    "lazy",
    "static",
    "cls",
]


def compiled(expression: str) -> Kernel[[Any], Any]:
    """A kernel that returns an expression of its argument `item`."""
    space: dict[str, Any] = {}
    exec(f"def f(item):\n    return {expression}", space)
    return kernel(space["f"])


@pytest.mark.parametrize("name", UNUSABLE)
def test_an_unusable_attribute_is_named(name: str) -> None:
    with pytest.raises(TypingError, match=rf"Clumsy\.{name}\b"):
        compiled(f"item.{name}")(Clumsy())


def test_a_missing_attribute_is_named() -> None:
    with pytest.raises(TypingError, match=r"'absent'.*Clumsy"):
        compiled("item.absent")(Clumsy())


def test_keyword_arguments_of_methods_are_refused() -> None:
    with pytest.raises(TypingError, match=r"method\(\)"):
        compiled("item.method(x=1)")(Clumsy())


def test_constant_arrays_cannot_be_written() -> None:
    space: dict[str, Any] = {}
    exec("def f(line):\n    line.table[0] = 1", space)
    with pytest.raises(TypingError, match="readonly"):
        kernel(space["f"])(Line(1))


def test_attributes_of_no_use_to_compiled_code_do_no_harm() -> None:
    assert compiled("item.method(7)")(Clumsy()) == 7


# ---- running ---------------------------------------------------------------------------------------


@kernel
def spin(until: NDArray[np.int64], rounds: int) -> int:
    x = 1
    for _ in range(rounds):
        x = (x * 1103515245 + 12345) % 2147483648
    until[0] = 1
    return x


def test_a_kernel_may_be_made_ready_for_types() -> None:
    line = Line(3)
    ready = use.ready(line, 1)
    assert (ready(line, 2), ready(line, 3)) == (use(line, 2), use(line, 3))
    assert ready is not use
    with interpreted():
        assert use.ready(line, 1) is use


def test_kernels_release_the_gil() -> None:
    ended = np.zeros(1, np.int64)
    spin(ended, 1)
    ended[0] = 0
    thread = threading.Thread(target=spin, args=(ended, 150_000_000))
    thread.start()
    steps = 0
    while ended[0] == 0:
        time.sleep(0.001)
        steps += 1
    thread.join()
    assert steps > 10


# ---- on disk ---------------------------------------------------------------------------------------

SHAPES = """
class Shape(KernelObject):
    def __init__(self, n):
        self.n = n
    def value(self):
        return self.n
def make(n):
    class Made(KernelObject):
        def value(self):
            return n
    return Made()
def made(n):
    @kernel
    def deep(x, depth):
        return x + n if depth == 0 else deep(x, depth - 1)
    @kernel
    def f(x):
        return deep(x, 3)
    return f
@kernel
def value(item):
    return item.value()
@kernel
def twice(item):
    return 2 * value(item)
"""

BOTH = """
from shapes import *
for n in {order}:
    answer([value(Shape(n)), twice(Shape(n)), value(make(n)), twice(make(n)), made(n)(0)])
"""


def ask(*order: int) -> str:
    return BOTH.format(order=order)


def right(*order: int) -> list[list[int]]:
    return [[n, 2 * n, n, 2 * n, n] for n in order]


@pytest.mark.slow
def test_versions_of_one_name_never_mix_on_disk(workshop: Workshop) -> None:
    workshop.write(shapes=SHAPES)
    first = workshop.run(ask(1))
    assert first.answers == right(1)
    assert set(first.compiled) == {"value", "twice", "f", "deep"}
    assert workshop.run(ask(2)).answers == right(2)
    # A process that loads what others wrote, together and in another order, and compiles a third version.
    mixed = workshop.run(ask(2, 1, 2, 3, 1))
    assert mixed.answers == right(2, 1, 2, 3, 1)
    assert sorted(mixed.compiled) == sorted(first.compiled)
    assert mixed.warned == []


@pytest.mark.slow
def test_forked_processes_never_mix_on_disk(workshop: Workshop) -> None:
    fork = """
    import os
    from shapes import *
    value(Shape(0))
    for n in (1, 2):
        if (child := os.fork()) == 0:
            os._exit(value(make(n)))
        answer(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    answer([value(make(n)) for n in (1, 2)])
    """
    workshop.write(shapes=SHAPES)
    outcome = workshop.run(fork)
    assert outcome.answers == [1, 2, [1, 2]]
    assert outcome.compiled == ["value"]


UNKEPT = """
A = np.arange(300_000)
@kernel
def big(i):
    return A[i]
@kernel
def caller(i):
    return big(i) + 1
@kernel
def apply(function, x):
    return function(x)
@kernel
def fail(x):
    if x > 0:
        raise ValueError("too much")
    return x
"""


@pytest.mark.slow
def test_exceptions_survive_the_disk_and_what_cannot_be_kept_is_right_and_says_so(
    workshop: Workshop,
) -> None:
    workshop.write(unkept=UNKEPT)
    code = """
    from unkept import *
    try:
        fail(1)
    except ValueError as error:
        answer(str(error))
    answer(fail(0))
    answer([int(caller(7)), int(apply(big, 5))])
    """
    for kept in (["fail"], []):
        outcome = workshop.run(code)
        assert outcome.answers == ["too much", 0, [8, 5]]
        assert outcome.compiled == [*kept, "caller", "apply"]
        assert len(outcome.warned) == 2
        assert any("unkept.apply" in text and "compiled" in text for text in outcome.warned)


RECURSIVE = """
@kernel
def down(x, step):
    return x if x <= 0 else down(x - step, step) + 1
@kernel
def by_literal(x):
    return down(x, 2)
@kernel
def by_value(x, step):
    return down(x, step)
@kernel
def twice(x, passed):
    if x <= 0:
        return 0
    if passed:
        return twice(x - 1, False) + 1
    return twice(x, True)
@kernel
def by_narrow_integer(array):
    return down(array[0], array[1]) + down(int(array[0]), 3)
@kernel
def even(x):
    return x == 0 or odd(x - 1)
@kernel
def odd(x):
    return x != 0 and even(x - 1)
@kernel
def caller(x):
    return even(x)
"""


CALLS = [
    "by_literal(10)",
    "by_value(15, 3)",
    "5 * caller(4)",
    "twice(5, False)",
    "by_narrow_integer(np.array([6, 2], np.int8))",
]


@pytest.mark.slow
def test_recursive_callees_survive_the_disk(workshop: Workshop) -> None:
    """Each call in a module of its own; what `down` compares with keeps them from sharing compiled code."""
    modules = {
        f"recursive_{number}": RECURSIVE.replace("x <= 0 else down", f"x <= 0 or x < -{9 + number} else down")
        for number in range(len(CALLS))
    }
    workshop.write(**modules)
    code = "\n".join(
        f"from {name} import *\nanswer(int({call}))" for name, call in zip(modules, CALLS, strict=True)
    )
    for _ in range(2):
        assert dict(zip(CALLS, workshop.run(code).answers, strict=True)) == dict.fromkeys(CALLS, 5)


@pytest.mark.slow
def test_what_a_kernel_has_called_can_be_called_by_itself(workshop: Workshop) -> None:
    workshop.write(
        parts="""
        @numba.njit
        def plain(x):
            return 2 * x + 1
        class Adding(KernelObject):
            def __init__(self):
                self.more = 3
            def add(self, x):
                return plain(x) + self.more
        @kernel
        def added(adding, x):
            return adding.add(part(x))
        @kernel
        def part(x):
            return x + 5
        @numba.vectorize
        def each(x):
            return plain(x)
        """
    )
    outcome = workshop.run(
        """
        from parts import *
        answer(added(Adding(), 1))
        answer(plain(4))
        answer(part(1))
        answer(each(np.arange(3)).tolist())
        """
    )
    assert outcome.answers == [16, 9, 6, [1, 3, 5]]


@pytest.mark.slow
def test_a_recursive_kernel_is_loaded_while_a_method_that_calls_it_is_compiled(workshop: Workshop) -> None:
    workshop.write(
        recursion="""
        @kernel
        def factorial(x):
            if x < 2:
                return 1
            return x * factorial(x - 1)
        class Growing(KernelObject):
            def grown(self, x):
                return factorial(x) + 1
        @kernel
        def grow(growing, x):
            return growing.grown(x)
        """
    )
    assert workshop.run("from recursion import *\nanswer(factorial(4))").answers == [24]
    outcome = workshop.run("from recursion import *\nanswer(grow(Growing(), 4))")
    assert (outcome.answers, outcome.compiled) == ([25], ["grow"])


class Fresh(KernelObject):
    """An object that no cache holds code for."""

    def __init__(self, number: int) -> None:
        self.number = number


@kernel
def square(fresh: Fresh) -> int:
    return fresh.number * fresh.number


def test_what_is_not_compiled_is_not_waited_for() -> None:
    fresh = Fresh(time.time_ns() % 2**31)
    with interpreted(), if_compiled():
        assert square(fresh) == fresh.number**2
    with if_compiled(), pytest.raises(NotCompiledError, match="square"):
        square(fresh)
    expected = square(fresh)
    with if_compiled():
        assert square(fresh) == expected == fresh.number**2
