"""A study in use: who follows it, and edits in their order.

All of it belongs to one event loop. An edit is kept before anybody hears of it.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Final

from nupp.server.models.studies import (
    ChangeMessage,
    PresentMessage,
    ReadersMessage,
    RightsMessage,
    StudyChange,
    StudyEdit,
    StudyPlace,
    WholeStudyMessage,
)
from nupp.server.models.studies import Study as StudyModel
from nupp.server.offloop import off_loop
from nupp.server.rooms.live.readers import READ_ANEW, Client
from nupp.server.rooms.room import RefusedError
from nupp.server.studies.study import CHANGE, Study
from nupp.store import ConflictError, StoredStudy, StoreError, StudyStore
from nupp.store import StudyEdit as StoredEdit

LINGER: Final = 30.0
"""Seconds for which a study is kept in memory when nobody follows it."""
WHOLE: Final = 200
"""The number of edits after which the contents are written whole."""


class LiveStudy:
    """A study in use. store: keeps its edits. holder: in whose name, as of `StudyStore.append`."""

    def __init__(
        self, stored: StoredStudy, study: Study, store: StudyStore, holder: int | None = None
    ) -> None:
        self.stored, self.study = stored, study
        """The study as it is kept, without contents and edits; the study as it is now."""
        self.clients: set[Client] = set()
        self.touched = time.monotonic()
        self.shown: StudyPlace | None = None
        self.gone = False
        self.rights = asyncio.Lock()
        """Held while who may edit changes, so that it is kept and taken over in the same order."""
        self._presenter: Client | None = None
        self._store, self._holder = store, holder
        self._turn = asyncio.Lock()
        self._work: set[asyncio.Task[StudyChange | None]] = set()

    # ---- who is there ----------------------------------------------------------------------------

    def enter(self, client: Client) -> None:
        """Let somebody follow the study: they get all of it, and then what happens."""
        self.touched = time.monotonic()
        if self.gone:
            client.close(READ_ANEW)
            return
        self.clients.add(client)
        client.send(WholeStudyMessage(study=self.seen(client.identity)).model_dump_json())
        self._count()

    def leave(self, client: Client) -> None:
        """Somebody is not there any more; what they presented is not presented any more."""
        self.clients.discard(client)
        self.touched = time.monotonic()
        if client is self._presenter:
            self._show(None, None)
        self._count()

    def _count(self) -> None:
        self.broadcast(ReadersMessage(readers=len(self.clients)).model_dump_json())

    def broadcast(self, text: str) -> None:
        """Send a message to everybody."""
        for client in self.clients:
            client.send(text)

    def may_edit(self, client: str) -> bool:
        """True for who made the study, and for those who came by an invitation."""
        return client == self.stored.owner or client in self.stored.editors

    def seen(self, client: str) -> StudyModel:
        """The study as a client sees it."""
        return StudyModel.model_construct(
            id=self.stored.id,
            version=self.study.version,
            title=self.study.title,
            author=self.stored.author,
            chapters=[one.model() for one in self.study.chapters.values()],
            yours=client == self.stored.owner,
            editable=self.may_edit(client),
            invitation=self.stored.invitation is not None,
            shown=self.shown,
            readers=len(self.clients),
        )

    @property
    def needed(self) -> bool:
        """True if the study has to stay in memory: somebody is or was there lately."""
        return bool(self.clients or self._work or time.monotonic() - self.touched < LINGER)

    # ---- what is done ----------------------------------------------------------------------------

    async def edit(self, client: str, edit: StudyEdit) -> StudyChange | None:
        """Make an edit in its turn, and send it to everybody when it is kept; None if it changes nothing.

        RefusedError if it cannot be made or kept. It is made even if who asked for it does not wait.
        """
        self._require_editor(client)
        task = asyncio.create_task(self._edit(client, edit))
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return await asyncio.shield(task)

    async def _edit(self, client: str, edit: StudyEdit) -> StudyChange | None:
        async with self._turn:
            if self.gone:
                raise RefusedError("gone", "the study is closed: expected one that is in use")
            self._require_editor(client)  # who may have been dismissed meanwhile
            change = await off_loop(self.study.resolve, edit)
            if change is None:
                return None
            await self._keep(client, change)
            self.study.apply(change)
            self._announce(client, change)
            if self.shown is not None and not self._is_there(self.shown):
                self._show(None, None)
        self.touched = time.monotonic()
        return change

    async def _keep(self, client: str, change: StudyChange) -> None:
        """Keep a change; RefusedError if that cannot be done now, or never."""
        study, version = self.study, self.study.version + 1
        title = change.title if change.type == "rename" else study.title
        kept = StoredEdit(self.stored.id, version, client, CHANGE.dump_python(change), title)
        if version % WHOLE == 0:
            after = Study(study.title, study.contents(), study.version)
            after.apply(change)
            kept = replace(kept, contents=after.contents())
        try:
            await asyncio.to_thread(self._store.append, kept, self._holder)
        except ConflictError as error:
            self.close(READ_ANEW)
            raise RefusedError("conflict", f"the study is read anew: {error}") from None
        except StoreError:
            words = "the database cannot be used now: expected to be asked again soon"
            raise RefusedError("database", words) from None

    def _announce(self, client: str, change: StudyChange) -> None:
        texts = [
            ChangeMessage.model_construct(
                version=self.study.version, change=change, yours=yours
            ).model_dump_json()
            for yours in (False, True)
        ]
        for one in self.clients:
            one.send(texts[one.identity == client])

    def _require_editor(self, client: str) -> None:
        if not self.may_edit(client):
            raise RefusedError(
                "not_allowed", "only who made the study, or was invited to edit it, can do that"
            )

    # ---- what is presented -----------------------------------------------------------------------

    def present(self, client: Client, place: StudyPlace | None) -> None:
        """Present a position to all who follow, or none any more; RefusedError."""
        self._require_editor(client.identity)
        if place is None and client is not self._presenter:
            return
        if place is not None and not self._is_there(place):
            raise RefusedError("gone", f"{place.chapter}, {place.node}: expected a node that the study has")
        self._show(client if place else None, place)

    def _is_there(self, place: StudyPlace) -> bool:
        chapter = self.study.chapters.get(place.chapter)
        return chapter is not None and place.node in chapter.nodes

    def _show(self, client: Client | None, place: StudyPlace | None) -> None:
        self._presenter, self.shown = client, place
        self.broadcast(PresentMessage(shown=place).model_dump_json())

    # ---- rights, and the end ---------------------------------------------------------------------

    def set_rights(self, stored: StoredStudy) -> None:
        """Take over who may edit, and send that to everybody who is there."""
        self.stored = stored
        if self._presenter is not None and not self.may_edit(self._presenter.identity):
            self._show(None, None)
        for client in self.clients:
            message = RightsMessage(
                editable=self.may_edit(client.identity), invitation=stored.invitation is not None
            )
            client.send(message.model_dump_json())

    def close(self, code: int) -> None:
        """Close all connections; nothing is done any more."""
        self.gone = True
        for client in self.clients:
            client.close(code)
