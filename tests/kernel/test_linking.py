"""Functions that are only linked into kernels: what they do there, and that they have no machine code."""

from __future__ import annotations

import llvmlite.binding as llvm
import numba
import pytest

from kernel.workshop import Workshop
from nupp.kernel import KernelObject, kernel
from nupp.kernel.native.kernel_types import inlined_dispatcher
from nupp.kernel.native.linking import bodies_of, sizes_inlined


class Doubling(KernelObject):
    """Doubles."""

    def doubled(self, x: int) -> int:
        return 2 * x


@kernel
def doubled_by(doubling: Doubling, x: int) -> int:
    return doubling.doubled(x)


def test_of_a_method_there_is_no_machine_code_and_of_its_kernel_there_is() -> None:
    assert doubled_by(Doubling(), 4) == 8
    method = inlined_dispatcher(Doubling.doubled)
    method.compile((numba.typeof(Doubling()), numba.int64))
    for dispatcher, has_code in ((method, False), (doubled_by.dispatcher, True)):
        (compiled,) = dispatcher.overloads.values()
        address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
        assert (address != 0) == has_code


def test_the_size_of_a_function_counts_what_is_inlined_into_it_once_for_each_call() -> None:
    module = llvm.parse_assembly(
        """
        define i64 @small(i64 %x) alwaysinline { %y = add i64 %x, 1  ret i64 %y }
        define i64 @twice(i64 %x) alwaysinline {
          %y = call i64 @small(i64 %x)  %z = call i64 @small(i64 %y)  ret i64 %z
        }
        define i64 @large(i64 %x) { %y = call i64 @twice(i64 %x)  ret i64 %y }
        define i64 @caller(i64 %x) { %y = call i64 @large(i64 %x)  %z = call i64 @there(i64 %y)  ret i64 %z }
        declare i64 @there(i64)
        """
    )
    assert sizes_inlined(module, bodies_of(module)) == {
        "small": 2,
        "twice": 3 + 2 * 2,
        "large": 2 + 7,
        "caller": 3,
    }


CIRCLES = """
@kernel
def even(x):
    return x == 0 or odd(x - 1)
@kernel
def odd(x):
    return x != 0 and even(x - 1)
@kernel
def by_odd(x):
    return odd(x)
@kernel
def caller(x):
    return 10 * even(x) + odd(x)
"""


@pytest.mark.slow
@pytest.mark.parametrize("order", [1, -1])
def test_functions_that_call_each_other_in_a_circle(workshop: Workshop, order: int) -> None:
    """Whichever of them is called first, and with what an earlier process has left on disk."""
    workshop.write(circles=CIRCLES)
    calls = ["caller(4)", "by_odd(4)"]
    expected = dict(zip(calls, [10, 0], strict=True))
    code = "".join(f"\nanswer(int({call}))" for call in calls[::order])
    for _ in range(2):
        answers = workshop.run(f"from circles import *{code}").answers
        assert dict(zip(calls[::order], answers, strict=True)) == expected


@pytest.mark.slow
def test_what_a_linked_function_raises_and_prints_reaches_python(workshop: Workshop) -> None:
    workshop.write(
        telling="""
        class Telling(KernelObject):
            def checked(self, x):
                if x > 5:
                    raise ValueError("too much", 5)
                print("seen", x, x > 2)
                return x
        @kernel
        def tell(telling, x):
            return telling.checked(x) + 1
        """
    )
    code = """
    import contextlib, io, os, sys, tempfile
    from telling import *
    try:
        tell(Telling(), 6)
    except ValueError as error:
        answer(list(error.args))
    with tempfile.TemporaryFile() as file:
        kept = os.dup(1)
        os.dup2(file.fileno(), 1)
        answer(tell(Telling(), 3))
        sys.stdout.flush()
        os.dup2(kept, 1)
        file.seek(0)
        answer(file.read().decode())
    """
    for _ in range(2):
        assert workshop.run(code).answers == [["too much", 5], 4, "seen 3 True\n"]
