"""What the evaluators of five in a row and its kin count."""

from __future__ import annotations

import pytest

from evaluators.positions import worth
from nupp.rules import game
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 x", 16),  # a run of one in four directions
        ("15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o", -16),
        ("15/15/15/15/15/15/15/7xx6/15/15/15/15/15/15/15 x", 16 + 6 * 4),
        ("15/15/15/15/15/15/15/7xo6/15/15/15/15/15/15/15 x", 0),
        ("x14/1x13/15/15/15/15/15/15/15/15/15/15/15/15/o14 o", 16 - 16 - 6 * 4),
    ],
)
def test_runs(text: str, value: int) -> None:
    assert worth(game("mnk").parse_position(text), "runs") == value


@pytest.mark.parametrize(("text", "value"), [("3/1x1/3 x", 8 - 4), ("3/1x1/o2 o", 4 - 5)])
def test_lines(text: str, value: int) -> None:
    """The centre lies on four of the eight lines, a corner on three."""
    assert worth(game("tictactoe").parse_position(text), "lines") == value
