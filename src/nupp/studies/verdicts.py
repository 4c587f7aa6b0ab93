"""Whether a conclusion stands, from the shares of points that it rests on."""

from __future__ import annotations

from collections.abc import Iterable

from nupp.studies.study import Estimate


def turned(found: Estimate) -> Estimate:
    """A share of the points as the opponent sees it."""
    return found._replace(value=1 - found.value, low=1 - found.high, high=1 - found.low)


def exceeds(found: Estimate, value: float = 0.5) -> bool | None:
    """Whether a figure is larger than a value, as far as its interval tells; None where it does not."""
    if found.low > value:
        return True
    return False if found.high < value else None


def verdict(claims: Iterable[bool | None]) -> str:
    """What becomes of a conclusion with several parts, each of which holds, does not, or is undecided."""
    known = set(claims)
    if known == {True}:
        return "stands"
    if True in known:
        return "stands in part"
    return "does not stand" if False in known else "open"
