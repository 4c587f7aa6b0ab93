"""Statistics of matches: Elo with error bars, likelihood of superiority, and the SPRT.

Games come in pairs that begin from the same opening with sides exchanged, so that the two games of a pair
are not independent. Everything here therefore works on the *pentanomial*: how many pairs brought 0, 1/2, 1,
3/2 and 2 points (the practice of engine testing; M. Van den Bergh, "Normalized Elo practical", 2020).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final

Pentanomial = tuple[int, int, int, int, int]
"""The number of pairs that brought 0, 1/2, 1, 3/2 and 2 points."""

MAX_ELO: Final = 2000
"""No larger rating difference is tested: beyond it no games are lost."""

_NORMAL: Final = NormalDist()


def elo(score: float) -> float:
    """The rating difference that explains a mean score; infinite for 0 and 1, and for what lies beyond."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """The mean score that a rating difference leads one to expect."""
    return 1 / (1 + 10 ** (-difference / 400))


def finite(value: Any) -> Any:
    """A figure for JSON, which knows no infinite numbers: those become None."""
    return None if isinstance(value, float) and math.isinf(value) else value


@dataclass(frozen=True)
class Standing:
    """The strength of the first player by a match.

    elo: the rating difference. elo_low, elo_high, elo_low99, elo_high99: its intervals of 95 and 99 %, with
    infinite ends where the pairs set no bound. los: the likelihood of superiority, the probability that the
    first player is the stronger one.
    """

    elo: float
    elo_low: float
    elo_high: float
    elo_low99: float
    elo_high99: float
    los: float

    def to_dict(self) -> dict[str, float | None]:
        """The standing for JSON, where what is infinite is null."""
        return {name: finite(value) for name, value in vars(self).items()}


def standing(pairs: Pentanomial) -> Standing:
    """The standing after these pairs; ValueError if there are none.

    Only whole pairs count: a game without its partner would bring in the advantage of the side that was had
    in it. Of a score of 0 or 1 the rating difference is that of half a draw more or less, so that it is
    finite; the interval is not, as no strength is too great to win every game.
    """
    if sum(pairs) == 0:
        raise ValueError("a standing of no games: expected one pair at least")
    mean, deviation = _moments(pairs)
    error = deviation / math.sqrt(sum(pairs))
    floor = 1 / (8 * sum(pairs))  # half a draw, of two games for each pair

    def bound(quantile: float) -> float:
        return elo(mean + _NORMAL.inv_cdf(quantile) * error)

    return Standing(
        elo=elo(min(1 - floor, max(floor, mean))),
        elo_low=bound(0.025),
        elo_high=bound(0.975),
        elo_low99=bound(0.005),
        elo_high99=bound(0.995),
        los=_NORMAL.cdf((mean - 0.5) / error),
    )


def _moments(pairs: Pentanomial) -> tuple[float, float]:
    """Mean and standard deviation of a pair's score (0 to 1).

    For the deviation half a pair is added at both ends of the scale: a few pairs that all went the same way
    do not prove that the next one will. With less the SPRT errs far more often than it promises.
    """
    counts = [pairs[0] + 0.5, *pairs[1:4], pairs[4] + 0.5]
    middle, total = _mean(counts), sum(counts)
    variance = sum(count * (points / 4 - middle) ** 2 for points, count in enumerate(counts)) / total
    return _mean(pairs), math.sqrt(variance)


def _mean(counts: Sequence[float]) -> float:
    return sum(count * points / 4 for points, count in enumerate(counts)) / sum(counts)


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test (Wald, 1945) of two rating differences.

    elo0, elo1: the hypotheses. alpha, beta: how often each may be wrongly rejected; where both are far from 0
    and games are few, elo0 is so more often, as the deviation of few pairs is estimated. ValueError unless
    -MAX_ELO <= elo0 < elo1 <= MAX_ELO.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            raise ValueError(
                f"an SPRT of {self.elo0:g} and {self.elo1:g}: expected two rating differences from "
                f"-{MAX_ELO} to {MAX_ELO}, the smaller first"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the test accepts elo0, above the second elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, pairs: Pentanomial) -> float:
        """The log-likelihood ratio of elo1 to elo0 for the pairs, by the normal approximation; 0 for none."""
        if sum(pairs) == 0:
            return 0.0
        mean, deviation = _moments(pairs)
        score0, score1 = expected_score(self.elo0), expected_score(self.elo1)
        return sum(pairs) * (score1 - score0) * (2 * mean - score0 - score1) / (2 * deviation**2)

    def to_dict(self, pairs: Pentanomial) -> dict[str, float | str | None]:
        """The result of the test after some pairs, for JSON: `verdict` is null while it has not decided."""
        low, high = self.bounds
        ratio, verdict = self.log_likelihood_ratio(pairs), self.verdict(pairs)
        found = {"elo0": self.elo0, "elo1": self.elo1, "ratio": ratio, "low": low, "high": high}
        return found | {"verdict": verdict}

    def verdict(self, pairs: Pentanomial) -> str | None:
        """`elo0` or `elo1` once the test has decided for one, else None."""
        ratio, (low, high) = self.log_likelihood_ratio(pairs), self.bounds
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def with_pair(pairs: Pentanomial, points: float) -> Pentanomial:
    """The pentanomial with one pair more, which brought `points` points."""
    counts = list(pairs)
    counts[round(2 * points)] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def pentanomial(points: Sequence[tuple[float, float]]) -> Pentanomial:
    """Count pairs, given the points (0, 1/2 or 1) of their two games."""
    counts = [0] * 5
    for first, second in points:
        counts[round(2 * (first + second))] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]
