"""What feed-forward networks see of games that say nothing else about it: what stands on the cells."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.evaluators.inputs import inputs
from nupp.kernel import interpreted
from nupp.rules import game


def test_the_inputs_are_the_contents() -> None:
    rules, room, expected = game("hexxagon"), np.zeros(512, np.int64), np.zeros(512, np.int64)
    seen, state = inputs("contents", rules), rules.start_position().state[0]
    with interpreted():
        n = seen.list(rules, state, 0, room)
        assert n == rules.contents(state, expected) == seen.filled(rules, state, n)
    assert room.tolist() == expected.tolist()
    assert seen.count == len(rules.board) * rules.kinds.values


def test_inputs_that_a_game_does_not_have() -> None:
    with pytest.raises(ValueError, match="shapes"):
        inputs("shapes", game("hexxagon"))
