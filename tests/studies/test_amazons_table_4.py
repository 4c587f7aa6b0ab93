"""The study of the two evaluations of the thesis on Amazons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nupp.arena import Match
from nupp.studies import Estimate, amazons_table_4
from nupp.studies.amazons import evaluations_meet
from nupp.studies.amazons_table_4 import PUBLISHED, difference, label_for, searches, stands, wanted
from studies.trial import drawn, stopped_and_resumed

SMALL = {"size": 5, "deepest_size": 5, "half": 4, "two": 2, "three": 2, "openings": 9, "seed": 3}


def test_the_published_figures() -> None:
    """Basic v improved is 17/23 in the source, which is turned here."""
    assert PUBLISHED["improved", "basic"] == (23, 17)
    assert PUBLISHED["basic", "basic"] == (14, 6)
    assert PUBLISHED["improved", "improved"] == (7, 13)


def test_the_deepest_search_may_have_a_board_of_its_own() -> None:
    parameters = SMALL | {"size": 8, "deepest_size": 6}
    matches = dict(wanted(parameters))
    assert list(searches(parameters)) == ["3 half turns", "2 turns", "3 turns on 6 x 6"]
    assert len(matches) == 9
    deepest = matches[label_for("3 turns on 6 x 6", "improved", "basic")]
    assert (deepest.game, deepest.games) == ("amazons:size=6", 2)
    assert deepest.first == "twoiteration:depth=3,eval=(directions:cof1=0.45)"
    assert matches["3-half-turns-basic-basic"].game == "amazons:size=8,staged=true"
    assert matches["2-turns-improved-basic"].second == "twoiteration:depth=2,eval=mobility"


def test_what_agrees_with_the_published_score_is_named() -> None:
    text = difference({"3 half turns": Estimate(0.5, 0.45, 0.55), "2 turns": Estimate(0.9, 0.85, 0.95)})
    assert "at 3 half turns." in text
    assert "2 turns" not in text


@pytest.mark.parametrize(("points", "expected"), [
    ((0.9, 0.8, 0.7), "stands"),
    ((0.5, 0.8, 0.7), "stands in part"),
    ((0.5, 0.5, 0.5), "open"),
    ((0.1, 0.5, 0.2), "fails in part"),
    ((0.1, 0.3, 0.2), "does not stand"),
])  # fmt: skip
def test_the_verdict_follows_from_the_points(points: tuple[float, ...], expected: str) -> None:
    assert stands({str(one): Estimate(one, one - 0.05, one + 0.05) for one in points}) == expected


@pytest.mark.slow
def test_the_study_and_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shallow(search: str, depth: int, *others: Any) -> Match:
        return evaluations_meet(search, 1, *others)

    monkeypatch.setattr(amazons_table_4, "parameters", lambda quick: SMALL)
    monkeypatch.setattr(amazons_table_4, "evaluations_meet", shallow)
    lab, findings = stopped_and_resumed(amazons_table_4.STUDY, tmp_path, 5)
    assert len(findings.tables[0].rows) == 9
    assert not any(result.failures for result in lab.results.values())
    drawn(findings)
