"""What the evaluators of connect four count."""

from __future__ import annotations

import pytest

from evaluators.positions import worth
from nupp.evaluators import default_evaluator
from nupp.rules import game
from plain import plain_rules  # noqa: F401

START = "7/7/7/7/7/7 x"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (START, 0),
        ("7/7/7/7/7/x6 x", 3),
        ("7/7/7/7/7/x6 o", -3),
        ("7/7/7/7/7/3x3 x", 4 + 1 + 2),  # rows, column, diagonals
        ("7/7/7/7/7/3xx2 x", (3 * 4 + 1) + 2 * 1 + (2 + 1)),  # both stones are in three rows
        ("7/7/7/7/7/2ox3 x", (1 + 1 + 2) - (0 + 1 + 1)),
    ],
)
def test_lines_evaluator(text: str, value: int) -> None:
    rules = game("connectfour")
    assert default_evaluator(rules) == "lines"
    assert worth(rules.parse_position(text), "lines") == value


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("7/7/7/7/ooo4/xxx4 x", 40),  # the side to move wins at once
        ("7/7/7/7/7/xx1oo1o x", -40),  # x may stop one line, not both
        ("xxooxx1/ooxxoo1/xxooxx1/ooxxoo1/xxooxx1/ooxxoo1 x", 0),  # one column is left, and nobody's line
    ],
)
def test_filling_adds_twenty_for_each_plain_game(text: str, games: int) -> None:
    position = game("connectfour").parse_position(text)
    assert worth(position, "filling") == worth(position, "lines") + games
