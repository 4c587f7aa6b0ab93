"""What the evaluators of draughts count."""

from evaluators.positions import worth
from games.draughts.positions import at, rules
from nupp.evaluators import default_evaluator
from plain import plain_rules  # noqa: F401


def test_material() -> None:
    assert worth(at("W:W31,K30:B1"), "material") == 400 - 100
    assert worth(at("B:W31,K30:B1"), "material") == 100 - 400
    assert worth(at("B:W31,K30:B1", "english"), "material:king=100") == 100 - 200


def test_positional() -> None:
    assert default_evaluator(rules("brazilian")) == "positional"
    # White: a man on the first row (12), one on the third (2 * 3), a king. Black: a man on the second (3).
    assert worth(at("W:W32,22,K30:B5"), "positional") == 500 + 12 + 6 - 100 - 3
    assert worth(at("B:W32,22,K30:B5"), "positional") == -(500 + 12 + 6 - 100 - 3)
    assert worth(at("W:W12:B1,28", "english"), "positional") == 100 + 15 - 200 - 12 - 18
