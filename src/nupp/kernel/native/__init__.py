"""Numba glue: kernel objects as Numba types, kernels as dispatchers, and the content-addressed cache.

The only package that touches Numba's private interfaces, which is why `pyproject.toml` pins Numba to one
minor version.
"""

from nupp.kernel.native import inference, patches  # noqa: F401 - change Numba before anything is compiled
from nupp.kernel.native.dispatchers import code_address, entry_point, make_dispatcher, type_of_kernel
from nupp.kernel.native.listening import listening
from nupp.kernel.native.overloads import cache, compile_listeners

__all__ = [
    "cache",
    "code_address",
    "compile_listeners",
    "entry_point",
    "listening",
    "make_dispatcher",
    "type_of_kernel",
]
