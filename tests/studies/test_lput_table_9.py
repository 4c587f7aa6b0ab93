"""The study of the thesis on L-put, table 9: its figures, its counting and its verdict."""

from pathlib import Path

import pytest

from nupp.spec import parse_spec
from nupp.studies import Estimate, lput_table_9
from nupp.studies.lput_table_9 import (
    NAMES,
    PUBLISHED,
    STUDY,
    agrees,
    of_the_source,
    parameters,
    points_of_blue,
    programs,
    stands,
    words,
)
from studies.trial import conducted, drawn, points, result, stopped_and_resumed

TINY = {
    "depth": 1,
    "k": 1,
    "n": 2,
    "top": 2,
    "games": 1,
    "more": (8,),
    "ordered": 2,
    "openings": 4,
    "seed": 1,
}
AHEAD, BEHIND = Estimate(0.8, 0.7, 0.9), Estimate(0.2, 0.1, 0.3)
EVEN, UNKNOWN = Estimate(0.5, 0.46, 0.54), Estimate(0.5, 0.2, 0.8)


def test_the_published_table() -> None:
    """Rows blue, columns red: minimax, Monte Carlo, greedy Monte Carlo."""
    assert [[PUBLISHED[blue, red] for red in NAMES] for blue in NAMES] == [
        [0, 1, 1],
        [0, 0.5, 0.4],
        [0, 0.6, 0.6],
    ]


def test_the_programs_are_those_of_the_thesis() -> None:
    specs = programs(parameters(quick=False))
    assert specs["flat"] == "flatmc:k=10,n=100,eval=health+position"
    assert specs["greedy"] == "greedymc:k=10,n=100,top=10,eval=health+position"
    minimax = parse_spec(specs["minimax"]).arguments
    assert {name for name, value in minimax.items() if value not in ("0", "false")} == {
        "depth",
        "order_by_eval",
        "eval",
    }
    assert (minimax["depth"], minimax["order_by_eval"], minimax["eval"]) == ("2", "1", "health+position")


def test_blue_is_whoever_begins() -> None:
    """Minimax wins all its games against Monte Carlo, and red all those of Monte Carlo against itself."""
    results = {
        "start-minimax-flat": result(*points(2, 0, 0)),
        "start-flat-flat": result("second", "second", "second", "draw"),
    }
    assert points_of_blue(results, "minimax", "flat").value == 1
    assert points_of_blue(results, "flat", "minimax").value == 0
    assert points_of_blue(results, "flat", "flat").value == 0.125


def test_a_game_that_is_always_the_same_is_known_exactly() -> None:
    results = {"start-minimax-minimax": result("second", "second")}
    assert points_of_blue(results, "minimax", "minimax") == Estimate(0, 0, 0)


def test_a_published_share_agrees_with_what_ten_games_can_tell_apart() -> None:
    cell = ("flat", "greedy")
    assert of_the_source(cell).holds(0.4)
    assert agrees(cell, EVEN)
    assert agrees(cell, Estimate(0.1, 0.0, 0.2))
    assert not agrees(cell, Estimate(0.05, 0.0, 0.1))
    assert not agrees(("minimax", "flat"), BEHIND)


def test_matches_have_words() -> None:
    assert words("minimax-flat-10000") == "minimax v Monte Carlo, 10,000"
    assert words("greedy-alone") == "greedy Monte Carlo v greedy"


@pytest.mark.parametrize(("flat", "greedy", "between", "against_random", "word"), [
    (AHEAD, AHEAD, EVEN, EVEN, "stands"),
    (AHEAD, AHEAD, EVEN, UNKNOWN, "stands in part"),  # a wide interval does not show play at random
    (AHEAD, BEHIND, UNKNOWN, AHEAD, "stands in part"),
    (BEHIND, UNKNOWN, AHEAD, AHEAD, "fails in part"),
    (BEHIND, BEHIND, AHEAD, AHEAD, "does not stand"),
    (UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, "open"),
])  # fmt: skip
def test_minimax_has_to_be_better_and_monte_carlo_to_be_even_with_its_like_and_with_random_moves(
    flat: Estimate, greedy: Estimate, between: Estimate, against_random: Estimate, word: str
) -> None:
    shares = {"minimax-flat": flat, "minimax-greedy": greedy}
    assert stands(shares | {"greedy-flat": between, "flat-random": against_random}) == word


@pytest.mark.parametrize(("against_random", "word"), [
    (points(40, 0, 0), "stands in part"), (points(0, 40, 0), "stands in part"),
])  # fmt: skip
def test_the_verdict_follows_from_the_games(
    monkeypatch: pytest.MonkeyPatch, against_random: tuple[str, ...], word: str
) -> None:
    def ends(label: str) -> tuple[str, ...]:
        return against_random if label == "flat-random" else points(40, 0, 0)

    findings = conducted(STUDY, monkeypatch, ends)
    assert findings.stands == word
    assert ("does not follow" in findings.difference) == (against_random == points(40, 0, 0))
    assert "here because of the order in which it tries moves" in findings.difference
    drawn(findings)


def test_nothing_is_explained_that_is_as_published(monkeypatch: pytest.MonkeyPatch) -> None:
    even = ("flat-random", "greedy-flat")
    findings = conducted(
        STUDY, monkeypatch, lambda label: points(20, 0, 20) if label in even else points(40, 0, 0)
    )
    assert findings.difference == ""


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(lput_table_9, "parameters", lambda quick: TINY)
    monkeypatch.setattr(lput_table_9, "GAME", "lput:rounds=1")
    monkeypatch.setattr(lput_table_9, "ALL", 3)
    lab, findings = stopped_and_resumed(STUDY, tmp_path, looks=5)
    assert len(lab.results) == 6 + 7
    assert len(findings.tables[0].rows) == len(PUBLISHED)
