"""The study of draughts: its programs, its tables and its verdict."""

from pathlib import Path

import pytest

from nupp.studies import Estimate, draughts_greedy
from nupp.studies.draughts_greedy import STUDY, against, programs, stands, words
from studies.trial import conducted, drawn, points, stopped_and_resumed

pytestmark = pytest.mark.native

TINY = {"depths": (3,), "games": 2, "openings": 4, "seed": 1}


def test_programs_look_farther_one_by_one() -> None:
    specs = programs((3, 4))
    assert list(map(words, specs)) == [
        "greedy",
        "greedy less the reply",
        "tree of 3 plies",
        "tree of 4 plies",
    ]
    assert specs["tree-4"] == "minimax:depth=4,eval=(material:king=100)"


def test_a_match_fills_two_cells() -> None:
    shares = {"reply-greedy": Estimate(0.75, 0.625, 1.0)}
    assert against(shares, "reply", "greedy") == shares["reply-greedy"]
    assert against(shares, "greedy", "reply") == Estimate(0.25, 0.0, 0.375)
    assert against(shares, "reply", "reply") is None


@pytest.mark.parametrize(("reply", "tree", "word"), [
    (points(30, 0, 0), points(30, 0, 0), "stands"),
    (points(30, 0, 0), points(0, 30, 0), "stands in part"),
    (points(0, 0, 30), points(0, 30, 0), "fails in part"),
    (points(0, 0, 30), points(0, 0, 30), "does not stand"),
    (points(0, 30, 0), points(0, 30, 0), "open"),
])  # fmt: skip
def test_every_ply_more_has_to_bring_something(
    monkeypatch: pytest.MonkeyPatch, reply: tuple[str, ...], tree: tuple[str, ...], word: str
) -> None:
    findings = conducted(STUDY, monkeypatch, lambda label: reply if label == "reply-greedy" else tree)
    assert findings.stands == word
    drawn(findings)


@pytest.mark.parametrize(("low", "word"), [(0.5, "stands in part"), (0.51, "stands")])
def test_simple_methods_are_effective_only_if_they_beat_random_moves(low: float, word: str) -> None:
    shares = {"greedy-random": Estimate(0.6, low, 0.7), "reply-random": Estimate(0.9, 0.8, 1.0)}
    assert stands({("greedy", "reply"): Estimate(0.9, 0.8, 1.0)}, shares) == word


def test_greedy_is_called_better_than_random_moves_only_if_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for ends, better in ((points(30, 0, 0), True), (points(15, 0, 15), False)):
        findings = conducted(STUDY, monkeypatch, lambda label, ends=ends: ends)
        assert ("is better than random moves" in findings.difference) == better


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(draughts_greedy, "parameters", lambda quick: TINY)
    lab, findings = stopped_and_resumed(STUDY, tmp_path, looks=5)
    assert len(lab.results) == 6
    assert [row[0] for row in findings.tables[0].rows] == [
        "greedy",
        "greedy less the reply",
        "tree of 3 plies",
    ]
