"""Kernel objects as Numba types: an object *is* its type, and `self` costs nothing at run time.

A `KernelType` carries the instance. Attributes are lowered as constants, and a method call compiles the
method with the object's type as its first argument. Only of an object that carries data there is something at
run time: a struct of its arrays, and of the structs of objects within it that carry some.
"""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="call-overload,misc,no-any-return,no-untyped-call,override,union-attr"
# mypy: disable-error-code="attr-defined,method-assign,untyped-decorator"

from __future__ import annotations

import types as python_types
from collections.abc import Callable, Iterable
from typing import Any

import numba
from numba.core import cgutils, imputils, types
from numba.core.errors import TypingError
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from nupp.kernel.digest import MISSING, attribute, digest_values, is_constant, is_method
from nupp.kernel.native.linking import InlinedCompiler
from nupp.kernel.objects import KernelObject


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
        dispatcher = types.Dispatcher(inlined_dispatcher(value.__func__))

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


def inlined_dispatcher(function: Callable[..., Any]) -> Any:
    """Numba's dispatcher of a method, or of a kernel as other kernels call it.

    What it compiles becomes part of the kernels that call it, so it is not kept on disk alone, and needs
    neither machine code of its own nor an entry point from Python.
    """
    if function not in _inlined:
        inlined = numba.njit(
            nogil=True,
            _nrt=False,
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            pipeline_class=InlinedCompiler,
        )
        _inlined[function] = compile_one_kind(inlined(function))
    return _inlined[function]


def compile_one_kind(dispatcher: Any) -> Any:
    """Let all callers of a dispatcher share one compilation, whichever integers they give it; returns it.

    They do not differ by literals, nor by the width of signed integers, which are as wide as Python makes
    them.
    """
    call_template, fold = dispatcher.get_call_template, dispatcher.fold_argument_types

    def call_template_of_one_kind(args: Any, kws: Any) -> Any:
        return call_template(plain_types(args), kws)

    def fold_to_one_kind(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, plain_types(folded)

    dispatcher.get_call_template, dispatcher.fold_argument_types = call_template_of_one_kind, fold_to_one_kind
    return dispatcher


def plain_types(args: Iterable[Any]) -> tuple[Any, ...]:
    plain = map(types.unliteral, args)
    return tuple(types.int64 if isinstance(item, types.Integer) and item.signed else item for item in plain)


def _lower_method(name: str) -> None:
    if name in _lowered_methods:
        return
    _lowered_methods.add(name)

    @lower_builtin((KernelType, name), KernelType, types.VarArg(types.Any))
    def call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        method = getattr(signature.args[0].instance, name).__func__
        callee = types.Dispatcher(inlined_dispatcher(method))
        implementation = context.get_function(callee, signature)
        result = implementation(builder, args)
        return imputils.impl_ret_new_ref(context, builder, signature.return_type, result)
