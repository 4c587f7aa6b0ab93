"""The study of who is better off in morris: its matches, its arithmetic and its verdict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nupp.arena import Match, Result
from nupp.formats import GameRecord
from nupp.rules import game
from nupp.studies import Estimate, Lab, morris_sides
from nupp.studies.morris_sides import (
    GAMES,
    KNOWN,
    different,
    drawn_share,
    ends_of,
    is_as_known,
    match_label,
    parameters,
    points_of,
    wanted,
)
from studies.trial import conducted, drawn

SOLVED = json.loads((Path(__file__).parents[1] / "data" / "solved.json").read_text())
OUTCOMES = {"win": 1, "draw": 0, "loss": -1}


def test_known_values_are_those_of_the_literature() -> None:
    three = SOLVED["morris:men=3"]
    assert KNOWN["3 men"] == OUTCOMES[three["adjacent_moves"]]
    assert KNOWN["3 men, flying"] == OUTCOMES[three["flying"]]
    assert KNOWN["6 men"] == OUTCOMES[SOLVED["morris:men=6"]]
    assert set(KNOWN) < set(GAMES)


def test_both_players_look_equally_far() -> None:
    matches = dict(wanted(parameters(False)))
    assert len(matches) == len(GAMES) * 4
    for one in matches.values():
        assert one.first == one.second
        assert f"depth={one.depth}" in one.first
        assert game(one.game).name == "morris"


def test_the_first_side_is_counted_whoever_had_it() -> None:
    match = Match("morris:men=3", "random", "random", 4)
    outcomes = ("first", "first", "draw", "second")
    records = {
        number: GameRecord(match.game, ("random", "random"), (), outcome=outcome)
        for number, outcome in enumerate(outcomes)
    }
    assert ends_of(Result(match, records)) == (2, 1, 1)
    assert different([Result(match, records)]) == 1
    assert points_of((2, 1, 1)).value == 0.625
    decided, drawn = points_of((50, 0, 50)), points_of((10, 80, 10))
    assert decided.low < drawn.low < 0.5 < drawn.high < decided.high


def test_draws_are_counted_over_all_games_of_a_depth() -> None:
    ends = {match_label(name, 1): (1, 1, 2) for name in GAMES} | {match_label("9 men", 1): (0, 4, 0)}
    assert drawn_share(ends, 1) == pytest.approx(100 * (len(GAMES) + 3) / (4 * len(GAMES)))


@pytest.mark.parametrize(("value", "low", "high", "expected"), [
    (1, 0.6, 0.8, True),
    (1, 0.4, 0.8, None),
    (1, 0.2, 0.4, False),
    (0, 0.46, 0.54, True),
    (0, 0.4, 0.6, None),  # it holds a half, and much else
    (0, 0.51, 0.6, None),
    (0, 0.6, 0.8, False),
    (-1, 0.2, 0.4, True),
    (-1, 0.6, 0.8, False),
])  # fmt: skip
def test_what_a_value_leads_one_to_expect(value: int, low: float, high: float, expected: bool | None) -> None:
    assert is_as_known(value, Estimate((low + high) / 2, low, high)) == expected


@pytest.mark.parametrize(("three", "others", "games", "expected"), [
    (("first",), ("draw",), 40, "as under best play in 4, otherwise in 0, and undecided in 0"),
    (("first",), ("first", "second"), 20, "as under best play in 1, otherwise in 0, and undecided in 3"),
    (("first",), ("first", "second"), 1000, "as under best play in 4, otherwise in 0, and undecided in 0"),
    (("second",), ("first",), 40, "as under best play in 0, otherwise in 4, and undecided in 0"),
])  # fmt: skip
def test_what_is_expected_is_judged_at_the_greatest_depth(
    three: tuple[str, ...],
    others: tuple[str, ...],
    games: int,
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ends(label: str) -> tuple[str, ...]:
        if "depth-3" not in label:
            return ("second", "first", "first") * 10
        return (three if label == match_label("3 men", 3) else others) * games

    findings = conducted(morris_sides.STUDY, monkeypatch, ends)
    assert expected in findings.found
    assert findings.stands == "nothing claimed"
    assert [row[-1] for row in findings.tables[1].rows].count("open") == int(expected[-1])


@pytest.mark.slow
def test_a_small_study_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parameters = {"games": 2, "depths": (1, 2), "max_plies": 20, "seed": 1}
    three = dict.fromkeys(GAMES, "morris:men=3")
    monkeypatch.setattr(morris_sides, "parameters", lambda quick: parameters)
    monkeypatch.setattr(morris_sides, "GAMES", three)
    findings = morris_sides.conduct(Lab(tmp_path))
    drawn(findings)
    files = sorted(tmp_path.iterdir())
    assert len(files) == len(three) * 2
    files[0].write_text("\n".join(files[0].read_text().splitlines()[:2]) + "\n")
    files[-1].unlink()
    again = morris_sides.conduct(Lab(tmp_path))
    assert [table.rows for table in again.tables] == [table.rows for table in findings.tables]
    assert again.stands == findings.stands
