"""The rooms of tournaments of people: their results, and ends that were not played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nupp.server.rooms.room import RefusedError, Room
from nupp.store import Change, Reason

if TYPE_CHECKING:
    from nupp.server.rooms.live.rooms_in_use import Live


class Referee:
    """Sees to the rooms of one server."""

    def __init__(self, live: Live) -> None:
        self._live = live

    async def result(self, id: str, is_late: bool) -> float | None:
        """The points of the first side of a room, None as long as the game goes on; a draw if it was aborted.

        is_late: whether who is to make the first move, and has not made it, loses. ProblemError if the room
        cannot be had.
        """
        room = await self._live.room(id)
        course = room.room.course
        if is_late and not course.is_over and not course.moves:
            await room.do(_end_without_move)
        if not course.is_over or room.keeping is not None:
            return None
        outcome = course.end.outcome if course.end else None
        return 0.5 if outcome is None else (1 + outcome) / 2

    async def end(self, id: str, points: float) -> None:
        """End the game of a room with points of the first side; RefusedError if it has ended.

        ProblemError if the room cannot be had.
        """
        room = await self._live.room(id)
        await room.do(lambda one: _end_with(one, points))


def _end_with(room: Room, points: float) -> Change:
    """End a game with a result that was not played; RefusedError if it has ended."""
    if room.course.is_over:
        raise RefusedError("over", "the game has ended: its own result counts")
    room.assisted = True  # so that it does not count for ratings
    return room.draw() if points == 0.5 else room.lose(int(points), Reason.RESIGNED)


def _end_without_move(room: Room) -> Change | None:
    """Let who is to move lose, unless a move was made meanwhile, or the game has ended."""
    course = room.course
    return None if course.is_over or course.moves else room.lose(course.position.to_move, Reason.LEFT)
