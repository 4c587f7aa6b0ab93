"""Kernels as Numba dispatchers, wired to the cache on disk."""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="call-overload,misc,no-any-return,no-untyped-call,override,union-attr"
# mypy: disable-error-code="attr-defined,method-assign,untyped-decorator"

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from typing import Any

import numba
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from nupp.kernel.digest import variables
from nupp.kernel.native.intrinsics import INTRINSICS
from nupp.kernel.native.kernel_types import compile_one_kind, inlined_dispatcher, plain_types
from nupp.kernel.native.linking import KernelCompiler
from nupp.kernel.native.overloads import ContentCache, arguments
from nupp.kernel.objects import Kernel, NotCompiledError, may_compile


def make_dispatcher(kernel: Kernel[..., Any]) -> Any:
    """Numba's dispatcher for a kernel, wired to the content-addressed cache."""
    options = {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True, "pipeline_class": KernelCompiler}
    dispatcher = numba.njit(**options)(kernel.function)
    cache = dispatcher._cache = ContentCache(kernel)
    compile_now = dispatcher.compile

    def compile_once(signature: Any) -> Any:
        if arguments(signature) in dispatcher.overloads:
            return compile_now(signature)
        if not may_compile() and not cache.holds(signature, dispatcher.targetctx):
            raise NotCompiledError(f"{kernel!r} is not compiled for {signature}")
        # Numba's lock is taken first, as it is by a kernel that is compiled within another: threads that took
        # the two in different order would wait for each other.
        with global_compiler_lock, cache.alone(signature, dispatcher.targetctx), _collecting_later():
            return compile_now(signature)

    dispatcher.compile = compile_once
    # One kept on disk that passes a literal to a recursive kernel crashes when it is loaded; a second one,
    # begun within the first, does not link.
    compile_one_kind(dispatcher)
    return dispatcher


@contextlib.contextmanager
def _collecting_later() -> Iterator[None]:
    """No garbage is looked for meanwhile: a compilation makes hundreds of thousands of objects, most of which
    stay to its end, and to look through them again and again takes a tenth of its time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def entry_point(dispatcher: Any, args: tuple[Any, ...]) -> Any:
    """The machine code of a dispatcher for the types of some arguments, as a function without a choice."""
    return _compiled(dispatcher, args).entry_point


def code_address(dispatcher: Any, args: tuple[Any, ...]) -> int:
    """The address of the same machine code, as other machine code calls it: expecting an int64."""
    found = _compiled(dispatcher, args)
    if found.signature.return_type != types.int64:
        raise TypeError(f"it returns {found.signature.return_type}: expected int64 of what has an address")
    return found.library.get_pointer_to_function(found.fndesc.llvm_func_name)


def _compiled(dispatcher: Any, args: tuple[Any, ...]) -> Any:
    """The specialisation of a dispatcher for the types of some arguments."""
    types_of_args = plain_types(dispatcher.typeof_pyval(item) for item in args)
    dispatcher.compile(types_of_args)
    return dispatcher.overloads[types_of_args]


def type_of_kernel(kernel: Kernel[..., Any]) -> types.Type:
    """The type that a kernel has when another kernel calls it."""
    if kernel.native is not None:
        return cpu_target.typing_context.resolve_value_type(INTRINSICS[kernel.native])
    if _calls_itself(kernel):  # its compiled code is complete, and called as it is
        return types.Dispatcher(kernel.dispatcher)
    return types.Dispatcher(inlined_dispatcher(kernel.function))


def _calls_itself(kernel: Kernel[..., Any]) -> bool:
    return any(value is kernel for value in variables(kernel.function))
