"""The tournaments of people in use: looked at while they go on, whether somebody follows them or not."""

from __future__ import annotations

import asyncio
import re
import time
from datetime import UTC, datetime
from typing import Final

from nupp.server.cluster.holder import ALONE, Holder
from nupp.server.contests.contest import Contest
from nupp.server.contests.live_contest import LiveContest
from nupp.server.http.identity import ROOM_ID, new_room_id
from nupp.server.logs import LOG, details
from nupp.server.models.contests import ContestRequest
from nupp.server.models.shared import ProblemError
from nupp.server.rooms.live.readers import BANNED, ENDING, READ_ANEW
from nupp.server.rooms.live.referee import Referee
from nupp.server.rooms.live.rooms_in_use import Live, from_store
from nupp.server.rooms.room import RefusedError
from nupp.store import ContestStore, Database, StoredContest

LOOK: Final = 1.0
"""Seconds between looks at the games that go on."""
MOST_OF_CLIENT: Final = 20
"""The most tournaments of one client that go on."""
MOST: Final = 200
"""The most tournaments that go on at a time."""


class Contests:
    """All tournaments of people in use. Made in the event loop."""

    def __init__(
        self, database: Database, live: Live, leases: Holder = ALONE, referee: Referee | None = None
    ) -> None:
        """leases: what this server owns. referee: sees to the rooms of games, here or elsewhere."""
        self.store = ContestStore(database)
        self._leases, self._referee = leases, referee
        self._live, self._up_since = live, time.time()
        self._contests: dict[str, LiveContest] = {}
        self._looking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take up the tournaments that went on when the server ended, and look at them from now on."""
        self._up_since = time.time()
        for stored in await from_store(self.store.contests, is_over=False, limit=MOST):
            self._contests[stored.id] = self._live_one(stored)
        self._looking = asyncio.create_task(self._look())

    async def contest(self, id: str) -> LiveContest:
        """A tournament, loaded if need be; ProblemError 404 if there is none, 503 without a database."""
        found = self._contests.get(id)
        if found is not None and not found.gone:
            return found
        stored = await from_store(self.store.load, id) if re.fullmatch(ROOM_ID, id) else None
        if stored is None:
            raise ProblemError(404, "unknown_tournament", f"{id[:100]!r} is no tournament")
        found = self._contests.get(id)  # somebody may have been faster
        if found is None or found.gone:
            found = self._contests[id] = self._live_one(stored)
        return found

    async def create(self, client: str, wanted: ContestRequest, spec: str) -> LiveContest:
        """Make a tournament; ProblemError 429 if there are too many, 503."""
        going = [one for one in self._contests.values() if not one.contest.is_over]
        if sum(one.stored.owner == client for one in going) >= MOST_OF_CLIENT or len(going) >= MOST:
            raise ProblemError(429, "too_many", "too many tournaments: expected some of them to end first")
        now = datetime.now(UTC)
        contents = Contest.new(wanted, spec).contents()
        stored = StoredContest(new_room_id(), wanted.name, client, contents, now, now)
        await from_store(self.store.create, stored)
        return self._contests.setdefault(stored.id, self._live_one(stored))

    async def contests(self, mine: str | None, offset: int, limit: int) -> tuple[StoredContest, ...]:
        """Tournaments, those made last first; mine: only those of this client. ProblemError 503."""
        return await from_store(self.store.contests, None, mine, offset, limit)

    def turn_out(self, address: str) -> None:
        """Close all connections from an address."""
        for one in self._contests.values():
            for client in one.clients:
                if client.address == address:
                    client.close(BANNED)

    def _live_one(self, stored: StoredContest) -> LiveContest:
        return LiveContest(stored, self.store, self._live, self._up_since, self._referee, self._leases.number)

    async def _look(self) -> None:
        """Look at all tournaments, again and again; forget those that are over and that nobody follows."""
        while True:
            await asyncio.sleep(LOOK)
            for id in list(self._contests):
                try:
                    one = await self.contest(id)  # read anew if it has to be
                    await one.look()
                except (RefusedError, ProblemError) as error:  # it is tried again
                    LOG.warning("tournament waits", extra=details(contest=id, reason=str(error)))
                except Exception:  # of a game's class, which may be another package's
                    LOG.exception("tournament cannot go on")
                else:
                    if one.contest.is_over and not one.clients:
                        self._contests.pop(id, None)

    async def lose(self) -> None:
        """Close all tournaments, which another server has taken over."""
        self._close_all(READ_ANEW)

    def _close_all(self, code: int) -> None:
        if self._looking is not None:
            self._looking.cancel()
        for one in self._contests.values():
            one.close(code)
        self._contests.clear()

    async def close(self) -> None:
        """Close all connections."""
        self._close_all(ENDING)
