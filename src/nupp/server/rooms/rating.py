"""Which games count for ratings, as far as a room itself shows it."""

from __future__ import annotations

from typing import Final

from nupp.players import Budget
from nupp.players.cast import character_of
from nupp.server.models.rooms import Unrated
from nupp.server.rooms.room import Room
from nupp.server.rooms.terms import SECONDS

FEWEST: Final = 2
"""The number of moves that a game must have to be rated."""


def why_unrated(room: Room) -> Unrated | None:
    """The reason for which a game does not count for ratings; None if it counts, as far as it has come.

    `name` is seen by a seat alone: who has it may still be without the nickname that it shows.
    """
    course = room.course
    people = [seat for seat in course.seats if not seat.is_engine]
    engines = [seat.name for seat in course.seats if seat.is_engine]
    if not people:
        return "machines"
    if len(people) == 2 and people[0].holder is not None and people[0].holder == people[1].holder:
        return "alone"
    if room.start is not None or course.given:
        return "position"
    if any(character_of(course.game, name) is None for name in engines):
        return "player"
    if engines and room.budget != Budget(seconds=SECONDS):
        return "time"
    if room.assisted:
        return "assisted"
    if any(seat.holder is not None and not seat.name for seat in people):
        return "name"
    if course.end is not None and (course.end.outcome is None or len(course.moves) < FEWEST):
        return "short"
    return None
