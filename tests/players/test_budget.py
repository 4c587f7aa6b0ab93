"""Budgets and durations: what they may be, and how they are written."""

from __future__ import annotations

import pytest

from nupp.players import Budget, player
from nupp.players.budget import LONGEST, format_duration, parse_duration
from nupp.rules import game

OTHELLO = "othello:size=4"


def test_budget_limits_are_positive() -> None:
    assert Budget().unlimited
    assert not Budget(depth=3).unlimited
    for wrong in ({"seconds": 0}, {"seconds": -1.0}, {"nodes": 0}, {"depth": -2}, {"seconds": float("nan")}):
        with pytest.raises(ValueError, match="more than 0"):
            Budget(**wrong)  # type: ignore[arg-type]


def test_a_depth_in_the_budget_and_one_of_the_player() -> None:
    rules = game(OTHELLO)
    start = rules.start_position()
    assert player("alphabeta:depth=5", rules).choose(start, Budget(depth=2)).depth == 2
    assert player("alphabeta:depth=2", rules).choose(start, Budget(depth=5)).depth == 2
    assert player("minimax:depth=2", rules).choose(start, Budget(depth=5)).depth == 2
    assert player("minimax:depth=5", rules).choose(start, Budget(depth=2)).depth == 2


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1s", 1),
        ("0.5s", 0.5),
        (".5", 0.5),
        ("200ms", 0.2),
        ("2m", 120),
        ("1 min", 60),
        ("1h", 3600),
        (" 3 S ", 3),
    ],
)
def test_durations(text: str, seconds: float) -> None:
    assert parse_duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize(
    "text", ["", "s", "0s", "-1s", "1 week", "1s 2s", "1,5s", "1e3s", "nan", "٣s", "0.0"]
)
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(ValueError, match="positive") as caught:
        parse_duration(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("seconds", [1, 0.5, 0.2, 120, 1e-9, 1 / 3, 12.345678901234567, LONGEST])
def test_durations_survive_the_way_to_text_and_back(seconds: float) -> None:
    assert parse_duration(format_duration(seconds)) == seconds


def test_no_time_at_all_is_a_duration_only_where_it_may_be() -> None:
    assert parse_duration("0s", zero=True) == 0
    with pytest.raises(ValueError, match=r"'-1s'.*positive"):
        parse_duration("-1s", zero=True)
