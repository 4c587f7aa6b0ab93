"""Bit helpers against Python's integers, compiled and interpreted."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.workshop import same
from nupp.kernel.bits import (
    bit,
    highest,
    lowest_bit,
    mask,
    nth_bit,
    popcount,
    without_lowest,
    words,
    write_bits,
)

WORDS = st.integers(0, 2**64 - 1)
EDGES = [0, 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 2, 2**64 - 1]


def check(word: int) -> None:
    board = np.uint64(word)
    assert same(popcount, board) == word.bit_count()
    assert same(highest, board) == (1 << word.bit_length() >> 1)
    assert same(lowest_bit, board) == ((word & -word).bit_length() - 1 if word else 64)
    assert same(without_lowest, board) == word & (word - 1)
    set_bits = [index for index in range(64) if word >> index & 1]
    assert [same(nth_bit, board, number) for number in range(len(set_bits))] == set_bits
    buffer = np.full(70, -1)
    assert same(write_bits, board, 1000, 3, buffer, 2) == 2 + len(set_bits)
    assert buffer[: 3 + len(set_bits)].tolist() == [-1, -1, *(1000 + 3 * index for index in set_bits), -1]


@pytest.mark.parametrize("word", EDGES)
def test_edges(word: int) -> None:
    check(word)


@given(WORDS)
def test_words(word: int) -> None:
    check(word)


@given(st.lists(st.integers(0, 63), max_size=10))
def test_sparse_words(indices: list[int]) -> None:
    check(sum({1 << index for index in indices}))


@given(st.lists(st.integers(0, 63), max_size=70))
def test_mask(indices: list[int]) -> None:
    board = mask(iter(indices))
    assert isinstance(board, np.uint64)
    assert board == sum({1 << index for index in indices})


@pytest.mark.parametrize("shape", [3, (3,), (2, 2)])
def test_words_of_bits(shape: int | tuple[int, ...]) -> None:
    found = words([0, 63, 63, 64, 130], shape)
    assert found.shape == np.zeros(shape).shape
    assert found.dtype == np.uint64
    assert found.ravel()[:3].tolist() == [1 | 1 << 63, 1, 4]


@pytest.mark.parametrize("index", [-1, 64])
def test_bits_off_a_word_are_refused(index: int) -> None:
    with pytest.raises((ValueError, OverflowError)):
        mask([index])


@pytest.mark.parametrize("index", range(64))
def test_bit(index: int) -> None:
    assert same(bit, index) == 1 << index
