"""Tournaments of people by requests: made, joined, started and followed."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Coroutine
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, WebSocket
from pydantic import TypeAdapter

from nupp.players import parse_time_control
from nupp.server.cluster.holder import CONTESTS
from nupp.server.cluster.leases import Duty
from nupp.server.contests.contest import Contest
from nupp.server.contests.live_contest import LiveContest, glance
from nupp.server.http.connection import Connection, admitted
from nupp.server.http.identity import ROOM_ID
from nupp.server.models import contests as models
from nupp.server.models.contests import (
    ContestGlance,
    ContestPing,
    ContestRequest,
    JoinRequest,
    ResultRequest,
)
from nupp.server.models.shared import ProblemError, problems
from nupp.server.offloop import off_loop
from nupp.server.people.nicknames import nickname
from nupp.server.play.specs import safe_game
from nupp.server.rooms.room import RefusedError
from nupp.server.services import Services, client_of, services

router = APIRouter(prefix="/api/contests", tags=["tournaments"])

_PING: Final = TypeAdapter(ContestPing)
_STATUSES: Final = {"database": 503}
"""The HTTP status for what is refused, by its code; 409 for others."""

Of = Annotated[Services, Depends(services)]
Me = Annotated[str, Depends(client_of)]
ContestId = Annotated[str, Path(pattern=ROOM_ID, description="The id of a tournament of people.")]


@contextlib.asynccontextmanager
async def lifespan(of: Services) -> AsyncIterator[None]:
    """Go on with the tournaments that went on when the server ended; of several servers, one does."""
    if of.leases is None:
        await of.contests.start()
    else:
        of.leases.duties[CONTESTS] = Duty(of.contests.start, of.contests.lose)
    yield
    await of.contests.close()


@router.get("", summary="Tournaments of people", responses=problems(422, 503))
async def list_contests(
    of: Of,
    client: Me,
    mine: Annotated[bool, Query(description="Only those that the client has made.")] = False,
    offset: Annotated[int, Query(ge=0, le=10**6)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> list[ContestGlance]:
    """Tournaments of people, those made last first."""
    found = await of.contests.contests(client if mine else None, offset, limit)
    return [glance(one, client) for one in found]


@router.post("", status_code=201, summary="Make a tournament of people", responses=problems(422, 429, 503))
async def create_contest(wanted: ContestRequest, of: Of, client: Me) -> models.Contest:
    """Make a tournament, which others join until and after it starts."""
    of.creations.require(client)
    game = await off_loop(safe_game, wanted.game)
    _check_clock(wanted.clock, of.settings.clock_seconds)
    return (await of.contests.create(client, wanted, game.spec)).seen(client)


def _check_clock(text: str, longest: float) -> None:
    try:
        control = parse_time_control(text)
    except ValueError as error:
        raise ProblemError(422, "bad_clock", str(error)) from None
    if max(control.base, 100 * control.increment) > longest:
        expected = f"at most {longest:g} s, and {longest / 100:g} s a move"
        raise ProblemError(422, "bad_clock", f"a clock of {control}: expected {expected}")


@router.get("/{contest}", summary="One tournament of people", responses=problems(404, 422, 503))
async def show_contest(contest: ContestId, of: Of, client: Me) -> models.Contest:
    """A tournament as it is now."""
    return (await of.contests.contest(contest)).seen(client)


@router.post("/{contest}/entrants", summary="Join", responses=problems(404, 409, 422, 503))
async def join_contest(contest: ContestId, wanted: JoinRequest, of: Of, client: Me) -> models.Contest:
    """Play from the next round on, under the client's nickname, or under a name if there is none."""
    found = await of.contests.contest(contest)
    name = await of.live.people.name_of(client) or nickname(wanted.name or "")
    holder = await of.live.people.of_client(client)
    other = await off_loop(of.live.people.store.named, name)
    if other is not None and (holder is None or holder.number != other.number):
        raise ProblemError(409, "name_taken", f"{name!r} is somebody else's nickname")
    return await _done(found, found.change(lambda one: one.join(client, name)), client)


@router.delete("/{contest}/entrants", summary="Withdraw", responses=problems(404, 409, 503))
async def withdraw(contest: ContestId, of: Of, client: Me) -> models.Contest:
    """Play no further round; a game that goes on goes on."""
    found = await of.contests.contest(contest)
    return await _done(found, found.change(lambda one: one.withdraw(client)), client)


@router.post("/{contest}/rounds", summary="Begin the next round", responses=problems(403, 404, 409, 503))
async def begin_round(contest: ContestId, of: Of, client: Me) -> models.Contest:
    """Begin the first round, or the next one at once; only who made the tournament can."""
    found = await _own(of, contest, client)
    return await _done(found, found.begin_round(), client)


@router.post("/{contest}/results", summary="Set a result", responses=problems(403, 404, 409, 422, 503))
async def set_result(contest: ContestId, wanted: ResultRequest, of: Of, client: Me) -> models.Contest:
    """End a game that goes on with a result; only who made the tournament can."""
    found = await _own(of, contest, client)
    return await _done(found, found.adjudicate(wanted.room, wanted.result), client)


@router.post("/{contest}/stop", summary="Stop a tournament", responses=problems(403, 404, 409, 503))
async def stop_contest(contest: ContestId, of: Of, client: Me) -> models.Contest:
    """End a tournament as it stands; only who made it can. Games that go on go on."""
    found = await _own(of, contest, client)
    return await _done(found, found.change(Contest.stop), client)


async def _own(of: Services, id: str, client: str) -> LiveContest:
    found = await of.contests.contest(id)
    if found.stored.owner != client:
        raise ProblemError(403, "not_allowed", f"{id!r} is not your tournament: only who made it can do that")
    return found


async def _done(found: LiveContest, work: Awaitable[None], client: str) -> models.Contest:
    """The tournament after something was done; what is refused as a ProblemError."""
    try:
        await work
    except RefusedError as error:
        raise ProblemError(_STATUSES.get(error.code, 409), error.code, str(error)) from None
    return found.seen(client)


@router.websocket("/{contest}/live")
async def live_socket(socket: WebSocket, contest: str, of: Of, client: Me) -> None:
    """Follow a tournament."""
    async with admitted(socket, of, client) as is_admitted:
        if is_admitted:
            await _ContestConnection(socket, await of.contests.contest(contest), client, of).serve()


class _ContestConnection(Connection[ContestPing]):
    """A WebSocket of a tournament."""

    def __init__(self, socket: WebSocket, contest: LiveContest, client: str, of: Services) -> None:
        super().__init__(socket, client, of, _PING)
        self._contest = contest

    async def enter(self) -> None:
        """Let the client follow the tournament."""
        self._contest.enter(self.client)

    def leave(self) -> None:
        """The client does not follow it any more."""
        self._contest.leave(self.client)

    def work(self, command: ContestPing) -> Coroutine[Any, Any, str | None]:
        """Answer a sign of life."""
        return self._answered()

    async def _answered(self) -> None:
        return None
