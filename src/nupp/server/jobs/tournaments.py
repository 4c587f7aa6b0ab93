"""Tournaments of players of the server: begun, watched while the table fills, stopped and resumed.

The database says what was asked for and what has become of it; the games lie in the file of the tournament,
one line each, from which everything else follows. A tournament that ran when the server ended, in whatever
way, is resumed when it starts again.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path as File
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Response

from nupp import arena
from nupp.formats import GameRecord, RecordError
from nupp.server.api.importing import imported_record
from nupp.server.cluster.holder import JOBS
from nupp.server.cluster.leases import Duty
from nupp.server.jobs.jobs import Job, JobError, Kind
from nupp.server.jobs.reports import make_folder, report_response
from nupp.server.jobs.runs import LIVE, RunError, game_in, games_in, run, tournament_of
from nupp.server.models.shared import ProblemError, problems
from nupp.server.models.work.analysis import Imported
from nupp.server.models.work.jobs import LiveGameEvent, StandingEvent
from nupp.server.models.work.thinking import Budget
from nupp.server.models.work.tournaments import LatestGame, Rating, Standing, Tournament, TournamentRequest
from nupp.server.offloop import off_loop
from nupp.server.play.specs import safe_game, safe_player
from nupp.server.services import Services, client_of, services
from nupp.store import JobState, JobStore, StoredJob, StoreError

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])

TOURNAMENTS: Final = Kind("tournaments", of_client=1, of_all=2)
MOST_GAMES: Final = 20_000
"""The most games of one tournament."""
LATEST: Final = 20
"""The number of games that ended last in a standing."""

_KIND: Final = "tournament"
_REPLICATES: Final = 1000
"""The number of bootstrap estimates for error bars while games go on; fewer than at the end, within 2 %."""
_REST: Final = 10.0
"""The pause after a standing, as a multiple of the time that it took."""
_LOG: Final = logging.getLogger(__name__)

Asked = Annotated[Services, Depends(services)]
Client = Annotated[str, Depends(client_of)]
Id = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,64}$", description="The id of a tournament.")]


# ---- what is asked -------------------------------------------------------------------------------


@router.get("", summary="All tournaments", responses=problems(503))
async def list_tournaments(
    of: Asked,
    client: Client,
    offset: Annotated[int, Query(ge=0, le=10**6)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> list[Tournament]:
    """The tournaments of this server, the latest first, without their standings."""
    kept = await off_loop(JobStore(of.database).jobs, kind=_KIND, offset=offset, limit=limit)
    return [_answer(one, client) for one in kept]


@router.post("", status_code=201, summary="Begin a tournament", responses=problems(422, 429, 503))
async def begin_tournament(wanted: TournamentRequest, of: Asked, client: Client) -> Tournament:
    """Play a tournament; its id is the name of the job that sends its standings."""
    of.creations.require(client)
    orders = await off_loop(_orders, wanted, of.settings.search_seconds)
    of.jobs.require_room(client, TOURNAMENTS)
    name, now = secrets.token_urlsafe(12), datetime.now(UTC)
    folder = of.settings.data / "tournaments" / name
    kept = StoredJob(name, _KIND, client, orders, now, now, str(folder))
    await make_folder(folder)
    await off_loop(JobStore(of.database).create, kept)
    await _start(of, kept)
    return _answer(kept, client)


@router.get("/{id}", summary="One tournament", responses=problems(404, 503))
async def show_tournament(id: Id, of: Asked, client: Client) -> Tournament:
    """A tournament with its standing."""
    kept = await _load(of, id)
    return _answer(kept, client, await off_loop(standing, kept))


@router.post("/{id}/resume", summary="Resume a tournament", responses=problems(403, 404, 409, 429, 503))
async def resume_tournament(id: Id, of: Asked, client: Client) -> Tournament:
    """Resume a tournament that was stopped or has failed; only who began it may."""
    kept = await _load(of, id)
    if kept.client != client:
        raise ProblemError(403, "not_yours", f"{id!r} is not your tournament: only its owner can resume it")
    if kept.state not in (JobState.STOPPED, JobState.FAILED):
        raise ProblemError(409, "not_stopped", f"{id!r} is {kept.state}: expected one that was stopped")
    of.creations.require(client)
    of.jobs.require_room(client, TOURNAMENTS)
    kept = await off_loop(JobStore(of.database).update, id, JobState.RUNNING)
    await _start(of, kept)
    return _answer(kept, client)


@router.get("/{id}/games/{number}", summary="A game of a tournament", responses=problems(404, 422, 503))
async def show_game(id: Id, number: Annotated[int, Path(ge=0, le=MOST_GAMES)], of: Asked) -> Imported:
    """A game that has ended, by its number."""
    return await off_loop(_game, await _load(of, id), number)


def _game(kept: StoredJob, number: int) -> Imported:
    with _readable(_file(kept)) as file:
        record = game_in(file, number)
    if record is None:
        raise ProblemError(
            404, "unknown_game", f"no game {number} has ended: expected the number of one that has"
        )
    return imported_record(record)


@router.get(
    "/{id}/report",
    summary="The report of a tournament",
    response_class=Response,
    responses={200: {"content": {"text/html": {"schema": {"type": "string"}}}}, **problems(404, 503)},
)
async def show_report(id: Id, of: Asked) -> Response:
    """The arena's report of a tournament as it stands, as a page that needs nothing else."""
    kept = await _load(of, id)
    file, page = _file(kept), File(kept.folder or "") / "report.html"
    if not file.exists():
        raise ProblemError(404, "no_report", f"no game of {id!r} has ended: expected one for a report")
    async with of.jobs.writing:
        if not page.exists() or page.stat().st_mtime < file.stat().st_mtime:
            await _write_report(of, kept, page)
    return await off_loop(report_response, page)


async def _write_report(of: Services, kept: StoredJob, page: File) -> None:
    orders = dict(kept.request)
    try:
        await run(
            "report",
            of.settings.search_memory,
            lambda line: None,
            file=str(_file(kept)),
            page=str(page),
            **orders,
        )
    except RunError as error:
        raise ProblemError(503, "no_report", f"the report could not be written: {error}") from None


# ---- playing -------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def lifespan(of: Services) -> AsyncIterator[None]:
    """Resume the tournaments that ran when the server ended; of several servers, one does."""
    if of.leases is None:
        await _resume(of)
    else:
        of.leases.duties[JOBS] = Duty(functools.partial(_resume, of), of.jobs.stop_all)
    yield


async def _resume(of: Services) -> None:
    running = await off_loop(JobStore(of.database).jobs, kind=_KIND, state=JobState.RUNNING, limit=100)
    for kept in running:
        if kept.folder is not None and File(kept.folder).is_dir():  # else it is one of another machine
            with contextlib.suppress(ProblemError):
                await _start(of, kept)


async def _start(of: Services, kept: StoredJob) -> None:
    """Play a tournament that is kept as running; ProblemError 429 if too many are, and it is stopped then."""
    try:
        of.jobs.start(kept.client, TOURNAMENTS, functools.partial(_play, of, kept), kept.id)
    except ProblemError as error:
        await _keep(of, kept, JobState.STOPPED, str(error))
        raise


async def _play(of: Services, kept: StoredJob, job: Job) -> str:
    """Play what is left of a tournament, send its standings, and keep what has become of it."""
    changed = asyncio.Event()
    changed.set()
    sending = asyncio.create_task(_send_standings(job, kept, changed))
    memory = 2 * of.settings.search_memory  # for the tables of many players
    try:
        event = await off_loop(functools.partial(tournament_of, **dict(kept.request)))

        def heed(line: str) -> None:
            if line.startswith(LIVE):
                job.send(_live(event, json.loads(line.removeprefix(LIVE))))
            else:
                changed.set()

        await run(_KIND, memory, heed, file=str(_file(kept)), **dict(kept.request))
        job.send(StandingEvent(standing=await off_loop(standing, kept)))
    except (RunError, ProblemError) as error:
        await _keep(of, kept, JobState.FAILED, str(error))
        raise JobError(str(error)) from None
    except asyncio.CancelledError:
        if not of.jobs.closing and of.holder.owns(JOBS):
            await _keep(of, kept, JobState.STOPPED, "")
        raise
    finally:
        sending.cancel()
    await _keep(of, kept, JobState.FINISHED, "")
    return ""


def _live(event: arena.Tournament, sent: dict[str, Any]) -> LiveGameEvent:
    task = event.task(sent["number"])
    first, second = task.match.seats(task.index)
    return LiveGameEvent(first=first, second=second, **sent)


async def _send_standings(job: Job, kept: StoredJob, changed: asyncio.Event) -> None:
    """Send the standing when it has changed, but not so often that it takes much time."""
    while True:
        await changed.wait()
        changed.clear()
        began = time.monotonic()
        with contextlib.suppress(ProblemError):  # a file that cannot be read will end the run
            job.send(StandingEvent(standing=await off_loop(standing, kept)))
        await asyncio.sleep(max(1.0, _REST * (time.monotonic() - began)))


async def _keep(of: Services, kept: StoredJob, state: JobState, message: str) -> None:
    """Keep what has become of a tournament; what cannot be kept now is found out when the server starts."""
    try:
        await off_loop(JobStore(of.database).update, kept.id, state, message)
    except StoreError as error:
        _LOG.warning("the end of a tournament could not be kept: %s", error)


# ---- what there is -------------------------------------------------------------------------------


async def _load(of: Services, id: str) -> StoredJob:
    kept = await off_loop(JobStore(of.database).load, id)
    if kept is None or kept.kind != _KIND:
        raise ProblemError(404, "unknown_tournament", f"{id!r} is no tournament: expected the id of one")
    return kept


def _orders(wanted: TournamentRequest, most: float) -> dict[str, Any]:
    """The orders of a tournament, with a limit of seconds a move; ProblemError if it cannot be."""
    game = safe_game(wanted.game)
    seconds = wanted.budget.seconds and min(wanted.budget.seconds, most)
    orders = {
        "game": game.spec,
        "players": [safe_player(one, game) for one in wanted.players],
        "gauntlet": wanted.gauntlet,
        "games": wanted.pairing_games,
        "budget": wanted.budget.model_dump() | {"seconds": seconds},
        "openings": wanted.openings,
        "seed": wanted.seed,
    }
    _check(orders)
    return orders


def _check(orders: dict[str, Any]) -> None:
    """ProblemError unless such a tournament can be played here."""
    try:
        games = tournament_of(**orders).games
    except ValueError as error:
        raise ProblemError(422, "bad_tournament", str(error)) from None
    if games > MOST_GAMES:
        raise ProblemError(422, "bad_tournament", f"{games} games: expected at most {MOST_GAMES}")


def _file(kept: StoredJob) -> File:
    return File(kept.folder or "") / "games.jsonl"


@contextlib.contextmanager
def _readable(file: File) -> Iterator[File]:
    """A file of games while it is read; ProblemError 503 if it cannot be."""
    try:
        yield file
    except (RecordError, OSError, UnicodeDecodeError) as error:
        words = f"the games of {file.parent.name!r} cannot be read: {error}"
        raise ProblemError(503, "bad_file", words) from None


def _answer(kept: StoredJob, client: str, known: Standing | None = None) -> Tournament:
    asked = kept.request
    return Tournament(
        id=kept.id,
        game=asked["game"],
        players=asked["players"],
        gauntlet=asked["gauntlet"],
        pairing_games=asked["games"],
        budget=Budget(**asked["budget"]),
        state=kept.state,
        message=kept.message,
        created=kept.created.isoformat(timespec="seconds"),
        standing=known,
        yours=kept.client == client,
    )


def standing(kept: StoredJob) -> Standing:
    """The standing of a tournament by the games in its file; ProblemError 503 if that cannot be read."""
    with _readable(_file(kept)) as file:
        size = file.stat().st_size if file.exists() else 0
    return _standing(file, size, json.dumps(dict(kept.request)))


@functools.lru_cache(maxsize=32)
def _standing(file: File, size: int, request: str) -> Standing:
    """As `standing`, for a file of `size` bytes: found once, however many ask for it."""
    event = tournament_of(**json.loads(request))
    with _readable(file):
        result = arena.TournamentResult(event, games_in(file))
    return Standing(
        games=event.games,
        played=len(result.records),
        players=list(event.players),
        crosstable=_crosstable(result),
        ratings=_ratings(result),
        latest=[
            _latest(event, number, result.records[number])
            for number in list(result.records)[: -LATEST - 1 : -1]
        ],
    )


def _crosstable(result: arena.TournamentResult) -> list[list[tuple[int, int, int] | None]]:
    place = {spec: number for number, spec in enumerate(result.players)}
    table: list[list[tuple[int, int, int] | None]] = [[None] * len(place) for _ in place]
    for one in result.results:
        first, second = place[one.match.first], place[one.match.second]
        wins, draws, losses = one.tally
        table[first][second], table[second][first] = (wins, draws, losses), (losses, draws, wins)
    return table


def _ratings(result: arena.TournamentResult) -> list[Rating]:
    finished = len(result.records) == result.tournament.games
    return [
        Rating(
            player=one.player,
            elo=one.elo,
            low=one.elo_low,
            high=one.elo_high,
            score=one.points,
            games=one.games,
        )
        for one in (result.ratings if finished else result.rate(_REPLICATES))
        if one.games
    ]


def _latest(event: arena.Tournament, number: int, record: GameRecord) -> LatestGame:
    first, second = record.players
    return LatestGame(
        number=number,
        first=first,
        second=second,
        outcome=record.outcome,
        plies=len(record.moves),
        termination=record.termination or "",
    )
