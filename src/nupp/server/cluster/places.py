"""The subject of a request, by its path: a thing that some server owns, or something that one server has."""

from __future__ import annotations

import re
from typing import Final

from nupp.server.cluster.holder import CONTESTS, JOBS, ROOM, STUDY

_THINGS: Final = (
    (re.compile("/api/rooms/([a-z0-9]{1,40})(/.*)?"), ROOM),
    (re.compile("/api/studies/([a-z0-9]{1,40})(/.*)?"), STUDY),
    (re.compile("/api/contests(/.*)?"), CONTESTS),
    (re.compile("/api/(tournaments|experiments)(/.*)?"), JOBS),
)
_NAMED: Final = re.compile("/api/(?:jobs|recordings)/([0-9]+)-[A-Za-z0-9_-]{12,22}(/.*)?")
"""Jobs and recordings that are in the memory of the server whose number their names begin with."""
_JOB: Final = re.compile("/api/jobs/.*")


def name_prefix(number: int) -> str:
    """The beginning of the names of jobs and recordings that a server has."""
    return f"{number}-"


def member_of(path: str) -> int | None:
    """The number of the server that has what a path names; None if it names no such thing."""
    found = _NAMED.fullmatch(path)
    return None if found is None else int(found[1])


def thing_of(path: str) -> str | None:
    """The thing that a path is about; None for what any server can answer."""
    for pattern, thing in _THINGS:
        found = pattern.fullmatch(path)
        if found is not None:
            return thing + found[1] if thing.endswith("/") else thing
    return JOBS if _JOB.fullmatch(path) else None
