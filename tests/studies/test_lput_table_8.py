"""The study of the thesis on L-put, table 8: its figures, its counting and its verdict."""

from pathlib import Path

import pytest

from nupp.arena import Match
from nupp.studies import lput_table_8
from nupp.studies.lput_table_8 import PUBLISHED, STUDY, one_game, points_of_blue
from studies.trial import conducted, drawn, points, result, stopped_and_resumed

TINY = {"depth": 1, "games": 2, "openings": 4, "seed": 1}


def test_the_published_table() -> None:
    """Rows blue, columns red; 1: blue wins."""
    assert [
        [PUBLISHED[blue, red] for red in lput_table_8.EVALUATORS] for blue in lput_table_8.EVALUATORS
    ] == [
        [0, 1],
        [0, 0],
    ]


def test_blue_is_the_first_player_in_even_games_and_the_second_in_odd_ones() -> None:
    """Health wins both games of the pair: as blue, and as red."""
    results = {"health-damage-start": result(*points(1, 0, 0)), "health-damage": result(*points(1, 0, 0))}
    assert [one_game(results, *cell) for cell in (("health", "damage"), ("damage", "health"))] == [1, 0]
    assert points_of_blue(results, "health", "damage").value == 1
    assert points_of_blue(results, "damage", "health").value == 0


@pytest.mark.parametrize(("alike", "against", "word"), [
    (("second",) * 40, points(20, 0, 0), "stands"),
    (("second", "first") * 20, points(20, 0, 0), "stands"),  # only even games are of health as blue
    (("draw",) * 40, points(20, 0, 0), "stands in part"),  # red wins no more than blue in two of the cells
    (("first",) * 40, points(0, 0, 20), "does not stand"),
    (("first",) * 40, points(0, 20, 0), "fails in part"),
    (("draw",) * 40, points(10, 0, 10), "open"),
])  # fmt: skip
def test_the_verdict_is_that_of_all_four_cells_and_of_health_against_damage(
    monkeypatch: pytest.MonkeyPatch, alike: tuple[str, ...], against: tuple[str, ...], word: str
) -> None:
    def ends(label: str) -> tuple[str, ...]:
        return against if label.startswith("health-damage") else alike

    findings = conducted(STUDY, monkeypatch, ends)
    assert findings.stands == word
    drawn(findings)


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def short(game: str, *players: object, **terms: object) -> Match:
        return Match(f"{game}:rounds=1", *players, **terms)  # type: ignore[arg-type]

    monkeypatch.setattr(lput_table_8, "parameters", lambda quick: TINY)
    monkeypatch.setattr(lput_table_8, "Match", short)
    lab, findings = stopped_and_resumed(STUDY, tmp_path, looks=5)
    assert len(lab.results) == 6
    assert len(findings.tables[0].rows) == len(PUBLISHED)
