"""Compiled kernels as bytes, which are data when they are read: a JSON header, machine code and bitcode.

Numba's own form is a pickle, which runs whatever it names. Here types, names and constants are spelled out,
and what the header has no words for is not kept. The machine code itself is trusted: see `KernelCache`.
"""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="attr-defined,call-overload,no-any-return,no-untyped-call"

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numba.core import compiler, environment, types, typing
from numba.core.funcdesc import PythonFunctionDescriptor
from numba.np.numpy_support import as_dtype, from_dtype

_LENGTHS: Final = struct.Struct("<QQ")
"""The bytes of the header and of the machine code; the bitcode is the rest."""
_OWN: Final = ("nupp", "numba", "numpy")
"""Packages whose modules may be imported because a file names them; of others only what is loaded already."""
_NAMED: Final = ("mangled_name", "unique_name", "env_name", "inline", "noalias", "uid")

Args = tuple[types.Type, ...]


def to_bytes(result: Any, args: Args) -> bytes:
    """A compiled specialisation for arguments of some types; TypeError for what cannot be written down."""
    described = result.fndesc
    if described.argtypes != args or result.signature.args != args or result.reload_init:
        raise TypeError("it is not what was asked for")
    kept = _Types(args)
    environments = [result.environment, *result._find_referenced_environments()]
    header = {
        "library": result.library.name,
        "returns": kept.written(result.signature.return_type),
        "names": {name: getattr(described, name) for name in _NAMED},
        "args": list(described.args),
        "tags": list(described.abi_tags),
        "environments": [_environment_written(one) for one in environments],
    }
    text = json.dumps(header).encode()
    _, _, (code, bitcode) = result.library.serialize_using_object_code()
    return _LENGTHS.pack(len(text), len(code)) + text + code + bitcode


def from_bytes(content: bytes, function: Any, args: Args, target: Any) -> Any:
    """The specialisation of a kernel's function as it was written, ready to be called.

    ValueError, KeyError, TypeError or struct.error for other bytes.
    """
    header_size, code_size = _LENGTHS.unpack_from(content)
    begin = _LENGTHS.size + header_size
    header = json.loads(content[_LENGTHS.size : begin])
    code, bitcode = content[begin : begin + code_size], content[begin + code_size :]
    returns = _Types(args).read(header["returns"])
    names = header["names"]
    described = PythonFunctionDescriptor(
        native=True,
        modname=function.__module__,
        qualname=function.__qualname__,
        unique_name=names["unique_name"],
        doc=function.__doc__ or "",
        typemap=None,
        restype=returns,
        calltypes=None,
        args=tuple(header["args"]),
        kws=(),
        mangler=lambda *_, **__: names["mangled_name"],
        argtypes=args,
        inline=names["inline"],
        noalias=names["noalias"],
        env_name=names["env_name"],
        abi_tags=tuple(header["tags"]),
        uid=names["uid"],
    )
    own, *others = map(_environment_read, header["environments"])
    return compiler.CompileResult._rebuild(
        target,
        (header["library"], "object", (code, bitcode)),
        described,
        own,
        typing.signature(returns, *args),
        False,
        (),
        "",
        [],
        tuple(others),
    )


class _Types:
    """Types of Numba as JSON, and back; those of the arguments are known to the reader."""

    def __init__(self, args: Args) -> None:
        self._args = args

    def written(self, kind: types.Type) -> Any:
        """A type as JSON that gives an equal one; TypeError for a kind that has no form here."""
        found = self._form(kind)
        if self.read(found) != kind:
            raise TypeError(f"values of type {kind}")
        return found

    def _form(self, kind: types.Type) -> Any:
        if kind in self._args:
            return {"argument": self._args.index(kind)}
        match kind:
            case types.Literal() if isinstance(kind.literal_value, (bool, int, str)):
                return {"literal": kind.literal_value}
            case types.UniTuple() | types.Tuple():
                return {"tuple": [self._form(item) for item in kind]}
            case types.Array():
                shape = {"ndim": kind.ndim, "layout": kind.layout, "readonly": not kind.mutable}
                return {"array": self._form(kind.dtype), "aligned": kind.aligned, **shape}
            case types.Record():
                return {"record": _dtype_written(as_dtype(kind))}
            case types.Number() | types.Boolean() | types.NoneType() if hasattr(types, kind.name):
                return kind.name
        raise TypeError(f"values of type {kind}")

    def read(self, form: Any) -> types.Type:
        """The type that JSON stands for."""
        match form:
            case str() if isinstance(kind := getattr(types, form, None), types.Type):
                return kind
            case {"literal": value}:
                return types.literal(value)
            case {"argument": int(place)}:
                return self._args[place]
            case {"tuple": list(items)}:
                return types.Tuple(tuple(map(self.read, items)))
            case {"array": item, "ndim": int(ndim), "layout": str(layout), **rest}:
                return types.Array(self.read(item), ndim, layout, rest["readonly"], aligned=rest["aligned"])
            case {"record": fields}:
                return from_dtype(_dtype_read(fields))
        raise ValueError(f"{form!r}: expected a type")


def _environment_written(found: Any) -> Any:
    """An environment: the module whose globals it has, and its constants."""
    if not found.can_cache():
        raise TypeError("it belongs to no module")
    return [found.globals["__name__"], found.env_name, [_constant_written(one) for one in found.consts]]


def _environment_read(form: Sequence[Any]) -> Any:
    module, name, constants = form
    if module not in sys.modules and str(module).partition(".")[0] not in _OWN:
        raise ValueError(f"module {module!r}: expected one that is loaded")
    return environment._rebuild_env(module, [_constant_read(one) for one in constants], name)


def _constant_written(value: Any) -> Any:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case np.dtype():
            return {"dtype": _dtype_written(value)}
    raise TypeError(f"a constant of type {type(value).__name__}")


def _constant_read(form: Any) -> Any:
    return _dtype_read(form["dtype"]) if isinstance(form, dict) else form


def _dtype_written(dtype: np.dtype[Any]) -> Any:
    """A dtype as JSON: a text; of a record or an array in one, what it is made of."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return {"base": _dtype_written(base), "shape": list(shape)}
    if dtype.names is None:
        return dtype.str
    fields = [dtype.fields[name] for name in dtype.names] if dtype.fields else []
    return {
        "names": list(dtype.names),
        "formats": [_dtype_written(field[0]) for field in fields],
        "offsets": [field[1] for field in fields],
        "itemsize": dtype.itemsize,
        "aligned": dtype.isalignedstruct,
    }


def _dtype_read(form: Any) -> np.dtype[Any]:
    match form:
        case {"base": base, "shape": list(shape)}:
            return np.dtype((_dtype_read(base), tuple(shape)))
        case {"formats": list(formats), "aligned": bool(aligned), **rest}:
            return np.dtype({**rest, "formats": list(map(_dtype_read, formats))}, align=aligned)
        case str():
            return np.dtype(form)
    raise ValueError(f"{form!r}: expected a dtype")
