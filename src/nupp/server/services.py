"""The services that parts of the server share, and their lookup for a request."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fastapi.requests import HTTPConnection

from nupp.server.cluster.holder import ALONE, Holder
from nupp.server.engines.pool import Engines
from nupp.server.explorers.explorers import Explorers
from nupp.server.http.bans import Bans
from nupp.server.http.limits import Buckets
from nupp.server.jobs.jobs import Jobs
from nupp.server.logs import LOG, details
from nupp.server.metrics import Metrics
from nupp.server.play.analyses import Analyses
from nupp.server.recordings.recordings import Recordings
from nupp.server.settings import Settings
from nupp.store import Database

if TYPE_CHECKING:
    from nupp.server.cluster.leases import Leases
    from nupp.server.contests.in_use import Contests
    from nupp.server.rooms.live.rooms_in_use import Live
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
    leases: Leases | None = None
    """The share of this server, if it is one of several on one database; None for a server of its own."""
    jobs: Jobs = field(default_factory=Jobs)
    recordings: Recordings = field(default_factory=Recordings)
    analyses: Analyses = field(default_factory=Analyses)
    explorers: Explorers = field(default_factory=Explorers)

    @property
    def holder(self) -> Holder:
        """This server, of several or alone."""
        return self.leases or ALONE

    async def notify_others(self, **notice: list[Any]) -> None:
        """Send a notice to the other servers, if there are any; they do what `Leases.hear` has for it."""
        if self.leases is not None:
            await self.leases.notify(**notice)

    def ban(self, address: str, hours: float | None, reason: str) -> None:
        """Ban an address, and close its connections; ValueError as of `Bans.add`."""
        added = self.bans.add(address, hours, reason)
        for part in (self.live, self.studies, self.contests):
            part.turn_out(added.address)
        LOG.info("address banned", extra=details(address=added.address, reason=added.reason))

    async def hand_over(self) -> None:
        """Write what is left, close all connections, and let other servers own what this one owned."""
        if self.leases is not None:
            self.leases.close_doors()
            await self.jobs.close()
            await self.contests.close()
            await self.studies.close()
            await self.live.close()
            await self.leases.leave()


async def services(connection: HTTPConnection) -> Services:
    """The parts of the server that a request or WebSocket has come to."""
    found: Services = connection.app.state.services
    return found


async def client_of(connection: HTTPConnection) -> str:
    """The client of a request: the SHA-256 of the secret in its cookie, in hexadecimal."""
    found: str = connection.scope["nupp.client"]
    return found
