"""Compiled kernels as bytes: what comes back is equal, and what has no form is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba.core import types

from nupp.kernel import KernelObject, kernel
from nupp.kernel.cache import KernelCache
from nupp.kernel.native import overloads, storage

RECORD = np.dtype([("cells", np.int8, (3, 2)), ("turn", np.int64)], align=True)


class Sum(KernelObject):
    """Adds."""


@kernel
def sums(adding: Sum, numbers: Any, factor: float) -> tuple[int, float]:
    total = 0
    for number in numbers:
        total += number
    return total, total * factor


class Pair(NamedTuple):
    """A tuple with names, which is a class and so no plain data."""

    first: int
    second: int


@pytest.mark.parametrize(
    "kind",
    [
        types.none,
        types.boolean,
        types.int64,
        types.uint8,
        types.float32,
        types.literal(1_000_000),
        types.literal(True),
        types.UniTuple(types.int64, 3),
        types.Tuple((types.int64, types.Tuple((types.float64, types.boolean)))),
        types.Array(types.int8, 2, "C"),
        types.Array(types.int8, 1, "A", readonly=True),
        numba.from_dtype(RECORD),
        types.Array(numba.from_dtype(RECORD), 1, "C", aligned=False),
    ],
    ids=str,
)
def test_types_come_back(kind: types.Type) -> None:
    forms = storage._Types(())
    assert forms.read(forms.written(kind)) == kind


def test_a_type_of_an_argument_is_its_place() -> None:
    kind = numba.typeof(Sum())
    forms = storage._Types((types.int64, kind))
    assert forms.written(types.Tuple((kind, kind))) == {"tuple": [{"argument": 1}, {"argument": 1}]}
    with pytest.raises(TypeError, match="Sum"):
        storage._Types(()).written(kind)


@pytest.mark.parametrize("kind", [numba.typeof(Pair(1, 2)), types.unicode_type, types.pyobject], ids=str)
def test_other_types_are_not_kept(kind: types.Type) -> None:
    with pytest.raises(TypeError, match="values of type"):
        storage._Types(()).written(kind)


@pytest.mark.parametrize("form", ["system", "np", {"argument": 0}, {"class": "os.system"}, 3, None])
def test_a_type_that_is_none_is_refused(form: Any) -> None:
    with pytest.raises((ValueError, IndexError)):
        storage._Types(()).read(form)


@pytest.mark.parametrize("value", [None, True, 3, 0.5, "text", np.dtype(np.int8), RECORD], ids=str)
def test_constants_come_back(value: Any) -> None:
    assert storage._constant_read(storage._constant_written(value)) == value


def test_other_constants_are_not_kept() -> None:
    with pytest.raises(TypeError, match="a constant of type Pair"):
        storage._constant_written(Pair(1, 2))


def test_no_module_is_imported_for_a_file() -> None:
    with pytest.raises(ValueError, match="antigravity"):
        storage._environment_read(["antigravity", "_ZN08NumbaEnv9somewhere", []])


@pytest.mark.native
def test_a_kernel_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overloads, "cache", KernelCache(tmp_path))  # it is compiled here, and not loaded
    numbers = np.arange(5)
    assert sums(Sum(), numbers, 0.5) == (10, 5.0)
    (args, compiled), *_ = sums.dispatcher.overloads.items()
    target = sums.dispatcher.targetctx
    again = storage.from_bytes(storage.to_bytes(compiled, args), sums.function, args, target)
    assert (again.signature, again.fndesc.mangled_name) == (compiled.signature, compiled.fndesc.mangled_name)
    assert again.entry_point(Sum(), numbers, 0.25) == (10, 2.5)


def test_bytes_that_are_cut_short_are_refused() -> None:
    with pytest.raises((ValueError, KeyError, TypeError, OSError, storage.struct.error)):
        storage.from_bytes(b"\x01", sums.function, (), sums.dispatcher.targetctx)
