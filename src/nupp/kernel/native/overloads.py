"""Compiled kernels on disk: Numba's cache protocol over `KernelCache`."""

# Numba's type hints do not cover what this module uses.
# mypy: disable-error-code="call-overload,misc,no-any-return,no-untyped-call,override,union-attr"
# mypy: disable-error-code="attr-defined,method-assign,untyped-decorator"

from __future__ import annotations

import contextlib
import hashlib
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import types
from numba.core.caching import _Cache

from nupp.kernel.cache import KernelCache, KernelCacheWarning, default_folder
from nupp.kernel.digest import digest
from nupp.kernel.native.kernel_types import KernelType
from nupp.kernel.native.linking import calls_through_pointer
from nupp.kernel.native.storage import from_bytes, to_bytes
from nupp.kernel.objects import Kernel, before_compiling

compile_listeners: list[Callable[[str], None]] = []
"""Called with the name of a kernel that is about to be compiled because no cache holds it."""


def _sources() -> str:
    """The digest of this package, whose changes may change what is compiled."""
    paths = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


_TOOLCHAIN = " ".join(
    [
        f"python {sys.version}",
        f"numba {numba.__version__}",
        f"llvmlite {llvmlite.__version__}",
        f"numpy {np.__version__}",
        _sources(),
    ]
)

cache = KernelCache(default_folder())


class ContentCache(_Cache):
    """Numba's cache protocol over `KernelCache`."""

    def __init__(self, kernel: Kernel[..., Any]) -> None:
        self._kernel = kernel
        self._warned = False
        self._keys: dict[tuple[types.Type, ...], str | None] = {}

    @property
    def cache_path(self) -> str:
        return str(cache.folder)

    def enable(self) -> None:
        """Nothing to do: this cache is always on."""

    def disable(self) -> None:
        """Nothing to do: this cache is always on."""

    def flush(self) -> None:
        """Nothing to do: entries are addressed by content and never go stale."""

    def _key(self, signature: Any, codegen: Any) -> str | None:
        """The key of a specialisation; None if it cannot be known, and so must be compiled each time.

        A dispatcher compiles a specialisation once, so the key is found once, too.
        """
        args = arguments(signature)
        if args not in self._keys:
            self._keys[args] = self._find_key(args, codegen)
        return self._keys[args]

    def _find_key(self, args: tuple[types.Type, ...], codegen: Any) -> str | None:
        config: Any = numba.config
        flags = [config.BOUNDSCHECK, config.OPT, config.USING_SVML, *codegen.magic_tuple()]
        try:
            shapes = [_shape(item) for item in args]
            objects = [item.instance for item in args if isinstance(item, KernelType)]
            return digest(self._kernel, objects, *shapes, _TOOLCHAIN, repr(flags))
        except TypeError as error:
            self._warn_once(error)
            return None

    def _key_in(self, signature: Any, target_context: Any) -> str | None:
        target_context.refresh()
        return self._key(signature, target_context.codegen())

    def alone(self, signature: Any, target_context: Any) -> contextlib.AbstractContextManager[None]:
        """Keep other processes from compiling the same specialisation at the same time."""
        key = self._key_in(signature, target_context)
        return cache.alone(key) if key else contextlib.nullcontext()

    def holds(self, signature: Any, target_context: Any) -> bool:
        """True if a specialisation is on disk."""
        key = self._key_in(signature, target_context)
        return key is not None and cache.holds(key)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        key = self._key_in(signature, target_context)
        payload = cache.read(key) if key else None
        if payload is not None:
            try:
                return from_bytes(payload, self._kernel.function, arguments(signature), target_context)
            except Exception as error:  # compiling anew is right for any fault of the file
                warnings.warn(
                    f"{self._kernel!r}: unusable cache file ({error})", KernelCacheWarning, stacklevel=2
                )
        for item in _kernel_types(signature):
            for look in before_compiling:
                look(item.instance)
        for listener in compile_listeners:
            listener(self._kernel.function.__name__)
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        key = self._key(signature, result.codegen)
        if key is None:
            return
        if result.lifted or result.library.has_dynamic_globals or calls_through_pointer(result.library):
            warnings.warn(
                f"{self._kernel!r} is compiled anew in each process: it holds addresses, or is one of "
                "several kernels that call each other in a circle",
                KernelCacheWarning,
                stacklevel=2,
            )
            return
        try:
            content = to_bytes(result, arguments(signature))
        except TypeError as error:
            self._warn_once(error)
        else:
            cache.write(key, content)

    def _warn_once(self, error: TypeError) -> None:
        """Warn that a kernel cannot be kept, the first time."""
        if not self._warned:
            self._warned = True
            words = f"{self._kernel!r} is compiled anew in each process: {error}"
            warnings.warn(words, KernelCacheWarning, stacklevel=3)


def arguments(signature: Any) -> tuple[types.Type, ...]:
    return tuple(signature.args) if hasattr(signature, "args") else tuple(signature)


def _shape(kind: Any) -> str:
    """The text of an argument's type, if that says all about it; TypeError otherwise."""
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
    raise TypeError(f"the content of an argument of type {kind} cannot be read")


def _kernel_types(signature: Any) -> list[KernelType]:
    return [item for item in arguments(signature) if isinstance(item, KernelType)]
