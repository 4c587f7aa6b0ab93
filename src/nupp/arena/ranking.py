"""Ratings of the players of a tournament, with error bars: the Bradley-Terry model in Elo.

The model (R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39, 1952)
gives each player a rating such that the difference of two is the expected score of their games, as in
`ratings.expected_score`. A draw is half a win and half a loss, so that each player's expected points are its
points, whatever the share of draws. Estimates are exact, by Newton's method with a damped step that converges
from anywhere (T. Sun and Q. Tran-Dinh, "Generalized self-concordant functions", 2019); the iteration that is
usual instead (D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", 2004) has the same limit.

Of players that have won or lost everything the model says only that they are infinitely far away, hence two
weak priors in the form of games that were not played. They are laid on the pairings of each player, in
proportion to how often it has met whom; a player with few games has its own in full.

- The estimate adds half a game, drawn. In a match of two a perfect score is then worth very nearly what
  `ratings.standing` says of it.
- The error bars add half a pair at both ends of the scale, as those of a match do.

Error bars come from the weighted likelihood bootstrap (M. A. Newton and A. E. Raftery, "Approximate Bayesian
inference with the weighted likelihood bootstrap", 1994): the ratings are estimated many times, each time with
random weights, from the exponential distribution, on the pairs. Weighing pairs of games rather than games
keeps what the two games of a pair have in common; and unlike errors from a matrix of covariances these bars
are longer on the side on which less is known, which matters most for one-sided scores and few games.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.arena.ratings import Pentanomial, finite, standing

Floats = NDArray[np.float64]

REPLICATES: Final = 4000
"""The number of times that the ratings are estimated for their error bars: enough to know the ends of 99 %
within a tenth of a standard error.
"""

_DRAWN: Final = 0.25  # pairs that the prior of the estimate adds to the games of a player
_ENDS: Final = (0.5, 0.0, 0.0, 0.0, 0.5)  # pairs that the prior of the error bars adds
_SHARES: Final = np.array([0.0, 0.25, 0.5, 0.75, 1.0])  # of a pair's points, for each class of a pentanomial
_ELO: Final = 400 / math.log(10)  # in a unit of the natural logarithm of the odds
_BATCH: Final = 250  # replicates at once, for the sake of memory
_MOST_STEPS: Final = 200  # far more than any fit needs, but rounding may keep one from ever standing still


@dataclass(frozen=True)
class Rating:
    """The rating of one player in a tournament.

    player: its name, and index: its place in the list of players. elo: its rating; the mean of each group is
    0. elo_low, elo_high, elo_low99, elo_high99: the intervals of 95 and 99 %; infinite for a player that has
    not played. los: the likelihood of superiority, the probability that it is stronger than the next
    one in the ranking; None if there is none in its group. games, points: of whole pairs.
    group: players of one group are connected by games; between groups nothing can be compared.
    """

    player: str
    index: int
    elo: float
    elo_low: float
    elo_high: float
    elo_low99: float
    elo_high99: float
    los: float | None
    games: int
    points: float
    group: int

    def to_dict(self) -> dict[str, Any]:
        """The rating for JSON, where what is infinite is null."""
        return {name: finite(value) for name, value in vars(self).items()}


def ranking(
    players: Sequence[str],
    pairings: Iterable[tuple[int, int, Pentanomial]],
    *,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> tuple[Rating, ...]:
    """Rate the players of a tournament, the best first.

    pairings: the places of two players in `players`, and the pentanomial of their pairs as the first of them
    scored; several of the same two are added up. Any set will do: a round robin, a gauntlet, a part of one.
    replicates: how often the ratings are estimated for the error bars, which is what takes time; 1 if only
    the ratings are asked for. seed: of the random weights for that. The order of the pairings makes no
    difference.
    Players that no chain of games connects form groups, which are rated each for itself; the larger ones
    come first. ValueError for a pairing of a player with itself or with one that is not there.
    """
    met = _added_up(pairings, len(players))
    rng = np.random.default_rng(seed)
    found: list[Rating] = []
    for number, members in enumerate(_groups(len(players), met)):
        if len(members) == 1:
            found.append(_unplayed(players[members[0]], members[0], number))
        else:
            mine = {pair: counts for pair, counts in met.items() if pair[0] in members}
            found += _rate_group(players, members, mine, number, replicates, rng)
    return tuple(found)


def ranking_of_two(players: Sequence[str], pairs: Pentanomial) -> tuple[Rating, ...]:
    """Rate two players by what their match says, as `ratings.standing` has it, the better first.

    Their ratings differ by the Elo of the match, so that each is half of it, and so are the intervals; the
    likelihood of superiority is that of the match. pairs: as the first of them scored.
    """
    if not sum(pairs):
        return tuple(_unplayed(player, index, index) for index, player in enumerate(players))
    counts = (pairs, pairs[::-1])
    first = 0 if standing(pairs).elo >= 0 else 1
    return tuple(
        _half(players[index], index, counts[index], is_better=index == first) for index in (first, 1 - first)
    )


def _half(player: str, index: int, pairs: Pentanomial, is_better: bool) -> Rating:
    """The rating of one of two players, given the pairs as it scored."""
    known = standing(pairs)
    return Rating(
        player,
        index,
        known.elo / 2 + 0.0,
        known.elo_low / 2,
        known.elo_high / 2,
        known.elo_low99 / 2,
        known.elo_high99 / 2,
        los=known.los if is_better else None,
        games=2 * sum(pairs),
        points=sum(count * points / 2 for points, count in enumerate(pairs)),
        group=0,
    )


def _added_up(
    pairings: Iterable[tuple[int, int, Pentanomial]], players: int
) -> dict[tuple[int, int], Floats]:
    """The pentanomials of all that have met, by their places in order, and in this order."""
    met: dict[tuple[int, int], Floats] = defaultdict(lambda: np.zeros(5))
    for first, second, pairs in pairings:
        if first == second or not {first, second} <= set(range(players)):
            raise ValueError(
                f"a pairing of {first} and {second}: expected two places from 0 to {players - 1}"
            )
        if len(pairs) != 5 or min(pairs) < 0:
            raise ValueError(f"pairs {pairs}: expected how many brought 0, 1/2, 1, 3/2 and 2 points")
        if sum(pairs):
            met[min(first, second), max(first, second)] += pairs if first < second else pairs[::-1]
    return dict(sorted(met.items()))


def _groups(players: int, met: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The players that games connect, in order; the largest groups first."""
    group = {player: {player} for player in range(players)}
    for first, second in met:
        if group[first] is not group[second]:
            group[first] |= group[second]
            for player in group[second]:
                group[player] = group[first]
    distinct = {id(members): sorted(members) for members in group.values()}
    return sorted(distinct.values(), key=lambda members: (-len(members), members))


def _unplayed(player: str, index: int, group: int) -> Rating:
    """The rating of a player of whom nothing is known."""
    bounds = (-math.inf, math.inf, -math.inf, math.inf)
    return Rating(player, index, 0.0, *bounds, los=None, games=0, points=0.0, group=group)


def _rate_group(
    players: Sequence[str],
    members: list[int],
    met: dict[tuple[int, int], Floats],
    group: int,
    replicates: int,
    rng: np.random.Generator,
) -> Iterator[Rating]:
    """The ratings of players that games connect, the best first."""
    counts = np.array(list(met.values()))
    sides = np.array([[members.index(one) for one in pair] for pair in met])
    elo, drawn = _estimates(counts, sides, replicates, rng)
    bounds = np.quantile(drawn, (0.025, 0.975, 0.005, 0.995), axis=0).T.tolist()
    pairs = np.bincount(sides.ravel(), np.repeat(counts.sum(axis=1), 2))
    shares = np.stack([counts @ _SHARES, counts @ _SHARES[::-1]], axis=1)
    points = 2 * np.bincount(sides.ravel(), shares.ravel())
    order = sorted(range(len(members)), key=lambda one: (-elo[one], one))
    for one, following in zip(order, [*order[1:], None], strict=True):
        low, high, low99, high99 = bounds[one]
        yield Rating(
            players[members[one]],
            members[one],
            float(elo[one]),
            low,
            high,
            low99,
            high99,
            los=None if following is None else _superiority(drawn[:, one], drawn[:, following]),
            games=round(2 * pairs[one]),
            points=float(points[one]),
            group=group,
        )


def _superiority(one: Floats, other: Floats) -> float:
    """The probability that one is the stronger, given draws of both; never quite 0 or 1."""
    return float((np.count_nonzero(one > other) + 0.5) / (len(one) + 1))


def _estimates(
    counts: Floats, sides: NDArray[np.intp], replicates: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """The ratings in Elo, `[player]`, and random draws of them, `[replicate, player]`.

    counts: the pentanomial of each pairing. sides: the two players of each pairing.
    """
    pairs = counts.sum(axis=1)
    of_player = np.bincount(sides.ravel(), np.repeat(pairs, 2))
    share = pairs / of_player[sides].min(axis=1)  # of the player of the two that has played less
    half = _DRAWN / 2 * share
    best = _fit((counts @ _SHARES + half)[None], (counts @ _SHARES[::-1] + half)[None], sides)

    def draw(size: int) -> Floats:
        weights = rng.standard_gamma(counts + share[:, None] * _ENDS, (size, *counts.shape))
        weights[..., [0, 4]] += 1e-9  # so that nothing is won or lost for certain
        return _fit(weights @ _SHARES, weights @ _SHARES[::-1], sides, best)

    drawn = [draw(min(_BATCH, replicates - done)) for done in range(0, replicates, _BATCH)]
    # What is equal but for the last bits of a sum is made equal, so that players rank alike on every machine.
    return np.round(best[0] * _ELO, 6) + 0.0, np.concatenate(drawn) * _ELO


def _fit(won: Floats, lost: Floats, sides: NDArray[np.intp], start: Floats | None = None) -> Floats:
    """The most likely strengths for many results of the same pairings at once, `[result, player]`.

    won, lost: what the first of two won and lost, `[result, pairing]`; all positive. sides: the two players
    of each pairing; no two pairings are of the same players, and they connect all of them. start: strengths
    to begin from, `[1, player]`. The strengths have the mean 0.
    """
    first, second = sides.T
    players = int(sides.max()) + 1
    incidence = np.zeros((len(sides), players))  # 1 for the first and -1 for the second player of a pairing
    incidence[np.arange(len(sides)), first], incidence[np.arange(len(sides)), second] = 1, -1
    strengths: Floats = np.zeros((len(won), players)) if start is None else np.repeat(start, len(won), axis=0)
    moving = np.arange(len(won))
    for _ in range(_MOST_STEPS):
        difference = np.clip(strengths[moving] @ incidence.T, -500, 500)  # whose exponential is finite
        chance, other = 1 / (1 + np.exp(-difference)), 1 / (1 + np.exp(difference))
        slope = (won[moving] * other - lost[moving] * chance) @ incidence
        information = (won[moving] + lost[moving]) * chance * other
        curvature = np.zeros((len(moving), players, players))
        curvature[:, first, second] = curvature[:, second, first] = -information
        diagonal = information @ np.abs(incidence)
        curvature[:, np.arange(players), np.arange(players)] = diagonal
        # The mean strength is free; this holds it still and touches nothing else.
        curvature += diagonal.mean(axis=1)[:, None, None] / players
        step = np.linalg.solve(curvature, slope[..., None])[..., 0]
        reach = np.abs(step @ incidence.T).max(axis=1)
        strengths[moving] += step * (np.log1p(reach) / np.maximum(reach, 1e-300))[:, None]
        moving = moving[reach > 1e-6]
        if not len(moving):
            break
    strengths -= strengths.mean(axis=1, keepdims=True)
    return strengths
