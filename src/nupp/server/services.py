"""The services that parts of the server share, and their lookup for a request."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fastapi.requests import HTTPConnection

from nupp.server.engines.pool import Engines
from nupp.server.explorers import Explorers
from nupp.server.http.bans import Bans
from nupp.server.http.limits import Buckets
from nupp.server.jobs.jobs import Jobs
from nupp.server.metrics import Metrics
from nupp.server.recordings import Recordings
from nupp.server.settings import Settings
from nupp.store import Database

if TYPE_CHECKING:
    from nupp.server.contests.in_use import Contests
    from nupp.server.rooms.rooms_in_use import Live
    from nupp.server.studies.in_use import Studies


@dataclass(frozen=True)
class Services:
    """The parts of one server, made when it starts and closed when it ends."""

    settings: Settings
    metrics: Metrics
    database: Database
    engines: Engines
    live: Live
    studies: Studies
    contests: Contests
    bans: Bans
    creations: Buckets
    """The rate at which each client may make rooms and begin jobs."""
    jobs: Jobs = field(default_factory=Jobs)
    recordings: Recordings = field(default_factory=Recordings)
    explorers: Explorers = field(default_factory=Explorers)


async def services(connection: HTTPConnection) -> Services:
    """The parts of the server that a request or WebSocket has come to."""
    found: Services = connection.app.state.services
    return found


async def client_of(connection: HTTPConnection) -> str:
    """The client of a request: the SHA-256 of the secret in its cookie, in hexadecimal."""
    found: str = connection.scope["nupp.client"]
    return found
