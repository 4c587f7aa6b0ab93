"""The study of the searches of the thesis on Amazons against each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.studies import Estimate, amazons_table_5
from nupp.studies.amazons import (
    ARROWS,
    CLASSIC,
    HALF,
    RANDOM,
    TWO,
    searches_meet,
)
from nupp.studies.amazons_table_5 import ITSELF, PUBLISHED, Cell, difference, stands
from studies.trial import drawn, stopped_and_resumed

SMALL = {"size": 5, "depth": 1, "games": 2, "whole": 2, "classic": 4, "openings": 7, "seed": 3}
EVEN, WON, LOST = Estimate(0.5, 0.4, 0.6), Estimate(0.9, 0.8, 1.0), Estimate(0.1, 0.0, 0.2)


def cells(**points: Estimate) -> dict[tuple[str, str], Cell]:
    """Made-up figures, by the names of two searches with `_` for a blank and a hyphen."""
    usual = dict.fromkeys(PUBLISHED, WON) | {(ARROWS, TWO): LOST, (CLASSIC, TWO): EVEN}
    given = {tuple(name.split("__")): one for name, one in points.items()}
    return {
        pair: Cell(Estimate(won / 40, 0, 1), given.get(tuple(_plain(one) for one in pair), usual[pair]), WON)
        for pair, (won, _) in PUBLISHED.items()
    }


def _plain(name: str) -> str:
    return name.replace("-", "_")


def test_the_published_figures() -> None:
    assert PUBLISHED == {
        ("classic", "random"): (40, 0),
        ("classic", "move-then-arrow"): (40, 0),
        ("classic", "two-iteration"): (36, 4),
        ("move-then-arrow", "random"): (40, 0),
        ("move-then-arrow", "two-iteration"): (12, 28),
        ("two-iteration", "random"): (40, 0),
    }
    assert ITSELF == {
        "random": (17, 23),
        "classic": (19, 1),
        "move-then-arrow": (9, 11),
        "two-iteration": (14, 6),
    }


@pytest.mark.parametrize(("points", "alike", "expected"), [
    ({}, (5, 5), "stands in part"),
    ({"classic__two_iteration": WON}, (0, 5), "stands"),
    ({"classic__two_iteration": EVEN}, (4, 5), "stands in part"),
    (
        {
            "classic__move_then_arrow": LOST,
            "move_then_arrow__two_iteration": WON,
            "classic__random": LOST,
            "move_then_arrow__random": EVEN,
            "two_iteration__random": LOST,
        },
        (5, 5),
        "fails in part",
    ),
    (
        {
            "classic__move_then_arrow": LOST,
            "move_then_arrow__two_iteration": WON,
            **{f"{name}__random": LOST for name in ("classic", "move_then_arrow", "two_iteration")},
        },
        (5, 5),
        "does not stand",
    ),
])  # fmt: skip
def test_the_verdict_follows_from_the_points(
    points: dict[str, Estimate], alike: tuple[int, int], expected: str
) -> None:
    assert stands(cells(**points), alike) == expected


def test_the_explanation_follows_from_the_points() -> None:
    """Half turns: 0.9 lies in the made-up interval of 0.8 to 1, 12 of 40 games do not."""
    assert "one of the two published scores" in difference(cells())


def test_searches_by_half_turns_play_by_steps() -> None:
    whole, half = searches_meet(CLASSIC, TWO, 2, SMALL), searches_meet(HALF, TWO, 2, SMALL)
    assert (whole.game, whole.openings) == ("amazons:size=5", 7)
    assert (half.game, half.openings) == ("amazons:size=5,staged=true", 14)
    assert whole.second == half.second == "twoiteration:depth=1,eval=mobility"
    assert half.first == whole.first
    assert "iterative=false" in half.first
    assert searches_meet(RANDOM, ARROWS, 2, SMALL).second == "movethenarrow:depth=1,eval=mobility"


@pytest.mark.slow
def test_the_study_and_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amazons_table_5, "parameters", lambda quick: SMALL)
    lab, findings = stopped_and_resumed(amazons_table_5.STUDY, tmp_path, 9)
    points, whites = findings.tables
    assert [row[0] for row in points.rows][2] == "classic v two-iteration"
    assert [row[3] is None for row in points.rows] == [True, True, False, True, False, False]
    assert "in 2 of 2 pairs" in findings.found
    assert [row[0] for row in whites.rows] == list(ITSELF)
    assert not any(result.failures for result in lab.results.values())
    drawn(findings)
