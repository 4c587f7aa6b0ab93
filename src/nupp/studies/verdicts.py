"""Verdicts on conclusions, from the figures that they rest on.

Every conclusion is taken apart into claims about single figures. A claim holds, or does not hold, only if
the whole interval of its figure says so, and is undecided otherwise: that no difference was shown is no proof
that there is none. That two programs are alike needs an interval that lies in a margin, as in tests of
equivalence (D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the power approach for
assessing the equivalence of average bioavailability", 1987).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from nupp.studies.study import Estimate

EVEN: Final = (0.45, 0.55)
"""Two sides whose shares of the points lie between these are about even."""


ANSWERS: Final[Mapping[bool | None, str]] = {True: "yes", False: "no", None: "open"}
"""The word for a claim that holds, does not, or is undecided, in tables and sentences."""


def turned(found: Estimate) -> Estimate:
    """A share of the points as the opponent sees it."""
    return found._replace(value=1 - found.value, low=1 - found.high, high=1 - found.low)


def ratio(found: Estimate, other: Estimate) -> Estimate:
    """The ratio of a figure to another one, both above 0.

    The interval is that of all ratios of what lies in both intervals, and so wider than one of 95 %.
    """
    high = found.high / other.low if other.low > 0 else math.inf
    return Estimate(found.value / other.value, found.low / other.high, high, scale=1, unit=" times")


def exceeds(found: Estimate, value: float = 0.5) -> bool | None:
    """True if a figure is larger than a value, as far as its interval shows; None where it does not."""
    if found.low > value:
        return True
    return False if found.high < value else None


def lies_within(found: Estimate, low: float, high: float) -> bool | None:
    """True if a figure lies between two values, as far as its interval shows; None where it does not."""
    if low <= found.low and found.high <= high:
        return True
    return False if found.high < low or found.low > high else None


def verdict(claims: Iterable[bool | None]) -> str:
    """The verdict on a conclusion with several parts, each of which holds, does not, or is undecided.

    It stands if all parts hold, does not stand if all do not, and is open if all are undecided. It stands in
    part if some part holds and another does not or is undecided, and fails in part if some do not hold and
    the others are undecided.
    """
    known = set(claims)
    if True in known:
        return "stands" if known == {True} else "stands in part"
    if False in known:
        return "does not stand" if known == {False} else "fails in part"
    return "open"
