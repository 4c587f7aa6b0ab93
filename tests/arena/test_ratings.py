"""Statistics of matches, against hand computation, simulation and closed forms."""

import math

import numpy as np
import pytest

from nupp.arena.ratings import Sprt, elo, expected_score, pentanomial, standing


@pytest.mark.parametrize(
    ("score", "difference"), [(0.5, 0.0), (0.75, 190.848), (10 / 11, 400.0), (1 / 11, -400.0)]
)
def test_elo_is_the_inverse_of_the_expected_score(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=1e-3)
    assert expected_score(difference) == pytest.approx(score, abs=1e-5)


def test_pentanomial_counts_pairs_by_their_points() -> None:
    assert pentanomial([(0, 0), (0.5, 0), (1, 0), (0.5, 0.5), (1, 0.5), (1, 1), (1, 1)]) == (1, 1, 2, 1, 2)


def test_even_match_is_worth_nothing() -> None:
    found = standing((3, 5, 9, 5, 3))
    assert found.elo == pytest.approx(0, abs=1e-9)
    assert found.los == pytest.approx(0.5)
    assert found.elo_low == pytest.approx(-found.elo_high)


def test_intervals_follow_from_the_variance_of_pairs() -> None:
    pairs = (10, 20, 40, 50, 30)
    points = np.repeat([0, 0.25, 0.5, 0.75, 1], pairs)
    half = 1.959964 * points.std() / math.sqrt(len(points))
    found = standing(pairs)
    assert found.elo == pytest.approx(elo(points.mean()), abs=0.2)
    assert found.elo_low == pytest.approx(elo(points.mean() - half), abs=0.5)
    assert found.elo_high == pytest.approx(elo(points.mean() + half), abs=0.5)


@pytest.mark.parametrize("pairs", [(0, 0, 0, 0, 5), (5, 0, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 0, 1)])
def test_one_sided_and_tiny_matches_have_finite_figures(pairs: tuple[int, int, int, int, int]) -> None:
    found = standing(pairs)
    assert all(math.isfinite(value) for value in vars(found).values())
    assert found.elo_low <= found.elo <= found.elo_high
    assert 0 <= found.los <= 1


def test_nothing_played_has_no_standing() -> None:
    with pytest.raises(ValueError, match="one pair at least"):
        standing((0, 0, 0, 0, 0))


def test_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(7)
    chances = np.array([0.1, 0.15, 0.3, 0.25, 0.2])
    truth = elo(float(chances @ [0, 0.25, 0.5, 0.75, 1]))
    matches = [tuple(rng.multinomial(100, chances).tolist()) for _ in range(1000)]
    covered = sum(found.elo_low <= truth <= found.elo_high for found in map(standing, matches))
    assert 925 <= covered <= 970


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "elo1"), (30.0, "elo0")])
def test_sprt_errs_no_more_often_than_it_promises(truth: float, wrong: str) -> None:
    rng = np.random.default_rng(11)
    test, score = Sprt(0, 30), expected_score(truth)
    verdicts = []
    for _ in range(200):
        counts = np.zeros(5, int)
        while (verdict := test.verdict(tuple(counts.tolist()))) is None:
            wins = rng.random((20, 2)) < score
            counts += np.bincount(2 * wins.sum(axis=1), minlength=5)
        verdicts.append(verdict)
    assert verdicts.count(wrong) <= 20  # 5 % of 200 are 10; more than 20 would be 3 sigma off


@pytest.mark.parametrize(("truth", "wrong"), [(0, "elo1"), (50, "elo0")])
@pytest.mark.parametrize("draws", [0.0, 0.5, 0.85])
def test_sprt_does_not_jump_to_conclusions(truth: float, wrong: str, draws: float) -> None:
    """Asked after every single pair, also where nearly all games are drawn."""
    rng, test = np.random.default_rng(5), Sprt(0, 50)
    wins = expected_score(truth) - draws / 2
    verdicts = []
    for _ in range(200):
        counts = np.zeros(5, int)
        while (verdict := test.verdict(tuple(counts.tolist()))) is None:
            counts[rng.choice(3, 2, p=[1 - draws - wins, draws, wins]).sum()] += 1
        verdicts.append(verdict)
    assert verdicts.count(wrong) <= 20


@pytest.mark.parametrize("pair", range(5))
def test_one_pair_proves_nothing(pair: int) -> None:
    found = standing(tuple(np.eye(5, dtype=int)[pair].tolist()))
    assert 0.05 < found.los < 0.95
    assert found.elo_low <= 0 <= found.elo_high


@pytest.mark.parametrize("bad", [(10, 0), (5, 5), (-1e6, 0), (0, 1e9), (float("nan"), 5)])
def test_impossible_hypotheses_are_refused(bad: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="the smaller first"):
        Sprt(*bad)


def test_sprt_bounds_are_walds() -> None:
    low, high = Sprt(0, 10).bounds
    assert high == pytest.approx(2.9444, abs=1e-4)
    assert low == pytest.approx(-2.9444, abs=1e-4)
