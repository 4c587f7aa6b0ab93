"""The study of networks against evaluations in the thesis on Amazons: counts, and a short run."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.arena import Match
from nupp.studies import Estimate, Lab, amazons_table_4_networks
from nupp.studies.amazons_table_4_networks import OPPONENTS, label_for, words
from studies.trial import drawn, result

TERMS = {"size": 5, "games": 8, "depth": 1, "epochs": 1, "trainings": 2, "openings": 3, "seed": 1}


@pytest.mark.slow
def test_table_4_from_end_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terms = TERMS | {"strong": 4, "again": 1, "rate": 0.08, "meet": 2, "openings": 7}
    monkeypatch.setattr(amazons_table_4_networks, "parameters", lambda quick: terms)
    lab = Lab(tmp_path)
    findings = amazons_table_4_networks.conduct(lab)
    assert len(findings.tables[0].rows) == 2 * len(OPPONENTS)
    assert not any(found.failures for found in lab.results.values())
    drawn(findings)


def test_games_against_evaluations_are_counted_and_those_against_chance_told_apart() -> None:
    match = Match("tictactoe", "random", "random", 2)
    results = {
        label_for(name, opponent): result("first", "first", match=match)
        for name in ("CNN1", "CNN2")
        for opponent in OPPONENTS
    }
    points = dict.fromkeys(results, Estimate(0.9, 0.8, 1.0))
    judged = {"CNN1": [9, 0.1, 0.2, 0.75], "CNN2": [9, 0.1, 0.2, 0.5]}
    text = words(results, points, judged)
    assert "The networks win 6 of 12 games against the evaluations" in text
    assert "they predict the winner of 75 % and 50 %" in text
    assert "2 of 2 have learnt anything" in text
    assert amazons_table_4_networks.stands(points, judged) == "does not stand"
    some = points | dict.fromkeys(
        points, Estimate(0.3, 0.05, 0.45)
    )  # worse than even, but some games are won
    assert amazons_table_4_networks.stands(some, judged) == "open"
    few = points | {label: Estimate(0.02, 0.0, 0.06) for label in points if label.endswith("one-turn")}
    assert amazons_table_4_networks.stands(few, judged) == "stands"
    assert amazons_table_4_networks.stands(few, judged | {"CNN2": [9, 0.24, 0.25, 0.5]}) == "stands in part"
    ignorant = {name: [9, 0.24, 0.25, 0.5] for name in judged}
    assert amazons_table_4_networks.stands(few, ignorant) == "open"
