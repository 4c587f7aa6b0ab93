"""The studies in use: loaded when somebody comes, forgotten when nobody follows them.

All of it belongs to one event loop.
"""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from nupp.server.cluster.holder import ALONE, STUDY, Holder, unreachable
from nupp.server.http.identity import ROOM_ID, digest, new_room_id, new_secret
from nupp.server.logs import LOG, details
from nupp.server.models.shared import ProblemError
from nupp.server.models.studies import AddChapterEdit
from nupp.server.offloop import off_loop
from nupp.server.rooms.live.readers import BANNED, ENDING, READ_ANEW
from nupp.server.rooms.live.rooms_in_use import SWEEP, from_store
from nupp.server.studies.live_study import LiveStudy
from nupp.server.studies.study import CHANGE, Study, new_study
from nupp.store import Database, StoredStudy, StudyStore

MOST_STUDIES: Final = 200
"""The most studies of one client."""
MOST_IN_USE: Final = 1000
"""The most studies in memory, beyond which none is opened."""
DELETED: Final = 4004
"""The code with which WebSockets of a deleted study are closed."""


class Studies:
    """All studies in use. Made in the event loop."""

    def __init__(self, database: Database, leases: Holder = ALONE) -> None:
        """leases: what this server owns."""
        self._leases = leases
        self.store = StudyStore(database)
        self._studies: dict[str, LiveStudy] = {}
        self._loading: dict[str, asyncio.Task[LiveStudy]] = {}
        self._sweeper = asyncio.create_task(self._sweep())

    async def study(self, id: str) -> LiveStudy:
        """A study, loaded if need be; ProblemError 404 if there is none, 503 if the database is gone."""
        found = self._studies.get(id)
        if found is not None and not found.gone:
            found.touched = time.monotonic()
            return found
        if re.fullmatch(ROOM_ID, id) is None:  # nor is a database asked for what it might not take
            raise _unknown(id[:100])
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda task: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveStudy:
        if len(self._studies) >= MOST_IN_USE:
            raise ProblemError(503, "too_many", "too many studies are in use: try again later")
        stored = await from_store(self.store.load, id)
        if stored is None:
            self._leases.let_go(STUDY + id)
            raise _unknown(id)
        try:
            study = await asyncio.to_thread(_opened, stored)
        except (ValueError, KeyError) as error:
            LOG.error("study cannot be opened", extra=details(study=id, reason=str(error)))
            raise ProblemError(422, "bad_study", f"{id!r} cannot be read any more") from None
        return self._open(replace(stored, contents={}, edits=()), study)

    def _open(self, stored: StoredStudy, study: Study) -> LiveStudy:
        if not self._leases.owns(STUDY + stored.id):
            raise unreachable()
        found = self._studies[stored.id] = LiveStudy(stored, study, self.store, self._leases.number)
        return found

    async def create(self, client: str, author: str, title: str, chapters: list[AddChapterEdit]) -> LiveStudy:
        """Make a study; ProblemError 422 for one that cannot be, 429 for one too many, 503."""
        if await from_store(self.store.count, client) >= MOST_STUDIES:
            words = f"expected at most {MOST_STUDIES} studies of yours: delete one first"
            raise ProblemError(429, "too_many", words)
        study = await off_loop(new_study, title, chapters)
        now, id = datetime.now(UTC), new_room_id()
        stored = StoredStudy(id, title, author, client, study.contents(), now, now)
        await from_store(self.store.create, stored)
        await self._leases.take(STUDY + id)
        return self._open(replace(stored, contents={}), study)

    async def of_client(self, client: str, offset: int, limit: int) -> tuple[StoredStudy, ...]:
        """The studies that a client may edit; as `StudyStore.studies`. ProblemError 503."""
        return await from_store(self.store.studies, client, offset, limit)

    # ---- who may edit ----------------------------------------------------------------------------

    async def invite(self, of: LiveStudy) -> str:
        """Make the token of the only link that makes editors."""
        token = new_secret()
        async with of.rights:
            await from_store(self.store.invite, of.stored.id, digest(token))
            of.set_rights(replace(of.stored, invitation=digest(token)))
        return token

    async def admit(self, of: LiveStudy, client: str, token: str) -> None:
        """Let the client who brings the token edit; ProblemError 403 for another token."""
        if of.may_edit(client):
            return
        async with of.rights:
            if not await from_store(self.store.admit, of.stored.id, client, digest(token)):
                words = "the link makes no editors any more: ask for another"
                raise ProblemError(403, "bad_invitation", words)
            of.set_rights(replace(of.stored, editors=of.stored.editors | {client}))

    async def dismiss(self, of: LiveStudy) -> None:
        """Let nobody but the owner edit, whatever links there are."""
        async with of.rights:
            await from_store(self.store.dismiss, of.stored.id)
            of.set_rights(replace(of.stored, editors=frozenset(), invitation=None))

    # ---- the end ---------------------------------------------------------------------------------

    async def delete(self, of: LiveStudy) -> None:
        """Delete a study; those who follow it hear of that."""
        await from_store(self.store.delete, of.stored.id)
        self._studies.pop(of.stored.id, None)
        of.close(DELETED)

    def turn_out(self, address: str) -> None:
        """Close all connections from an address."""
        for study in self._studies.values():
            for client in study.clients:
                if client.address == address:
                    client.close(BANNED)

    async def _sweep(self) -> None:
        """Forget studies that nobody follows, or that have to be read anew, again and again."""
        while True:
            await asyncio.sleep(SWEEP)
            self._forget()

    def _forget(self) -> None:
        for id, study in list(self._studies.items()):
            if study.gone or not study.needed:
                del self._studies[id]
                study.gone = True
                self._leases.let_go(STUDY + id)

    def lose(self) -> None:
        """Close all studies, which other servers have taken over."""
        self._close_all(READ_ANEW)

    def _close_all(self, code: int) -> None:
        for study in self._studies.values():
            study.close(code)
        self._studies.clear()

    async def close(self) -> None:
        """Close all connections."""
        self._sweeper.cancel()
        self._close_all(ENDING)


def _opened(stored: StoredStudy) -> Study:
    """The study that was stored, with its edits made."""
    study = Study(stored.title, stored.contents, stored.kept)
    for one in stored.edits:
        study.apply(CHANGE.validate_python(one))
    return study


def _unknown(id: str) -> ProblemError:
    return ProblemError(404, "unknown_study", f"{id!r} is no study: expected the name of one")
