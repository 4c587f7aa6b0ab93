"""Budgets: how long a player may think about one move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

LONGEST: Final = 1e9
"""Seconds, thirty years: the longest duration, which a clock can still count."""
SHORTEST: Final = 0.001
"""Seconds that a search is given even if its time is up: it has to move all the same."""
_LAG, _LAG_SHARE = 0.02, 0.1
"""Seconds of the time for a move, or its share if that is less, that are kept for sending the move."""
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "": 1.0}


@dataclass(frozen=True)
class Remaining:
    """The clocks of a game: the seconds that each side has left, and the increment of each move."""

    left: tuple[float, float]
    increment: float = 0.0


@dataclass(frozen=True)
class Budget:
    """Limits of one decision; the search stops at the first one it meets, and None is no limit.

    seconds: wall-clock time. nodes: positions visited. depth: plies looked ahead. soft: seconds after which
    no iteration of iterative deepening but the first is begun, since it would hardly come to its end; for
    players whose unused time is not lost, as where a clock runs for the whole game. clock: what the clocks
    show, if the seconds are a share of that; for players who decide for themselves how to use it. With nodes
    or depth, and no time, a decision is the same on every machine. ValueError for limits that are not
    positive.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    soft: float | None = None
    clock: Remaining | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth", "soft"):
            value = getattr(self, name)
            if value is not None and not (isinstance(value, int | float | np.number) and 0 < value < 2**63):
                raise ValueError(f"a budget of {value!r} {name}: expected more than 0 and less than 2**63")

    @property
    def unlimited(self) -> bool:
        """True if no limit is set."""
        return self == Budget()


USUAL: Final = Budget(seconds=1.0)
"""The budget of a player for a move if nothing limits it."""


def thinking_time(seconds: float) -> float:
    """Of the seconds for a move those to think in, where it has to be handed over to another program."""
    return seconds - min(_LAG, _LAG_SHARE * seconds)


def parse_duration(text: str, zero: bool = False) -> float:
    """Seconds from `1s`, `0.5s`, `200ms`, `2m`, `1h` or a plain number of seconds.

    zero: whether no time at all will do. ValueError for anything else, and for durations that are negative.
    """
    match = re.fullmatch(r"\s*([0-9]*\.?[0-9]+)\s*([a-z]*)\s*", text.lower(), re.ASCII)
    unit = _UNITS.get(match[2]) if match else None
    seconds = float(match[1]) * unit if match and unit else -1.0
    if not (0 < seconds <= LONGEST or (zero and seconds == 0)):
        raise ValueError(f"{text!r} is not a duration: expected a positive one such as 1s, 0.5s, 200ms or 2m")
    return seconds


def format_duration(seconds: float) -> str:
    """The text that `parse_duration` reads as exactly this number of seconds: `1s`, `0.2s`, `120s`."""
    return f"{np.format_float_positional(seconds, trim='-')}s"
