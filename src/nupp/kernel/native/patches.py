"""Changes to Numba itself; importing this module applies them."""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="assignment,attr-defined,method-assign,no-untyped-call,union-attr"

from __future__ import annotations

import itertools
import os
import secrets
from typing import Any

from numba.core import bytecode, cgutils, imputils, types
from numba.core.cpu import CPUContext
from numba.core.targetconfig import ConfigStack
from numba.core.types.functions import BaseFunction


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
