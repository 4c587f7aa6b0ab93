"""What the evaluator of Hexxagon counts."""

from nupp.evaluators import evaluator
from nupp.games import game
from plain import plain_rules  # noqa: F401


def test_material() -> None:
    rules = game("hexxagon")
    material = evaluator("material", rules)
    for side, value in (("r", -3), ("b", 3)):
        state = rules.parse_state(f"R3B/6/7/3#4/B4#3/3#4/7/6/3BB {side} 0")
        assert material.evaluate(rules, state[0]) == value
