"""What the suite says of states that differ."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nupp.conformance.observe import check_same, check_same_observation, sample
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


def test_observations_that_differ_are_reported_by_the_ways_in_which_they_were_made() -> None:
    seen = sample("tictactoe", compiled=False).games[0][0]
    check_same_observation(seen, "plain Python", seen, "compiled code")
    other = replace(seen, hash_key=3)
    with pytest.raises(AssertionError, match=r"^hash_key: plain Python gives 3, compiled code gives \d+$"):
        check_same_observation(other, "plain Python", seen, "compiled code")
