"""The content of a compiled kernel, as a digest: what decides the machine code, and nothing else.

Numba's own disk cache keys a function by its file's modification stamp and by pickled globals, which
goes stale when a callee in another file changes (numba issue 1833) and never hits for captured
functions (numba issue 6264). Here the key is computed from the code itself. Starting at the kernel, the
digest follows every global that its code names, every callee, and every attribute and method of the
kernel objects among its arguments whose name occurs in code that can be reached. Names that no reachable
code mentions cannot matter, so editing a docstring or a drawing does not recompile a search.

A value is identified by its content, or by its name where it comes from a package whose version is in the
key. A value that can be identified in neither way (a function made by Numba's own decorators, say) raises
TypeError, and its kernel is not kept on disk.
"""

from __future__ import annotations

import dis
import enum
import functools
import hashlib
import itertools
import sys
import sysconfig
import types
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numba
import numpy as np

from nupp.kernel.objects import Kernel, KernelObject

_EXTERNAL: Final = frozenset({"numpy", "numba", "llvmlite", "builtins"})
"""Packages that, like the standard library, are identified by name: their versions are in every key."""

MISSING: Final = object()

_NUMBER: Final = bool | int | float | np.number | np.bool


def digest(kernel: Kernel[..., Any], objects: Sequence[KernelObject], *context: str) -> str:
    """SHA-256, in hexadecimal, of all that decides the machine code of `kernel` for these kernel objects.

    `objects` are the kernel objects among the arguments, in order; `context` describes the rest (types of the
    other arguments, compiler, versions). Raises TypeError when the code refers to a value whose content
    cannot be read.
    """
    walk = _Walk()
    walk.add_function(kernel.function)
    arguments = [walk.add_object(item) for item in objects]
    lines = [*context, *arguments, *sorted(walk.facts())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def digest_values(instance: KernelObject) -> str:
    """SHA-256, in hexadecimal, of what compiled code could use of an instance but not learn from its class.

    The digest is valid in this process only: kernel objects within the instance count by their class object.
    Of data it contains the type alone.
    """
    derived = {name for base in type(instance).__mro__ for name in vars(base) if _is_property(base, name)}
    walk = _Walk()
    lines = [type(instance).__qualname__]
    for name in sorted(derived.union(instance._attributes)):
        value = attribute(instance, name)
        if name in instance.data:
            lines.append(f"{name}={data_text(value)}")
        elif isinstance(value, KernelObject):
            lines.append(f"{name}=object {id(type(value))} {digest_values(value)}")
        elif is_constant(value):
            lines.append(f"{name}={walk.value(value)}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def attribute(instance: KernelObject, name: str) -> Any:
    """The value that compiled code finds under a name; `MISSING` if there is none.

    The value is an attribute set by `__init__`, or one of the class: a value, a method or a property. A
    `cached_property` stands for itself, so it is no constant: it may cost more than a compiler should pay.
    """
    if name not in instance._attributes:
        static = next((vars(base)[name] for base in type(instance).__mro__ if name in vars(base)), MISSING)
        if static is MISSING or isinstance(static, functools.cached_property):
            return static
    try:
        return getattr(instance, name)
    except Exception:  # of a property, which then is of no use to compiled code
        return MISSING


def is_constant(value: object) -> bool:
    """True if compiled code can use `value` as an attribute of a kernel object."""
    if isinstance(value, tuple):
        return all(isinstance(item, _NUMBER) for item in value)
    if isinstance(value, np.ndarray):
        return not value.dtype.hasobject
    return isinstance(value, _NUMBER | KernelObject)


def data_text(array: np.ndarray[Any, Any]) -> str:
    """The type of an array of data as far as code compiled for it depends on it."""
    return f"data {_dtype_text(array.dtype)} {array.ndim}"


def variables(function: Any) -> Iterator[object]:
    """The values of the global and captured variables that the code of a function reads."""
    for cell in function.__closure__ or ():
        yield cell.cell_contents
    for name in _read(function.__code__).variables & function.__globals__.keys():
        yield function.__globals__[name]


def is_method(instance: KernelObject, value: object) -> bool:
    """True if an attribute is a method that can be compiled with the instance as its `self`."""
    return (
        isinstance(value, types.MethodType)
        and value.__self__ is instance
        and isinstance(value.__func__, types.FunctionType)
    )


def _is_property(cls: type, name: str) -> bool:
    return isinstance(vars(cls)[name], property)


class _Walk:
    """Collects all code and values that can be reached from a kernel and its kernel objects."""

    def __init__(self) -> None:
        self._functions: dict[types.FunctionType, str] = {}
        self._order: dict[types.FunctionType, int] = {}
        self._objects: dict[int, tuple[str, KernelObject]] = {}
        self._modules: set[str] = set()
        self._names: set[str] = set()

    def facts(self) -> set[str]:
        """Every reachable fact as a line of text; attributes are followed until nothing new turns up."""
        attributes: dict[tuple[str, str], str] = {}
        size = -1
        while size != (size := len(self._functions) + len(attributes) + len(self._names)):
            for label, item in list(self._objects.values()):
                for name in sorted(self._names):
                    if (label, name) not in attributes:
                        value = attribute(item, name)
                        if name in item.data:
                            attributes[label, name] = data_text(value)
                        elif is_method(item, value):
                            attributes[label, name] = self.add_function(value.__func__)
                        elif is_constant(value):
                            attributes[label, name] = self.value(value)
        found = {f"{label}.{name} = {text}" for (label, name), text in attributes.items()}
        return found | set(self._functions.values())

    def add_object(self, item: KernelObject) -> str:
        """Register a kernel object; returns the label that stands for it."""
        label, _ = self._objects.setdefault(id(item), (f"object {len(self._objects)}", item))
        return label

    def add_function(self, function: Any) -> str:
        """Register a Python function with all that it refers to; returns the label that stands for it."""
        if function not in self._functions:
            self._order[function] = len(self._order)
            self._functions[function] = ""  # a mark for recursion
            code = _read(function.__code__)
            self._names |= code.names
            parts = [code.text, self.value(function.__defaults__), self.value(function.__kwdefaults__)]
            for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
                parts.append(f"{name}: {self._variable(cell.cell_contents, code.names)}")
            for name in sorted(code.variables & function.__globals__.keys()):
                parts.append(f"{name}: {self._variable(function.__globals__[name], code.names)}")
            self._functions[function] = f"{self._label(function)}: " + " | ".join(parts)
        return self._label(function)

    def _label(self, function: Any) -> str:
        # Functions of one name may differ in what they capture: the order of discovery distinguishes them.
        return f"function {self._order[function]} {function.__module__}.{function.__qualname__}"

    def _variable(self, value: object, names: Iterable[str]) -> str:
        """A global or captured variable; of a module, the members that the code may mention."""
        if not isinstance(value, types.ModuleType):
            return self.value(value)
        if _is_external(value.__name__) or value.__name__ in self._modules:
            return f"module {value.__name__}"
        self._modules.add(value.__name__)  # modules may import each other
        members = [(name, getattr(value, name)) for name in sorted(names) if hasattr(value, name)]
        text = " ".join(f"{name}: {self._variable(member, names)}" for name, member in members)
        self._modules.remove(value.__name__)
        return f"module {value.__name__} {text}"

    def value(self, value: Any) -> str:
        """A text that is equal for equal contents and for no others."""
        match value:
            case enum.Enum():
                return f"{_qualified(type(value))}.{value.name}={self.value(value.value)}"
            case str():
                self._names.add(value)  # it may be the second argument of `getattr`
                return f"{type(value).__name__} {value!r}"
            case None | bool() | int() | float() | complex() | bytes():
                return f"{type(value).__name__} {value!r}"
            case range() | slice() | types.EllipsisType():
                return repr(value)
            case tuple() | list() | frozenset():
                items = sorted(value) if isinstance(value, frozenset) else value
                kind = f"{type(value).__name__}{getattr(value, '_fields', '')}"
                return f"{kind}({', '.join(self.value(item) for item in items)})"
            case dict():
                return f"dict({', '.join(f'{k!r}: {self.value(v)}' for k, v in value.items())})"
            case np.ndarray():
                content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
                return f"array {_dtype_text(value.dtype)} {value.shape} {value.strides} {content}"
            case np.generic():
                return f"scalar {_dtype_text(value.dtype)} {value.tobytes().hex()}"
            case np.dtype():
                return f"dtype {_dtype_text(value)}"
            case numba.types.Type():
                return f"numba type {value}"
            case Kernel() if value.native is not None:  # its Python original is not what is compiled
                return f"kernel {value.native}"
            case Kernel():
                return f"kernel {self.add_function(value.function)}"
            case KernelObject():
                return self.add_object(value)
            case types.FunctionType() if not _is_external(value.__globals__.get("__name__")):
                return self.add_function(value)
            case type() if not _is_external(value.__module__):
                return self._class(value)
        name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
        module = getattr(value, "__module__", None) or type(value).__module__
        if name is not None and _is_external(module):
            return f"{module}.{name}"
        raise TypeError(f"it refers to {value!r}, whose content cannot be read")

    def _class(self, cls: type) -> str:
        """A class of the user's; Numba knows enumerations and named tuples, and exceptions by name."""
        text = f"class {_qualified(cls)} "
        if issubclass(cls, enum.Enum):
            return text + self.value(tuple(cls.__members__.values()))
        if issubclass(cls, tuple):
            return text + self.value((getattr(cls, "_fields", ()), getattr(cls, "_field_defaults", {})))
        if not hasattr(cls, "_numba_type_") and not hasattr(cls, "class_type"):  # no extension, no jitclass
            return text
        raise TypeError(f"it refers to the class {cls!r}, whose content cannot be read")


class _Code(NamedTuple):
    """The content of a code object, without its docstring, file and line numbers."""

    text: str
    names: frozenset[str]  # of attributes and variables, and strings, which may name attributes
    variables: frozenset[str]  # global names


@functools.cache
def _read(code: types.CodeType) -> _Code:
    constants, names, variables = [], set(code.co_names), set()
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            variables.add(instruction.argval)
        elif instruction.opcode in dis.hasconst:  # not all of co_consts: the docstring is never loaded
            value = instruction.argval
            if isinstance(value, types.CodeType):
                inner = _read(value)
                names |= inner.names
                variables |= inner.variables
                constants.append(inner.text)
            else:
                names.update(_strings(value))
                constants.append(_constant_text(value))
    fields = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    text = f"{code.co_code.hex()} {code.co_exceptiontable.hex()} {constants} {fields} {counts}"
    return _Code(text, frozenset(names), frozenset(variables))


def _strings(constant: object) -> Iterator[str]:
    if isinstance(constant, str):
        yield constant
    elif isinstance(constant, tuple | frozenset):
        yield from itertools.chain.from_iterable(map(_strings, constant))


def _constant_text(constant: object) -> str:
    if isinstance(constant, frozenset):  # in an order that every process shares
        return f"frozenset {sorted(map(_constant_text, constant))}"
    return f"{type(constant).__name__} {constant!r}"


def _dtype_text(dtype: np.dtype[Any]) -> str:
    if dtype.subdtype is not None:
        return f"{_dtype_text(dtype.base)}{dtype.shape}"
    if dtype.fields is None:
        return dtype.str
    fields = ", ".join(
        f"{name}@{offset} {_dtype_text(field)}"
        for name, (field, offset, *_) in sorted(dtype.fields.items(), key=lambda item: item[1][1])
    )
    return f"{{{fields}}} {dtype.itemsize} {dtype.isalignedstruct}"


def _qualified(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


@functools.cache
def _is_external(module: str | None) -> bool:
    package = (module or "").split(".")[0]
    if package in _EXTERNAL or package not in sys.stdlib_module_names:
        return package in _EXTERNAL
    # A user's module may bear the name of one in the standard library.
    file = getattr(sys.modules.get(package), "__file__", None)
    return file is None or Path(file).is_relative_to(sysconfig.get_path("stdlib"))
