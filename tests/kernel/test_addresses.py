"""Addresses lead compiled code to what is there, and are of no use to plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.kernel import KernelObject, Record, kernel, record_dtype
from nupp.kernel.addresses import address_of_array, address_of_record, call_address, record_at, words_at

PAIR = record_dtype(("left", np.int64), ("right", np.int64))


class Pairs(KernelObject):
    """Knows the type of records."""

    State = PAIR


@kernel
def add_up(pairs: Pairs, place: int, words: int, length: int, factor: int) -> int:
    here = record_at(pairs, place)
    total = here.left + here.right
    for word in words_at(words, length):
        total += word
    if factor == 0:
        raise ValueError("the factor is zero")
    return total * factor


@kernel
def ask(entry: int, record: Record, words: np.ndarray, factor: int) -> int:  # type: ignore[type-arg]
    return call_address(entry, address_of_record(record), address_of_array(words), len(words), factor)


def _ask(factor: int) -> int:
    pair, words = np.zeros(1, PAIR), np.array([10, 20, 30], np.int64)
    pair["left"], pair["right"] = 3, 4
    return int(ask(add_up.address(Pairs(), 0, 0, 0, 0), pair[0], words, factor))


def test_a_kernel_is_called_by_its_address() -> None:
    assert _ask(1) == 67
    assert _ask(-2) == -134


def test_what_it_raises_arrives() -> None:
    with pytest.raises(ValueError, match="factor is zero"):
        _ask(0)


def test_plain_python_has_no_addresses() -> None:
    with pytest.raises(RuntimeError, match="compiled code alone"):
        address_of_record(np.zeros(1, PAIR)[0])
