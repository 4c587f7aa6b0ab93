"""The commands of a room, which come over its WebSocket or by requests."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from nupp.server.models.rooms import MoveCommand, PlainCommand, ReleaseCommand, SetPauseCommand
from nupp.server.rooms import agreements
from nupp.server.rooms.live.live_room import LiveRoom
from nupp.server.rooms.live.rooms_in_use import Live
from nupp.server.rooms.room import Room
from nupp.store import Change

Lasting = MoveCommand | PlainCommand | ReleaseCommand | SetPauseCommand
"""Commands that change a room, or try to."""

_PLAIN: Final[dict[str, Callable[[Room, str], Change]]] = {
    "takeback": agreements.takeback,
    "draw": agreements.offer_draw,
    "resign": agreements.resign,
    "refuse": agreements.refuse,
    "pause": agreements.pause,
    "play": agreements.go_on,
    "step": partial(agreements.go_on, one_move=True),
}


async def carry_out(live: Live, room: LiveRoom, client: str, command: Lasting) -> str | None:
    """Do what a client commands, and return when it is safe: for `release` the token that takes the seat.

    RefusedError if it cannot be done; ProblemError if the database is gone.
    """
    match command:
        case MoveCommand():
            await room.move(client, command.ply, command.move)
        case ReleaseCommand():
            return await live.release(room, client, command.side)
        case SetPauseCommand():
            await room.do(lambda of: agreements.set_pause(of, client, command.seconds))
        case PlainCommand(type="rematch"):
            await live.rematch(room, client)
        case PlainCommand(type="claim"):
            away = room.presence.away
            await room.do(lambda of: agreements.claim(of, client, away))
        case PlainCommand(type="ping"):
            pass
        case PlainCommand():
            await room.do(lambda of: _PLAIN[command.type](of, client))
    return None
