"""What the evaluator of the labyrinth game counts."""

import pytest

from nupp.evaluators import default_evaluator, evaluator
from nupp.games import game
from nupp.kernel import interpreted
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize(("side", "value"), [("a 6", 3), ("b 7", -3)])
def test_mobility(side: str, value: int) -> None:
    rules = game("labyrinth:map=grid3x3")
    assert default_evaluator(rules) == "mobility"
    state = rules.parse_state(f"A2/1A1/BB1 {side}")
    with interpreted():
        assert evaluator("mobility", rules).evaluate(rules, state[0]) == value
