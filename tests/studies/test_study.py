"""Figures of studies with intervals, and the laboratory that keeps what it has found."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nupp.arena import MatchError
from nupp.arena.ratings import expected_score
from nupp.kernel import interpreted
from nupp.studies import STUDIES, Estimate, Findings, Lab, share, study
from nupp.studies.study import clustered, proportion
from nupp.version import __version__
from studies.trial import (
    MATCHES,
    broken_players,  # noqa: F401
    points,
    result,
)


@pytest.mark.parametrize(("points", "games", "low", "high"), [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
])  # fmt: skip
def test_wilson_intervals_are_the_published_ones(points: int, games: int, low: float, high: float) -> None:
    """R. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3."""
    found = proportion(points, games)
    assert found.value == points / games
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(st.integers(1, 1000).flatmap(lambda games: st.tuples(st.integers(0, 2 * games), st.just(games))))
def test_a_proportion_lies_in_its_interval(given: tuple[int, int]) -> None:
    halves, games = given
    found, other = proportion(halves / 2, games), proportion(games - halves / 2, games)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert (found.low, found.high) == pytest.approx((1 - other.high, 1 - other.low))


def test_of_no_games_nothing_is_known() -> None:
    found = proportion(0, 0)
    assert math.isnan(found.value)
    assert (found.low, found.high) == (0, 1)


def test_an_estimate_is_written_with_its_interval() -> None:
    assert str(Estimate(0.5, 0.401, 0.599)) == "50.0 % (40.1 to 59.9)"
    assert str(Estimate(2.5, 2, 3, scale=1, decimals=2, unit=" s")) == "2.50 s (2.00 to 3.00)"
    assert Estimate(0.5, 0.4, 0.6).holds(0.4)
    assert not Estimate(0.5, 0.4, 0.6).holds(0.61)


def test_a_share_has_the_interval_of_the_pairs() -> None:
    played = result(*points(wins=6, draws=3, losses=1))
    found, known = share(played), played.standing()
    assert known is not None
    assert found.value == pytest.approx((12 + 3) / 20)
    assert (found.low, found.high) == (expected_score(known.elo_low), expected_score(known.elo_high))
    assert found.low < found.value < found.high


def test_shares_that_hang_together_have_a_wider_interval_than_as_many_games() -> None:
    """Ten openings of twenty games each: what happens in one game of an opening happens in all of them."""
    found, independent = clustered([0.0] * 4 + [1.0] * 6), proportion(120, 200)
    assert found.value == pytest.approx(0.6)
    assert found.low < independent.low - 0.2
    assert found.high > independent.high + 0.2


def test_shares_of_pairs_have_the_interval_of_the_pairs() -> None:
    played = result(*points(wins=6, draws=3, losses=1))
    assert tuple(clustered([1.0] * 6 + [0.5] * 3 + [0.0]))[:3] == pytest.approx(tuple(share(played))[:3])


def test_of_many_shares_the_best_is_compared_with_a_wider_interval() -> None:
    once, often = (clustered([0.4, 0.5, 0.6] * 9, comparisons) for comparisons in (1, 15))
    assert often.low < once.low < once.value < once.high < often.high
    assert clustered([0.5]).low < 0.5


def test_a_share_of_one_side_counts_its_games_alone() -> None:
    """The first player has the first side in even games."""
    played = result("first", "first", "first", "second", "draw", "first")
    assert share(played, 0) == proportion(2.5, 3)
    assert share(played, 1) == proportion(1, 3)


def test_a_share_without_whole_pairs_is_one_of_games() -> None:
    assert share(result("first")) == proportion(1, 1)
    assert share(result("first", "draw"), 0) == proportion(1, 1)


def test_only_certain_words_tell_what_becomes_of_a_conclusion() -> None:
    with pytest.raises(ValueError, match=r"'stand'.*stands, stands in part"):
        Findings([], "found", "stand")


def in_lab(lab: Lab) -> dict[str, list[str | None]]:
    """How the games of both matches end."""
    with interpreted():
        results = lab.matches(MATCHES)
    return {
        label: [found.records[number].outcome for number in range(len(found.records))]
        for label, found in results.items()
    }


def test_matches_are_kept_and_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = in_lab(Lab(tmp_path / "new" / "folder"))
    files = {file.name: file.read_bytes() for file in (tmp_path / "new" / "folder").iterdir()}
    assert set(files) == {"one.jsonl", "two.jsonl"}
    assert [len(outcomes) for outcomes in ends.values()] == [4, 6]

    def refuse(*_: object) -> None:
        raise AssertionError("it was played")

    monkeypatch.setattr("nupp.arena.match_worker.play_game", refuse)
    assert in_lab(Lab(tmp_path / "new" / "folder")) == ends
    assert {file.name: file.read_bytes() for file in (tmp_path / "new" / "folder").iterdir()} == files


@pytest.mark.slow
@pytest.mark.parametrize("looks", [1, 4, 7, 9])
def test_a_stopped_run_resumes(tmp_path: Path, looks: int) -> None:
    reports = []

    def progress(words: str, done: float) -> None:
        reports.append((words, done))
        if len(reports) == looks:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        in_lab(Lab(tmp_path, progress=progress))
    kept = {file: file.read_bytes() for file in tmp_path.iterdir()}
    assert in_lab(Lab(tmp_path)) == in_lab(Lab())
    assert all(file.read_bytes().startswith(text) for file, text in kept.items())


def test_progress_runs_from_0_to_1() -> None:
    reports: list[tuple[str, float]] = []
    lab = Lab(progress=lambda words, done: reports.append((words, done)))
    in_lab(lab)
    assert {words for words, _ in reports} == {"one", "two"}
    shares = [done for _, done in reports]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert set(lab.results) == {"one", "two"}


@pytest.mark.usefixtures("broken_players")
def test_a_player_that_fails_is_no_finding(tmp_path: Path) -> None:
    """Neither when it fails nor when the run is resumed; later matches are not played."""
    for _ in range(2):
        lab = Lab(tmp_path)
        with pytest.raises(
            MatchError,
            match=r"'one', game 0.*out of order.*delete '.*one\.jsonl'",
        ):
            in_lab(lab)
        assert not lab.results
    assert [file.name for file in tmp_path.iterdir()] == ["one.jsonl"]


def test_values_are_found_once(tmp_path: Path) -> None:
    asked: list[str] = []

    def find(name: str) -> dict[str, Any]:
        asked.append(name)
        if name == "bad":
            raise KeyboardInterrupt
        return {"length": len(name), "name": name}

    with pytest.raises(KeyboardInterrupt):
        Lab(tmp_path).values("lengths", ["a", "bcd", "bad", "never"], find)
    assert asked == ["a", "bcd", "bad"]
    found = Lab(tmp_path).values("lengths", iter(["ef", "bcd"]), find)
    assert found == {"ef": {"length": 2, "name": "ef"}, "bcd": {"length": 3, "name": "bcd"}}
    assert asked == ["a", "bcd", "bad", "ef"]
    assert list(found) == ["ef", "bcd"]
    assert Lab(tmp_path).values("others", ["a"], len) == {"a": 1}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["lengths.json", "others.json"]


def test_values_of_another_version_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Lab(tmp_path).values("kept", ["a"], lambda name: 1) == {"a": 1}
    kept = (tmp_path / "kept.json").read_bytes()
    monkeypatch.setattr(sys.modules["nupp.studies.study"], "__version__", "another")
    with pytest.raises(MatchError, match=rf"kept\.json'.*{re.escape(__version__)}"):
        Lab(tmp_path).values("kept", ["b"], lambda name: 2)
    assert (tmp_path / "kept.json").read_bytes() == kept


def test_values_of_other_parameters_are_refused(tmp_path: Path) -> None:
    few, many = (Lab(tmp_path, parameters={"seconds": seconds, "boards": ("a", "b")}) for seconds in (1, 60))
    assert few.values("kept", ["a"], lambda name: 1) == {"a": 1}
    assert few.values("kept", ["a"], lambda name: 2) == {"a": 1}
    with pytest.raises(MatchError, match=r'"seconds": 1, .*: expected .*"seconds": 60, '):
        many.values("kept", ["a"], lambda name: 3)


@pytest.mark.parametrize("content", ["", "[1]", "5", '{"version": "1"}', '{"values": {"a'])
def test_a_file_that_holds_no_values_is_refused_and_kept(tmp_path: Path, content: str) -> None:
    (tmp_path / "kept.json").write_text(content)
    with pytest.raises(MatchError, match=r"kept\.json'.*no values"):
        Lab(tmp_path).values("kept", ["a"], len)
    assert (tmp_path / "kept.json").read_text() == content


def test_without_a_folder_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Lab().values("lengths", ["a"], len) == {"a": 1}
    assert Lab().values("lengths", ["a"], lambda name: 7) == {"a": 7}
    in_lab(Lab())
    assert not list(tmp_path.iterdir())


def test_the_machine_is_reported() -> None:
    assert re.search(r".+, \d+ cores, Python 3\.\d+", Lab().machine)


def test_every_study_has_a_module_of_its_name() -> None:
    for name in STUDIES:
        one = study(name)
        assert one.name == name
        assert all((one.title, one.source, one.claim, one.silent))
        for quick in (True, False):
            assert isinstance(one.parameters(quick), Mapping)
    assert len(set(STUDIES)) == len(STUDIES)
