"""The people of a server: the person of a client, and the ratings that a game changes when it has ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from nupp.players.cast import Character, cast_of, character_of
from nupp.rules import Game
from nupp.server.logs import LOG, details
from nupp.server.rooms.rating import why_unrated
from nupp.server.rooms.room import Room
from nupp.store import Database, PeopleStore, Person, RatedSeat, Rating, StoredSeat, StoreError
from nupp.store.people import SUREST


class People:
    """The people of a server."""

    def __init__(self, database: Database) -> None:
        self.store = PeopleStore(database)

    async def of_client(self, client: str) -> Person | None:
        """The person that a client is a browser of; StoreError."""
        return await asyncio.to_thread(self.store.of_client, client)

    async def name_of(self, client: str) -> str:
        """The nickname of a client; empty without one, and where the database cannot say."""
        try:
            person = await self.of_client(client)
        except StoreError:  # the game can be played all the same
            return ""
        return "" if person is None else person.name

    async def rate(self, room: Room) -> None:
        """Rate the people of a room whose game is over, unless it does not count or was rated before."""
        if why_unrated(room) is not None:
            return
        try:
            await asyncio.to_thread(self._rate, room)
        except StoreError as error:  # it is tried again when the room is opened again
            LOG.warning("game not rated", extra=details(room=room.id, reason=str(error)))

    def _rate(self, room: Room) -> None:
        seats = seats_to_rate(room, self.store.of_client)
        end = room.course.end
        if seats is not None and end is not None and end.outcome is not None:
            self.store.rate(room.id, room.course.game.name, seats, end.outcome)


def seats_to_rate(room: Room, find: Callable[[str], Person | None]) -> tuple[RatedSeat, RatedSeat] | None:
    """The sides of a game that counts for ratings; None for other games.

    It counts if it was played from the start to an end, without moves taken back and without hints, between
    two people with nicknames and addresses of their own, or one and a character with the usual time.

    find: the person of a client.
    """
    course = room.course
    if course.end is None or why_unrated(room) is not None:
        return None
    first = _rated_seat(course.game, course.seats[0], find)
    second = None if first is None else _rated_seat(course.game, course.seats[1], find)
    if first is None or second is None or first.person == second.person:
        return None
    return first, second


def _rated_seat(game: Game, seat: StoredSeat, find: Callable[[str], Person | None]) -> RatedSeat | None:
    if seat.is_engine:
        character = character_of(game, seat.name)
        return None if character is None else RatedSeat(seat.name, rating=Rating(character.rating, SUREST))
    person = find(seat.holder) if seat.holder else None
    return None if person is None else RatedSeat(person.name, person.number)


def suggested(game: Game, rating: float) -> Character:
    """The character whose rating is nearest to that of a person."""
    return min(cast_of(game), key=lambda one: abs(one.rating - rating))
