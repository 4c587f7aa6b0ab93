"""Limits: token buckets for rates, counters for what a client has at a time."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from nupp.server.models.shared import ProblemError

MOST_KEYS: Final = 10_000
"""The number of clients that are remembered; beyond it the least recent are forgotten."""


@dataclass(frozen=True)
class Rate:
    """A rate: a number a second on average, and a number at once."""

    a_second: float
    at_once: int


class Bucket:
    """A token bucket: filled at a rate, and emptied by whoever takes from it (J. S. Turner, 1986)."""

    def __init__(self, rate: Rate, now: float | None = None) -> None:
        self._rate = rate
        self._tokens = float(rate.at_once)
        self._filled = time.monotonic() if now is None else now

    def take(self, now: float | None = None) -> float:
        """Take a token: 0 if there was one, else the seconds until there is. now: of a monotonic clock."""
        now = time.monotonic() if now is None else now
        gained = max(0.0, now - self._filled) * self._rate.a_second
        self._tokens = min(float(self._rate.at_once), self._tokens + gained)
        self._filled = now
        if self._tokens >= 1:
            self._tokens -= 1
            return 0.0
        return (1 - self._tokens) / self._rate.a_second


class Buckets:
    """A bucket for each client, address or whatever else is to be held to a rate by itself."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, key: Hashable, now: float | None = None) -> float:
        """Take a token of a key; as `Bucket.take`."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, now)
        self._buckets.move_to_end(key)
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        return bucket.take(now)

    def require(self, key: Hashable) -> None:
        """Take a token; ProblemError 429 if there is none."""
        wait = self.take(key)
        if wait > 0:
            raise ProblemError(429, "too_many", f"too many requests: wait {wait:.1f} s")

    def __len__(self) -> int:
        return len(self._buckets)


class Tally:
    """The number of things that each key has at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[Hashable] = Counter()

    def enter(self, key: Hashable) -> bool:
        """Count one more of a key, unless it has the most already."""
        if self._counts[key] >= self._most:
            return False
        self._counts[key] += 1
        return True

    def leave(self, key: Hashable) -> None:
        """Count one less."""
        self._counts[key] -= 1
        if self._counts[key] <= 0:
            del self._counts[key]

    def most(self, number: int) -> list[tuple[Hashable, int]]:
        """The keys that have the most, with how many."""
        return self._counts.most_common(number)

    def __getitem__(self, key: Hashable) -> int:
        return self._counts.get(key, 0)
