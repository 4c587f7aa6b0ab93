"""People: a nickname for the browsers that have its key, a rating in each game, and the rated games.

Ratings are Glicko-2 (M. Glickman, 2013), each game a rating period. A room counts once, however often its end
is handed over.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import glicko2
import sqlalchemy as sa

from nupp.store.checks import check_digest, check_text
from nupp.store.database import Section, in_utc
from nupp.store.errors import ConflictError
from nupp.store.schema import CLIENTS, PEOPLE, RATED, RATINGS

START: Final = 1000.0
"""The rating of a person before the first game."""
UNSURE: Final = 350.0
SUREST: Final = 60.0
"""The deviations of a rating at first, and at the least: somebody may always get better."""
VOLATILITY: Final = 0.06


@dataclass(frozen=True)
class Person:
    """Somebody with a nickname. has_key: whether there is a key by which another browser becomes theirs."""

    number: int
    name: str
    has_key: bool


@dataclass(frozen=True)
class Rating:
    """A rating, its deviation (of 95 people out of 100 it is within two of them), and its volatility."""

    rating: float = START
    deviation: float = UNSURE
    volatility: float = VOLATILITY

    def after(self, opponent: Rating, score: float) -> Rating:
        """The rating after a game. score: 1 for a win, 0.5 for a draw, 0 for a loss."""
        player = glicko2.Player(self.rating, self.deviation, self.volatility)
        player.update_player([opponent.rating], [opponent.deviation], [score])
        return Rating(player.rating, max(SUREST, min(UNSURE, player.rd)), player.vol)


@dataclass(frozen=True)
class StoredRating:
    """The rating of a person in a game, by its name, and the results of their rated games."""

    game: str
    rating: Rating
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class RatedSeat:
    """A side of a game to be rated: a person by their number, or a machine with a rating that stays.

    name: of the person, or the machine's spec.
    """

    name: str
    person: int | None = None
    rating: Rating = field(default_factory=Rating)


@dataclass(frozen=True)
class RatedGame:
    """A game as one person played it. score: 1 for a win, 0.5 for a draw, 0 for a loss.

    engine: whether the opponent was a machine, whose spec is its name then.
    """

    room: str
    side: int
    game: str
    opponent: str
    engine: bool
    score: float
    before: float
    after: float
    played: datetime


class NameTakenError(ConflictError):
    """A nickname that another person has, or one that looks the same."""


class PeopleStore(Section):
    """The people in a database; failures as of `RoomStore`."""

    def of_client(self, client: str) -> Person | None:
        """The person that a client, by its SHA-256, is a browser of."""
        with self._database.reading() as connection:
            return _person_of(connection, client)

    def browsers(self, client: str) -> frozenset[str]:
        """The clients that are browsers of the same person as a client, which is one of them."""
        person = sa.select(CLIENTS.c.person).where(CLIENTS.c.client == client)
        wanted = sa.select(CLIENTS.c.client).where(CLIENTS.c.person.in_(person))
        with self._database.reading() as connection:
            return frozenset({client, *connection.scalars(wanted)})

    def find(self, connection: sa.Connection, client: str) -> Person | None:
        """As `of_client`, in a transaction."""
        return _person_of(connection, client)

    def named(self, name: str) -> Person | None:
        """The person with a nickname, or one that looks the same."""
        with self._database.reading() as connection:
            return _person(connection.execute(_WITH.where(PEOPLE.c.plain == plain(name))).one_or_none())

    def name(self, client: str, name: str) -> Person:
        """Give the person of a client a nickname; a client that is nobody's becomes a new person's.

        NameTakenError if somebody else has it.
        """
        check_digest("client", client)
        check_text("name", name)
        with self._database.writing() as connection:
            holder = _person(connection.execute(_WITH.where(PEOPLE.c.plain == plain(name))).one_or_none())
            known = _person_of(connection, client)
            if holder is not None and (known is None or holder.number != known.number):
                raise NameTakenError(self._database.name, {name: "somebody else has it"}, "nickname")
            if known is None:
                new = sa.insert(PEOPLE).values(name=name, plain=plain(name), created=datetime.now(UTC))
                number = connection.execute(new.returning(PEOPLE.c.number)).scalar_one()
                connection.execute(sa.insert(CLIENTS).values(client=client, person=number))
                return Person(number, name, False)
            changed = sa.update(PEOPLE).where(PEOPLE.c.number == known.number)
            connection.execute(changed.values(name=name, plain=plain(name)))
            return Person(known.number, name, known.has_key)

    def set_key(self, person: int, key: str) -> None:
        """Let a key, by its SHA-256, make other browsers a person's; the one before it is good no more."""
        check_digest("key", key)
        with self._database.writing() as connection:
            connection.execute(sa.update(PEOPLE).where(PEOPLE.c.number == person).values(key=key))

    def claim(self, client: str, key: str) -> Person | None:
        """Make a client a browser of the person with a key, both by their SHA-256; None if nobody has it."""
        check_digest("client", client)
        with self._database.writing() as connection:
            found = _person(connection.execute(_WITH.where(PEOPLE.c.key == key)).one_or_none())
            if found is not None:
                put = self._database.insert(CLIENTS).values(client=client, person=found.number)
                connection.execute(
                    put.on_conflict_do_update(index_elements=["client"], set_={"person": found.number})
                )
            return found

    def ratings(self, person: int) -> tuple[StoredRating, ...]:
        """The ratings of a person, by the names of the games."""
        wanted = sa.select(RATINGS).where(RATINGS.c.person == person).order_by(RATINGS.c.game)
        with self._database.reading() as connection:
            return tuple(map(_stored_rating, connection.execute(wanted)))

    def games(
        self,
        person: int,
        game: str | None = None,
        score: float | None = None,
        room: str | None = None,
        offset: int = 0,
        limit: int = 20,
    ) -> tuple[RatedGame, ...]:
        """The rated games of a person, the last first; of one game, with one result, or of one room only."""
        wanted = sa.select(RATED).where(RATED.c.person == person)
        for column, value in ((RATED.c.game, game), (RATED.c.score, score), (RATED.c.room, room)):
            if value is not None:
                wanted = wanted.where(column == value)
        wanted = wanted.order_by(RATED.c.played.desc(), RATED.c.room).offset(offset).limit(limit)
        with self._database.reading() as connection:
            return tuple(map(_rated_game, connection.execute(wanted)))

    def rate(self, room: str, game: str, seats: tuple[RatedSeat, RatedSeat], outcome: int) -> bool:
        """Rate the people of a game that has ended; returns False if its room was rated before.

        outcome: 1 if the first side won, -1 if the second, 0 drawn. A person does not play themselves:
        ValueError.
        """
        first, second = seats
        if first.person is not None and first.person == second.person:
            raise ValueError(f"room {room}: a person on both sides is not rated")
        with self._database.writing() as connection:
            known = sa.select(sa.func.count()).select_from(RATED).where(RATED.c.room == room)
            if connection.execute(known).scalar_one():
                return False
            before = [_rating_before(connection, seat, game) for seat in seats]
            for side, seat in enumerate(seats):
                if seat.person is not None:
                    score = (1 + outcome * (1 - 2 * side)) / 2
                    other = seats[1 - side]
                    after = before[side].after(before[1 - side], score)
                    row = {
                        "room": room,
                        "side": side,
                        "person": seat.person,
                        "game": game,
                        "opponent": other.name,
                        "engine": other.person is None,
                        "score": score,
                        "before": before[side].rating,
                        "after": after.rating,
                        "played": datetime.now(UTC),
                    }
                    connection.execute(sa.insert(RATED).values(row))
                    self._put(connection, seat.person, game, after, score)
        return True

    def rate_puzzle(
        self, connection: sa.Connection, person: int, game: str, puzzle: Rating, solved: bool
    ) -> tuple[Rating, Rating]:
        """Rate a person by a puzzle in a transaction; returns the person's rating before and after it."""
        key = puzzles_of(game)
        before = _rating_before(connection, RatedSeat("", person), key)
        after = before.after(puzzle, float(solved))
        self._put(connection, person, key, after, float(solved))
        return before, after

    def _put(self, connection: sa.Connection, person: int, game: str, after: Rating, score: float) -> None:
        """Keep a rating, and count a result."""
        results = {"wins": score == 1, "draws": score == 0.5, "losses": score == 0}
        counts = {name: int(holds) for name, holds in results.items()}
        new = self._database.insert(RATINGS).values(person=person, game=game, **vars(after), **counts)
        more = {name: RATINGS.c[name] + count for name, count in counts.items()}
        connection.execute(
            new.on_conflict_do_update(index_elements=["person", "game"], set_={**vars(after), **more})
        )


_WITH: Final = sa.select(PEOPLE)
_OF_CLIENT: Final = _WITH.join(CLIENTS, CLIENTS.c.person == PEOPLE.c.number).where(
    CLIENTS.c.client == sa.bindparam("client")
)
"""The person of a client; asked for at each end of a game."""


def puzzles_of(game: str) -> str:
    """The name under which ratings in the puzzles of a game are kept."""
    return f"{game}/puzzles"


def plain(name: str) -> str:
    """A nickname for comparing: without case, accents, blanks and signs, so that none passes for another."""
    parts = unicodedata.normalize("NFKD", name).casefold()
    return "".join(one for one in parts if one.isalnum())


def _person(row: sa.Row[Any] | None) -> Person | None:
    return None if row is None else Person(row.number, row.name, row.key is not None)


def _person_of(connection: sa.Connection, client: str) -> Person | None:
    return _person(connection.execute(_OF_CLIENT, {"client": client}).one_or_none())


def _rating_before(connection: sa.Connection, seat: RatedSeat, game: str) -> Rating:
    if seat.person is None:
        return seat.rating
    wanted = sa.select(RATINGS).where(RATINGS.c.person == seat.person, RATINGS.c.game == game)
    row = connection.execute(wanted.with_for_update()).one_or_none()
    return Rating() if row is None else _stored_rating(row).rating


def _stored_rating(row: sa.Row[Any]) -> StoredRating:
    rating = Rating(row.rating, row.deviation, row.volatility)
    return StoredRating(row.game, rating, row.wins, row.draws, row.losses)


def _rated_game(row: sa.Row[Any]) -> RatedGame:
    columns: Sequence[str] = ("room", "side", "game", "opponent", "engine", "score", "before", "after")
    return RatedGame(**{name: getattr(row, name) for name in columns}, played=in_utc(row.played))
