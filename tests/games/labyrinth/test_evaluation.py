"""What the evaluator of the labyrinth game counts."""

import pytest

from evaluators.positions import worth
from nupp.evaluators import default_evaluator
from nupp.rules import game
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize(("side", "value"), [("a 6", 3), ("b 7", -3)])
def test_mobility(side: str, value: int) -> None:
    rules = game("labyrinth:map=grid3x3")
    assert default_evaluator(rules) == "mobility"
    assert worth(rules.parse_position(f"A2/1A1/BB1 {side}"), "mobility") == value
