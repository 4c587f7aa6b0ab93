"""Numba glue: kernel objects as Numba types, kernels as dispatchers, and the content-addressed cache.

The only module that touches Numba's private interfaces, which is why `pyproject.toml` pins Numba to one
minor version. A kernel object *is* its type: a `KernelType` carries the instance, attributes are lowered
as constants, and a method call compiles the method with the object's type as its first argument, so that
`self` costs nothing at run time. Only of an object that carries data there is something at run time: a struct
of its arrays, and of the structs of objects within it that carry some.
"""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="call-overload,misc,no-any-return,no-untyped-call,override,union-attr"
# mypy: disable-error-code="attr-defined,method-assign,untyped-decorator"

from __future__ import annotations

import contextlib
import hashlib
import inspect
import io
import itertools
import os
import pickle
import secrets
import sys
import types as python_types
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba.core import bytecode, cgutils, compiler, imputils, types
from numba.core.caching import _Cache
from numba.core.codegen import RuntimeLinker
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.errors import NumbaExperimentalFeatureWarning, TypingError
from numba.core.registry import cpu_target
from numba.core.serialize import NumbaPickler
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np import arrayobj

from nupp.kernel.cache import KernelCache, KernelCacheWarning, default_folder
from nupp.kernel.digest import MISSING, attribute, digest, digest_values, is_constant, is_method
from nupp.kernel.objects import Kernel, KernelObject

# Kernels take records by reference, which Numba announces as experimental when they are arguments.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

compile_listeners: list[Callable[[str], None]] = []
"""Called with the name of a kernel that is about to be compiled because no cache holds it."""

_TOOLCHAIN = " ".join(
    [
        f"python {sys.version}",
        f"numba {numba.__version__}",
        f"llvmlite {llvmlite.__version__}",
        f"numpy {np.__version__}",
        hashlib.sha256(Path(__file__).read_bytes()).hexdigest(),
    ]
)

_cache = KernelCache(default_folder())


def _number_functions_apart() -> None:
    """Let the numbers that Numba puts into symbols start at random.

    They count from 1 otherwise, and code of one name that two processes wrote to the cache would clash in
    a third.
    """
    bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


_number_functions_apart()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_number_functions_apart)


_call_unresolved = CPUContext.call_unresolved


def _call_recursively(context: Any, builder: Any, name: str, signature: Any, args: Any) -> Any:
    """Lower the call of a function to itself as a direct call.

    Numba calls through a pointer that it fills in when the function has been linked. A caller into which
    the function is inlined then holds the pointer but not the function, and crashes when it is loaded from
    the cache alone. A direct call keeps the function in the caller's code, and is faster.
    """
    if builder.function.name != name:
        return _call_unresolved(context, builder, name, signature, args)
    convention = context.call_conv
    status, result = convention.call_function(
        builder, builder.function, signature.return_type, signature.args, args
    )
    with cgutils.if_unlikely(builder, status.is_error):
        convention.return_status_propagate(builder, status)
    return imputils.fix_returning_optional(context, builder, signature, status, result)


CPUContext.call_unresolved = _call_recursively


# ---- kernel objects as types -------------------------------------------------------------------


class KernelType(types.Opaque):
    """The Numba type of a kernel object; equal for objects of one class with equal attributes."""

    def __init__(self, cls: type[KernelObject], values: str, instance: KernelObject) -> None:
        self.cls, self.values, self.instance = cls, values, instance
        self.carried = _carried(instance)
        super().__init__(f"{cls.__module__}.{cls.__qualname__}:{values[:12]}")

    @property
    def key(self) -> tuple[type[KernelObject], str]:
        return self.cls, self.values


def _carried(instance: KernelObject) -> dict[str, types.Type]:
    """The attributes that are there at run time, with their types: data, and objects that carry data."""
    found: dict[str, types.Type] = {}
    for name in instance._attributes:
        value = instance.__dict__[name]
        if name in instance.data:
            found[name] = numba.typeof(value)
        elif isinstance(value, KernelObject) and (inner := numba.typeof(value)).carried:
            found[name] = inner
    return found


@register_model(KernelType)
class _ObjectModel(models.StructModel):
    """The data that an object carries; most carry none."""

    def __init__(self, manager: Any, kernel_type: KernelType) -> None:
        super().__init__(manager, kernel_type, list(kernel_type.carried.items()))


@typeof_impl.register(KernelObject)
def _type_of_object(instance: KernelObject, context: Any) -> KernelType:
    if not instance._frozen:
        raise TypeError(
            f"{type(instance).__name__} is not yet made: compiled code can take it when __init__ has returned"
        )
    known = instance.__dict__.get("_kernel_type")
    if known is None:
        known = KernelType(type(instance), digest_values(instance), instance)
        instance.__dict__["_kernel_type"] = known
    return known


@unbox(KernelType)
def _unbox(kernel_type: KernelType, instance: Any, context: Any) -> NativeValue:
    struct = cgutils.create_struct_proxy(kernel_type)(context.context, context.builder)
    for name, kind in kernel_type.carried.items():
        held = context.pyapi.object_getattr_string(instance, name)
        setattr(struct, name, context.unbox(kind, held).value)
        context.pyapi.decref(held)  # the object holds its data as long as the call takes
    return NativeValue(struct._getvalue())


@imputils.lower_constant(KernelType)
def _lower_global(context: Any, builder: Any, kernel_type: KernelType, instance: KernelObject) -> Any:
    """An object that is no argument but a global or captured variable of a kernel."""
    if kernel_type.carried:
        raise TypingError(
            f"{kernel_type.cls.__name__} carries data ({', '.join(kernel_type.carried)}): expected it as an "
            "argument of the kernel, or as an attribute of one"
        )
    return cgutils.create_struct_proxy(kernel_type)(context, builder)._getvalue()


# ---- attributes and methods --------------------------------------------------------------------


def _constant_type(owner: KernelType, name: str, value: Any) -> types.Type:
    if not is_constant(value):
        raise TypingError(
            f"{owner.cls.__name__}.{name} is a {type(value).__name__}, which compiled code cannot use: "
            "expected a bool, a number, an array, a tuple of numbers or a kernel object"
        )
    try:
        found = numba.typeof(value)
    except Exception as error:
        raise TypingError(f"{owner.cls.__name__}.{name} cannot be used in compiled code: {error}") from error
    if isinstance(found, KernelType) and found.carried:
        raise TypingError(
            f"{owner.cls.__name__}.{name} carries data ({', '.join(found.carried)}), which compiled code "
            "finds only in attributes that __init__ sets"
        )
    return found.copy(readonly=True) if isinstance(found, types.Array) else found


@infer_getattr
class _Attributes(AttributeTemplate):
    key = KernelType

    def generic_resolve(self, owner: KernelType, name: str) -> types.Type | None:
        value = attribute(owner.instance, name)
        if value is MISSING:
            return None
        if name in owner.carried:
            return owner.carried[name]
        if not is_method(owner.instance, value):
            return _constant_type(owner, name, value)
        dispatcher = types.Dispatcher(_inlined_dispatcher(value.__func__))

        class Method(AbstractTemplate):
            key = (KernelType, name)

            def generic(self, args: Any, kws: Any) -> Any:
                if kws:
                    raise TypingError(f"{name}() takes its arguments by position in compiled code")
                return dispatcher.get_call_type(self.context, (owner, *args), {}).as_method()

        _lower_method(name)
        return types.BoundFunction(Method, owner)


@lower_getattr_generic(KernelType)
def _lower_constant(context: Any, builder: Any, owner: KernelType, value: Any, name: str) -> Any:
    constant = attribute(owner.instance, name)
    if name in owner.carried:
        return getattr(context.make_helper(builder, owner, value), name)
    if isinstance(constant, python_types.MethodType):
        return value
    return context.get_constant_generic(builder, _constant_type(owner, name, constant), constant)


_inlined: dict[Callable[..., Any], Any] = {}
_lowered_methods: set[str] = set()


def _inlined_dispatcher(function: Callable[..., Any]) -> Any:
    """Numba's dispatcher of a method, or of a kernel as other kernels call it.

    What it compiles becomes part of the kernels that call it, so it is not kept on disk by itself, and needs
    no way in from Python.
    """
    if function not in _inlined:
        inlined = numba.njit(nogil=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
        _inlined[function] = inlined(function)
    return _inlined[function]


def _lower_method(name: str) -> None:
    if name in _lowered_methods:
        return
    _lowered_methods.add(name)

    @lower_builtin((KernelType, name), KernelType, types.VarArg(types.Any))
    def call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        method = getattr(signature.args[0].instance, name).__func__
        callee = types.Dispatcher(_inlined_dispatcher(method))
        implementation = context.get_function(callee, signature)
        result = implementation(builder, args)
        return imputils.impl_ret_new_ref(context, builder, signature.return_type, result)


# ---- kernels -----------------------------------------------------------------------------------


def make_dispatcher(kernel: Kernel[..., Any]) -> Any:
    """Numba's dispatcher for a kernel, wired to the content-addressed cache."""
    dispatcher = numba.njit(nogil=True, _nrt=False)(kernel.function)
    cache = dispatcher._cache = _ContentCache(kernel)
    compile_now = dispatcher.compile
    call_template, fold = dispatcher.get_call_template, dispatcher.fold_argument_types

    def compile_once(signature: Any) -> Any:
        # Numba's lock is taken first, as it is by a kernel that is compiled within another: threads that took
        # the two in different order would wait for each other.
        with global_compiler_lock, cache.alone(signature, dispatcher.targetctx):
            return compile_now(signature)

    dispatcher.compile = compile_once

    # All callers, itself among them, share one compilation: one kept on disk that passes a literal to a
    # recursive kernel crashes when it is loaded, and a second one, begun within the first, does not link.

    def call_template_of_one_kind(args: Any, kws: Any) -> Any:
        return call_template(_plain_types(args), kws)

    def fold_to_one_kind(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, _plain_types(folded)

    dispatcher.get_call_template, dispatcher.fold_argument_types = call_template_of_one_kind, fold_to_one_kind
    return dispatcher


def _plain_types(args: Iterable[Any]) -> tuple[Any, ...]:
    """Types without literals, and with all signed integers as wide as Python makes them."""
    plain = map(types.unliteral, args)
    return tuple(types.int64 if isinstance(item, types.Integer) and item.signed else item for item in plain)


def type_of_kernel(kernel: Kernel[..., Any]) -> types.Type:
    """The type that a kernel has when another kernel calls it."""
    if kernel.native is not None:
        return cpu_target.typing_context.resolve_value_type(_INTRINSICS[kernel.native])
    if _calls_itself(kernel):  # its compiled code is whole by itself, and called as it is
        return types.Dispatcher(kernel.dispatcher)
    return types.Dispatcher(_inlined_dispatcher(kernel.function))


def _calls_itself(kernel: Kernel[..., Any]) -> bool:
    found = inspect.getclosurevars(kernel.function)
    return any(value is kernel for value in (*found.globals.values(), *found.nonlocals.values()))


class _ContentCache(_Cache):
    """Numba's cache protocol over `KernelCache`."""

    def __init__(self, kernel: Kernel[..., Any]) -> None:
        self._kernel = kernel
        self._warned = False

    @property
    def cache_path(self) -> str:
        return str(_cache.folder)

    def enable(self) -> None:
        """Nothing to do: this cache is always on."""

    def disable(self) -> None:
        """Nothing to do: this cache is always on."""

    def flush(self) -> None:
        """Nothing to do: entries are addressed by content and never go stale."""

    def _key(self, signature: Any, codegen: Any) -> str | None:
        """The key of a specialisation; None if it cannot be told, and so must be compiled each time."""
        args = _arguments(signature)
        config: Any = numba.config
        flags = [config.BOUNDSCHECK, config.OPT, config.USING_SVML, *codegen.magic_tuple()]
        try:
            shapes = [_shape(item) for item in args]
            objects = [item.instance for item in args if isinstance(item, KernelType)]
            return digest(self._kernel, objects, *shapes, _TOOLCHAIN, repr(flags))
        except TypeError as error:
            if not self._warned:
                self._warned = True
                warnings.warn(
                    f"{self._kernel!r} is compiled anew in each process: {error}",
                    KernelCacheWarning,
                    stacklevel=2,
                )
            return None

    def alone(self, signature: Any, target_context: Any) -> contextlib.AbstractContextManager[None]:
        """Keep other processes from compiling the same specialisation at the same time."""
        target_context.refresh()
        key = self._key(signature, target_context.codegen())
        return _cache.alone(key) if key else contextlib.nullcontext()

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        target_context.refresh()
        key = self._key(signature, target_context.codegen())
        payload = _cache.read(key) if key else None
        if payload is not None:
            try:
                reduced = _Unpickler(payload, _kernel_types(signature)).load()
                return compiler.CompileResult._rebuild(target_context, *reduced)
            except Exception as error:  # whatever is wrong with the file, compiling anew is right
                warnings.warn(
                    f"{self._kernel!r}: unusable cache file ({error})", KernelCacheWarning, stacklevel=2
                )
        for listener in compile_listeners:
            listener(self._kernel.function.__name__)
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        key = self._key(signature, result.codegen)
        if key is None:
            return
        if result.lifted or result.library.has_dynamic_globals or _calls_through_pointer(result.library):
            warnings.warn(
                f"{self._kernel!r} is compiled anew in each process: it holds addresses, or is one of "
                "several kernels that call each other in a circle",
                KernelCacheWarning,
                stacklevel=2,
            )
            return
        buffer = io.BytesIO()
        _Pickler(buffer, _kernel_types(signature)).dump(result._reduce())
        _cache.write(key, buffer.getvalue())


def _calls_through_pointer(library: Any) -> bool:
    """Whether code holds pointers that only Numba's linker can fill in, as mutual recursion needs."""
    return any(item.name.startswith(RuntimeLinker.PREFIX) for item in library._final_module.global_variables)


def _arguments(signature: Any) -> tuple[types.Type, ...]:
    return tuple(signature.args) if hasattr(signature, "args") else tuple(signature)


def _shape(kind: Any) -> str:
    """The text of an argument's type, if that tells all about it; TypeError otherwise."""
    match kind:
        case KernelType():
            return "object"
        case types.BaseTuple() if not any(isinstance(item, KernelType) for item in kind):
            fields = zip(getattr(kind, "fields", range(len(kind))), kind, strict=True)
            texts = ", ".join(f"{name}: {_shape(item)}" for name, item in fields)
            return f"{getattr(kind, 'instance_class', tuple)!r} ({texts})"
        case types.Array():
            _shape(kind.dtype)
            return str(kind)
        case types.Number() | types.Boolean() | types.Record() | types.NestedArray() | types.Omitted():
            return str(kind)
        case types.NoneType() | types.UnicodeType():
            return str(kind)
    raise TypeError(f"the content of an argument of type {kind} cannot be told")


def _kernel_types(signature: Any) -> list[KernelType]:
    return [item for item in _arguments(signature) if isinstance(item, KernelType)]


class _Pickler(NumbaPickler):
    """Writes kernel types as positions among the arguments: a type means nothing to another process."""

    def __init__(self, file: io.BytesIO, kernel_types: list[KernelType]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._kernel_types = kernel_types

    def persistent_id(self, item: Any) -> int | None:
        return self._kernel_types.index(item) if isinstance(item, KernelType) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, payload: bytes, kernel_types: list[KernelType]) -> None:
        super().__init__(io.BytesIO(payload))
        self._kernel_types = kernel_types

    def persistent_load(self, position: Any) -> KernelType:
        return self._kernel_types[position]


# ---- intrinsics --------------------------------------------------------------------------------


@intrinsic
def _record_word(typing: Any, record: Any, index: Any) -> Any:
    """The 64-bit word number `index` of a record's memory."""
    if not isinstance(record, types.Record) or not isinstance(index, types.Integer):
        raise TypingError(f"record_word({record}, {index}): expected a record and an integer")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = context.get_value_type(types.uint64)
        position = context.cast(builder, args[1], index, types.int64)
        address = builder.bitcast(args[0], word.as_pointer())
        return builder.load(builder.gep(address, [position]), align=1)

    return types.uint64(record, index), build


@intrinsic
def _load_volatile(typing: Any, array: Any) -> Any:
    """Element 0 of a one-dimensional array, read from memory at every call."""
    if not isinstance(array, types.Array) or array.ndim != 1:
        raise TypingError(f"load_volatile({array}): expected a one-dimensional array")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(array)(context, builder, args[0]).data
        # An atomic load: LLVM may not hoist it out of a loop, as it does with an ordinary one.
        return builder.load_atomic(data, "monotonic", align=array.dtype.bitwidth // 8)

    return array.dtype(array), build


@intrinsic(prefer_literal=True)
def _scratch(typing: Any, length: Any) -> Any:
    """An int64 array of a literal length on the stack."""
    if not isinstance(length, types.IntegerLiteral) or length.literal_value < 1:
        raise TypingError(f"scratch({length}): expected a positive number that the code itself states")
    n, array = length.literal_value, types.Array(types.int64, 1, "C")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = context.get_value_type(types.int64)
        with builder.goto_entry_block():  # once, even within a loop; the inliner keeps it so
            place = builder.alloca(word, size=n)
        result, size = context.make_array(array)(context, builder), context.get_constant(types.intp, 8)
        shape = [context.get_constant(types.intp, n)]
        arrayobj.populate_array(result, place, shape=shape, strides=[size], itemsize=size, meminfo=None)
        return result._getvalue()

    return array(length), build


_LANES, _REALS = 8, 16
"""How many 64-bit words, and how many float32, make up a vector."""


@intrinsic
def _sum_rows(typing: Any, table: Any, rows: Any, count: Any, words: Any, sums: Any) -> Any:
    """See `_adding_rows`: LLVM would go through the rows in parallel, which takes gathering loads."""
    _require_arrays("sum_rows", (table, types.int64), (rows, types.int64), (sums, types.int64))

    def add(builder: Any, total: Any, row: Any, index: Any, number: Any) -> Any:
        return builder.add(total, row(number))

    def keep(builder: Any, total: Any, place: Any) -> None:
        builder.store(total, place, align=8)

    return types.none(table, rows, count, words, sums), _adding_rows(_LANES, _from_nothing, add, keep)


@intrinsic
def _add_rectified(typing: Any, table: Any, rows: Any, count: Any, width: Any, sums: Any) -> Any:
    """See `_adding_rows`: LLVM would make sure at each call that `sums` is not a part of the table."""
    _require_arrays("add_rectified", (table, types.float32), (rows, types.int64), (sums, types.float32))

    def add(builder: Any, total: Any, row: Any, index: Any, number: Any) -> Any:
        return builder.fadd(total, row(number))

    def keep(builder: Any, total: Any, place: Any) -> None:
        nothing = total.type(None)
        positive = builder.select(builder.fcmp_ordered(">", total, nothing), total, nothing)
        builder.store(builder.fadd(builder.load(place, align=4), positive), place, align=4)

    return types.none(table, rows, count, width, sums), _adding_rows(_REALS, _from_nothing, add, keep)


@intrinsic
def _add_scaled(typing: Any, table: Any, factors: Any, count: Any, width: Any, sums: Any) -> Any:
    """See `_adding_rows`: LLVM would keep `sums` in memory from one row to the next."""
    _require_arrays("add_scaled", (table, types.float32), (factors, types.float32), (sums, types.float32))

    def begin(builder: Any, place: Any) -> Any:
        return builder.load(place, align=4)

    def add(builder: Any, total: Any, row: Any, index: Any, number: Any) -> Any:
        empty = total.type(ir.Undefined)
        one = builder.insert_element(empty, number, ir.Constant(ir.IntType(32), 0))
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), _REALS), [0] * _REALS)
        factor = builder.shuffle_vector(one, empty, everywhere)
        return builder.fadd(total, builder.fmul(row(index), factor))

    def keep(builder: Any, total: Any, place: Any) -> None:
        builder.store(total, place, align=4)

    return types.none(table, factors, count, width, sums), _adding_rows(_REALS, begin, add, keep)


def _require_arrays(name: str, *wanted: tuple[Any, Any]) -> None:
    """TypingError unless these are arrays of such numbers, which lie together."""
    for found, dtype in wanted:
        if not isinstance(found, types.Array) or found.layout != "C" or found.dtype != dtype:
            raise TypingError(f"{name}: {found} where an array of {dtype} was expected, whole and in order")


def _from_nothing(builder: Any, place: Any) -> Any:
    """A vector of zeros, as a sum begins with that is not to have what stands at its place."""
    return place.type.pointee(None)


def _adding_rows(lanes: int, begin: Any, add: Any, keep: Any) -> Any:
    """Code for `(table, numbers, count, width, sums)` that adds up rows, so many numbers of each at a time.

    begin: makes the vector that a sum begins with, given its place in `sums`; keep: puts it there at the end.
    add: makes the next one, from the sum so far, what loads a row by its number, and an index below `count`
    with the number that stands there in `numbers`.
    """

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds, size = signature.args, context.get_value_type(types.intp)
        vector = ir.VectorType(context.get_value_type(kinds[0].dtype), lanes)
        table, numbers, sums = (
            context.make_array(kinds[i])(context, builder, args[i]).data for i in (0, 1, 4)
        )
        count, width = (context.cast(builder, args[i], kinds[i], types.intp) for i in (2, 3))
        total = cgutils.alloca_once(builder, vector)

        def at(array: Any, index: Any) -> Any:
            return builder.bitcast(builder.gep(array, [index]), vector.as_pointer())

        with cgutils.for_range_slice(builder, size(0), width, size(lanes), size) as (first, _):

            def row(number: Any) -> Any:
                return builder.load(at(table, builder.add(builder.mul(number, width), first)), align=4)

            builder.store(begin(builder, at(sums, first)), total)
            with cgutils.for_range(builder, count) as loop:
                number = builder.load(builder.gep(numbers, [loop.index]))
                builder.store(add(builder, builder.load(total), row, loop.index, number), total)
            keep(builder, builder.load(total), at(sums, first))
        return context.get_dummy_value()

    return build


_INTRINSICS = {
    "record_word": _record_word,
    "load_volatile": _load_volatile,
    "scratch": _scratch,
    "sum_rows": _sum_rows,
    "add_rectified": _add_rectified,
    "add_scaled": _add_scaled,
}
