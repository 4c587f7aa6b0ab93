"""The study of depths in five in a row: its searches, its positions, its arithmetic and its verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from nupp.kernel import interpreted
from nupp.players import Budget, player
from nupp.rules import game
from nupp.studies import Estimate, Lab, ristinolla_depths
from nupp.studies.ristinolla_depths import (
    ALPHABETA,
    BEST,
    DEEPEST,
    GAME,
    METHODS,
    PUBLISHED,
    Effort,
    claims,
    difference,
    fast_share,
    longest,
    mean_nodes,
    middle_position,
    open_three,
    parried,
    saved,
    source_seconds,
    spread,
    wanted,
)
from studies.trial import drawn

pytestmark = pytest.mark.native

RULES = game(GAME)


def effort(*nodes: int) -> Effort:
    return Effort(nodes=list(nodes), seconds=[n / 100 for n in nodes], scores=[0] * len(nodes))


def test_what_was_published_is_of_three_depths() -> None:
    assert sorted(PUBLISHED) == [3, 4, 5]
    assert "stupid" in PUBLISHED[3]
    assert "minute" in PUBLISHED[5]


def test_the_source_has_plain_alpha_beta_on_active_squares() -> None:
    source = METHODS[ALPHABETA]
    assert "candidates=1" in source
    assert "eval=runs" in source
    for part in (
        "table=0",
        "iterative=false",
        "pvs=false",
        "killers=false",
        "order_by_eval=0",
        "quiescence=0",
    ):
        assert part in source


def test_all_methods_find_the_same_values() -> None:
    with interpreted():
        position = RULES.start_position().play_all(["h8", "h9", "i8", "g7", "j9"])
        scores = {
            method: player(spec, RULES).choose(position, Budget(depth=2)).score
            for method, spec in METHODS.items()
            if method != "alpha-beta, all squares"
        }
    assert len(set(scores.values())) == 1, scores


def test_each_depth_plays_the_one_before() -> None:
    matches = dict(wanted(ristinolla_depths.parameters(True)))
    assert list(matches) == ["4-against-3", "5-against-4"]
    match = matches["5-against-4"]
    assert match.first.replace("depth=5", "depth=0") == METHODS[BEST]
    assert match.second.replace("depth=4", "depth=0") == METHODS[BEST]


def test_positions_are_in_the_middle_of_games_that_are_not_decided() -> None:
    found = [position for seed in range(1, 8) if (position := middle_position(seed, 8)) is not None]
    assert found
    assert all(position.ply == 8 and not position.is_over for position in found)


def test_efforts_are_compared() -> None:
    efforts = {f"{ALPHABETA} 3": effort(10, 20, 90), f"{BEST} 3": effort(5, 5, 10)}
    assert spread(efforts[f"{ALPHABETA} 3"]["nodes"]) == (20, 90)
    assert mean_nodes(efforts, ALPHABETA, 3) == 40
    assert mean_nodes(efforts, "minimax", 5) is None
    assert saved(efforts, 3, ALPHABETA, BEST) == 6
    efforts[f"{ALPHABETA} 4"] = effort(100, 400, 4000)
    text = difference(efforts, (3, 4))
    assert "multiplies the positions by 38." in text
    assert "takes 10 times the median: if it takes a minute, the usual one takes 6 s" in text


@pytest.mark.parametrize(("three", "four", "match", "expected"), [
    ((0.0, 0.1), (0.9, 1.0), (0.6, 0.8), [True, True, True]),
    ((0.0, 0.1), (0.9, 1.0), (0.4, 0.8), [True, True, None]),
    ((0.7, 0.9), (0.4, 0.6), (0.1, 0.3), [False, None, False]),
])  # fmt: skip
def test_what_the_source_claims_is_judged_by_threats_and_games(
    three: tuple[float, float],
    four: tuple[float, float],
    match: tuple[float, float],
    expected: list[bool | None],
) -> None:
    def known(bounds: tuple[float, float]) -> Estimate:
        return Estimate(sum(bounds) / 2, *bounds)

    shares = {"4-against-3": known(match), "5-against-4": known((0.4, 0.6))}
    efforts = {f"{ALPHABETA} 4": effort(*[1] * 60), f"{ALPHABETA} 5": effort(*[1] * 59, 60)}
    assert claims(shares, {3: known(three), 4: known(four)}, efforts) == [*expected, True, True]


def test_times_are_those_of_a_machine_that_takes_a_minute_at_most() -> None:
    efforts = {f"{ALPHABETA} 4": effort(100, 400), f"{ALPHABETA} 5": effort(500, 600, 3000)}
    assert source_seconds(efforts, 4) == [2, 8]
    assert source_seconds(efforts, 5) == [10, 12, 60]
    assert (fast_share(efforts, 4).value, fast_share(efforts, 5).value) == (1, pytest.approx(1 / 3))
    assert longest(efforts, 4) == 8


@pytest.mark.parametrize(("slow_four", "slow_five", "expected"), [
    (0, 10, [True, True]),
    (3, 25, [None, None]),
    (30, 50, [False, False]),
])  # fmt: skip
def test_how_fast_depths_are_is_judged_by_the_share_of_positions(
    slow_four: int, slow_five: int, expected: list[bool | None]
) -> None:
    efforts = {
        f"{ALPHABETA} {depth}": effort(*[600] * slow, *[1] * (60 - slow))
        for depth, slow in ((4, slow_four), (5, slow_five))
    }
    even = Estimate(0.5, 0.4, 0.6)
    assert claims({"4-against-3": even}, {3: even, 4: even}, efforts)[3:] == expected


def test_an_open_three_has_room_at_both_ends() -> None:
    for seed in range(40):
        position = open_three(seed)
        assert (position.ply, position.to_move) == (6, 0)
        loser = player(METHODS[BEST], RULES).choose(position, Budget(depth=1))
        assert loser.score_kind != "win"
    threes = {str(open_three(seed)) for seed in range(40)}
    assert len(threes) == 40


def test_depth_3_does_not_see_what_an_open_three_threatens() -> None:
    assert parried(3, 6) < parried(4, 6) == 6


@pytest.mark.slow
def test_a_small_study_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parameters = {"depths": (3, 4, 5), "positions": 2, "plies": (6,), "threes": 1, "games": 2}
    parameters |= {"openings": 2, "seed": 1}
    monkeypatch.setattr(ristinolla_depths, "parameters", lambda quick: parameters)
    monkeypatch.setattr(ristinolla_depths, "DEEPEST", dict.fromkeys(DEEPEST, 0))
    findings = ristinolla_depths.conduct(Lab(tmp_path))
    drawn(findings)
    (tmp_path / "4-against-3.jsonl").unlink()

    def refuse(*_: object) -> Effort:
        raise AssertionError("it was known")

    monkeypatch.setattr(ristinolla_depths, "effort", refuse)
    again = ristinolla_depths.conduct(Lab(tmp_path))
    assert again.tables == findings.tables
    assert again.found == findings.found
