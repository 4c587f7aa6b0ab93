"""The things on the cells, as pattern networks see them."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.evaluators.things import Things
from nupp.kernel import interpreted
from nupp.rules import game


def test_the_things_are_the_contents() -> None:
    rules = game("tictactoe")
    things = Things(rules)
    position = rules.start_position().play_all(["b2", "a1", "c3"])
    found, expected = np.zeros(9, np.int64), np.zeros(9, np.int64)
    with interpreted():
        n = things.write(rules, position.state[0], found)
        assert n == rules.contents(position.state[0], expected) == 3
        assert things.stage(rules, position.state[0], n) == 3
    assert found.tolist() == expected.tolist()
    assert (things.count, things.values, things.stages) == (9, 3, 10)
    assert things.description() == {}


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a board of 361 cells: expected at most 256"):
        Things(game("mnk:width=19,height=19"))
