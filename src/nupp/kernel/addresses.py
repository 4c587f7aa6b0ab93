"""Addresses of machine code, records and arrays: for code that does not know the types of what it calls.

Compiled code checks nothing: the caller has to know what is at an address.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from nupp.kernel.objects import KernelObject, intrinsic
from nupp.kernel.records import Record


def _only_compiled() -> NoReturn:
    raise RuntimeError("an address is of use to compiled code alone: expected no interpretation here")


@intrinsic("address_of_record")
def address_of_record(record: Record) -> int:
    """The address of a record's memory."""
    _only_compiled()


@intrinsic("address_of_array")
def address_of_array(array: NDArray[Any]) -> int:
    """The address of the first element of an array."""
    _only_compiled()


@intrinsic("record_at")
def record_at(owner: KernelObject, address: int) -> Record:
    """The record at an address, of the type that `owner` has as its `State`."""
    _only_compiled()


@intrinsic("words_at")
def words_at(address: int, length: int) -> NDArray[np.int64]:
    """The int64 array of a length at an address."""
    _only_compiled()


@intrinsic("call_address")
def call_address(address: int, method: int, first: int, second: int, third: int) -> int:
    """Call a kernel by its address with four numbers; returns its int64, or raises what it raises."""
    _only_compiled()
