"""Studies: published experiments, done again with less of everything, and their reports."""

from __future__ import annotations

from functools import cache
from pathlib import Path as File
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Response

from nupp.server.jobs.jobs import Job, JobError, Kind
from nupp.server.jobs.reports import make_folder, report_response
from nupp.server.jobs.runs import RunError, run
from nupp.server.models.jobs import JobCreated, TextEvent
from nupp.server.models.shared import ProblemError, problems
from nupp.server.models.tournaments import StudyInfo, StudyRequest
from nupp.server.offloop import off_loop
from nupp.server.services import Services, client_of, services
from nupp.studies import STUDIES, study
from nupp.studies.publish import stem

router = APIRouter(prefix="/api/studies", tags=["studies"])

_STUDIES: Final = Kind("studies", of_client=1, of_all=1)

Asked = Annotated[Services, Depends(services)]
Client = Annotated[str, Depends(client_of)]
Name = Annotated[str, Path(max_length=60, description="The name of a study.")]


@router.get("", summary="All studies")
async def list_studies(of: Asked) -> list[StudyInfo]:
    """All studies, with the reports of those that were done here."""
    running = {job.subject: job.name for job in of.jobs.running(_STUDIES.name)}
    return [
        StudyInfo(
            name=name,
            title=title,
            source=source,
            report=f"/api/studies/{name}/report" if _page(of, name).is_file() else None,
            running=running.get(name),
        )
        for name, title, source in await off_loop(_known)
    ]


@cache
def _known() -> tuple[tuple[str, str, str], ...]:
    """Name, title and source of all studies."""
    found = [study(name) for name in STUDIES]
    return tuple((one.name, one.title, one.source) for one in found)


@router.post("/{name}", status_code=202, summary="Do a study again", responses=problems(404, 422, 429, 503))
async def conduct_study(name: Name, wanted: StudyRequest, of: Asked, client: Client) -> JobCreated:
    """Do a study with less of everything, in some minutes; one that is being done is not begun twice."""
    _require(name)
    await make_folder(_folder(of))
    for job in of.jobs.running(_STUDIES.name):
        if job.subject == name:
            return JobCreated(job=job.name)

    of.creations.require(client)

    async def work(job: Job) -> str:
        try:
            await run(
                "study",
                of.settings.search_memory,
                lambda line: job.send(TextEvent(line=line)),
                name=name,
                folder=str(_folder(of)),
            )
        except RunError as error:
            raise JobError(str(error)) from None
        return f"/api/studies/{name}/report"

    return JobCreated(job=of.jobs.start(client, _STUDIES, work, subject=name).name)


@router.get(
    "/{name}/report",
    summary="The report of a study",
    response_class=Response,
    responses={200: {"content": {"text/html": {"schema": {"type": "string"}}}}, **problems(404)},
)
async def show_report(name: Name, of: Asked) -> Response:
    """The report of a study that was done here, as a page that needs nothing else."""
    _require(name)
    if not _page(of, name).is_file():
        raise ProblemError(404, "no_report", f"{name} has not been done here: expected one that has")
    return await off_loop(report_response, _page(of, name))


def _require(name: str) -> None:
    if name not in STUDIES:
        raise ProblemError(
            404, "unknown_study", f"{name!r} is no study: expected one of {', '.join(STUDIES)}"
        )


def _folder(of: Services) -> File:
    return of.settings.data / "studies"


def _page(of: Services, name: str) -> File:
    return _folder(of) / f"{stem(name, quick=True)}.html"
