"""What the evaluators of morris count."""

import pytest

from evaluators.positions import worth
from games.morris.positions import at
from nupp.evaluators import default_evaluator
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize(("side", "sign"), [("w", 1), ("b", -1)])
def test_evaluations(side: str, sign: int) -> None:
    position = at("a7 d7 g4 c3", "b4 d6", side, "2,3")
    # White: a7-a4, d7-g7, g4-g7 g4-g1 g4-f4, c3-c4 c3-d3. Black: b4-a4 b4-b6 b4-b2 b4-c4, d6-b6 d6-f6 d6-d5.
    steps = 7 - 7
    assert worth(position, "material") == sign * 1
    assert worth(position, "mobility:man=10") == sign * (10 + steps)
    assert worth(position, "mobility:man=0") == sign * steps


def test_steps_are_valued() -> None:
    position = at("a7 d7 g7 a1", "d6 a4 g4 b2")
    # White: a1-d1. Black: d6-b6 d6-f6 d6-d5, a4-b4, g4-f4 g4-g1, b2-b4 b2-d2.
    assert worth(position, "mobility") == 1 - 8
    assert default_evaluator(position.game) == "mobility"
