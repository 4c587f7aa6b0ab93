"""Published experiments, reproduced with less of everything, and their reports."""

from __future__ import annotations

from functools import cache
from pathlib import Path as File
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Response

from nupp.server.jobs.jobs import Job, JobError, Kind
from nupp.server.jobs.reports import make_folder, report_response
from nupp.server.jobs.runs import RunError, run
from nupp.server.models.shared import ProblemError, problems
from nupp.server.models.work.jobs import JobCreated, TextEvent
from nupp.server.models.work.tournaments import ExperimentInfo, ExperimentRequest
from nupp.server.offloop import off_loop
from nupp.server.services import Services, client_of, services
from nupp.studies import STUDIES, study
from nupp.studies.publish import stem

router = APIRouter(prefix="/api/experiments", tags=["experiments"])

PATIENCE: Final = 120.0
"""Seconds after which an experiment is stopped if nobody watches it."""
_EXPERIMENTS: Final = Kind("experiments", of_client=1, of_all=1, is_watched=True, patience=PATIENCE)

Asked = Annotated[Services, Depends(services)]
Client = Annotated[str, Depends(client_of)]
Name = Annotated[str, Path(max_length=60, description="The name of an experiment.")]


@router.get("", summary="All experiments")
async def list_experiments(of: Asked, client: Client) -> list[ExperimentInfo]:
    """All experiments, with the reports of those that were run here."""
    running = {job.subject: job for job in of.jobs.running(_EXPERIMENTS.name)}
    return [
        ExperimentInfo(
            name=name,
            title=title,
            source=source,
            report=f"/api/experiments/{name}/report" if _page(of, name).is_file() else None,
            running=running[name].name if name in running else None,
            yours=name in running and running[name].owner == client,
        )
        for name, title, source in await off_loop(_known)
    ]


@cache
def _known() -> tuple[tuple[str, str, str], ...]:
    """Name, title and source of all experiments."""
    found = [study(name) for name in STUDIES]
    return tuple((one.name, one.title, one.source) for one in found)


@router.post("/{name}", status_code=202, summary="Run an experiment", responses=problems(404, 422, 429, 503))
async def run_experiment(name: Name, wanted: ExperimentRequest, of: Asked, client: Client) -> JobCreated:
    """Run an experiment with less of everything, in some minutes; one that runs is not started twice.

    It ends when nobody has watched it for some time.
    """
    _require(name)
    await make_folder(_folder(of))
    for job in of.jobs.running(_EXPERIMENTS.name):
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
        return f"/api/experiments/{name}/report"

    return JobCreated(job=of.jobs.start(client, _EXPERIMENTS, work, subject=name).name)


@router.get(
    "/{name}/report",
    summary="The report of an experiment",
    response_class=Response,
    responses={200: {"content": {"text/html": {"schema": {"type": "string"}}}}, **problems(404)},
)
async def show_report(name: Name, of: Asked) -> Response:
    """The report of an experiment that was run here, as a page that needs nothing else."""
    _require(name)
    if not _page(of, name).is_file():
        raise ProblemError(404, "no_report", f"{name} has not been run here: expected one that has")
    return await off_loop(report_response, _page(of, name))


def _require(name: str) -> None:
    if name not in STUDIES:
        raise ProblemError(
            404, "unknown_experiment", f"{name!r} is no experiment: expected one of {', '.join(STUDIES)}"
        )


def _folder(of: Services) -> File:
    return of.settings.data / "studies"


def _page(of: Services, name: str) -> File:
    return _folder(of) / f"{stem(name, quick=True)}.html"
