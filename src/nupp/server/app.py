"""The application: its parts put together, from the beginning to the end of a server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.routing import Match

from nupp.rules import GAMES
from nupp.server.api import (
    analysis,
    catalogue,
    editing,
    exhibition,
    exporting,
    importing,
    lobby,
    positions,
    puzzles,
    sockets,
    words,
)
from nupp.server.cluster import neighbours
from nupp.server.cluster.forwarding import Forwarding
from nupp.server.cluster.holder import ALONE
from nupp.server.cluster.leases import Leases
from nupp.server.cluster.places import name_prefix
from nupp.server.contests import api as contests
from nupp.server.contests.in_use import Contests
from nupp.server.engines.pool import Engines
from nupp.server.explorers import api as explorers
from nupp.server.http import admin, page
from nupp.server.http.bans import Bans
from nupp.server.http.gate import Gate, problem_json, problem_response
from nupp.server.http.identity import new_secret
from nupp.server.http.limits import Buckets
from nupp.server.jobs import api as jobs
from nupp.server.jobs import experiments, tournaments
from nupp.server.logs import LOG, details
from nupp.server.metrics import Metrics
from nupp.server.models.shared import Problem, ProblemError, problems
from nupp.server.people import api as people
from nupp.server.recordings import api as recordings
from nupp.server.rooms.live.referee import Referee
from nupp.server.rooms.live.rooms_in_use import Live, database_problem
from nupp.server.services import Services, services
from nupp.server.settings import Settings
from nupp.server.studies import api as studies
from nupp.server.studies.in_use import Studies
from nupp.store import Database, StoreError, default_database
from nupp.version import __version__

MODULES: Final[tuple[Any, ...]] = (
    sockets,  # first, since their path is looked for most often
    lobby,
    people,
    puzzles,
    exhibition,
    catalogue,
    words,
    positions,
    editing,
    importing,
    exporting,
    jobs,
    analysis,
    recordings,
    explorers,
    tournaments,
    experiments,
    studies,
    contests,
)
"""Modules with a `router`; those with a `lifespan(services)` are begun and ended with the server."""

PATIENCE: Final = 1.0
"""Seconds to wait for a database that is locked, before players get a message and it is tried again."""

BANS: Final = "bans.json"
"""The file of the bans in the data folder."""

UNBEGUN: Final = 30.0
"""Days after which rooms in which nothing has happened are deleted."""

_CODES: Final = {404: "not_found", 405: "bad_method", 413: "too_large", 400: "bad_request"}

status = APIRouter()


class Health(BaseModel):
    """The health of the server."""

    ok: bool
    database: str
    workers: str
    version: str


@status.get("/healthz", response_model=Health, responses={503: {"model": Health}}, tags=["server"])
async def healthz(of: Annotated[Services, Depends(services)]) -> JSONResponse:
    """Report if the database takes what is played and searches can be done; 503 if not."""
    database = "ok" if await of.live.writer.can_write() else "failing"
    try:
        await asyncio.to_thread(of.live.store.rooms, limit=1)
    except StoreError:
        database = "unreachable"
    workers = "ok" if of.engines.alive else "ended"
    ok = database == workers == "ok"
    health = Health(ok=ok, database=database, workers=workers, version=__version__)
    return JSONResponse(health.model_dump(), 200 if ok else 503, {"Cache-Control": "no-store"})


@status.get("/metrics", include_in_schema=False)
async def metrics(of: Annotated[Services, Depends(services)]) -> Response:
    """The measures of the server, in the text format of Prometheus."""
    return Response(of.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def create_app(settings: Settings) -> FastAPI:
    """The application of a server with these settings.

    Its parts are made when it starts, and closed when it ends: engines stopped, rooms written, sockets
    closed. StoreError at the start if the database cannot be used.
    """
    measures, bans = Metrics(), Bans(settings.data / BANS)
    secret = new_secret() if settings.cluster else ""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            app.state.services = await _begin(settings, measures, bans, secret, stack)
            LOG.info("server started", extra=details(version=__version__, workers=settings.workers))
            yield
        LOG.info("server ended")

    app = FastAPI(
        title="nupp",
        summary="Board games for people and programs.",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=problems(400, 403, 413, 415, 422, 429),  # what may be answered to any request
    )
    for module in MODULES:
        app.include_router(module.router)
    app.include_router(status)
    app.include_router(admin.router)
    app.include_router(page.router)
    if settings.cluster:
        app.include_router(neighbours.router)
        app.add_middleware(Forwarding)
    app.add_middleware(Gate, settings=settings, metrics=measures, bans=bans, secret=secret)
    app.add_exception_handler(ProblemError, _answer_problem)
    app.add_exception_handler(RequestValidationError, _answer_bad_request)
    app.add_exception_handler(HTTPException, _answer_http)
    app.add_exception_handler(StoreError, _answer_database)
    return app


async def _begin(
    settings: Settings, measures: Metrics, bans: Bans, secret: str, stack: contextlib.AsyncExitStack
) -> Services:
    """Make the parts of the server, and have them closed in the opposite order.

    secret: by which other servers of a cluster show this one that they are.
    """
    url = settings.database or default_database()
    database = await asyncio.to_thread(Database, url, patience=PATIENCE)
    stack.callback(database.close)
    leases = Leases(database, settings.cluster, secret) if settings.cluster else None
    if leases is not None:
        stack.push_async_callback(leases.leave)
    engines = Engines(settings, measures)
    stack.push_async_callback(engines.close)
    engines.begin()
    for name in GAMES.names() if settings.compile_ahead else ():
        engines.compile_ahead(name, "strong")
    creations = Buckets(settings.creation_rate)
    live = Live(settings, measures, database, engines, creations, leases or ALONE)
    stack.push_async_callback(live.close)  # first: a room whose engine is lost takes that for a failure
    await asyncio.to_thread(live.store.forget_unbegun, UNBEGUN)
    studying = Studies(database, leases or ALONE)
    referee = Referee(live) if leases is None else neighbours.FarReferee(live, leases)
    competing = Contests(database, live, leases or ALONE, referee)
    parts = Services(
        settings, measures, database, engines, live, studying, competing, bans, creations, leases
    )
    if leases is not None:
        _connect(leases, parts)
    for module in MODULES:
        if hasattr(module, "lifespan"):
            await stack.enter_async_context(module.lifespan(parts))
    if leases is not None:
        await leases.join()
    return parts


def _connect(leases: Leases, parts: Services) -> None:
    """Let the parts of one of several servers heed what happens to others."""

    def name(number: int) -> None:
        parts.jobs.prefix = parts.recordings.prefix = name_prefix(number)

    leases.on_join.append(name)
    leases.on_loss += [parts.live.lose, parts.studies.lose]
    leases.hear["renamed"] = parts.live.begin_renaming
    leases.hear["banned"] = parts.ban
    leases.hear["lifted"] = parts.bans.lift


# ---- what goes wrong -----------------------------------------------------------------------------


async def _answer_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    return problem_response(error)


async def _answer_bad_request(request: Request, error: Exception) -> Response:
    """Answer an invalid request with the place of the error, without quoting it."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return problem_json(422, Problem(code="bad_request", message=f"{place}: {first['msg']}"))


async def _answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _CODES.get(error.status_code, "bad_request")
    answer = problem_json(error.status_code, Problem(code=code, message=str(error.detail)))
    answer.headers.update(error.headers or {})
    if error.status_code == 405:
        answer.headers["Allow"] = ", ".join(sorted(_methods(request)))
    return answer


def _methods(request: Request) -> set[str]:
    """The methods that may be used where a request went, of all routes and not only of the first."""
    routes = [route for module in MODULES for route in module.router.routes]
    found = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    return {method for route in found for method in getattr(route, "methods", ())}


async def _answer_database(request: Request, error: Exception) -> Response:
    assert isinstance(error, StoreError)
    return problem_response(database_problem(error))
