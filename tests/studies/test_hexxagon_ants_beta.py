"""The studies of the ant colony, in the example of beta: what they count, and their verdict."""

from pathlib import Path
from typing import Any

import pytest

from nupp.arena import Match
from nupp.studies import Estimate, ants
from nupp.studies.ants import Sweep, part, stages_of, together, trend, verdict
from nupp.studies.hexxagon_ants_beta import STUDY, SWEEP
from studies.trial import conducted, drawn, points, result, stopped_and_gone_on

LOW, MIDDLE, HIGH = Estimate(0.1, 0.05, 0.15), Estimate(0.15, 0.1, 0.2), Estimate(0.3, 0.25, 0.35)


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


def test_the_games_of_colonies_are_put_together_by_pairs() -> None:
    both = together([result("first", "second"), result("second", "first")])
    assert [both.points(number) for number in sorted(both.records)] == [1, 1, 0, 0]
    assert both.pairs == (1, 0, 0, 0, 1)
    odd = Match("tictactoe", "random", "random", 3)
    three = together([result("first", "second", "first", match=odd)] * 2)
    assert three.pairs == (0, 0, 0, 0, 2)
    assert len(three.records) == 6


def test_stages_follow_each_other() -> None:
    colony = result(*points(2, 0, 0), *points(0, 0, 2))
    stages = stages_of([colony, colony])
    assert list(stages) == ["1 to 2", "3 to 4", "5 to 6", "7 to 8"]
    assert [one.value for one in stages.values()] == [1, 1, 0, 0]
    assert list(part(colony, 2, 4).records) == [2, 3]


@pytest.mark.parametrize(("last", "word"), [
    (HIGH, "it gets better"), (MIDDLE, "no change can be measured"),
])  # fmt: skip
def test_colonies_learn_if_the_last_games_are_better(last: Estimate, word: str) -> None:
    assert trend({"1 to 2": LOW, "3 to 4": MIDDLE, "5 to 6": last}) == word
    assert trend({"1 to 2": HIGH, "5 to 6": LOW}) == "it gets worse"


@pytest.mark.parametrize(("learning", "usual", "word"), [
    ((LOW, HIGH), (LOW, LOW), "stands"),
    ((LOW, MIDDLE), (HIGH, LOW), "stands"),
    ((LOW, MIDDLE), (LOW, LOW), "open"),
])  # fmt: skip
def test_wins_depend_on_the_parameter_if_intervals_lie_apart(
    learning: tuple[Estimate, ...], usual: tuple[Estimate, ...], word: str
) -> None:
    found = {("learning", value): one for value, one in enumerate(learning)}
    assert verdict(found | {("usual", value): one for value, one in enumerate(usual)}) == word


def test_the_study_says_what_comes_of_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """With beta 5 colonies that learn win half of their games, and all others lose."""

    def ends(label: str) -> tuple[str, ...]:
        return points(10, 0, 10) if label.startswith("learning-5") else points(0, 0, 20)

    findings = conducted(STUDY, monkeypatch, ends)
    assert findings.stands == "stands"
    assert "does best with beta 5, where it gets 50.0 %" in findings.found
    assert "The values differ beyond chance." in findings.found
    assert "more points than without it at 1 of 4 values" in findings.difference
    assert "it gets worse" not in findings.difference
    assert "Without pheromone, too" in findings.difference
    drawn(findings)


def test_a_run_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also in the middle of what a colony learns: it has learnt from the games that are kept."""
    monkeypatch.setattr(Sweep, "parameters", tiny)
    monkeypatch.setattr(ants, "GAME", "hexxagon:holes=none,quiet=6")
    lab, _ = stopped_and_gone_on(STUDY, tmp_path / "stopped", looks=4)
    assert len(lab.results) == 2 * 3
    whole = ants.Lab(tmp_path / "whole")
    STUDY.conduct(whole)
    for label, one in lab.results.items():
        played = {number: record.moves for number, record in one.records.items()}
        assert played == {number: record.moves for number, record in whole.results[label].records.items()}
