"""What is said of what cannot be compiled."""

from __future__ import annotations

import pytest

from nupp.kernel.advice import advice_for


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("variable 'seen', have imprecise type: DictType[undefined]", "no dicts"),
        (
            "Cannot infer the type of variable 'seen', have imprecise type: list(undefined)<iv=None>.",
            "no lists",
        ),
        ("NRT required but not enabled", "no new arrays"),
        ("Cannot unify float64 and int64 for 'x'", "float64 in one place and int64 in another"),
        ("No implementation of function Function(<built-in function sorted>) found", "`sorted` cannot"),
        ("something else", ""),
    ],
)
def test_advice(message: str, words: str) -> None:
    assert words in advice_for(message)
    assert bool(words) == bool(advice_for(message))
