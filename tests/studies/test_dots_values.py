"""The study of Dots and Boxes on small boards: the published values, and what follows from those found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nupp.kernel import interpreted
from nupp.rules import game
from nupp.studies import Lab, dots_values
from nupp.studies.dots_values import PASSING, PUBLISHED, about_passing, found, pairs, parameters, spec
from nupp.studies.solving import Solved
from studies.trial import drawn

pytestmark = pytest.mark.native

SOLVED = json.loads((Path(__file__).parents[1] / "data" / "solved.json").read_text())


def known(margin: int | None) -> Solved:
    outcome = None if margin is None else (margin > 0) - (margin < 0)
    return Solved(outcome=outcome, margin=margin, plies=None, method="proof", nodes=10, seconds=0.1)


def test_published_values_are_those_of_the_literature() -> None:
    margins = SOLVED["dotsandboxes_rows_x_columns_margin"]
    expected = {"x".join(reversed(size.split("x"))): margin for size, margin in margins.items()}
    assert expected == PUBLISHED | {"4x4": 0}


def test_specs() -> None:
    assert game(spec("3x2")).spec == "dotsandboxes:width=3,height=2,passing=false"
    assert game(spec("3x2" + PASSING)).spec == "dotsandboxes:width=3,height=2"
    assert set(parameters(True)["boards"]) < set(parameters(False)["boards"]) == set(PUBLISHED)


def test_what_passing_changes_is_told_of_boards_that_are_solved() -> None:
    values = {"1x1": known(-1), "1x1, passing": known(0), "2x1": known(0), "2x1, passing": known(0)}
    values |= {"2x2": known(2), "2x2, passing": known(None)}
    boards = ("1x1", "2x1", "2x2")
    assert pairs(values, boards) == {"1x1": (-1, 0), "2x1": (0, 0)}
    assert "changes the value of 1x1." in about_passing(values, boards)
    assert about_passing(values, ("2x2",)) == ""
    assert "3 of 3 values that can be compared are those published" in found(values, boards)
    assert "Of the 2 boards solved both ways" in found(values, boards)
    assert "with passing 2 are drawn" in found(values, boards)


def test_a_small_study_and_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dots_values, "parameters", lambda quick: {"boards": ("1x1", "2x1"), "seconds": 60})
    with interpreted():
        findings = dots_values.conduct(Lab(tmp_path))
    assert [row[:3] for row in findings.tables[0].rows] == [("1x1", -1, -1), ("2x1", 0, 0)]
    assert findings.stands == "nothing claimed"
    drawn(findings)

    def refuse(*_: object) -> Solved:
        raise AssertionError("it was known")

    monkeypatch.setattr(dots_values, "solved_value", refuse)
    assert dots_values.conduct(Lab(tmp_path)).tables == findings.tables


def test_a_wrong_value_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dots_values, "parameters", lambda quick: {"boards": ("1x1", "2x2"), "seconds": 1})
    margins = {"dotsandboxes:width=1,height=1,passing=false": -1}
    monkeypatch.setattr(dots_values, "solved_value", lambda spec, seconds: known(margins.get(spec, 1)))
    findings = dots_values.conduct(Lab())
    assert findings.difference.startswith("Another value than published: 2x2. The source lets")
