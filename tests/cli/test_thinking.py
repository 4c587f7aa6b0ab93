"""What is said of a search while it goes on: the decision in a line, and large numbers for people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nupp.cli.thinking import amount, summary
from nupp.players import Decision

FOUND = Decision("b2", 4, 0, "win", ("b2", "a1", "c3"), 7, 900, 0.5)


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (999.4, "999"), (12_345, "12.3k"), (4_500_000, "4.5M"), (2e9, "2G")]
)
def test_large_numbers(number: float, text: str) -> None:
    assert amount(number) == text


def test_a_decision_in_a_line() -> None:
    line = summary(FOUND)
    assert line.startswith("b2 (")
    assert FOUND.score_text in line
    assert "depth 7" in line
    assert "a1 c3" in line
    assert "a1" not in summary(replace(FOUND, pv=("b2",)))


def test_a_move_that_was_not_searched_for_stands_alone() -> None:
    assert summary(replace(FOUND, depth=0)) == "b2"
