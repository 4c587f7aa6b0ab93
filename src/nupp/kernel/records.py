"""Records: the states of games as NumPy structured scalars that look the same to Python and to Numba.

A state is one element of a structured array. `stack[ply + 1] = stack[ply]` copies it, `state.turn` and
`state.cells[7]` read and write it, compiled or not.
"""

from __future__ import annotations

import copyreg
import functools
import operator
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike, NDArray

from nupp.kernel.bits import SPREAD
from nupp.kernel.objects import intrinsic, kernel

Record = Any
"""One element of a structured array; fields are attributes."""


class _Fields(type):
    """The type of the classes of records; such a class is pickled by the names of its fields."""


class QuickRecord(np.record, metaclass=_Fields):  # type: ignore[misc]  # NumPy does not forbid it
    """A `numpy.record` whose fields are read in a fraction of the time: each is a property of a subclass."""

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        """Raise AttributeError; called for what is neither a field nor another attribute."""
        raise AttributeError(f"a record has no field {name!r}: expected {self.dtype.names}")

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field."""
        try:
            _SET(self, name, value)
        except ValueError:  # of the name or of the value: to look first would take as long as to set
            if name in (self.dtype.names or ()):
                raise
            raise AttributeError(f"a record has no field {name!r}: expected {self.dtype.names}") from None


_SET: Final = np.void.__setitem__


@functools.cache
def _record_class(names: tuple[str, ...]) -> _Fields:
    """The class of the records that have fields of these names."""
    return _Fields(
        QuickRecord.__name__, (QuickRecord,), {name: property(operator.itemgetter(name)) for name in names}
    )


def _reduced(cls: _Fields) -> tuple[Any, ...]:
    """The parts that a class of records is made of again when it is unpickled."""
    return _record_class, (tuple(name for name, value in vars(cls).items() if isinstance(value, property)),)


copyreg.pickle(_Fields, _reduced)


_WORD: Final = 8
"""Bytes of a word."""
_IDENTITY: Final = "identity_words"

_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)


Field = tuple[str, DTypeLike] | tuple[str, DTypeLike, Any]
"""A field of a record: its name, type and, for an array, shape."""


def record_dtype(*fields: Field, derived: Sequence[Field] = ()) -> np.dtype[Any]:
    """A record type of these fields, padded to whole 64-bit words.

    Fields lie in the order given, so list the wide ones first. The padding is a separate field that is always
    zero, and so the bytes of two records are equal if and only if their fields are. derived: fields that
    follow from the others, such as counts or links of groups that are kept up to date for speed; they lie
    behind all others, and neither the hash nor the identity of a position depends on them. ValueError for
    names that clash with a record's methods.
    """
    if not fields:
        raise ValueError("a record needs at least one field")
    for name, *_ in (*fields, *derived):
        if hasattr(np.record, name):
            raise ValueError(f"a field cannot be called {name!r}: NumPy's records have a method of that name")
    layout = _padded(fields, 0)
    words = np.dtype(layout).itemsize // _WORD
    if derived:
        layout += _padded(derived, words * _WORD)
    names = tuple(name for name, *_ in layout)
    return np.dtype((_record_class(names), layout), metadata={_IDENTITY: words})


def _padded(fields: Sequence[Field], start: int) -> list[Any]:
    """Fields at aligned offsets from `start`, a whole number of words, with the padding between and after."""
    plain = np.dtype([*fields], align=True)
    names = [name for name, *_ in fields]
    layout = [(name, *plain.fields[name][:2]) for name in names] if plain.fields else []
    size = -(-max(offset + field.itemsize for _, field, offset in layout) // _WORD) * _WORD
    filled: list[Any] = []
    position = 0
    for name, field, offset in layout:
        if offset > position:
            filled.append((f"padding_{start + position}", np.uint8, (offset - position,)))
        filled.append((name, field))
        position = offset + field.itemsize
    if size > position:
        filled.append((f"padding_{start + position}", np.uint8, (size - position,)))
    return filled


def identity_words(record: np.dtype[Any]) -> int:
    """The number of 64-bit words at the front of a record that hold all fields but the derived ones."""
    metadata: Mapping[str, Any] = record.metadata or {}
    return int(metadata.get(_IDENTITY, record.itemsize // _WORD))


def identity_bytes(records: NDArray[Any]) -> bytes:
    """The bytes of an array of records without their derived fields."""
    words = np.ascontiguousarray(records).view(np.uint64).reshape(len(records), -1)
    return words[:, : identity_words(records.dtype)].tobytes()


@intrinsic("record_word")
def record_word(record: Record, index: int) -> np.uint64:
    """The 64-bit word number `index` of a record's memory."""
    return np.frombuffer(record.tobytes(), np.uint64)[index]  # type: ignore[no-any-return]


@intrinsic("scratch")
def scratch(length: int) -> NDArray[np.int64]:
    """An int64 array of any content that can be used until the method or kernel that asked for it returns.

    `length` has to be a number in the code or a constant of its module, of at most a few hundred: compiled
    code takes it from the stack.
    """
    return np.zeros(length, np.int64)


@kernel
def mix(value: np.uint64) -> np.uint64:
    """Scramble 64 bits one to one; the finaliser of splitmix64 (Steele, Lea and Flood, 2014)."""
    value = (value ^ (value >> np.uint64(30))) * _MIX_1
    value = (value ^ (value >> np.uint64(27))) * _MIX_2
    return value ^ (value >> np.uint64(31))


@kernel
def hash_record(record: Record, words: int) -> np.uint64:
    """A 64-bit hash of the first `words` 64-bit words of a record."""
    result = SPREAD
    for index in range(words):
        result = mix(result ^ record_word(record, index)) + SPREAD
    return result
