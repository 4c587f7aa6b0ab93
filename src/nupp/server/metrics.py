"""The metrics of the server, as Prometheus reads them at /metrics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

_FAST: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
"""Seconds: the buckets of what should take milliseconds."""
_SLOW: Final = (0.01, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""Seconds: the buckets of searches."""


class Metrics:
    """The measures of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        own = self.registry
        ProcessCollector(registry=own)
        PlatformCollector(registry=own)
        self.requests = Counter(
            "nupp_requests", "Requests answered.", ["method", "path", "status"], registry=own
        )
        self.request_seconds = Histogram(
            "nupp_request_seconds", "Time to answer a request.", ["path"], buckets=_FAST, registry=own
        )
        self.moves = Counter("nupp_moves", "Moves that were played.", ["by"], registry=own)
        self.move_seconds = Histogram(
            "nupp_move_seconds",
            "From a move's arrival to its going out, after its commit.",
            buckets=_FAST,
            registry=own,
        )
        self.refused = Counter("nupp_refused", "Commands and requests refused.", ["code"], registry=own)
        self.dropped = Counter(
            "nupp_dropped_sockets", "WebSockets closed by the server.", ["reason"], registry=own
        )
        self.commits = Histogram("nupp_commit_seconds", "Time of a commit.", buckets=_FAST, registry=own)
        self.commit_failures = Counter("nupp_commit_failures", "Commits that failed.", registry=own)
        self._searches = Counter("nupp_searches", "Searches done.", ["end"], registry=own)
        self._search_seconds = Histogram(
            "nupp_search_seconds", "Time of a search.", buckets=_SLOW, registry=own
        )
        self._search_wait = Histogram(
            "nupp_search_wait_seconds",
            "Time that a search waited for a process.",
            buckets=_SLOW,
            registry=own,
        )

    def searched(self, seconds: float | None) -> None:
        """A search has ended; seconds: what it took, None if it never began or its process ended."""
        self._searches.labels("done" if seconds is not None else "failed").inc()
        if seconds is not None:
            self._search_seconds.observe(seconds)

    def waited(self, seconds: float) -> None:
        """A search has got a process."""
        self._search_wait.observe(seconds)

    def watch_engines(self, waiting: Callable[[], int], processes: Callable[[], int]) -> None:
        """Ask these whenever somebody reads the measures."""
        self._watch("nupp_searches_waiting", "Searches that wait for a process.", waiting)
        self._watch("nupp_workers", "Processes that search, or can.", processes)

    def watch_rooms(
        self, rooms: Callable[[], int], sockets: Callable[[], int], pending: Callable[[], int]
    ) -> None:
        """As `watch_engines`."""
        self._watch("nupp_rooms", "Rooms in memory.", rooms)
        self._watch("nupp_sockets", "WebSockets that are open.", sockets)
        self._watch("nupp_changes_pending", "Changes of rooms that are not yet committed.", pending)

    def _watch(self, name: str, words: str, value: Callable[[], int]) -> None:
        Gauge(name, words, registry=self.registry).set_function(value)

    def values(self) -> dict[str, float]:
        """The present values of all measures; of one with labels the sum."""
        found: dict[str, float] = {}
        for family in self.registry.collect():
            for sample in family.samples:
                found[sample.name] = found.get(sample.name, 0.0) + sample.value
        return found

    def text(self) -> bytes:
        """All of it in the text format."""
        return generate_latest(self.registry)
