"""What the evaluators of Dots and Boxes count."""

from __future__ import annotations

import pytest

from evaluators.positions import worth
from nupp.evaluators import default_evaluator
from nupp.rules import game
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize(("side", "boxes", "takeable"), [("a", -1, 1), ("b", 1, 3)])
def test_evaluators(side: str, boxes: int, takeable: int) -> None:
    """A box of the second side's, two that lack the edge between them, and one that lacks two edges."""
    rules = game("dotsandboxes")
    assert default_evaluator(rules) == "boxes"
    position = rules.parse_position(f"100110110000,110010100000 3/3/B2 {side} 0")
    assert worth(position, "boxes") == boxes
    assert worth(position, "takeable") == takeable
