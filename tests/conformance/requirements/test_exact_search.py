"""What the requirements of exact searches look at."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.conformance.requirements.exact_search import after, solved, worth
from nupp.kernel import interpreted
from nupp.rules import GAMES, game

ACYCLIC = [name for name in GAMES.names() if game(name).repetition.draws_at == 0]


SHORT = {"lput": "lput:rounds=1"}
"""A game of some rounds is drawn at its end, and that takes long to prove."""


@pytest.mark.parametrize("name", ACYCLIC)
def test_positions_that_are_not_over_are_among_them(name: str) -> None:
    with interpreted():
        found = solved(SHORT.get(name, name), False)
    assert any(not seen.is_over for seen, _, _ in found)
    assert all(value == seen.margin for seen, _, value in found if seen.is_over)


def test_the_move_that_is_tried_first_decides_at_once() -> None:
    rules = game("tictactoe")
    position = rules.parse_position("xx1/oo1/3 x")
    with interpreted():
        state, winning = position.state.copy(), position.parse_move("c3")
        left = [2]
        assert rules.outcome(after(rules, state, winning)[0]) == 1
        assert worth(rules, state, -1, 1, left, winning) == 1
        assert left == [0]
        assert worth(rules, state, -1, 1, [10_000]) == 1
        assert np.array_equal(state, position.state)
