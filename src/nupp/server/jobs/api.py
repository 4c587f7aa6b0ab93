"""Requests on jobs: to watch one, and to stop it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Header, Path, Response
from fastapi.responses import StreamingResponse

from nupp.server.models.shared import ProblemError, problems
from nupp.server.services import Services, client_of, services

router = APIRouter(prefix="/api/jobs", tags=["jobs"])


@contextlib.asynccontextmanager
async def lifespan(of: Services) -> AsyncIterator[None]:
    """End all jobs when the server does."""
    try:
        yield
    finally:
        await of.jobs.close()


JobName = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,64}$", description="The name of a job.")]


EVENT: Final = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "description": "Its number, for Last-Event-ID."},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["data"],
}
"""An event of a stream, in the terms of OpenAPI 3.2: a schema of all of a stream says nothing about it."""


@router.get(
    "/{job}/events",
    summary="Watch a job",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "Server-Sent Events; the data of each is a `JobEvent`, of the last one `done`.",
            "content": {"text/event-stream": {"itemSchema": EVENT}},
        },
        204: {"description": "The job is over, and whoever asks has seen its last event."},
        **problems(404),
    },
)
async def watch_job(
    job: JobName,
    of: Annotated[Services, Depends(services)],
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> Response:
    """Stream the events of a job, those so far and those to come, with comments now and then."""
    found = of.jobs[job]
    after = int(last_event_id) if last_event_id and last_event_id.isascii() and last_event_id.isdigit() else 0
    if found.is_over and not found.events(after):
        return Response(status_code=204)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(found.watch(after), media_type="text/event-stream", headers=headers)


@router.delete("/{job}", status_code=204, summary="Stop a job", responses=problems(403, 404))
async def stop_job(
    job: JobName,
    of: Annotated[Services, Depends(services)],
    client: Annotated[str, Depends(client_of)],
) -> None:
    """Stop a job; only who began it may. One that has come to its end is left as it is."""
    found = of.jobs[job]
    if found.owner != client:
        raise ProblemError(403, "not_yours", f"{job!r} is not your job: only its owner can stop it")
    found.stop()
