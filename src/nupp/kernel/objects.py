"""Kernel objects and kernels: ordinary Python classes and functions that run as native code.

A *kernel object* is an immutable instance of a `KernelObject` class (a game, an evaluator). Numba sees
it as a distinct type: its attributes are compile-time constants and its methods are inlined, so that a
generic *kernel*, a module-level function decorated with `@kernel`, is specialised for each object as a
C++ template would be.

This module knows nothing of Numba. `native` is imported at the first native call, so a program that
only looks at one position (`interpreted()`) never pays for starting a compiler.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
from abc import ABCMeta
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, ClassVar, Final, Generic, ParamSpec, TypeVar, cast

import numpy as np

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

MAX_CONSTANT_BYTES: Final = 64 * 1024
"""The largest array that a kernel object may carry as a compile-time constant."""
_CACHE_LINE: Final = 64

_COMPILED: Final = 0
_INTERPRETED: Final = 1
_QUIETLY: Final = 2
_IF_COMPILED: Final = 3
"""The ways to run kernels: as compiled code, as plain Python, as plain Python where NumPy is quiet already,
or as code that was compiled before.
"""

_way: ContextVar[int] = ContextVar(
    "way", default=_INTERPRETED if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") else _COMPILED
)


before_compiling: Final[list[Callable[[Any], object]]] = []
"""Called with each kernel object that code is about to be compiled for, because no cache holds that code."""


class NotCompiledError(RuntimeError):
    """A kernel that would have to be compiled first; see `if_compiled`."""


def interpreting() -> bool:
    """True while kernels run as plain Python instead of compiled code."""
    return _way.get() in (_INTERPRETED, _QUIETLY)


def may_compile() -> bool:
    """False inside `if_compiled`."""
    return _way.get() != _IF_COMPILED


@contextlib.contextmanager
def if_compiled() -> Iterator[None]:
    """Compile nothing inside the block, in this thread (or other context) only.

    Kernels that are compiled already run as usual, loaded from disk if need be; the others raise
    NotCompiledError at once. Where kernels run as plain Python, the block changes nothing.
    """
    if interpreting():
        yield
        return
    token = _way.set(_IF_COMPILED)
    try:
        yield
    finally:
        _way.reset(token)


@contextlib.contextmanager
def interpreted() -> Iterator[None]:
    """Run kernels as plain Python inside the block, in this thread (or other context) only.

    The results are the same as those of compiled code. `NUMBA_DISABLE_JIT=1` has the same effect for
    the life of the process. Worth it for a handful of calls, which would not repay starting a compiler.
    Inside the block NumPy does not report that hashes and random numbers wrap around 64 bits.
    """
    with np.errstate(over="ignore"):
        token = _way.set(_QUIETLY)
        try:
            yield
        finally:
            _way.reset(token)


@functools.cache
def _compiler() -> Any:
    """`native`, which is built on this module, and so is known here by its name alone."""
    return importlib.import_module("nupp.kernel.native")


class Kernel(Generic[P, R]):
    """A function that Numba compiles once for each combination of argument types.

    `function` is the Python original. `native` names an intrinsic of `native/` that stands for the
    function in compiled code, for the few things that Python cannot say (a volatile load).
    """

    def __init__(self, function: Callable[P, R], native: str | None = None) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.native = native

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        way = _way.get()
        if way == _QUIETLY:
            return self.function(*args, **kwargs)
        if way != _INTERPRETED and self.native is None:
            return cast(R, self.dispatcher(*args, **kwargs))
        with interpreted():
            return self.function(*args, **kwargs)

    def ready(self, *args: Any) -> Callable[P, R]:
        """This kernel for arguments of the types that these have, compiled, if kernels are compiled here.

        What it returns does not look at types, which saves nine tenths of the ten microseconds of a call. The
        caller has to give it arguments of the very same types; KernelObjects count as types.
        """
        if interpreting():
            return self
        return cast("Callable[P, R]", _compiler().entry_point(self.dispatcher, args))

    def address(self, *args: Any) -> int:
        """The address of the machine code for arguments of the types that these have, compiled or loaded.

        The kernel objects among them come first and carry no data. Four integers follow, which `call_address`
        gives. The machine code stays where it is for the life of the process.
        """
        return cast(int, _compiler().code_address(self.dispatcher, args))

    @functools.cached_property
    def dispatcher(self) -> Any:
        """Numba's dispatcher of this kernel."""
        return _compiler().make_dispatcher(self)

    @property
    def _numba_type_(self) -> Any:
        """The Numba type of a kernel that another kernel calls."""
        return _compiler().type_of_kernel(self)

    def __repr__(self) -> str:
        return f"<kernel {self.function.__module__}.{self.function.__qualname__}>"


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make a module-level function a kernel.

    It may take kernel objects, arrays, records and numbers by position, call other kernels, and recurse. It
    allocates nothing: arrays are made in Python and passed in, which spares compiled code all reference
    counting (half the time of a tree search). It releases the GIL and is kept on disk (see `cache.py`).
    """
    return Kernel(function)


def intrinsic(name: str) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Make a function a kernel whose compiled form is the intrinsic `name` of `native/`."""
    return lambda function: Kernel(function, native=name)


class _FrozenAfterInit(ABCMeta):
    def __call__(cls: type[T], *args: Any, **kwargs: Any) -> T:
        instance = super().__call__(*args, **kwargs)  # type: ignore[misc]
        instance._freeze()
        return cast(T, instance)


class KernelObject(metaclass=_FrozenAfterInit):
    """Base of all objects that kernels take as arguments.

    In compiled code an object may use, through `self`, its own methods (not recursively) and attributes
    of these kinds: bool, int, float, NumPy scalars, NumPy arrays up to 64 KiB, tuples of numbers, and
    other kernel objects. All are constants there, so an object is frozen when `__init__` returns:
    attributes can no longer be set, and its arrays are read-only copies. Attributes of other kinds are
    for the Python side only. Method calls in compiled code pass their arguments by position.

    Arrays of any size that are *data*, such as learned weights, are named by a class in `data`. They are
    read-only as well, but no constants: code is compiled for their type and number of dimensions alone, and
    objects that differ in nothing but shape and content of their data share it. An object may be an attribute
    of another with all its data.
    """

    data: ClassVar[tuple[str, ...]] = ()
    """The attributes, set by `__init__`, whose arrays are data and not constants."""

    _frozen = False
    _attributes: tuple[str, ...]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if vars(cls).get("__slots__"):
            raise TypeError(
                f"{cls.__name__}: a kernel object keeps its attributes in __dict__, not in __slots__"
            )
        # The arrays of a base that is no kernel object become constants of this class.
        plain = [base for base in cls.__mro__[1:] if not isinstance(base, _FrozenAfterInit)]
        for name in {name for base in (cls, *plain) for name in vars(base)}:
            value = getattr(cls, name, None)
            if isinstance(value, np.ndarray):
                setattr(cls, name, _constant_array(cls, name, value))

    def __getstate__(self) -> dict[str, Any]:
        return {name: vars(self)[name] for name in self._attributes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._freeze()

    def _freeze(self) -> None:
        for name in self.data:
            _check_data(type(self), name, vars(self).get(name))
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                is_data = name in self.data
                self.__dict__[name] = (
                    _data_array(value) if is_data else _constant_array(type(self), name, value)
                )
        self.__dict__["_attributes"] = tuple(sorted(vars(self)))
        self.__dict__["_frozen"] = True

    def __setattr__(self, name: str, value: object) -> None:
        if self._frozen:
            raise AttributeError(
                f"{type(self).__name__}.{name} cannot be set: a kernel object is immutable once made; "
                "make another with the value you want"
            )
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        if self._frozen:
            raise AttributeError(
                f"{type(self).__name__}.{name} cannot be deleted: a kernel object is immutable"
            )
        super().__delattr__(name)


def _constant_array(owner: type, name: str, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    if array.nbytes > MAX_CONSTANT_BYTES:
        raise ValueError(
            f"{owner.__name__}.{name} is an array of {array.nbytes} bytes; attributes of a kernel object "
            f"are compile-time constants of at most {MAX_CONSTANT_BYTES} bytes: "
            "pass it to the kernel as an argument instead, or name it in `data`"
        )
    fixed = array.copy(order="C")
    fixed.setflags(write=False)
    return fixed


def _data_array(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A read-only copy that begins with a line of the processor's cache, where vectors are read faster.

    A file that is mapped into memory for reading is not copied: it may be larger than the memory.
    """
    if isinstance(array, np.memmap) and not array.flags.writeable:
        return np.asarray(array)
    room = np.empty(array.nbytes + _CACHE_LINE - 1, np.uint8)
    begin = -room.ctypes.data % _CACHE_LINE
    fixed: np.ndarray[Any, Any] = room[begin : begin + array.nbytes].view(array.dtype).reshape(array.shape)
    fixed[...] = array
    fixed.setflags(write=False)
    return fixed


def _check_data(owner: type, name: str, value: object) -> None:
    if not isinstance(value, np.ndarray) or value.dtype.hasobject:
        raise TypeError(
            f"{owner.__name__}.{name} is named in `data`: expected __init__ to set it to an array, "
            f"found {type(value).__name__}"
        )
