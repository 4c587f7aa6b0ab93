"""What figures say, and what becomes of conclusions that rest on them."""

import pytest

from nupp.studies import Estimate
from nupp.studies.verdicts import exceeds, turned, verdict


@pytest.mark.parametrize(("low", "high", "more"), [
    (0.51, 0.9, True), (0.1, 0.49, False), (0.4, 0.6, None), (0.5, 0.6, None), (0.4, 0.5, None),
])  # fmt: skip
def test_a_share_exceeds_a_half_only_with_its_whole_interval(
    low: float, high: float, more: bool | None
) -> None:
    assert exceeds(Estimate((low + high) / 2, low, high)) is more


def test_the_opponent_has_the_rest_of_the_points() -> None:
    found = turned(Estimate(0.75, 0.5, 1.0))
    assert (found.value, found.low, found.high) == (0.25, 0.0, 0.5)
    assert str(found) == "25.0 % (0.0 to 50.0)"


@pytest.mark.parametrize(("claims", "word"), [
    ([True], "stands"),
    ([True, True], "stands"),
    ([True, None], "stands in part"),
    ([True, False], "stands in part"),
    ([False, None], "does not stand"),
    ([False], "does not stand"),
    ([None], "open"),
    ([], "open"),
])  # fmt: skip
def test_a_conclusion_stands_as_its_parts_do(claims: list[bool | None], word: str) -> None:
    assert verdict(claims) == word
