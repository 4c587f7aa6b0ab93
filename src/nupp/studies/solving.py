"""Values of games, solved within a limit of time and compared with those that are published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict

from nupp.rules import game
from nupp.search.solve import TooLargeError, UnsolvedError, solve

Measure = Literal["outcome", "margin"]
"""The value that is compared."""


class Solved(TypedDict):
    """The result of solving a game's start, in plain JSON; without an outcome if the solver gave up.

    outcome: 1, 0 or -1 for the first player. margin, plies: where the solver finds them. method: in words.
    """

    outcome: int | None
    margin: int | None
    plies: int | None
    method: str | None
    nodes: int | None
    seconds: float | None


def solved_value(spec: str, seconds: float) -> Solved:
    """The value of a game's start, given up after `seconds` or if memory runs out."""
    try:
        known = solve(game(spec).start_position(), seconds=seconds, force=True)
    except (TooLargeError, UnsolvedError):
        return Solved(outcome=None, margin=None, plies=None, method=None, nodes=None, seconds=None)
    value = known.value
    return Solved(
        outcome=value.outcome,
        margin=value.margin,
        plies=value.plies,
        method=known.method,
        nodes=known.nodes,
        seconds=round(known.seconds, 2),
    )


def agreement(
    values: Mapping[str, Solved], published: Mapping[str, int], measure: Measure
) -> dict[str, bool]:
    """The agreement of values with those published, for all names that are both solved and published."""
    return {
        name: known[measure] == published[name]
        for name, known in values.items()
        if name in published and known["outcome"] is not None
    }


def agreement_text(agreed: Mapping[str, bool]) -> str:
    """In words, how many values are those published."""
    return f"{sum(agreed.values())} of {len(agreed)} values that can be compared are those published"


def difference_text(agreed: Mapping[str, bool]) -> str:
    """In words, which values are others than published; empty if none is."""
    wrong = [name for name, right in agreed.items() if not right]
    return f"Another value than published: {', '.join(wrong)}." if wrong else ""
