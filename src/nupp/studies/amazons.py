"""The common part of the studies of the thesis on Amazons."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist, fmean, stdev
from typing import Any, Final

from nupp.arena import Match, Result
from nupp.studies.programs import amazons_search
from nupp.studies.study import Estimate, by_opening, proportion, share
from nupp.studies.verdicts import turned

RANDOM: Final = "random"
CLASSIC: Final = "classic"
ARROWS: Final = "move-then-arrow"
TWO: Final = "two-iteration"
HALF: Final = "half turns"
"""Two-iteration search in which an amazon's move and her arrow count as a ply each."""
IMPROVED: Final = "directions:cof1=0.45"
BASIC: Final = "mobility"


def meeting(
    programs: tuple[str, str], specs: tuple[str, str], games: int, params: Mapping[str, Any], **budget: Any
) -> Match:
    """A match of programs, by names and specs, on a board of the given size and from the given openings.

    If one of them counts half turns a turn is two moves, to the opening as well. Openings are in turns.
    """
    steps = HALF in programs
    game = f"amazons:size={params['size']}{',staged=true' if steps else ''}"
    openings = params["openings"] * (2 if steps else 1)
    return Match(game, *specs, games, params["seed"], openings=openings, **budget)


def searches_meet(first: str, second: str, games: int, params: Mapping[str, Any]) -> Match:
    """A match of two searches, by their names, with the basic evaluation."""
    specs = amazons_search(first, params["depth"]), amazons_search(second, params["depth"])
    return meeting((first, second), specs, games, params)


def evaluations_meet(
    search: str, depth: int, evaluators: tuple[str, str], games: int, params: Mapping[str, Any]
) -> Match:
    """A match of two evaluations, both in one search."""
    first, second = (amazons_search(search, depth, one) for one in evaluators)
    return meeting((search, search), (first, second), games, params)


def label_of(first: str, second: str) -> str:
    """The label of a match."""
    return f"{first} {second}".replace(" ", "-")


def points_of(results: Mapping[str, Result], first: str, second: str) -> Estimate:
    """The share of the points that one program gets against another, whichever is the match's first."""
    direct = results.get(label_of(first, second))
    return share(direct) if direct else turned(share(results[label_of(second, first)]))


def white_share(result: Result) -> Estimate:
    """White's share of the games of a program with itself.

    Only one game of a pair counts: the other is the same game.
    """
    games = [record for number, record in result.records.items() if number % 2 == 0]
    return proportion(sum(record.outcome == "first" for record in games), len(games))


def same_pairs(result: Result) -> tuple[int, int]:
    """Of how many pairs both games are the same, move for move; and how many pairs there are."""
    records = result.records
    pairs = [number for number in records if number % 2 == 0 and number + 1 in records]
    return sum(records[one].moves == records[one + 1].moves for one in pairs), len(pairs)


def seconds_a_game(result: Result) -> Estimate:
    """The mean time of a game, both sides together.

    The games of a pair count once: they have one opening, and of programs that draw nothing are the same.
    """
    return mean_of(by_opening([result], lambda one, number: sum(one.records[number].seconds)))


def mean_of(values: Sequence[float]) -> Estimate:
    """A mean of seconds with Student's interval, which is without bound for fewer than two values."""
    middle, n = fmean(values), len(values)
    half = student(n - 1) * stdev(values) / math.sqrt(n) if n > 1 else math.inf
    return Estimate(middle, max(0.0, middle - half), middle + half, scale=1, decimals=2, unit=" s")


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution: exact for 1 and 2 degrees of freedom, else expanded.

    The expansion is that of R. A. Fisher and E. A. Cornish, 1960; from 3 degrees on it errs by under 2 %.
    """
    if freedom <= 2:
        tail = 0.975
        return math.tan(math.pi * (tail - 0.5)) if freedom == 1 else 0.95 / math.sqrt(2 * tail * (1 - tail))
    z = NormalDist().inv_cdf(0.975)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + (terms[0] + (terms[1] + terms[2] / freedom) / freedom) / freedom


def board(params: Mapping[str, Any]) -> str:
    """The board in words."""
    return f"{params['size']} x {params['size']}"
