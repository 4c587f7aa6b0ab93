"""The study of disc difference in Reversi: its matches, its arithmetic and its verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.arena import Match, Result
from nupp.formats import record_of
from nupp.players.level import HANDICAPS
from nupp.rules import game
from nupp.studies import Estimate, Lab, reversi_discs
from nupp.studies.reversi_discs import (
    END,
    GAMES,
    LEVELS,
    OPPONENTS,
    SHOWN,
    course,
    course_of_game,
    difference,
    lead,
    stands,
    wanted,
)
from nupp.studies.study import clustered, proportion
from studies.trial import conducted, drawn, points

pytestmark = pytest.mark.native


def test_the_program_of_the_source_looks_two_plies_ahead_by_discs() -> None:
    matches = dict(wanted(reversi_discs.parameters(True)))
    assert len(matches) == 2 * len(OPPONENTS)
    assert {one.first for one in matches.values()} == {"minimax:depth=2,eval=discs"}
    assert {one.game for one in matches.values()} == {"reversi", "othello"}
    assert all(one.is_determined and one.games % 2 == 0 and one.openings > 0 for one in matches.values())


def test_the_note_tells_how_levels_are_held_back() -> None:
    assert [HANDICAPS[n - 1].slips for n in LEVELS] == [0.80, 0.47, 0.23]


def test_the_lead_is_counted_from_either_side() -> None:
    after = game("othello").start_position().play("d3")
    assert (lead(after, 0), lead(after, 1)) == (3, -3)


def test_the_course_of_a_match() -> None:
    """With black a player has three discs more after the first move, and with white three less."""
    match = Match("othello", "random", "random", 2, depth=1)
    record = record_of(game("othello").start_position().play("d3"), ("random", "random"))
    assert course_of_game(record.replay(), 0) == [0, 3]
    assert course_of_game(record.replay(), 1) == [0, -3]
    assert {known.value for known in course(Result(match, {0: record})).values()} == {1}
    assert {known.value for known in course(Result(match, {0: record, 1: record})).values()} == {0.5}


@pytest.mark.parametrize(("beaten", "expected"), [
    (LEVELS, "stands"),
    (LEVELS[:1], "stands in part"),
    ((), "does not stand"),
])  # fmt: skip
def test_the_verdict_follows_from_the_levels(
    beaten: tuple[int, ...], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    winners = {f"reversi-level-{n}" for n in beaten}
    ends = lambda label: points(20, 0, 0) if label in winners else points(0, 0, 20)  # noqa: E731
    monkeypatch.setattr(reversi_discs, "course", lambda result: dict.fromkeys(SHOWN, proportion(1, 2)))
    assert conducted(reversi_discs.STUDY, monkeypatch, ends).stands == expected


@pytest.mark.parametrize(("lows", "expected"), [
    ((0.8, 0.78, 0.76), "stands"),
    ((0.8, 0.7, 0.5), "stands in part"),
    ((0.7, 0.4, 0.2), "fails in part"),  # beating one that plays at random is not yet being hard to beat
    ((0.6, 0.6, 0.6), "does not stand"),
    ((0.7, 0.72, 0.74), "open"),
])  # fmt: skip
def test_who_is_very_hard_to_beat_loses_few_games(lows: tuple[float, ...], expected: str) -> None:
    shares = {
        f"reversi-level-{n}": Estimate(low + 0.05, low, low + 0.1)
        for n, low in zip(LEVELS, lows, strict=True)
    }
    assert stands(shares) == expected


@pytest.mark.parametrize(
    ("before", "after", "lost"), [(0.8, 0.3, True), (0.5, 0.45, False), (0.5, 0.6, False)]
)
def test_the_difference_tells_of_a_lead_that_is_lost(before: float, after: float, lost: bool) -> None:
    known = {ply: proportion(100 * (before if ply < END else after), 100) for ply in SHOWN}
    assert ("turned back" in difference({GAMES[0]: known})) == lost


@pytest.mark.slow
def test_a_small_study_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parameters = {"games": 2, "openings": 4, "nodes": 500, "seed": 1}
    monkeypatch.setattr(reversi_discs, "parameters", lambda quick: parameters)
    monkeypatch.setattr(reversi_discs, "OPPONENTS", dict.fromkeys(OPPONENTS, "random"))
    findings = reversi_discs.conduct(Lab(tmp_path))
    drawn(findings)
    shares, leads = findings.tables
    against = {row[0]: row[1] for row in shares.rows}
    assert leads.rows[-1][:2] == ("the end", clustered([against["mobility"].value]))
    file = tmp_path / "reversi-mobility.jsonl"
    whole = file.read_text().splitlines()
    file.write_text("\n".join(whole[:2]) + "\n")
    (tmp_path / "othello-strong.jsonl").unlink()
    again = reversi_discs.conduct(Lab(tmp_path))
    assert [table.rows for table in again.tables] == [table.rows for table in findings.tables]
    assert again.found == findings.found
