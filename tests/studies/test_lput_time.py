"""The study of time in L-put: its matches, its words and its verdict."""

from pathlib import Path

import pytest

from nupp.studies import Estimate, lput_time
from nupp.studies.lput_time import AS_MANY, CHALLENGERS, STUDY, answer, parameters, wanted
from studies.trial import conducted, drawn, points, stopped_and_resumed

TINY = {
    "seconds": (0.002,),
    "games": 2,
    "simulations": (5,),
    "games by simulations": 2,
    "openings": 4,
    "seed": 1,
}
AHEAD, EVEN, BEHIND = Estimate(0.8, 0.7, 0.9), Estimate(0.5, 0.4, 0.6), Estimate(0.2, 0.1, 0.3)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lput_time, "speed", lambda name: 1000.0)


def test_both_sides_have_the_same_budget_and_the_same_evaluation() -> None:
    matches = dict(wanted(parameters(quick=False)))
    assert all("health+position" in spec for one in matches.values() for spec in (one.first, one.second))
    assert all((one.seconds is None) != (one.nodes is None) for one in matches.values())
    assert {one.nodes for label, one in matches.items() if label.endswith("-flat")} == {AS_MANY}
    assert AS_MANY == 100 + 50


def test_with_equal_numbers_no_tree_is_kept() -> None:
    matches = dict(wanted(parameters(quick=True)))
    assert all("keep=false" in matches[f"{name}-{AS_MANY}"].first for name in CHALLENGERS if name != "flat")
    assert "keep" not in matches[f"flat-{AS_MANY}"].first


@pytest.mark.parametrize(("uct", "words"), [
    ([BEHIND, BEHIND], "with none of the budgets"),
    ([BEHIND, EVEN], "no kind of UCT is shown to beat alpha-beta, and 1 of 2 matches"),
    ([EVEN, AHEAD], "beats alpha-beta in 1 of 2 matches"),
])  # fmt: skip
def test_the_answer_is_that_of_uct(uct: list[Estimate], words: str) -> None:
    assert words in answer({"flat": [AHEAD, AHEAD], "uct": uct})


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("flat", "tree", "word"), [
    (points(30, 0, 0), points(30, 0, 0), "stands"),
    (points(0, 0, 30), points(30, 0, 0), "stands in part"),
    (points(0, 0, 30), points(0, 0, 30), "does not stand"),
    (points(0, 30, 0), points(0, 30, 0), "open"),
])  # fmt: skip
def test_more_simulations_and_a_tree_have_to_help(
    monkeypatch: pytest.MonkeyPatch, flat: tuple[str, ...], tree: tuple[str, ...], word: str
) -> None:
    """Flat Monte Carlo with all the time against alpha-beta of depth 2, and UCT against flat Monte Carlo."""
    ends = {"flat-depth-2-0.01s": flat, "uct-cut-flat": tree}
    findings = conducted(STUDY, monkeypatch, lambda label: ends.get(label, points(0, 15, 15)))
    assert findings.stands == word
    assert ("is not what it lacks" in findings.difference) == (flat == points(0, 0, 30))
    drawn(findings)


@pytest.mark.slow
def test_a_speed_is_a_number_of_positions_or_simulations_in_a_second() -> None:
    assert lput_time.speed("alphabeta") > 0
    assert lput_time.speed("flat") > 0


@pytest.mark.usefixtures("quick")
@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(lput_time, "parameters", lambda quick: TINY)
    monkeypatch.setattr(lput_time, "AS_MANY", 5)
    monkeypatch.setattr(lput_time, "GAME", "lput:rounds=1")
    lab, findings = stopped_and_resumed(STUDY, tmp_path, looks=10)
    assert len(lab.results) == 4 + 4 + 4 + 3
    assert len(findings.tables) == 5
