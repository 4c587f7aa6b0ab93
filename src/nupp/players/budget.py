"""Budgets: how long a player may think about one move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_LONGEST: Final = 1e9  # thirty years, which a clock can still count
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "": 1.0}


@dataclass(frozen=True)
class Budget:
    """Limits of one decision; the search stops at the first one it meets, and None is no limit.

    seconds: wall-clock time. nodes: positions visited. depth: plies looked ahead. With nodes or depth, and
    no time, a decision is the same on every machine. ValueError for limits that are not positive.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth"):
            value = getattr(self, name)
            if value is not None and not 0 < value < 2**63:
                raise ValueError(f"a budget of {value} {name}: expected more than 0 and less than 2**63")

    @property
    def unlimited(self) -> bool:
        """Whether no limit is set at all."""
        return self == Budget()


def parse_duration(text: str) -> float:
    """Seconds from `1s`, `0.5s`, `200ms`, `2m`, `1h` or a plain number of seconds.

    ValueError for anything else, and for durations that are not positive.
    """
    match = re.fullmatch(r"\s*([0-9]*\.?[0-9]+)\s*([a-z]*)\s*", text.lower(), re.ASCII)
    seconds = float(match[1]) * _UNITS.get(match[2], 0) if match else 0
    if not 0 < seconds <= _LONGEST:
        raise ValueError(f"{text!r} is not a duration: expected a positive one such as 1s, 0.5s, 200ms or 2m")
    return seconds
