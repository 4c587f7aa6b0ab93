"""What the suite says of states that differ."""

from __future__ import annotations

import pytest

from nupp.conformance.observe import check_same
from nupp.kernel import interpreted
from nupp.rules import game, start_state


def test_a_state_that_is_not_the_one_expected_is_reported_by_its_fields() -> None:
    rules = game("tictactoe")
    with interpreted():
        state, other = start_state(rules), start_state(rules)
    check_same(rules, state, other.tobytes())
    other[0].turn, other[0].stones[1, 0] = 1, 5
    with pytest.raises(AssertionError, match=r"^stones\[1, 0\]: 0, expected 5; turn: 0, expected 1$"):
        check_same(rules, state, other.tobytes())
