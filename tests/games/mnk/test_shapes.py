"""The table of shapes says what one more stone of a side would make of a line."""

from __future__ import annotations

import random
from functools import cache

import pytest

from nupp.games.mnk.shapes import (
    DEAD,
    FOUR,
    ONE_STONE,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_TWO,
    THREE,
    TWO,
    WIN,
    shape_table,
)

CODES = {".": 0, "x": 1, "o": 2, "|": 3}


def shape(before: str, after: str, side: int = 0) -> int:
    """The shape of a cell between the cells before and behind it."""
    key = sum(CODES[letter] << 2 * slot for slot, letter in enumerate(before + after))
    return int(shape_table(len(before) + 1)[key]) >> 4 * side & 15


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("|xxx", "x...", WIN),
        ("xxxx", "xxxx", WIN),
        (".xxx", "....", OPEN_FOUR),
        ("oxxx", "....", FOUR),
        ("xx.x", ".xx.", OPEN_FOUR),
        ("..xx", ".o..", OPEN_THREE),
        ("|oxx", "....", THREE),
        ("|.xx", ".|||", THREE),
        ("...x", "....", OPEN_TWO),
        ("||ox", "..o.", DEAD),
        ("||ox", "....", TWO),
        ("....", "....", ONE_STONE),
        ("|||o", "...o", DEAD),
    ],
)
def test_shapes_of_five_in_a_row(before: str, after: str, expected: int) -> None:
    assert shape(before, after) == expected
    swapped = str.maketrans("xo", "ox")
    assert shape(before.translate(swapped), after.translate(swapped), 1) == expected
    assert shape(after[::-1], before[::-1]) == expected


@cache
def wins(line: str, k: int) -> bool:
    """True if k own stones in a row go through the middle."""
    middle = len(line) // 2
    return any("x" * k == line[first : first + k] for first in range(middle - k + 1, middle + 1))


@cache
def ways(line: str, k: int) -> int:
    """The number of cells on which a stone wins."""
    return sum(wins(after, k) for after in followers(line))


def followers(line: str) -> list[str]:
    return [line[:i] + "x" + line[i + 1 :] for i, letter in enumerate(line) if letter == "."]


@pytest.mark.parametrize("k", [3, 4, 5])
def test_winning_and_forcing_shapes_against_their_definition(k: int) -> None:
    rng = random.Random(k)
    for _ in range(400):
        before, after = ("".join(rng.choices("..xxo|", k=k - 1)) for _ in range(2))
        line = (before + "x" + after).replace("o", "|")
        found = shape(before, after)
        assert (found == WIN) == wins(line, k), line
        if found != WIN:
            assert (found == OPEN_FOUR) == (ways(line, k) > 1), line
            assert (found == FOUR) == (ways(line, k) == 1), line
        if found < FOUR:
            assert (found == OPEN_THREE) == any(ways(one, k) > 1 for one in followers(line)), line
