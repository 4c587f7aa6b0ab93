"""The content of a compiled kernel, as a digest: what decides the machine code, and nothing else.

Numba's own disk cache keys a function by its file's modification stamp and by pickled globals, which
goes stale when a callee in another file changes (numba issue 1833) and never hits for captured
functions (numba issue 6264). Here the key is computed from the code itself. Starting at the kernel, the
digest follows every global that its code names, every callee, and every attribute and method of the
kernel objects among its arguments whose name occurs in code that can be reached. Names that no reachable
code mentions cannot matter, so editing a docstring or a drawing does not recompile a search.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import sys
import sysconfig
import types
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from nupp.kernel.objects import Kernel, KernelObject

_EXTERNAL: Final = frozenset({"numpy", "numba", "llvmlite", "builtins"})
"""Packages that, like the standard library, are identified by name: their versions are in every key."""

_MISSING: Final = object()


def digest(kernel: Kernel[..., Any], objects: Sequence[KernelObject], *context: str) -> str:
    """SHA-256 (hex) of all that decides the machine code of `kernel` for these kernel objects.

    `objects` are the kernel objects among the arguments, in order; `context` describes the rest (types of
    the other arguments, compiler, versions). Raises TypeError when the code refers to a value whose
    content cannot be told.
    """
    walk = _Walk()
    walk.add_function(kernel.function)
    for position, item in enumerate(objects):
        walk.add_object(f"argument {position}", item)
    lines = [*context, kernel.function.__qualname__, *sorted(walk.facts())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def digest_values(instance: KernelObject) -> str:
    """SHA-256 (hex) of every attribute of an instance that compiled code could use."""
    walk = _Walk()
    lines = [
        f"{name}={walk.value(vars(instance)[name])}"
        for name in instance._attributes
        if is_constant(vars(instance)[name])
    ]
    return hashlib.sha256("\n".join([type(instance).__qualname__, *lines]).encode()).hexdigest()


def is_constant(value: object) -> bool:
    """Whether compiled code can use `value` as an attribute of a kernel object."""
    if isinstance(value, tuple):
        return all(isinstance(item, bool | int | float | np.generic) for item in value)
    return isinstance(value, bool | int | float | np.generic | np.ndarray | KernelObject)


class _Walk:
    """Collects all code and values that can be reached from a kernel and its kernel objects."""

    def __init__(self) -> None:
        self._functions: dict[types.FunctionType, str] = {}
        self._order: dict[types.FunctionType, int] = {}
        self._objects: dict[int, tuple[str, KernelObject]] = {}
        self._names: set[str] = set()

    def facts(self) -> set[str]:
        """Every reachable fact as a line of text; attributes are followed until nothing new turns up."""
        attributes: dict[tuple[str, str], str] = {}
        size = -1
        while size != (size := len(self._functions) + len(attributes)):
            for path, item in list(self._objects.values()):
                for name in sorted(self._names):
                    if (path, name) not in attributes:
                        value = getattr(item, name, _MISSING)
                        if isinstance(value, types.MethodType) or is_constant(value):
                            attributes[path, name] = self.value(value, f"{path}.{name}")
        found = {f"{path}.{name} = {text}" for (path, name), text in attributes.items()}
        return found | set(self._functions.values())

    def add_object(self, path: str, item: KernelObject) -> None:
        self._objects.setdefault(id(item), (path, item))

    def add_function(self, function: Any) -> str:
        """Register a Python function with all that it refers to; returns the name that stands for it."""
        if function not in self._functions:
            self._order[function] = len(self._order)
            self._functions[function] = ""  # a mark for recursion
            code = function.__code__
            names = set(_names(code))
            self._names |= names
            parts = [_code_text(code, function.__doc__)]
            parts += [self.value(function.__defaults__), self.value(function.__kwdefaults__)]
            for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
                parts.append(f"{name}: {self.value(cell.cell_contents)}")
            for name in sorted(names & function.__globals__.keys()):
                parts.append(f"{name}: {self._global(function.__globals__[name], names)}")
            self._functions[function] = f"{self._label(function)}: " + " | ".join(parts)
        return self._label(function)

    def _label(self, function: Any) -> str:
        # Functions of one name may differ in what they capture: the order of discovery tells them apart.
        return f"function {self._order[function]} {function.__module__}.{function.__qualname__}"

    def _global(self, value: object, names: Iterable[str]) -> str:
        if not isinstance(value, types.ModuleType):
            return self.value(value)
        if _is_external(value.__name__):
            return f"module {value.__name__}"
        members = [(name, getattr(value, name)) for name in sorted(names) if hasattr(value, name)]
        return f"module {value.__name__} " + " ".join(
            f"{name}: {self._global(member, names)}" for name, member in members
        )

    def value(self, value: Any, path: str = "") -> str:
        """A text that is equal for equal contents and for no others."""
        match value:
            case None | bool() | int() | float() | complex() | str() | bytes():
                if isinstance(value, enum.Enum):
                    return f"{_qualified(type(value))}.{value.name}={value.value!r}"
                return f"{type(value).__name__} {value!r}"
            case tuple() | list() | frozenset():
                items = sorted(value) if isinstance(value, frozenset) else value
                return f"{type(value).__name__}({', '.join(self.value(item) for item in items)})"
            case dict():
                return f"dict({', '.join(f'{k!r}: {self.value(v)}' for k, v in value.items())})"
            case np.ndarray():
                content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
                return f"array {_dtype_text(value.dtype)} {value.shape} {content}"
            case np.generic():
                return f"scalar {_dtype_text(value.dtype)} {value.tobytes().hex()}"
            case np.dtype():
                return f"dtype {_dtype_text(value)}"
            case Kernel():
                return f"kernel {value.native} {self.add_function(value.function)}"
            case KernelObject():
                self.add_object(path or _qualified(type(value)), value)
                return f"object {_qualified(type(value))} {digest_values(value)}"
            case types.MethodType():
                return self.add_function(value.__func__)
            case types.FunctionType() if not _is_external(value.__module__):
                return self.add_function(value)
            case type() if not _is_external(value.__module__):
                return self._class(value)
        module = getattr(value, "__module__", None) or type(value).__module__
        if _is_external(module):
            return f"{module}.{getattr(value, '__qualname__', type(value).__qualname__)}"
        raise TypeError(
            f"a kernel refers to {value!r}, whose content cannot be told: expected numbers, arrays, "
            "functions, kernels, kernel objects or classes"
        )

    def _class(self, cls: type) -> str:
        plain = {
            name: member
            for name, member in vars(cls).items()
            if isinstance(member, int | float | str | tuple | types.FunctionType)
            and not name.startswith("__")
        }
        return f"class {_qualified(cls)} " + " ".join(
            f"{name}: {self.value(member)}" for name, member in sorted(plain.items())
        )


def _names(code: types.CodeType) -> Iterator[str]:
    """Every name and string that code mentions: globals, attributes, `getattr` constants."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)
        elif isinstance(constant, str) and constant.isidentifier():
            yield constant


def _code_text(code: types.CodeType, doc: str | None = None) -> str:
    """The instructions and constants of code, without its docstring, file and line numbers."""
    constants = [
        _code_text(constant)
        if isinstance(constant, types.CodeType)
        else f"{type(constant).__name__} {constant!r}"
        for constant in code.co_consts
        if doc is None or constant != doc
    ]
    fields = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_kwonlyargcount, code.co_flags)
    return f"{code.co_code.hex()} {constants} {fields} {counts}"


def _dtype_text(dtype: np.dtype[Any]) -> str:
    if dtype.fields is None:
        return f"{dtype.str}{dtype.subdtype or ''}"
    fields = ", ".join(
        f"{name}@{offset} {_dtype_text(field)}"
        for name, (field, offset, *_) in sorted(dtype.fields.items(), key=lambda item: item[1][1])
    )
    return f"{{{fields}}} {dtype.itemsize}"


def _qualified(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


@functools.cache
def _is_external(module: str) -> bool:
    package = module.split(".")[0]
    if package in _EXTERNAL or package not in sys.stdlib_module_names:
        return package in _EXTERNAL
    # A user's module may bear the name of one in the standard library.
    file = getattr(sys.modules.get(package), "__file__", None)
    return file is None or Path(file).is_relative_to(sysconfig.get_path("stdlib"))
