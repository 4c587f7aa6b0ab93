"""What a reader sees of a room, as JSON has it (`Room` in `models.rooms`)."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

import nupp
from nupp.server.engines.playing import Rulebook
from nupp.server.rooms.course import Course
from nupp.server.rooms.room import Room
from nupp.store import StoredRoom, StoredSeat


class Presence(NamedTuple):
    """Who is connected to a room: for each side its holder, and how many others."""

    connected: tuple[bool, bool]
    spectators: int


NOBODY: Final = Presence((False, False), 0)


def room_seen(room: Room, client: str | None, presence: Presence = NOBODY) -> dict[str, Any]:
    """The room as a client sees it; without one, as anybody may."""
    course = room.course
    return {
        "id": room.id,
        "version": room.version,
        "game": course.game.spec,
        "start": room.start,
        "moves": [move.move for move in course.moves],
        "movers": _movers(course),
        "seconds": [move.seconds for move in course.moves],
        "seats": [
            _seat(seat, client, connected)
            for seat, connected in zip(course.seats, presence.connected, strict=True)
        ],
        **status(room),
        "pause": room.pause,
        "public": room.public,
        "yours": client == room.creator,
        "rematch": room.rematch,
        "spectators": presence.spectators,
        "created": room.created.isoformat(timespec="seconds"),
    }


def status(room: Room) -> dict[str, Any]:
    """What a move may change beside the position."""
    return {
        "state": room.course.state,
        "end": end_seen(room.course),
        "clock": clock_seen(room.course),
        "offers": {"draw": room.draw_offer, "takeback": room.takeback_offer},
    }


def end_seen(course: Course) -> dict[str, Any] | None:
    """How the game ended."""
    end = course.end
    if end is None:
        return None
    words = course.end_words(end)
    return {"outcome": end.outcome, "margin": end.margin, "reason": end.reason, "words": words}


def clock_seen(course: Course) -> dict[str, Any] | None:
    """The clock as it stands."""
    times = course.times()
    if times is None:
        return None
    left = [max(0.0, seconds) for seconds in times]
    return {"control": str(course.control), "left": left, "running": course.running}


def glance(stored: StoredRoom, client: str, rulebook: Rulebook) -> dict[str, Any]:
    """A room that is not in use, as `room_seen` shows it; its moves are not played through for that.

    ValueError if there is no such game any more. To be called where rules are interpreted.
    """
    return room_seen(Room(stored, nupp.game(stored.game).start_position(), rulebook), client)


def _movers(course: Course) -> list[int]:
    """The side that made each move; nothing where the moves were not played through (`glance`)."""
    found: list[int] = []
    position = course.position
    while position.previous is not None:
        position = position.previous
        found.append(position.to_move)
    return found[::-1]


def _seat(seat: StoredSeat, client: str | None, connected: bool) -> dict[str, Any]:
    return {
        "kind": seat.kind,
        "name": seat.name,
        "taken": not seat.is_free,
        "yours": client is not None and seat.holder == client,
        "connected": seat.is_engine or connected,
    }


# ---- messages as JSON text -----------------------------------------------------------------------

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def dump(value: Any) -> str:
    """A value as compact JSON."""
    return _encode(value)


def split_scene(scene: dict[str, Any]) -> tuple[str, str]:
    """A scene as JSON, for who may move and for all others, who are not told of the choices."""
    same = {name: value for name, value in scene.items() if name not in ("choices", "aliases")}
    head = dump(same)[:-1]
    others = f'{head},"choices":null,"aliases":{{}}}}'
    if scene["choices"] is None:
        return others, others
    return f'{head},"choices":{dump(scene["choices"])},"aliases":{dump(scene["aliases"])}}}', others


def room_message(room: dict[str, Any], scene: str) -> str:
    """The message that tells of a whole room; scene: as JSON."""
    return f'{{"type":"room","room":{dump(room)},"scene":{scene}}}'


def error_text(number: int | None, code: str, message: str) -> str:
    """The message that something went wrong; number: of the command that it answers."""
    return dump({"type": "error", "id": number, "code": code, "message": message})
