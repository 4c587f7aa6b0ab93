"""Budgets: how long a player may think about one move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

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
            if value is not None and not value > 0:
                raise ValueError(f"a budget of {value} {name}: expected more than 0")

    @property
    def unlimited(self) -> bool:
        """Whether no limit is set at all."""
        return self == Budget()


def parse_duration(text: str) -> float:
    """Seconds from `1s`, `0.5s`, `200ms`, `2m`, `1h` or a plain number of seconds.

    ValueError for anything else, and for durations that are not positive.
    """
    match = re.fullmatch(r"\s*([0-9]*\.?[0-9]+)\s*([a-z]*)\s*", text.lower())
    if not match or match[2] not in _UNITS or float(match[1]) == 0:
        raise ValueError(f"{text!r} is not a duration: expected a positive one such as 1s, 0.5s, 200ms or 2m")
    return float(match[1]) * _UNITS[match[2]]
