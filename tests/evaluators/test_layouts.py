"""Which patterns a game's networks look at, and which set of tables counts at which stage."""

from __future__ import annotations

import pytest

from nupp.evaluators.layouts import Layout, sets_of_stages
from nupp.evaluators.strength import patterns_of
from nupp.rules import game


@pytest.mark.parametrize(
    ("sets", "in_turn", "expected"),
    [
        (2, False, [0, 0, 0, 0, 1, 1, 1]),
        (2, True, [0, 1, 0, 1, 0, 1, 0]),
        (4, True, [0, 1, 0, 1, 2, 3, 2]),
        (9, False, [0, 1, 2, 3, 4, 5, 6]),
    ],
)
def test_stages_have_sets_of_tables(sets: int, in_turn: bool, expected: list[int]) -> None:
    assert sets_of_stages(Layout(lambda _: [], sets, in_turn=in_turn), 7) == expected


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a board of 361 cells: expected at most 256"):
        patterns_of(game("mnk:width=19,height=19"))
