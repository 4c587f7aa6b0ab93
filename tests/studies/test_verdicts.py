"""What figures say, and what becomes of conclusions that rest on them."""

import pytest

from nupp.studies import Estimate
from nupp.studies.verdicts import EVEN, exceeds, lies_within, ratio, turned, verdict


@pytest.mark.parametrize(("low", "high", "more"), [
    (0.51, 0.9, True), (0.1, 0.49, False), (0.4, 0.6, None), (0.5, 0.6, None), (0.4, 0.5, None),
])  # fmt: skip
def test_a_share_exceeds_a_half_only_with_its_whole_interval(
    low: float, high: float, more: bool | None
) -> None:
    assert exceeds(Estimate((low + high) / 2, low, high)) is more


@pytest.mark.parametrize(("low", "high", "even"), [
    (0.46, 0.54, True),
    (0.45, 0.55, True),
    (0.2, 0.8, None),  # a wide interval about the middle proves nothing
    (0.44, 0.54, None),
    (0.51, 0.6, None),
    (0.56, 0.9, False),
    (0.1, 0.44, False),
])  # fmt: skip
def test_sides_are_even_only_if_the_whole_interval_is_about_a_half(
    low: float, high: float, even: bool | None
) -> None:
    assert lies_within(Estimate((low + high) / 2, low, high), *EVEN) is even


def test_a_ratio_has_the_errors_of_both_figures() -> None:
    found = ratio(Estimate(10, 8, 12), Estimate(2, 1, 4))
    assert (found.value, found.low, found.high) == (5, 2, 12)
    assert str(found) == "5.0 times (2.0 to 12.0)"
    assert ratio(Estimate(10, 8, 12), Estimate(2, 0, 4)).high == float("inf")


def test_the_opponent_has_the_rest_of_the_points() -> None:
    found = turned(Estimate(0.75, 0.5, 1.0))
    assert (found.value, found.low, found.high) == (0.25, 0.0, 0.5)
    assert str(found) == "25.0 % (0.0 to 50.0)"


@pytest.mark.parametrize(("claims", "word"), [
    ([True], "stands"),
    ([True, True], "stands"),
    ([True, None], "stands in part"),
    ([True, False], "stands in part"),
    ([True, False, None], "stands in part"),
    ([False, None], "fails in part"),
    ([False, False], "does not stand"),
    ([None], "open"),
    ([], "open"),
])  # fmt: skip
def test_a_conclusion_stands_as_its_parts_do(claims: list[bool | None], word: str) -> None:
    assert verdict(claims) == word
