"""Buckets and tallies, by a clock of our own."""

from __future__ import annotations

import pytest

from nupp.server.http import limits
from nupp.server.http.limits import Bucket, Buckets, Rate, Tally
from nupp.server.models.shared import ProblemError


def test_a_bucket_gives_so_many_at_once_and_then_so_many_a_second() -> None:
    bucket = Bucket(Rate(2.0, 3), now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take(0.25) == 0.25
    assert bucket.take(0.5) == 0
    assert bucket.take(0.5) > 0
    assert [bucket.take(1000.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take(0.0) > 0  # a clock that goes back gives nothing


def test_everybody_has_a_bucket_until_too_many_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 2)
    buckets = Buckets(Rate(1.0, 1))
    assert buckets.take("ann", 0.0) == 0
    assert buckets.take("ann", 0.0) > 0
    assert buckets.take("bob", 0.0) == 0
    assert buckets.take("ann", 0.0) > 0
    assert buckets.take("eve", 0.0) == 0  # and Bob, who asked longest ago, is forgotten
    assert len(buckets) == 2
    assert buckets.take("bob", 0.0) == 0
    slow = Buckets(Rate(0.001, 1))
    slow.require("bob")
    with pytest.raises(ProblemError) as error:
        slow.require("bob")
    assert (error.value.status, error.value.problem.code) == (429, "too_many")


def test_a_tally_counts_up_to_the_most() -> None:
    tally = Tally(2)
    assert [tally.enter("ann") for _ in range(3)] == [True, True, False]
    assert tally.enter("bob")
    tally.leave("ann")
    assert tally["ann"] == 1
    assert tally.enter("ann")
    tally.leave("bob")
    assert tally["bob"] == 0
