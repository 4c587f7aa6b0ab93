"""The study of the weight of moves in the improved evaluation of the thesis on Amazons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nupp.arena import Match, Result
from nupp.formats import GameRecord
from nupp.studies import Lab, amazons_table_3
from nupp.studies.amazons import evaluations_meet
from nupp.studies.amazons_table_3 import (
    PUBLISHED,
    above,
    ahead,
    below,
    best,
    chance_jump,
    is_best,
    jump,
    pooled,
    published,
    repetition,
    stands,
)
from nupp.studies.study import by_opening
from studies.trial import drawn, stopped_and_resumed

SMALL = {
    "size": 5, "openings": 9, "seed": 3, "cof1": [0.1, 0.45, 0.9], "games": 2, "repeated": [0.45], "noises": 2
}  # fmt: skip
SOURCE = """
0.0 -13 -16 -29 | 0.1 -74 30 -44 | 0.2 -42 40 -2 | 0.3 -16 52 46 | 0.35 30 28 58 | 0.4 35 14 49 |
0.43 54 6 60 | 0.45 62 34 96 | 0.47 72 16 88 | 0.5 68 24 92 | 0.55 100 -44 56 |
0.6 -26 -4 -30 | 0.7 -22 -2 -24 | 0.8 14 -65 -51 | 0.9 -99 100 1 | 1.0 -8 4 -4
"""


def result(white: int, black: int, games: int = 200) -> Result:
    """A match of which the first player wins so many games as white and as black."""
    records = {}
    for number in range(games):
        won = number // 2 < (white, black)[number % 2]
        outcome = "first" if won == (number % 2 == 0) else "second"
        records[number] = GameRecord("amazons", ("x", "y"), (), outcome=outcome)
    return Result(Match("amazons", "random", "random", games), records)


def test_the_published_figures_and_a_slip_in_them() -> None:
    slips = []
    for row in SOURCE.split("|"):
        cof1, white, black, total = row.split()
        assert PUBLISHED[float(cof1)] == (int(white), int(black))
        if int(white) + int(black) != int(total):
            slips.append(cof1)
    assert len(PUBLISHED) == 16
    assert slips == ["0.3"]
    assert published(0.45).value == pytest.approx((81 + 67) / 200)


def test_jumps() -> None:
    assert jump([0, 3, -1]) == pytest.approx((12.5) ** 0.5)
    assert chance_jump(100) == pytest.approx(2**0.5 * 10)
    white, black = ahead(result(80, 30))
    assert (white, black) == (pytest.approx(60), pytest.approx(-40))


def test_matches_are_pooled_by_their_weight() -> None:
    sweep = {0.3: result(50, 50), 0.45: result(100, 100), 0.6: result(0, 0)}
    assert pooled(sweep, 0.3, 0.55).value == 0.75
    assert best(sweep)[0] == 0.45


def test_games_of_one_opening_are_no_more_openings() -> None:
    """Five times the same games say no more of other openings than the games do once."""
    once, often = ({0.3 + n / 100: result(60, 50) for n in range(number)} for number in (1, 5))
    assert pooled(often, 0.3, 0.4) == pytest.approx(pooled(once, 0.3, 0.4))
    assert by_opening([result(2, 1, games=6)]) == [1.0, 0.5, 0.0]


@pytest.mark.parametrize(("other", "expected"), [(10, True), (60, None), (100, False)])
def test_the_best_is_better_than_every_other_from_the_same_openings(
    other: int, expected: bool | None
) -> None:
    sweep = {0.1: result(0, 0), 0.45: result(60, 60), 0.9: result(other, other)}
    assert is_best(sweep) is expected


def test_what_is_below_and_above_the_middle() -> None:
    sweep = {one: result(100 if one == 0.3 else 0, 50 if one == 0.6 else 0) for one in PUBLISHED}
    assert below(sweep).value == 0
    assert above(sweep).value == pytest.approx(0.25 / 4)


@pytest.mark.parametrize(("middle", "outside", "expected"), [
    (90, 10, "stands"),
    (90, 90, "stands in part"),
    (50, 50, "stands in part"),  # worse below
    (10, 90, "stands in part"),
])  # fmt: skip
def test_the_verdict_follows_from_the_points(middle: int, outside: int, expected: str) -> None:
    sweep = {0.1: result(10, 10), 0.45: result(middle, middle), 0.9: result(outside, outside)}
    assert stands({"one": sweep}) == expected


def test_the_verdict_without_any_part_that_holds() -> None:
    assert stands({"one": {one: result(50, 50) for one in (0.1, 0.45, 0.9)}}) == "open"
    assert (
        stands({"one": {0.1: result(90, 90), 0.45: result(10, 10), 0.9: result(90, 90)}}) == "does not stand"
    )


def test_repeated_games_are_counted() -> None:
    games = [[1.0, "a b"], [0.0, "c"], [1.0, "a b"], [1.0, "c d"], [0.0, "a b"], [0.0, "c"]]
    assert repetition(games) == (6, "2 of 3", "1 of 3", 3)


@pytest.mark.slow
def test_the_study_and_what_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shallow(search: str, depth: int, *others: Any) -> Match:
        return evaluations_meet(search, 1, *others)

    monkeypatch.setattr(amazons_table_3, "parameters", lambda quick: SMALL)
    monkeypatch.setattr(amazons_table_3, "evaluations_meet", shallow)
    _, findings = stopped_and_resumed(amazons_table_3.STUDY, tmp_path, 4)
    drawn(findings)
    points, again = findings.tables
    assert [row[0] for row in points.rows] == ["0.1", "0.45", "0.9"]
    assert again.rows[0][:2] == ("0.45", 4)

    def refuse(*_: object) -> list[object]:
        raise AssertionError("it was known")

    monkeypatch.setattr(amazons_table_3, "repeated", refuse)
    assert amazons_table_3.conduct(Lab(tmp_path)).found == findings.found
