"""Rooms by requests: what there is, how one is made and joined, and how a program plays."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine, Sequence, Set
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Path, Query

from nupp.players import parse_time_control
from nupp.rules import Game, Position
from nupp.server.api.positions import position_of
from nupp.server.cluster.neighbours import rooms_elsewhere
from nupp.server.http.identity import ROOM_ID, digest, new_room_id, new_secret
from nupp.server.models.rooms import (
    MoveCommand,
    MoveRequest,
    PlainCommand,
    ReleaseCommand,
    Room,
    RoomCreated,
    RoomRequest,
    SeatRequest,
    SeatToken,
    SetPauseCommand,
)
from nupp.server.models.shared import ProblemError, problems
from nupp.server.offloop import off_loop
from nupp.server.play.rules_compiler import RulesCompiler
from nupp.server.play.specs import safe_game, safe_player
from nupp.server.rooms import agreements
from nupp.server.rooms.live.commands import carry_out
from nupp.server.rooms.live.live_room import LiveRoom
from nupp.server.rooms.live.rooms_in_use import UNSAFE, from_store
from nupp.server.rooms.room import RefusedError
from nupp.server.rooms.terms import PAUSE, RoomTerms, new_room
from nupp.server.rooms.view import glance, room_seen
from nupp.server.services import Services, client_of, services
from nupp.store import SeatKind, State, StoredRoom, StoredSeat, StoreError

router = APIRouter(prefix="/api/rooms", tags=["rooms"])

PERSON: Final = ""
"""The name of a person who has given none."""
PATIENCE: Final = 1.5
"""Seconds that a request waits until what it has done is safe."""
_STATUSES: Final = {
    **dict.fromkeys(("not_your_seat", "not_your_turn", "not_allowed", "bad_invitation"), 403),
    "illegal_move": 422,
    "database": 503,
}
"""The HTTP status for what is refused, by its code; 409 for others."""

Of = Annotated[Services, Depends(services)]
Me = Annotated[str, Depends(client_of)]
RoomId = Annotated[str, Path(pattern=ROOM_ID, description="The name of a room.")]


@router.get("", summary="Rooms", responses=problems(422, 503))
async def list_rooms(
    of: Of,
    client: Me,
    mine: Annotated[bool, Query(description="Only those that the client has made or plays in.")] = False,
    state: Annotated[State | None, Query()] = None,
    game: Annotated[str | None, Query(max_length=300)] = None,
    begun: Annotated[bool, Query(description="Only those in which somebody has moved.")] = False,
    offset: Annotated[int, Query(ge=0, le=10**6)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> list[Room]:
    """The client's own rooms and public ones, those made last first."""
    spec = None if game is None else (await off_loop(safe_game, game)).spec
    found = await of.live.rooms(client, mine, state, spec, begun, offset, limit)
    rooms = await off_loop(_glances, of.live.rules_compiler, found, client)
    for id in rooms:
        room = of.live.in_use(id)
        if room is not None:
            rooms[id] = _seen(room, client)
    if of.leases is not None:
        rooms |= await rooms_elsewhere(of.leases, rooms, client)
    browsers = await from_store(of.live.people.store.browsers, client)
    for stored in found:
        if stored.id in rooms:
            _mark_own(rooms[stored.id], stored, browsers)
    return list(rooms.values())


def _mark_own(room: Room, stored: StoredRoom, browsers: Set[str]) -> None:
    """Mark the seats of a room that some browsers have as the reader's own."""
    for seat, kept in zip(room.seats, stored.seats, strict=True):
        seat.own = seat.yours or kept.holder in browsers


def _glances(rules_compiler: RulesCompiler, found: tuple[StoredRoom, ...], client: str) -> dict[str, Room]:
    """Rooms as they are stored, by their ids; without those whose games are not there any more."""
    rooms = {}
    for stored in found:
        with contextlib.suppress(ValueError):
            rooms[stored.id] = glance(stored, client, rules_compiler)
    return rooms


@router.post(
    "",
    status_code=201,
    summary="Make a room",
    responses=problems(409, 422, 429, 503),
)
async def create_room(wanted: RoomRequest, of: Of, client: Me) -> RoomCreated:
    """Make a room; the invitations are shown this once."""
    of.live.require_space(client, client)
    position = await off_loop(_position, wanted)
    game = position.game
    terms = _terms(wanted, of.settings.clock_seconds)
    name = await _own_name(of, client, [one.name for one in wanted.seats if one.kind == "me" and one.name])
    seats, invitations = zip(*(_seat(one, game, client, name) for one in wanted.seats), strict=True)
    start, moves = wanted.position, list(position.moves)
    stored = new_room(new_room_id(), game, client, seats, terms, start, moves)
    for seat in seats:
        if seat.kind == SeatKind.ENGINE:
            of.engines.expect(game.spec, seat.name)
    made = await of.live.create(stored)
    room = of.live.in_use(made.id)
    seen = room_seen(made, client) if room is None else _seen(room, client)
    return RoomCreated(room=seen, invitations=invitations)


def _position(wanted: RoomRequest) -> Position:
    position = position_of(wanted.game, wanted.position, wanted.moves)
    if position.is_over:
        raise ProblemError(422, "over", "the game is over there: expected a position to play on from")
    return position


def _terms(wanted: RoomRequest, longest: float) -> RoomTerms:
    try:
        control = None if wanted.clock is None else parse_time_control(wanted.clock)
        budget = wanted.budget.for_player() if wanted.budget else None
    except ValueError as error:
        raise ProblemError(422, "bad_clock", str(error)) from None
    if control is not None and max(control.base, 100 * control.increment) > longest:
        expected = f"at most {longest:g} s, and {longest / 100:g} s a move"
        raise ProblemError(422, "bad_clock", f"a clock of {control}: expected {expected}")
    terms = RoomTerms(control, pause=PAUSE if wanted.pause is None else wanted.pause, public=wanted.public)
    return terms if budget is None or budget.unlimited else replace(terms, budget=budget)


async def _own_name(of: Services, client: str, wanted: Sequence[str]) -> str:
    """The nickname of a client; ProblemError `name_taken` for a name that is another person's."""
    people = of.live.people
    for name in wanted:
        try:
            holder = await asyncio.to_thread(people.store.named, name)
            person = await people.of_client(client)
        except StoreError:  # it will be found out when the room is kept
            continue
        if holder is not None and (person is None or person.number != holder.number):
            raise ProblemError(409, "name_taken", f"{name!r} is somebody else's nickname")
    return await people.name_of(client)


def _seat(wanted: SeatRequest, game: Game, client: str, nickname: str) -> tuple[StoredSeat, str | None]:
    """A seat as it is asked for, and the invitation to it, if it is for a friend."""
    if wanted.kind == "engine":
        if wanted.player is None:
            raise ProblemError(422, "bad_spec", "an engine without a player: expected its spec")
        return StoredSeat(SeatKind.ENGINE, safe_player(wanted.player, game)), None
    name = wanted.name or PERSON
    if wanted.kind == "me":
        return StoredSeat(SeatKind.PERSON, nickname or name, holder=client), None
    token = new_secret()
    return StoredSeat(SeatKind.PERSON, name, invitation=digest(token)), token


@router.get("/{room}", summary="One room", responses=problems(404, 503))
async def show_room(room: RoomId, of: Of, client: Me) -> Room:
    """A room as it is now."""
    return _seen(await of.live.room(room), client)


@router.post(
    "/{room}/seats",
    summary="Take a seat",
    responses=problems(403, 404, 409, 422, 503),
)
async def take_seat(room: RoomId, wanted: SeatToken, of: Of, client: Me) -> Room:
    """Take the seat that an invitation is for."""
    found = await of.live.room(room)
    name = await of.live.people.name_of(client)
    taking = found.do(lambda one: agreements.take_seat(one, client, wanted.side, digest(wanted.token), name))
    return await _done(found, taking, client)


@router.post(
    "/{room}/moves",
    summary="Play a move",
    responses=problems(403, 404, 409, 422, 503),
)
async def play_move(room: RoomId, wanted: MoveRequest, of: Of, client: Me) -> Room:
    """Play a move; one that was sent twice is played once."""
    command = MoveCommand(type="move", id=0, ply=wanted.ply, move=wanted.move)
    return await _obey(room, command, of, client)


RequestedCommand = Annotated[PlainCommand | ReleaseCommand | SetPauseCommand, Body(discriminator="type")]


@router.post(
    "/{room}/commands",
    summary="Do something else than move",
    responses=problems(403, 404, 409, 422, 503),
)
async def give_command(room: RoomId, wanted: RequestedCommand, of: Of, client: Me) -> Room:
    """Carry out what can be said over the WebSocket, too, but for moves and hints."""
    return await _obey(room, wanted, of, client)


async def _obey(
    id: str, command: MoveCommand | PlainCommand | ReleaseCommand | SetPauseCommand, of: Services, client: str
) -> Room:
    room = await of.live.room(id)
    return await _done(room, carry_out(of.live, room, client, command), client)


async def _done(room: LiveRoom, work: Coroutine[Any, Any, object], client: str) -> Room:
    """Do something to a room and answer when it is safe.

    ProblemError 503 if the database takes too long: `unsafe` if it is done all the same, `database` if not.
    """
    task = room.begin(work)
    await asyncio.wait([task], timeout=PATIENCE)
    if room.keeping is task:
        raise ProblemError(503, "unsafe", UNSAFE)
    if not task.done() and room.trouble is not None:  # it waits for a change that is not safe
        task.cancel()
    try:
        await task
    except RefusedError as error:
        raise _problem(error) from None
    except asyncio.CancelledError:
        if not task.cancelled():
            raise
        raise ProblemError(503, "database", "the database cannot be used now") from None
    return _seen(room, client)


def _seen(room: LiveRoom, client: str) -> Room:
    """The room for somebody who has asked, and so is there."""
    room.heed_request(client)
    return room_seen(room.room, client, room.presence)


def _problem(error: RefusedError) -> ProblemError:
    status = _STATUSES.get(error.code, 409)
    return ProblemError(status, error.code, str(error))
