"""Statistics of matches, against published figures, hand computation, simulation and closed forms."""

import functools
import json
import math
from collections import Counter
from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nupp.arena.ratings import Pentanomial, Sprt, elo, expected_score, finite, pentanomial, standing

SOME_PAIRS = st.tuples(*[st.integers(0, 200)] * 5).filter(any)


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


@pytest.mark.parametrize(
    ("pairs", "difference", "error"),
    [
        # fishtest on 60,000 games, in Stockfish's pull request 4160 (2022).
        ((39, 5335, 18992, 5622, 12), 1.35, 1.2),
        # OpenBench on 5,000, in PlentyChess's pull request 292 (2024).
        ((13, 628, 1284, 566, 9), -4.86, 4.87),
        # fastchess's own tests of its pentanomial figures.
        ((34, 54, 63, 64, 75), 55.58, 27.65),
        ((332, 433, 498, 333, 334), -8.64, 10.33),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95),
    ],
)
def test_figures_that_engine_testers_publish(pairs: Pentanomial, difference: float, error: float) -> None:
    found = standing(pairs)
    assert found.elo == pytest.approx(difference, abs=0.006)
    assert (found.elo_high - found.elo_low) / 2 == pytest.approx(error, rel=0.01, abs=0.05)


@pytest.mark.parametrize(
    ("pairs", "likelihood"), [((39, 5335, 18992, 5622, 12), 0.986), ((332, 433, 498, 333, 334), 0.0505)]
)
def test_likelihoods_of_superiority_that_engine_testers_publish(
    pairs: Pentanomial, likelihood: float
) -> None:
    assert standing(pairs).los == pytest.approx(likelihood, abs=0.0005)


@pytest.mark.parametrize(
    ("pairs", "hypotheses", "ratio"),
    [
        # fastchess's own tests of its ratio for logistic Elo, which it computes exactly.
        ((223, 9863, 21279, 10037, 246), (0.5, 2.5), -3.07),
        ((871, 26175, 55983, 26678, 821), (0, 2), -4.98),
    ],
)
def test_sprt_ratios_that_engine_testers_publish(
    pairs: Pentanomial, hypotheses: tuple[float, float], ratio: float
) -> None:
    assert Sprt(*hypotheses).log_likelihood_ratio(pairs) == pytest.approx(ratio, abs=0.01)


def test_the_wider_interval_is_that_of_99_percent() -> None:
    found = standing((100, 200, 400, 500, 300))
    ratio = 2.575829 / 1.959964
    for narrow, wide in ((found.elo_low, found.elo_low99), (found.elo_high, found.elo_high99)):
        near, far = expected_score(narrow), expected_score(wide)
        assert (far - 0.6166667) / (near - 0.6166667) == pytest.approx(ratio, rel=1e-4)


@given(SOME_PAIRS)
def test_exchanging_the_players_turns_every_figure_around(pairs: Pentanomial) -> None:
    one, other = standing(pairs), standing(pairs[::-1])
    assert astuple(other)[:5] == pytest.approx(
        (-one.elo, -one.elo_high, -one.elo_low, -one.elo_high99, -one.elo_low99), abs=1e-6
    )
    assert other.los == pytest.approx(1 - one.los)


@given(SOME_PAIRS)
def test_figures_are_in_order(pairs: Pentanomial) -> None:
    found = standing(pairs)
    assert math.isfinite(found.elo)
    assert 0 <= found.los <= 1
    assert found.elo_low99 <= found.elo_low <= found.elo <= found.elo_high <= found.elo_high99


@given(SOME_PAIRS, st.integers(0, 3))
def test_a_better_pair_makes_a_better_standing(pairs: Pentanomial, lower: int) -> None:
    counts, raised = list(pairs), list(pairs)
    counts[lower] += 1
    raised[lower + 1] += 1
    before, after = standing(tuple(counts)), standing(tuple(raised))
    assert after.elo > before.elo
    assert after.los >= before.los
    assert after.los > before.los or not 1e-12 < before.los < 1 - 1e-12  # as far as numbers can tell


@pytest.mark.parametrize("pairs", [(0, 0, 0, 0, 1), (0, 0, 0, 0, 5), (0, 0, 0, 0, 5000)])
def test_a_perfect_score_has_no_upper_bound(pairs: Pentanomial) -> None:
    found = standing(pairs)
    assert found.elo == pytest.approx(elo(1 - 1 / (8 * pairs[4])))  # half a draw away from a perfect score
    assert found.elo_high == found.elo_high99 == math.inf
    assert found.elo_low99 < found.elo_low < found.elo


def test_an_infinite_bound_is_null_in_json() -> None:
    found = json.loads(json.dumps(standing((0, 0, 0, 0, 20)).to_dict(), allow_nan=False))
    assert list(found) == ["elo", "elo_low", "elo_high", "elo_low99", "elo_high99", "los"]
    assert found["elo_high"] is found["elo_high99"] is None
    assert found["elo_low"] == standing((0, 0, 0, 0, 20)).elo_low
    assert [finite(value) for value in (-math.inf, 1.5, 2, "a", None)] == [None, 1.5, 2, "a", None]


def test_nothing_played_has_no_standing() -> None:
    with pytest.raises(ValueError, match="pair"):
        standing((0, 0, 0, 0, 0))


def test_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(7)
    chances = np.array([0.1, 0.15, 0.3, 0.25, 0.2])
    truth = elo(float(chances @ [0, 0.25, 0.5, 0.75, 1]))
    matches = [tuple(rng.multinomial(100, chances).tolist()) for _ in range(1000)]
    found = [standing(pairs) for pairs in matches]
    assert 925 <= sum(one.elo_low <= truth <= one.elo_high for one in found) <= 970
    assert 980 <= sum(one.elo_low99 <= truth <= one.elo_high99 for one in found) <= 998


def accepted(test: Sprt, truth: float, draws: float, matches: int) -> dict[str, float]:
    """How large a part of some simulated matches, asked after every pair, each verdict ended."""
    verdict = functools.cache(lambda *counts: test.verdict(counts))
    rng, wins = np.random.default_rng(11), expected_score(truth) - draws / 2
    going, ended = np.zeros((matches, 5), int), Counter[str]()
    while len(going):
        points = rng.choice(3, (len(going), 2), p=[1 - draws - wins, draws, wins]).sum(axis=1)
        going[np.arange(len(going)), points] += 1
        found = [verdict(*counts) for counts in going.tolist()]
        ended.update(verdict for verdict in found if verdict)
        going = going[[verdict is None for verdict in found]]
    return {verdict: ended[verdict] / matches for verdict in ("elo0", "elo1")}


@pytest.mark.parametrize("draws", [0.0, 0.5, 0.85])
@pytest.mark.parametrize(("truth", "wrong"), [(0, "elo1"), (50, "elo0")])
@pytest.mark.slow
def test_sprt_errs_hardly_more_often_than_it_promises_near_even(
    truth: float, wrong: str, draws: float
) -> None:
    """Also where nearly all games are drawn. The share of 2,000 is within 0.016 of the true one, 0.059."""
    assert accepted(Sprt(0, 50), truth, draws, 2000)[wrong] < 0.075


@pytest.mark.parametrize(
    ("hypotheses", "for_elo1", "for_elo0"),
    [((0, 100), 0.070, 0.052), ((200, 300), 0.092, 0.021), ((400, 500), 0.110, 0.009)],
)
@pytest.mark.slow
def test_sprt_errs_more_often_one_way_far_from_even(
    hypotheses: tuple[float, float], for_elo1: float, for_elo0: float
) -> None:
    """As the documentation says, with the figures of 10,000 matches."""
    test = Sprt(*hypotheses)
    assert accepted(test, test.elo0, 0, 1000)["elo1"] == pytest.approx(for_elo1, abs=0.025)
    assert accepted(test, test.elo1, 0, 1000)["elo0"] == pytest.approx(for_elo0, abs=0.018)


@pytest.mark.parametrize("pair", range(5))
def test_one_pair_proves_nothing(pair: int) -> None:
    found = standing(tuple(np.eye(5, dtype=int)[pair].tolist()))
    assert 0.05 < found.los < 0.95
    assert found.elo_low <= 0 <= found.elo_high


@pytest.mark.parametrize("bad", [(10, 0), (5, 5), (-1e6, 0), (0, 1e9), (float("nan"), 5)])
def test_impossible_hypotheses_are_refused(bad: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="smaller"):
        Sprt(*bad)


def test_sprt_bounds_are_walds() -> None:
    low, high = Sprt(0, 10).bounds
    assert high == pytest.approx(2.9444, abs=1e-4)
    assert low == pytest.approx(-2.9444, abs=1e-4)
