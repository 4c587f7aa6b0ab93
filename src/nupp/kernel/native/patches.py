"""Changes to Numba itself; importing this module applies them."""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="assignment,attr-defined,method-assign,no-untyped-call,union-attr"

from __future__ import annotations

import functools
import importlib
import inspect
import itertools
import os
import secrets
from typing import Any

from llvmlite.binding import ffi
from numba.core import bytecode, cgutils, errors, imputils, ir, types, utils
from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext
from numba.core.targetconfig import ConfigStack
from numba.core.types.functions import BaseFunction
from numba.np import linalg


def _number_functions_apart() -> None:
    """Let the numbers that Numba puts into symbols start at random.

    They count from 1 otherwise, and code of one name that two processes wrote to the cache would clash in
    a third.
    """
    bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


_number_functions_apart()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_number_functions_apart)


def _import_arrays_without_scipy() -> None:
    """Import Numba's functions of arrays as if SciPy were not there, where it is.

    To import its linear algebra takes a fifth of the time in which a program of nupp begins. Numba would
    use it for sums of products, for which it has code of its own, too.
    """
    ensure = linalg.ensure_blas

    def refuse() -> None:
        raise ImportError("kernels do without SciPy")

    linalg.ensure_blas = refuse
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = ensure


_import_arrays_without_scipy()


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


_get_call_type = BaseFunction.get_call_type
_signatures: dict[Any, tuple[Any, Any]] = {}


def _get_call_type_once(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature of a call of one of Numba's own functions, such as `+`; found once for given types.

    Numba tries all templates of a function for each call in the code, each time that it goes over it, which
    was a quarter of the time of a compilation. Only calls with plain data are remembered: what they mean
    depends on the types and on the options of the compilation alone.
    """
    if kws or not all(map(_is_plain, args)):
        return _get_call_type(self, context, args, kws)
    flags = ConfigStack.top_or_none()
    options = None if flags is None else (flags.nrt, flags.fastmath, flags.error_model, flags.boundscheck)
    key = (self, args, context, str(options))
    known = _signatures.get(key)
    if known is None:
        signature = _get_call_type(self, context, args, kws)
        known = _signatures[key] = signature, self._impl_keys[signature.args]
    signature, implementation = known
    self._impl_keys[signature.args] = implementation
    return signature


def _is_plain(kind: Any) -> bool:
    if isinstance(kind, types.BaseTuple):
        return all(map(_is_plain, kind))
    return isinstance(kind, (types.Number, types.Boolean, types.Literal, types.Array))


BaseFunction.get_call_type = _get_call_type_once


def _convert_nothing(self: types.Type, typingctx: Any, other: types.Type) -> Any | None:
    """No record is taken for one of another type, though Numba would do so where its first fields agree."""
    return None


types.Record.can_convert_to = _convert_nothing


def _list_variables(self: ir.Inst, value: Any) -> list[ir.Var]:
    """The variables in a value, as `ir.Inst._rec_list_vars` finds them, in a third of the time.

    Numba asks for those of each instruction dozens of times, and looked into every text and place in it.
    """
    found: list[ir.Var] = []
    for item in value.values() if isinstance(value, dict) else value if type(value) in _MANY else (value,):
        kind = type(item)
        if kind is ir.Var:
            found.append(item)
        elif kind in _MANY or kind is dict:
            found += _list_variables(self, item)
        elif kind not in _OTHERS and isinstance(item, ir.Inst):
            found += item.list_vars()
    return found


_MANY = (list, tuple)
_OTHERS = (ir.Loc, str, int, type(None))
ir.Inst._rec_list_vars = _list_variables

# Numba times how long LLVM's lock is held, with two events for each of many thousands of calls.
ffi.lib._lock._cblist.clear()

# What is tried in vain while types are inferred makes a message; colours cost half the time of making one.
if hasattr(errors, "HighlightColorScheme"):  # not there if the user has switched colours off
    errors.HighlightColorScheme._markup = lambda self, message, color=None, style=None: message


def _optimize_definitions(self: CPUCodeLibrary, module: Any) -> None:
    """Simplify the functions of a module, but for those that it only declares: most of them.

    So that fewer instructions are linked. Numba optimises here as far as it does after linking: that takes
    twice as long, and makes no search faster.
    """
    module.data_layout = self._codegen._data_layout
    manager, builder = self._codegen._function_pass_manager(opt=1)
    for function in module.functions:
        if not function.is_declaration:
            manager.run(function, builder)


CPUCodeLibrary._optimize_functions = _optimize_definitions

# Numba asks for the signature of one and the same function again and again.
utils.pysignature = functools.lru_cache(maxsize=None)(inspect.signature)
