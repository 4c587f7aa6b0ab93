"""Ratings of tournaments, against a published table, another program, closed forms and simulation."""

import itertools
import json
import math
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nupp.arena.ranking import Rating, ranking
from nupp.arena.ratings import Pentanomial, elo, expected_score, standing
from nupp.conformance.amounts import amount

NATURAL = 400 / math.log(10)  # Elo in a unit of the natural logarithm of the odds

Pairing = tuple[int, int, Pentanomial]

# Wins in the Eastern Division of the American League, 1987, each row a team's against those of the columns
# (A. Agresti, "Categorical Data Analysis", 1990, table 10.10).
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)


def binomial_model(results: np.ndarray, players: np.ndarray) -> Any:
    """A logistic regression of statsmodels, which takes a second to import."""
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM

    return GLM(results, players, family=Binomial())


def by_index(found: tuple[Rating, ...]) -> list[Rating]:
    return sorted(found, key=lambda one: one.index)


def estimates(players: int, pairings: list[Pairing]) -> list[float]:
    """The ratings alone, in the order of the players."""
    return [one.elo for one in by_index(ranking(["x"] * players, pairings, replicates=1))]


def played(rng: np.random.Generator, chance: float, pairs: int, same: float = 0) -> Pentanomial:
    """The pentanomial of pairs of decisive games; a share `same` of the pairs ends as it began."""
    games = rng.random((pairs, 2)) < chance
    games[:, 1] = np.where(rng.random(pairs) < same, games[:, 0], games[:, 1])
    counts = np.bincount(2 * games.sum(axis=1), minlength=5).tolist()
    return (counts[0], counts[1], counts[2], counts[3], counts[4])


def round_robin(rng: np.random.Generator, strengths: list[float], pairs: int) -> list[Pairing]:
    """A tournament of all with all, of these true ratings in Elo."""
    return [
        (one, other, played(rng, expected_score(strengths[one] - strengths[other]), pairs))
        for one, other in itertools.combinations(range(len(strengths)), 2)
    ]


COUNTS = st.tuples(*[st.integers(0, 30)] * 5)


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[int, list[Pairing]]:
    """Some players, and pairings of some of them."""
    players = draw(st.integers(2, 6))
    sides = st.permutations(range(players)).map(lambda order: order[:2])
    pairings = [(*draw(sides), draw(COUNTS)) for _ in range(draw(st.integers(1, 12)))]
    return players, pairings


# ---- other people's figures --------------------------------------------------------------------------


def test_the_baseball_season_of_1987() -> None:
    """Agresti's estimates, relative to Baltimore; many seasons alike, so that the prior does not show."""
    pairings = [
        (one, other, (1000 * WINS[other][one], 0, 0, 0, 1000 * WINS[one][other]))
        for one, other in itertools.combinations(range(7), 2)
    ]
    found = ranking(TEAMS, pairings, replicates=1)
    assert [one.player for one in found] == list(TEAMS)
    relative = [round((one.elo - found[-1].elo) / NATURAL, 2) for one in found]
    assert relative == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0]


@pytest.mark.slow
def test_the_errors_of_a_season_are_those_of_the_published_model() -> None:
    """Every game is a cluster of its own here; the standard error against Baltimore is about 0.3."""
    pairings = [
        (one, other, (WINS[other][one], 0, 0, 0, WINS[one][other]))
        for one, other in itertools.combinations(range(7), 2)
    ]
    response = np.array([(pairs[4], pairs[0]) for _, _, pairs in pairings])
    fitted = binomial_model(response, design(pairings, 7)).fit()
    assert np.round(fitted.bse, 1).tolist() == [0.3] * 6
    centred = np.vstack([np.eye(6), np.zeros(6)]) - 1 / 7
    errors = np.sqrt(np.diag(centred @ fitted.cov_params() @ centred.T)) * NATURAL
    found = by_index(ranking(TEAMS, pairings))
    widths = np.array([one.elo_high - one.elo_low for one in found])
    assert widths / (2 * 1.959964) == pytest.approx(errors, rel=0.12)


def design(pairings: list[Pairing], players: int) -> np.ndarray:
    """The design matrix of a logistic regression, whose last player has the rating 0."""
    rows = np.zeros((len(pairings), players))
    for row, (one, other, _) in zip(rows, pairings, strict=True):
        row[one], row[other] = 1, -1
    return rows[:, :-1]


@pytest.mark.slow
def test_ratings_and_errors_are_those_of_a_logistic_regression_clustered_by_pairs() -> None:
    """Games of a pair often end alike here, so that the error is larger than that of as many single games."""
    rng = np.random.default_rng(3)
    truth = [120.0, 40.0, -30.0, -130.0]
    pairings = [
        (one, other, played(rng, expected_score(truth[one] - truth[other]), 150, same=0.6))
        for one, other in itertools.combinations(range(4), 2)
    ]
    found = by_index(ranking("abcd", pairings))

    pairs = [
        (one, other, halves) for one, other, counts in pairings for halves in np.repeat(range(5), counts)
    ]
    games = [
        (one, other, points) for one, other, halves in pairs for points in (halves // 2, (halves + 1) // 2)
    ]
    shares = np.array([points / 2 for *_, points in games])
    clusters = np.repeat(np.arange(len(pairs)), 2)
    model = binomial_model(shares, design(games, 4))
    fitted = model.fit(cov_type="cluster", cov_kwds={"groups": clusters})
    centred = np.vstack([np.eye(3), np.zeros(3)]) - 1 / 4
    assert [one.elo for one in found] == pytest.approx(centred @ fitted.params * NATURAL, abs=0.6)
    errors = np.sqrt(np.diag(centred @ fitted.cov_params() @ centred.T)) * NATURAL
    halves95 = np.array([one.elo_high - one.elo_low for one in found]) / 2
    halves99 = np.array([one.elo_high99 - one.elo_low99 for one in found]) / 2
    assert halves95 == pytest.approx(1.959964 * errors, rel=0.06)
    assert halves99 == pytest.approx(2.575829 * errors, rel=0.08)
    naive = np.sqrt(np.diag(centred @ model.fit().cov_params() @ centred.T)) * NATURAL
    assert (halves95 > 1.15 * 1.959964 * naive).all()


# ---- two players -------------------------------------------------------------------------------------


@pytest.mark.parametrize("pairs", [(0, 0, 0, 0, 1), (0, 0, 0, 0, 50), (3, 5, 9, 5, 3), (10, 20, 40, 50, 30)])
def test_two_players_differ_by_the_elo_of_their_score_and_half_a_game_drawn(pairs: Pentanomial) -> None:
    games = 2 * sum(pairs)
    points = sum(halves * count for halves, count in enumerate(pairs)) / 2
    one, other = by_index(ranking("ab", [(0, 1, pairs)], replicates=1))
    assert one.elo - other.elo == pytest.approx(elo((points + 0.25) / (games + 0.5)))
    assert (one.games, one.points, other.games, other.points) == (games, points, games, games - points)


@pytest.mark.parametrize("pairs", [(10, 20, 40, 50, 30), (60, 20, 30, 60, 50), (20, 80, 300, 100, 25)])
def test_a_tournament_of_two_says_what_a_match_says(pairs: Pentanomial) -> None:
    match = standing(pairs)
    one, other = by_index(ranking("ab", [(0, 1, pairs)]))
    assert one.elo - other.elo == pytest.approx(match.elo, abs=0.5)
    width = match.elo_high - match.elo_low
    assert 2 * (one.elo_high - one.elo_low) == pytest.approx(width, rel=0.06)
    better = one if one.elo > other.elo else other
    assert better.los == pytest.approx(max(match.los, 1 - match.los), abs=0.015)


def test_a_perfect_score_is_finite_and_proves_more_the_longer_it_lasts() -> None:
    found = [ranking("ab", [(0, 1, (0, 0, 0, 0, pairs))])[0] for pairs in (1, 3, 10, 100, 10_000)]
    assert all(math.isfinite(value) for one in found for value in one.to_dict().values() if value != "a")
    for figure in ("elo", "elo_low", "elo_low99", "los"):
        values = [getattr(one, figure) for one in found]
        assert values == sorted(values)
    assert found[0].elo_low < 0 < found[2].elo_low99  # one pair proves nothing, ten do
    for one in found:  # the bars are longer where less is known
        assert one.elo_high - one.elo > one.elo - one.elo_low


# ---- several players ---------------------------------------------------------------------------------


def test_a_gauntlet_compares_players_that_have_not_met() -> None:
    pairings: list[Pairing] = [
        (0, 1, (100, 200, 400, 500, 300)),
        (0, 2, (300, 500, 400, 200, 100)),
        (0, 3, (150, 200, 300, 200, 150)),
    ]
    found = ranking(("hero", "weak", "strong", "equal"), pairings)
    assert [one.player for one in found] == ["strong", "hero", "equal", "weak"]
    hero, weak, strong, equal = by_index(found)
    assert strong.elo - weak.elo == pytest.approx(2 * standing(pairings[0][2]).elo, abs=0.2)
    assert equal.elo == pytest.approx(hero.elo, abs=0.1)
    assert hero.elo_high - hero.elo_low < equal.elo_high - equal.elo_low  # it has played three times as much


def test_the_prior_of_a_gauntlet_is_that_of_its_matches() -> None:
    scores: list[Pentanomial] = [(0, 0, 0, 0, 2), (0, 1, 0, 1, 1), (3, 0, 0, 0, 0), (1, 1, 1, 1, 1)]
    hero, *others = estimates(5, [(0, one, pairs) for one, pairs in enumerate(scores, start=1)])
    for rating, pairs in zip(others, scores, strict=True):
        match = estimates(2, [(0, 1, pairs)])
        assert hero - rating == pytest.approx(match[0] - match[1], abs=1e-4)


def test_likelihood_of_superiority_is_over_the_next_one() -> None:
    pairings: list[Pairing] = [
        (0, 1, (0, 0, 100, 10, 5)),
        (1, 2, (3, 3, 100, 3, 3)),
        (0, 2, (0, 0, 100, 10, 5)),
    ]
    first, second, third = ranking("abc", pairings)
    assert first.los is not None
    assert first.los > 0.99
    assert second.los == pytest.approx(0.5, abs=0.05)
    assert third.los is None


def test_players_without_games_between_them_are_not_compared() -> None:
    pairings: list[Pairing] = [(1, 4, (0, 0, 5, 1, 4)), (0, 3, (1, 2, 3, 4, 5)), (3, 5, (1, 1, 1, 1, 1))]
    found = ranking("abcdef", pairings)
    assert [(one.player, one.group) for one in found[:5]] == [
        ("a", 0),
        ("d", 0),
        ("f", 0),
        ("b", 1),
        ("e", 1),
    ]
    assert found[5] == Rating("c", 2, 0.0, -math.inf, math.inf, -math.inf, math.inf, None, 0, 0.0, 2)
    assert [one.los is None for one in found] == [False, False, True, False, True, True]
    for group in (0, 1):
        assert sum(one.elo for one in found if one.group == group) == pytest.approx(0, abs=1e-5)
    alone = ranking("be", [(0, 1, pairings[0][2])], replicates=1)
    assert found[3].elo == pytest.approx(alone[0].elo)


def test_nobody_has_played() -> None:
    assert ranking((), ()) == ()
    assert [one.elo_high for one in ranking("ab", [(0, 1, (0, 0, 0, 0, 0))])] == [math.inf] * 2


def test_infinite_errors_are_null_in_json() -> None:
    found = json.loads(json.dumps([one.to_dict() for one in ranking("abc", [(0, 1, (0, 0, 0, 0, 3))])]))
    assert found[2]["elo_low"] is found[2]["elo_high99"] is None
    assert found[0]["elo_high"] > found[0]["elo"] > 0
    assert found[0]["player"] == "a"


@pytest.mark.parametrize(
    ("pairing", "words"),
    [
        ((0, 0, (1, 0, 0, 0, 0)), "0 and 0"),
        ((0, 2, (1, 0, 0, 0, 0)), "from 0 to 1"),
        ((-1, 1, (1, 0, 0, 0, 0)), "-1 and 1"),
        ((0, 1, (1, 0, -1, 0, 0)), r"\(1, 0, -1, 0, 0\)"),
        ((0, 1, (1, 0, 0)), r"\(1, 0, 0\)"),
    ],
)
def test_impossible_pairings_are_refused(pairing: Pairing, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ranking("ab", [pairing])


# ---- properties --------------------------------------------------------------------------------------


@given(tournaments())
def test_everything_is_finite_and_in_order(tournament: tuple[int, list[Pairing]]) -> None:
    players, pairings = tournament
    found = ranking("abcdef"[:players], pairings, replicates=300)
    assert sorted(one.index for one in found) == list(range(players))
    for one in found:
        assert one.elo_low99 <= one.elo_low <= one.elo_high <= one.elo_high99
        if one.games:
            assert all(map(math.isfinite, (one.elo, one.elo_low99, one.elo_high99)))
            assert one.elo_low99 < one.elo < one.elo_high99
        assert one.los is None or 0 < one.los < 1
    for one, following in itertools.pairwise(found):
        assert one.group < following.group or one.elo >= following.elo
    games = sum(2 * sum(pairs) for *_, pairs in pairings)
    assert sum(one.games for one in found) == 2 * games
    assert sum(one.points for one in found) == games


@given(tournaments())
def test_expected_points_are_the_points(tournament: tuple[int, list[Pairing]]) -> None:
    """What the most likely ratings must fulfil, but for half a game drawn, shared out among the pairings."""
    players, pairings = tournament
    found = by_index(ranking("abcdef"[:players], pairings, replicates=1))
    expected, slack = np.zeros(players), np.full(players, 1e-4)
    for one, other, pairs in pairings:
        if games := 2 * sum(pairs):
            chance = expected_score(found[one].elo - found[other].elo)
            expected[[one, other]] += games * chance, games * (1 - chance)
            slack[[one, other]] += 0.25 * games / min(found[one].games, found[other].games)
    assert (np.abs(expected - [one.points for one in found]) <= slack).all()


@given(tournaments(), st.randoms(use_true_random=False))
def test_how_the_pairings_are_given_makes_no_difference(
    tournament: tuple[int, list[Pairing]], random: Random
) -> None:
    players, pairings = tournament
    turned = [
        (other, one, pairs[::-1]) if random.random() < 0.5 else (one, other, pairs)
        for one, other, pairs in pairings
    ]
    random.shuffle(turned)
    names = "abcdef"[:players]
    assert ranking(names, turned, replicates=20) == ranking(names, pairings, replicates=20)


@given(tournaments(), st.data())
def test_players_may_come_in_any_order(tournament: tuple[int, list[Pairing]], data: st.DataObject) -> None:
    players, pairings = tournament
    order = data.draw(st.permutations(range(players)))
    moved = [(order[one], order[other], pairs) for one, other, pairs in pairings]
    before, after = estimates(players, pairings), estimates(players, moved)
    assert [after[place] for place in order] == pytest.approx(before, abs=1e-3)


@given(tournaments())
def test_turning_all_results_around_turns_the_ratings_around(tournament: tuple[int, list[Pairing]]) -> None:
    players, pairings = tournament
    turned = [(one, other, pairs[::-1]) for one, other, pairs in pairings]
    before = estimates(players, pairings)
    assert estimates(players, turned) == pytest.approx([-value for value in before], abs=1e-3)


@given(tournaments(), st.integers(0, 3))
def test_a_better_pair_makes_a_better_rating(tournament: tuple[int, list[Pairing]], lower: int) -> None:
    players, pairings = tournament
    one, other = pairings[0][:2]
    worse, better = (
        [(one, other, tuple(int(n == at) for n in range(5))), *pairings] for at in (lower, lower + 1)
    )
    before, after = estimates(players, worse), estimates(players, better)
    assert after[one] > before[one]
    assert after[other] < before[other]


def test_more_of_the_same_is_as_strong_but_more_certain() -> None:
    pairings = round_robin(np.random.default_rng(5), [150, 50, -50, -150], 25)
    many = [(one, other, tuple(16 * count for count in pairs)) for one, other, pairs in pairings]
    for few, sure in zip(ranking("abcd", pairings), ranking("abcd", many), strict=True):
        assert sure.index == few.index
        assert sure.elo == pytest.approx(few.elo, abs=4)
        assert (few.elo_high - few.elo_low) / (sure.elo_high - sure.elo_low) == pytest.approx(4, rel=0.08)


def test_the_seed_moves_the_errors_and_nothing_else() -> None:
    pairings = round_robin(np.random.default_rng(9), [100, 0, -100], 30)
    one, same, other = (ranking("abc", pairings, seed=seed) for seed in (1, 1, 2))
    assert one == same != other
    for left, right in zip(one, other, strict=True):
        assert left.elo_low == pytest.approx(right.elo_low, abs=4)
        unmoved = {
            name: getattr(left, name) for name in ("elo_low", "elo_high", "elo_low99", "elo_high99", "los")
        }
        assert replace(right, **unmoved) == left


@pytest.mark.parametrize("pairs", [1, 1_000_000])
def test_a_ladder_in_which_everyone_beats_all_below(pairs: int) -> None:
    """The likelihood has no maximum; the prior keeps every rating finite, even far apart."""
    names = [f"level {n}" for n in range(12)]
    pairings: list[Pairing] = [
        (one, other, (0, 0, 0, 0, pairs)) for one, other in itertools.combinations(range(12), 2)
    ]
    found = ranking(names, pairings, replicates=300)
    assert [one.player for one in found] == names
    values = [value for one in found for value in (one.elo, one.elo_low99, one.elo_high99)]
    assert all(map(math.isfinite, values))


# ---- coverage ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("truth", "pairs"), [((100, 50, -30, -120), 20), ((500, 200, -200, -500), 8), ((60, 30, 0, -30, -60), 3)]
)
@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say(truth: tuple[float, ...], pairs: int) -> None:
    rng = np.random.default_rng(21)
    narrow, wide = [], []
    for _ in range(amount(60, 120)):
        for one in ranking("abcde"[: len(truth)], round_robin(rng, list(truth), pairs), replicates=800):
            narrow.append(one.elo_low <= truth[one.index] <= one.elo_high)
            wide.append(one.elo_low99 <= truth[one.index] <= one.elo_high99)
    assert 0.925 <= np.mean(narrow) <= 0.985
    assert np.mean(wide) >= 0.975
