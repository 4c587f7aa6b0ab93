"""What the evaluator of Hexxagon counts."""

from evaluators.positions import worth
from nupp.rules import game
from plain import plain_rules  # noqa: F401


def test_material() -> None:
    for side, value in (("r", -3), ("b", 3)):
        position = game("hexxagon").parse_position(f"R3B/6/7/3#4/B4#3/3#4/7/6/3BB {side} 0")
        assert worth(position, "material") == value
