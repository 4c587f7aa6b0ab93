"""Advice on code that cannot be compiled: what to write instead, by the message of Numba."""

from __future__ import annotations

import re
from typing import Final

_ARRAYS: Final = "expected an array of the state, an array that `__init__` makes, or `nupp.kernel.scratch(n)`"

_ADVICE: Final = (
    (r"DictType|\bdict\b", f"compiled code has no dicts: {_ARRAYS}"),
    (r"list\(undefined\)|reflected list|\blist\(", f"compiled code has no lists: {_ARRAYS}"),
    (r"\bset\(", f"compiled code has no sets: {_ARRAYS}, or the bits of a number"),
    (
        r"NRT required",
        f"compiled code makes no new arrays, lists, sets, dicts or texts: {_ARRAYS}",
    ),
    (
        r"unify (\S+) and (\S+)",
        r"a variable is \1 in one place and \2 in another: expected one kind, by int(...) or float(...)",
    ),
    (
        r"No implementation of function Function\(<(?:built-in function|class) '?(\w+)",
        r"`\1` cannot be compiled here: expected numbers, arrays, tuples of numbers, methods and kernels",
    ),
    (r"unicode_type|\bUnicode", "compiled code has no texts: expected numbers"),
)


def advice_for(message: str) -> str:
    """The advice on a message of the compiler; empty if there is none."""
    for pattern, text in _ADVICE:
        if found := re.search(pattern, message):
            return found.expand(text) if "\\" in text else text
    return ""
