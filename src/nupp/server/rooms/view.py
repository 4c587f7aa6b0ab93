"""A room as a reader sees it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pydantic_core import to_json

import nupp
from nupp.server.models import rooms
from nupp.server.models.positions import End
from nupp.server.play.rules_compiler import RulesCompiler
from nupp.server.play.scene import Contents
from nupp.server.rooms.course import Course
from nupp.server.rooms.rating import why_unrated
from nupp.server.rooms.room import Room
from nupp.store import StoredRoom, StoredSeat


class Presence(NamedTuple):
    """The people in a room: for each side whether its holder is there, and the number of others."""

    connected: tuple[bool, bool]
    spectators: int
    away: tuple[float | None, float | None] = (None, None)
    """Seconds that the holder of each side has been away; None for who is there, and for engines."""
    watching: tuple[str, ...] = ()
    """The nicknames of spectators, the first `MOST_NAMED` of them."""


MOST_NAMED: Final = 20
"""The number of spectators who are named; the others are counted."""


NOBODY: Final = Presence((False, False), 0)


def room_seen(room: Room, client: str | None, presence: Presence = NOBODY) -> rooms.Room:
    """The room as a client sees it; without one, as anybody may."""
    course = room.course
    return rooms.Room.model_validate(
        {
            "id": room.id,
            "version": room.version,
            "game": course.game.spec,
            "start": room.start,
            "moves": [move.move for move in course.moves],
            "movers": _movers(course),
            "seconds": [move.seconds for move in course.moves],
            "seats": [
                _seat(seat, client, connected, away)
                for seat, connected, away in zip(course.seats, presence.connected, presence.away, strict=True)
            ],
            **_status(room),
            "pause": room.pause,
            "public": room.public,
            "yours": client == room.creator,
            "unrated": why_unrated(room),
            "rematch": room.rematch,
            "spectators": presence.spectators,
            "watching": presence.watching,
            "created": room.created.isoformat(timespec="seconds"),
        }
    )


def whole_seen(room: Room, client: str, presence: Presence, shown: Contents) -> str:
    """The text of the `WholeRoomMessage` for a client; shown: the position as the client sees it."""
    return to_json({"type": "room", "room": room_seen(room, client, presence), "scene": shown}).decode()


def move_seen(room: Room, shown: Contents) -> str:
    """The text of the `MoveMessage` of the last move for a client.

    shown: the position that the move led to, as the client sees it.
    """
    move = room.course.moves[-1]
    message = {
        "type": "move",
        "version": room.version,
        "ply": move.ply,
        "move": move.move,
        "seconds": move.seconds,
        "scene": shown,
        **_status(room),
    }
    return to_json(message).decode()


def outlook(room: Room, client: str) -> tuple[bool, ...]:
    """The key of a client's view of a room: clients with equal keys see the same."""
    return client == room.creator, *(seat.holder == client for seat in room.course.seats)


def _status(room: Room) -> dict[str, Any]:
    """The parts of a room that a move may change beside the position."""
    return {
        "clock": clock_seen(room.course),
        "state": room.course.state,
        "end": end_seen(room.course),
        "offers": room.offers,
    }


def end_seen(course: Course) -> End | None:
    """The end of a game."""
    end = course.end
    if end is None:
        return None
    return End.model_validate({**vars(end), "words": course.end_words(end)})


def clock_seen(course: Course) -> rooms.Clock | None:
    """The clock as it stands."""
    times = course.times()
    if times is None:
        return None
    left = [max(0.0, seconds) for seconds in times]
    return rooms.Clock.model_validate(
        {"control": str(course.control), "left": left, "running": course.running}
    )


def glance(stored: StoredRoom, client: str, rules_compiler: RulesCompiler) -> rooms.Room:
    """A room that is not in use, as `room_seen` shows it; its moves are not played through for that.

    ValueError if there is no such game any more. To be called where rules are interpreted.
    """
    return room_seen(Room(stored, nupp.game(stored.game).start_position(), rules_compiler), client)


def _movers(course: Course) -> list[int]:
    """The side that made each move; nothing where the moves were not played through (`glance`)."""
    found: list[int] = []
    position = course.position
    while position.previous is not None:
        position = position.previous
        found.append(position.to_move)
    return found[::-1]


def _seat(seat: StoredSeat, client: str | None, connected: bool, away: float | None) -> rooms.Seat:
    yours = client is not None and seat.holder == client
    return rooms.Seat(
        kind=seat.kind,
        name=seat.name,
        taken=not seat.is_free,
        yours=yours,
        own=yours,
        connected=seat.is_engine or connected,
        away=away,
    )
