"""Two bits a position keep who wins."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.search.endgames.packing import (
    DRAW,
    DRAWN,
    LOSS,
    LOST,
    NOTHING,
    NOWHERE,
    WIN,
    outcome_at,
    pack,
    packed_of,
    packed_size,
    tally,
    unpacked,
)

VALUES = np.array([DRAWN, 1, 127, LOST, 254, NOWHERE, 3], np.uint8)
OUTCOMES = [DRAW, WIN, WIN, LOSS, LOSS, NOTHING, WIN]


def test_each_position_has_its_outcome() -> None:
    packed = packed_of(VALUES)
    assert len(packed) == packed_size(len(VALUES)) == 2
    assert [outcome_at(packed, number) for number in range(len(VALUES))] == OUTCOMES
    assert tally(packed) == (3, 2)


@pytest.mark.parametrize("first", [0, 1, 2, 3, 5])
def test_a_part_is_entered_and_read_without_touching_the_rest(first: int) -> None:
    packed = np.full(4, 0b10101010, np.uint8)
    pack(packed, first, VALUES)
    expected = [DRAWN, 1, 1, LOST, LOST, NOWHERE, 1]
    assert unpacked(packed, first, len(VALUES)).tolist() == expected
    others = [*range(first), *range(first + len(VALUES), 16)]
    assert {outcome_at(packed, number) for number in others} == {LOSS}
