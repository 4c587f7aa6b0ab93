"""What the evaluators of Reversi count."""

from __future__ import annotations

import pytest

from evaluators.positions import worth
from nupp.rules import game
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("X7/8/8/8/8/8/8/8 x", 800),
        ("X7/8/8/8/8/8/8/8 o", -800),
        ("8/1X6/8/8/8/8/8/8 x", -300),
        ("1X6/8/8/8/8/8/8/8 x", -100),
        ("8/8/8/8/8/8/X7/8 o", 100),
        ("X7/1X6/8/8/8/8/8/8 x", 800),  # beside a corner that is taken nothing counts
        ("8/8/8/3OX3/3XO3/8/8/8 x", 0),
        ("8/8/8/8/3XO3/8/8/8 x", 0),
        ("8/8/8/8/3XOO2/8/8/8 x", 60 - 60),
        ("8/8/8/8/3XO3/4O3/8/8 x", 2 * 60 - 2 * 60),
    ],
)
def test_positional(text: str, value: int) -> None:
    assert worth(game("othello").parse_position(text), "positional") == value
