"""Questions of the servers of a cluster to each other, beside the requests that they pass on."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Request

from nupp.server.cluster.holder import ROOM, unreachable
from nupp.server.cluster.leases import Leases
from nupp.server.cluster.relay import BrokenError, Peer, UnreachableError, asked
from nupp.server.cluster.trust import proof
from nupp.server.models.rooms import Room
from nupp.server.models.shared import ProblemError
from nupp.server.rooms.live.referee import Referee
from nupp.server.rooms.live.rooms_in_use import Live
from nupp.server.rooms.room import RefusedError
from nupp.server.rooms.view import room_seen
from nupp.server.services import Services, client_of, services
from nupp.store import Member

LISTED: Final = 1.0
"""Seconds that a list waits for another server to say who is in its rooms."""


async def _from_server(request: Request) -> None:
    """ProblemError for a request that comes from no server."""
    if not request.scope["nupp.sent"]:
        raise ProblemError(404, "not_found", f"{request.url.path} is not here")


router = APIRouter(prefix="/cluster", include_in_schema=False, dependencies=[Depends(_from_server)])

Of = Annotated[Services, Depends(services)]


# ---- what is answered ----------------------------------------------------------------------------


@router.post("/rooms")
async def show_rooms(
    rooms: Annotated[list[str], Body()], of: Of, client: Annotated[str, Depends(client_of)]
) -> list[Room]:
    """Those of some rooms that are in memory here, as a client sees them."""
    found = (of.live.in_use(id) for id in rooms)
    return [room_seen(one.room, client, one.presence) for one in found if one is not None]


@router.post("/rooms/{room}/result")
async def show_result(room: str, is_late: Annotated[bool, Body()], of: Of) -> float | None:
    """As `Referee.result`."""
    return await Referee(of.live).result(room, is_late)


@router.post("/rooms/{room}/end", status_code=204)
async def end_game(room: str, points: Annotated[float, Body()], of: Of) -> None:
    """As `Referee.end`."""
    try:
        await Referee(of.live).end(room, points)
    except RefusedError as error:
        raise ProblemError(409, error.code, str(error)) from None


# ---- what is asked -------------------------------------------------------------------------------


class FarReferee(Referee):
    """Sees to rooms wherever they are: who asks for one that nobody owns becomes its owner."""

    def __init__(self, live: Live, leases: Leases) -> None:
        super().__init__(live)
        self._leases = leases

    async def result(self, id: str, is_late: bool) -> float | None:
        owner = await self._leases.owner(ROOM + id)
        if owner is None:
            return await super().result(id, is_late)
        points: float | None = await _ask(self._leases, owner, f"/cluster/rooms/{id}/result", is_late)
        return points

    async def end(self, id: str, points: float) -> None:
        owner = await self._leases.owner(ROOM + id)
        if owner is None:
            await super().end(id, points)
            return
        try:
            await _ask(self._leases, owner, f"/cluster/rooms/{id}/end", points)
        except ProblemError as error:
            if error.status == 409:
                raise RefusedError(error.problem.code, error.problem.message) from None
            raise


async def rooms_elsewhere(leases: Leases, ids: Iterable[str], client: str) -> dict[str, Room]:
    """Those of some rooms that are in the memory of other servers, as a client sees them, by their ids."""
    of_owner: dict[Member, list[str]] = defaultdict(list)
    for thing, owner in (await leases.owners([ROOM + id for id in ids])).items():
        of_owner[owner].append(thing.removeprefix(ROOM))
    found = await asyncio.gather(*(_rooms_of(leases, owner, own, client) for owner, own in of_owner.items()))
    return {one["id"]: Room.model_validate(one) for rooms in found for one in rooms}


async def _rooms_of(leases: Leases, owner: Member, ids: list[str], client: str) -> list[Mapping[str, Any]]:
    """The rooms of one server; none if it does not answer."""
    try:
        rooms: list[Mapping[str, Any]] = await asyncio.wait_for(
            _ask(leases, owner, "/cluster/rooms", ids, client), LISTED
        )
    except (ProblemError, TimeoutError):
        return []
    return rooms


async def _ask(leases: Leases, owner: Member, path: str, body: Any, client: str = "") -> Any:
    """The answer of another server; its problem as a ProblemError, 503 if it does not answer."""
    headers = {"content-type": "application/json", **proof(owner, client)}
    fields = {name.encode(): value.encode() for name, value in headers.items()}
    peer = Peer(owner.address, partial(leases.breaking, owner.number))
    try:
        async with asked(peer, "POST", path.encode(), fields, json.dumps(body).encode()) as answer:
            found = json.loads(await answer.body() or b"null")
    except (UnreachableError, BrokenError, ValueError):
        raise unreachable() from None
    if answer.status >= 400:
        raise ProblemError(answer.status, found.get("code", "failed"), found.get("message", ""))
    return found
