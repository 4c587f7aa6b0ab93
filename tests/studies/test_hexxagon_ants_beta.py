"""The studies of the ant colony, in the example of beta: what they count, and their verdict."""

from pathlib import Path
from typing import Any

import pytest

from nupp.studies import ants
from nupp.studies.ants import (
    Sweep,
)
from nupp.studies.hexxagon_ants_beta import STUDY, SWEEP
from studies.trial import conducted, drawn, points, stopped_and_resumed

pytestmark = pytest.mark.native


def tiny(sweep: Sweep, quick: bool) -> dict[str, Any]:
    return {
        "beta": (1, 2),
        "q0": 0.9,
        "alpha": 0.1,
        "colonies": 1,
        "games": 4,
        "openings": 2,
        "seed": 1,
    }


def test_colonies_differ_in_the_parameter_and_in_whether_pheromone_changes() -> None:
    assert SWEEP.colony(3, 0.1) == "ants:beta=3,q0=0.9,alpha=0.1"
    assert SWEEP.colony(0.5, 0) == "ants:beta=0.5,q0=0.9,alpha=0"
    assert SWEEP.parameters(quick=True)["q0"] == 0.9


def test_the_study_says_what_comes_of_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """With beta 5 colonies that learn win half of their games, the first ones, and all others lose."""

    def ends(label: str) -> tuple[str, ...]:
        return points(4, 0, 4) if label.startswith("learning-5") else points(0, 0, 8)

    findings = conducted(STUDY, monkeypatch, ends)
    assert findings.stands == "stands"
    assert "does best with beta 5, where it gets 50.0 %" in findings.found
    assert "The values differ beyond chance: against greedy p = 0.0" in findings.found
    assert "and against the usual colony p = 1.000." in findings.found
    assert "more points than without it at 1 of 4 values" in findings.difference
    assert "it gets worse" not in findings.difference
    assert "Without pheromone, too" in findings.difference
    drawn(findings)


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also in the middle of what a colony learns: it has learnt from the games that are kept."""
    monkeypatch.setattr(Sweep, "parameters", tiny)
    monkeypatch.setattr(ants, "GAME", "hexxagon:holes=none,quiet=6")
    lab, _ = stopped_and_resumed(STUDY, tmp_path / "stopped", looks=4)
    assert len(lab.results) == 2 * 3
    whole = ants.Lab(tmp_path / "whole")
    STUDY.conduct(whole)
    for label, one in lab.results.items():
        played = {number: record.moves for number, record in one.records.items()}
        assert played == {number: record.moves for number, record in whole.results[label].records.items()}
