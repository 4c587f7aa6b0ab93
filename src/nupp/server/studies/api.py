"""Studies by requests: made, read, edited, shared, exported and deleted; and the WebSocket of a study."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Coroutine
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Path, Query, Response, WebSocket
from pydantic import TypeAdapter

from nupp.server.http.connection import Connection, admitted
from nupp.server.http.identity import ROOM_ID
from nupp.server.models.shared import ProblemError, problems
from nupp.server.models.studies import (
    ChapterAdded,
    Invited,
    PresentCommand,
    Study,
    StudyCommand,
    StudyEdit,
    StudyGlance,
    StudyImport,
    StudyImported,
    StudyPing,
    StudyRequest,
    StudyToken,
)
from nupp.server.offloop import off_loop
from nupp.server.rooms.room import RefusedError
from nupp.server.services import Services, client_of, services
from nupp.server.studies.files import JSON, Read, chapters_file, form_named, readers, study_file
from nupp.server.studies.live_study import LiveStudy

router = APIRouter(prefix="/api/studies", tags=["studies"])

_COMMAND: Final[TypeAdapter[StudyCommand]] = TypeAdapter(StudyCommand)
_STATUSES: Final = {"not_allowed": 403, "gone": 404, "conflict": 409, "database": 503}
"""The HTTP status for what is refused, by its code; 422 for others."""

Of = Annotated[Services, Depends(services)]
Me = Annotated[str, Depends(client_of)]
StudyId = Annotated[str, Path(pattern=ROOM_ID, description="The name of a study.")]


@contextlib.asynccontextmanager
async def lifespan(of: Services) -> AsyncIterator[None]:
    """Close the studies at the end of the server."""
    yield
    await of.studies.close()


@router.get("", summary="Your studies", responses=problems(422, 503))
async def list_studies(
    of: Of,
    client: Me,
    offset: Annotated[int, Query(ge=0, le=10**6)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> list[StudyGlance]:
    """The studies that the client may edit, those changed last first."""
    return [
        StudyGlance(
            id=one.id,
            title=one.title,
            author=one.author,
            yours=one.owner == client,
            changed=one.changed.isoformat(timespec="seconds"),
        )
        for one in await of.studies.of_client(client, offset, limit)
    ]


@router.post("", status_code=201, summary="Make a study", responses=problems(422, 429, 503))
async def create_study(wanted: StudyRequest, of: Of, client: Me) -> Study:
    """Make a study with its first chapters."""
    of.creations.require(client)
    author = await of.live.people.name_of(client)
    return (await of.studies.create(client, author, wanted.title, wanted.chapters)).seen(client)


@router.get("/{study}", summary="One study", responses=problems(404, 422, 503))
async def show_study(study: StudyId, of: Of, client: Me) -> Study:
    """A study as it is now."""
    return (await of.studies.study(study)).seen(client)


@router.delete("/{study}", status_code=204, summary="Delete a study", responses=problems(403, 404, 503))
async def delete_study(study: StudyId, of: Of, client: Me) -> None:
    """Delete a study; only who made it can."""
    await of.studies.delete(await _own(of, study, client))


@router.post(
    "/{study}/edits", summary="Edit a study", responses=problems(403, 404, 409, 422, 503), status_code=204
)
async def edit_study(study: StudyId, wanted: StudyEdit, of: Of, client: Me) -> None:
    """Make an edit, which may also be sent over the WebSocket; answered when it is kept."""
    await _edited(await of.studies.study(study), client, wanted)


@router.post("/{study}/import", summary="Add chapters", responses=problems(403, 404, 409, 422, 429, 503))
async def import_chapters(study: StudyId, wanted: StudyImport, of: Of, client: Me) -> StudyImported:
    """Add the games of a text as chapters, or those of a study that was exported as JSON.

    A game with a fault is read up to it; one that cannot be read, or added, is named in `faults`.
    """
    of.creations.require(client)
    found = await of.studies.study(study)
    if not found.may_edit(client):
        raise ProblemError(403, "not_allowed", "only an editor can add chapters")
    added, faults = list[int](), list[str]()
    for read in await off_loop(readers, wanted.text, wanted.game):
        try:
            added += await _added(found, client, read)
        except ProblemError as error:
            if error.status == 503:
                raise
            faults.append(error.problem.message)
    return StudyImported(chapters=added, faults=faults)


async def _added(study: LiveStudy, client: str, read: Read) -> list[int]:
    change = await _edited(study, client, await off_loop(read))
    return [change.chapter.number] if isinstance(change, ChapterAdded) else []


async def _edited(study: LiveStudy, client: str, edit: StudyEdit) -> object:
    """Make an edit; what is refused as a ProblemError."""
    try:
        return await study.edit(client, edit)
    except RefusedError as error:
        raise ProblemError(_STATUSES.get(error.code, 422), error.code, str(error)) from None


# ---- who may edit --------------------------------------------------------------------------------


@router.post("/{study}/invitation", summary="Invite editors", responses=problems(403, 404, 503))
async def invite_editors(study: StudyId, of: Of, client: Me) -> Invited:
    """Make the token of a link that makes editors; a link made before makes none any more."""
    return Invited(token=await of.studies.invite(await _own(of, study, client)))


@router.post("/{study}/editors", summary="Become an editor", responses=problems(403, 404, 422, 503))
async def become_editor(study: StudyId, wanted: StudyToken, of: Of, client: Me) -> Study:
    """Edit a study from now on, by the token of a link."""
    found = await of.studies.study(study)
    await of.studies.admit(found, client, wanted.token)
    return found.seen(client)


@router.delete(
    "/{study}/editors", status_code=204, summary="Dismiss all editors", responses=problems(403, 404, 503)
)
async def dismiss_editors(study: StudyId, of: Of, client: Me) -> None:
    """Let nobody edit but who made the study; the link makes no editors any more."""
    await of.studies.dismiss(await _own(of, study, client))


async def _own(of: Services, id: str, client: str) -> LiveStudy:
    """A study of a client's own; ProblemError 403 for those of others."""
    found = await of.studies.study(id)
    if found.stored.owner != client:
        raise ProblemError(403, "not_allowed", f"{id!r} is not your study: only who made it can do that")
    return found


# ---- files ---------------------------------------------------------------------------------------

_FILES: Final = {
    "description": "The study as a file. study: all of it, as JSON. Others: variations, notes and drawings.",
    "content": {
        "application/json": {"schema": {"type": "object"}},
        **{form_named(name).media_type: {"schema": {"type": "string"}} for name in ("sgf", "native", "pdn")},
    },
}


@router.get(
    "/{study}/export",
    summary="Write down a study",
    response_class=Response,
    responses={200: _FILES, **problems(404, 422, 503)},
)
async def export_study(
    study: StudyId,
    of: Of,
    format: Annotated[Literal["study", "sgf", "native", "pdn"], Query()],
    chapter: Annotated[int | None, Query(ge=0, description="Of one chapter; of all without it.")] = None,
) -> Response:
    """A study or one of its chapters as a file."""
    found = await of.studies.study(study)
    title = found.study.title
    # Copies, made at once: the study goes on being edited while the file is written.
    chapters = [one.model() for one in found.study.chapters.values() if chapter in (None, one.number)]
    if not chapters:
        raise ProblemError(404, "gone", f"chapter {chapter}: expected one that the study has")
    if format == JSON:
        text = await off_loop(study_file, title, found.stored.author, chapters)
        return _file(text, title, "json", "application/json")
    form = form_named(format)
    text = await off_loop(chapters_file, chapters, form)
    return _file(text, title if chapter is None else chapters[0].title, form.ending, form.media_type)


def _file(text: str, title: str, ending: str, media_type: str) -> Response:
    name = re.sub("[^a-z0-9]+", "-", title.lower()).strip("-") or "study"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"'}
    return Response(text, media_type=media_type, headers=headers)


# ---- the WebSocket -------------------------------------------------------------------------------


@router.websocket("/{study}/live")
async def live_socket(socket: WebSocket, study: str, of: Of, client: Me) -> None:
    """Follow a study and edit it."""
    async with admitted(socket, of, client) as is_admitted:
        if is_admitted:
            await _StudyConnection(socket, await of.studies.study(study), client, of).serve()


class _StudyConnection(Connection[StudyCommand]):
    """A WebSocket of a study."""

    def __init__(self, socket: WebSocket, study: LiveStudy, client: str, of: Services) -> None:
        super().__init__(socket, client, of, _COMMAND)
        self._study = study

    async def enter(self) -> None:
        """Let the client follow the study."""
        self._study.enter(self.client)

    def leave(self) -> None:
        """The client does not follow it any more."""
        self._study.leave(self.client)

    def work(self, command: StudyCommand) -> Coroutine[Any, Any, str | None]:
        """Do what a command says."""
        return self._done(command)

    async def _done(self, command: StudyCommand) -> None:
        if isinstance(command, PresentCommand):
            self._study.present(self.client, command.place)
        elif not isinstance(command, StudyPing):
            await self._study.edit(self.client.identity, command)
