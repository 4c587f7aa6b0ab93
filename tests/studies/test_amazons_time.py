"""The study of the searches of the thesis on Amazons with equal time."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.studies import Estimate, amazons_time
from nupp.studies.amazons import ARROWS, CLASSIC, TWO
from nupp.studies.amazons_time import PAIRS, STRONG, Points, at_time, leader, program, stands
from studies.trial import drawn, stopped_and_resumed

pytestmark = pytest.mark.native

SMALL = {"size": 5, "openings": 6, "seed": 3, "seconds": [0.001, 0.002], "games": 2}
FULL_AND_MORE = "alphabeta:eval=mobility,table=4"


def points(two: float, arrows: float, between: float = 0.5) -> Points:
    """Made-up figures of both fast searches against classic search, and of the two."""
    values = {(TWO, CLASSIC): two, (ARROWS, CLASSIC): arrows, (TWO, ARROWS): between}
    return {
        pair: {1.0: Estimate(value, value - 0.05, value + 0.05)}
        for pair in PAIRS
        for value in (values.get(pair, 0.5),)
    }


@pytest.mark.parametrize(("figures", "expected", "ahead"), [
    ((0.9, 0.8, 0.7), "stands", TWO),
    ((0.9, 0.8, 0.3), "stands", ARROWS),
    ((0.9, 0.2, 0.5), "stands in part", None),
    ((0.54, 0.9, 0.9), "stands in part", None),  # half is not yet left behind
    ((0.5, 0.2, 0.9), "fails in part", None),
    ((0.1, 0.2, 0.5), "does not stand", CLASSIC),
    ((0.5, 0.5, 0.5), "open", None),
])  # fmt: skip
def test_the_verdict_follows_from_the_points(
    figures: tuple[float, float, float], expected: str, ahead: str | None
) -> None:
    assert stands(points(*figures)) == expected
    assert leader(points(*figures), 1.0) == ahead


def test_all_programs_think_as_long_as_they_are_given() -> None:
    assert program(TWO) == "twoiteration:depth=0,eval=mobility"
    assert "depth=0" in program(CLASSIC)
    assert "iterative=true" in program(CLASSIC)
    assert "table=0" in program(CLASSIC)
    assert program("alphabeta") == "alphabeta:eval=mobility"
    assert program("strong") == "strong"


@pytest.mark.slow
def test_the_study_and_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another program in the place of `strong`, which would be compiled for this test alone."""
    monkeypatch.setattr(amazons_time, "parameters", lambda quick: SMALL)
    monkeypatch.setattr(
        amazons_time, "program", lambda name: FULL_AND_MORE if name == STRONG else program(name)
    )
    lab, findings = stopped_and_resumed(amazons_time.STUDY, tmp_path, 5)
    drawn(findings)
    (table,) = findings.tables
    assert table.heads == ("programs", "0.001 s", "0.002 s")
    assert len(table.rows) == len(PAIRS)
    assert set(at_time(lab.results, 0.001)) == {f"{first}-{second}" for first, second in PAIRS}
    assert not any(result.failures for result in lab.results.values())
