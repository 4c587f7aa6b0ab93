"""Records: packing and hashing."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from kernel.workshop import same
from nupp.kernel import Record, hash_record, identity_bytes, identity_words, kernel, mix, record_dtype
from nupp.kernel.records import record_word

MASK = 2**64 - 1
TYPES = [np.int8, np.uint8, np.bool_, np.int16, np.uint32, np.int64, np.uint64, np.float32, np.float64]
SHAPES = st.one_of(st.just(()), st.tuples(st.integers(1, 9)), st.tuples(st.integers(1, 3), st.integers(1, 3)))
FIELDS = st.lists(st.tuples(st.sampled_from(TYPES), SHAPES), min_size=1, max_size=6)


def finalise(z: int) -> int:
    """The finaliser of splitmix64, from the published C code."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def unshift(z: int, shift: int) -> int:
    """Undo `z ^= z >> shift`."""
    result = z
    for _ in range(64 // shift):
        result = z ^ (result >> shift)
    return result


def unmix(z: int) -> int:
    """The inverse of `mix`."""
    z = unshift(z, 31) * pow(0x94D049BB133111EB, -1, 2**64) & MASK
    z = unshift(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) & MASK
    return unshift(z, 30)


def numbered(fields: list[tuple[Any, tuple[int, ...]]]) -> list[Any]:
    return [(f"field_{index}", kind, shape) for index, (kind, shape) in enumerate(fields)]


# ---- layout ----------------------------------------------------------------------------------------


@given(FIELDS)
def test_records_have_no_implicit_padding(fields: list[tuple[Any, tuple[int, ...]]]) -> None:
    dtype = record_dtype(*numbered(fields))
    parts = dtype.fields
    assert parts is not None
    assert sum(part[0].itemsize for part in parts.values()) == dtype.itemsize
    assert dtype.itemsize % 8 == 0
    assert [name for name in dtype.names or () if not name.startswith("padding")] == [
        f"field_{index}" for index in range(len(fields))
    ]
    for index, (kind, shape) in enumerate(fields):
        part, offset = parts[f"field_{index}"][:2]
        assert (part.base, part.shape) == (np.dtype(kind), shape)
        assert offset % part.base.itemsize == 0


@given(FIELDS)
def test_copies_are_equal_byte_for_byte(fields: list[tuple[Any, tuple[int, ...]]]) -> None:
    dtype = record_dtype(*numbered(fields))
    stack = np.frombuffer(bytes(range(256)) * (3 * dtype.itemsize // 256 + 1), dtype, 3).copy()
    for name in dtype.names or ():
        stack[name] = name.startswith("field")
    stack[0] = stack[1]
    stack[2] = np.zeros(1, dtype)[0]
    for index in range(len(fields)):
        stack[2][f"field_{index}"] = 1
    assert stack[0].tobytes() == stack[1].tobytes() == stack[2].tobytes()


def test_fields_are_attributes() -> None:
    state = np.zeros(1, record_dtype(("board", np.uint64, 2), ("turn", np.int8)))[0]
    state.turn, state.board[1] = 1, 5
    assert (state.turn, state.board.tolist(), state.nbytes) == (1, [0, 5], 24)


def test_a_field_that_there_is_not_is_named() -> None:
    state = np.zeros(1, record_dtype(("turn", np.int8)))[0]
    assert not hasattr(state, "cells")
    with pytest.raises(AttributeError, match=r"'cells'.*'turn'"):
        state.cells  # noqa: B018
    with pytest.raises(AttributeError, match=r"'cells'.*'turn'"):
        state.cells = 1


def test_a_record_within_a_record_and_one_from_another_process_have_attributes_too() -> None:
    inner = record_dtype(("x", np.int64))
    states = np.zeros(2, record_dtype(("pair", inner, (2,)), ("one", inner)))
    states[1].one.x = 5
    states[1].pair[0].x = 6
    copy = pickle.loads(pickle.dumps(states))[1]
    assert (copy.one.x, copy.pair[0].x, copy.pair[1].x) == (5, 6, 0)


@pytest.mark.parametrize("name", ["round", "copy", "T"])
def test_a_field_is_not_called_like_a_method_of_records(name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}'"):
        record_dtype((name, np.int8))


def test_a_record_needs_a_field() -> None:
    with pytest.raises(ValueError, match="field"):
        record_dtype()


STATE = record_dtype(("board", np.uint64), ("cells", np.int8, (5,)), ("count", np.int16), ("turn", np.int8))


@kernel
def copy_and_change(stack: NDArray[Any]) -> None:
    stack[1] = stack[0]
    stack[1].turn = 1
    stack[1].cells[4] += 1


def test_compiled_code_copies_records_whole() -> None:
    stacks = np.zeros((2, 2), STATE)
    stacks["board"], stacks["cells"] = 2**64 - 1, np.arange(5)
    copy_and_change(stacks[0])
    copy_and_change.function(stacks[1])
    assert stacks[0].tobytes() == stacks[1].tobytes()
    assert stacks[0, 1].cells.tolist() == [0, 1, 2, 3, 5]
    assert stacks[0, 0].turn == 0


# ---- hashing ---------------------------------------------------------------------------------------


@given(st.integers(0, MASK))
def test_mix_is_the_finaliser_of_splitmix64(value: int) -> None:
    assert same(mix, np.uint64(value)) == finalise(value)


@given(st.integers(0, MASK))
def test_mix_can_be_undone(value: int) -> None:
    assert unmix(int(mix(np.uint64(value)))) == value


@kernel
def word(stack: NDArray[Any], index: int) -> np.uint64:
    return record_word(stack[0], index)


@kernel
def hash_first(stack: NDArray[Any], words: int) -> np.uint64:
    return hash_record(stack[0], words)


def state(content: bytes) -> NDArray[Any]:
    return np.frombuffer(content, STATE)


CONTENTS = st.binary(min_size=STATE.itemsize, max_size=STATE.itemsize)


@given(CONTENTS)
def test_hashes_are_the_same_compiled_and_interpreted(content: bytes) -> None:
    stack = state(content)
    words = np.frombuffer(content, np.uint64)
    expected = 0x9E3779B97F4A7C15
    for part in words.tolist():
        expected = (finalise(expected ^ part) + 0x9E3779B97F4A7C15) & MASK
    assert same(hash_first, stack, len(words)) == same(hash_record, stack[0], len(words)) == expected
    assert [same(word, stack, index) for index in range(len(words))] == words.tolist()


@given(CONTENTS, st.integers(0, STATE.itemsize - 1), st.integers(1, 255))
def test_every_byte_counts(content: bytes, place: int, change: int) -> None:
    other = content[:place] + bytes([content[place] ^ change]) + content[place + 1 :]
    words = STATE.itemsize // 8
    assert hash_first(state(content), words) != hash_first(state(other), words)


def test_only_the_first_words_count() -> None:
    one: Record = np.zeros(1, STATE)
    two: Record = np.zeros(1, STATE)
    two["turn"] = 1
    assert hash_first(one, 1) == hash_first(two, 1)
    assert hash_first(one, 3) != hash_first(two, 3)


def test_derived_fields_lie_behind_all_others_and_are_no_part_of_the_identity() -> None:
    dtype = record_dtype(("turn", np.int8), ("cells", np.int8, (9,)), derived=[("count", np.int16)])
    assert (identity_words(dtype), dtype.itemsize) == (2, 24)
    one, other = np.zeros(2, dtype), np.zeros(2, dtype)
    other["count"] = 7
    assert identity_bytes(one) == identity_bytes(other) == bytes(32)
    assert hash_record(one[0], identity_words(dtype)) == hash_record(other[0], identity_words(dtype))
    other["turn"] = 1
    assert identity_bytes(one) != identity_bytes(other)
    plain = np.dtype((np.record, [("turn", np.int64)]))
    assert identity_words(plain) == 1
