"""Values that studies find by solving, and how they agree with published ones."""

from __future__ import annotations

from nupp.studies.solving import agreement, agreement_text, difference_text, solved_value
from studies.trial import known


def test_values_are_compared_by_outcome_and_by_margin() -> None:
    values, published = (
        {"a": known(1, 2), "b": known(1, 3), "c": known(None), "d": known(0)},
        {"a": 2, "b": 2, "c": 0},
    )
    agreed = agreement(values, published, "margin")
    assert agreed == {"a": True, "b": False}
    assert agreement_text(agreed) == "1 of 2 values that can be compared are those published"
    assert difference_text(agreed) == "Another value than published: b."
    assert agreement(values, {"a": 1, "d": 1}, "outcome") == {"a": True, "d": False}
    assert difference_text({"a": True}) == ""


def test_a_board_that_takes_too_long_is_given_up() -> None:
    assert solved_value("connectfour:width=7,height=6", 1e-9)["outcome"] is None
