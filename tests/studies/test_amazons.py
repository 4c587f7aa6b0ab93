"""What the studies of Amazons count, and their intervals."""

from __future__ import annotations

import pytest

from nupp.arena import Match, Result
from nupp.formats import GameRecord
from nupp.studies.amazons import (
    mean_of,
    same_pairs,
    student,
    white_share,
)


def _plain(name: str) -> str:
    return name.replace("-", "_")


def test_games_of_a_pair_count_once_where_they_are_the_same() -> None:
    moves = {0: "ab", 1: "ab", 2: "ac", 3: "ad", 4: "a"}
    outcomes = {0: "first", 1: "first", 2: "second", 3: "first", 4: "first"}
    records = {
        number: GameRecord("amazons", ("x", "x"), tuple(moves[number]), outcome=outcomes[number])
        for number in moves
    }
    result = Result(Match("amazons", "random", "random", 5), records)
    assert same_pairs(result) == (1, 2)
    assert white_share(result).value == pytest.approx(2 / 3)


def test_means_have_intervals_of_student() -> None:
    """Quantiles of published tables."""
    published = {1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042}
    for freedom, quantile in published.items():
        assert student(freedom) == pytest.approx(quantile, rel=0.02)
    found = mean_of([1.0, 3.0])
    assert (found.value, found.low, found.high) == (2, 0, pytest.approx(2 + 12.706, rel=1e-4))
    assert mean_of([1.0]).high == float("inf")
