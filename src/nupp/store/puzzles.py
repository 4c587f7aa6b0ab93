"""Puzzles in the database: rated like players, and tried once by each client."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import sqlalchemy as sa

from nupp.store.checks import as_json, check_digest
from nupp.store.database import Database, Section
from nupp.store.people import PeopleStore, Rating
from nupp.store.schema import PUZZLES, TRIES

UNSURE = 150.0
"""The deviation of the rating of a puzzle that nobody has tried: it comes from searches."""


@dataclass(frozen=True)
class StoredPuzzle:
    """A puzzle: its number, the name of its game, its contents as JSON, and its rating."""

    number: int
    game: str
    contents: Mapping[str, Any]
    rating: Rating

    @property
    def themes(self) -> tuple[str, ...]:
        """Its themes; none if its contents have none."""
        return tuple(self.contents.get("themes", ()))


@dataclass(frozen=True)
class Tried:
    """The result of a try. counted: whether it was the client's first at this puzzle.

    before, after: the ratings of the client's person; None for guests, and where it did not count.
    """

    counted: bool
    before: float | None = None
    after: float | None = None


class PuzzleStore(Section):
    """The puzzles in a database; failures as of `RoomStore`."""

    def __init__(self, database: str | Database, read_only: bool = False) -> None:
        super().__init__(database, read_only)
        self._people = PeopleStore(self._database)

    def add(self, puzzles: Iterable[tuple[str, Mapping[str, Any], float]]) -> int:
        """Keep puzzles that are not there yet, by game's name, contents and rating; return how many were new.

        contents: with `game`, `moves` and `line`, by which two are the same; of one that is there already,
        they are replaced. Nothing is written where nothing has changed.
        """
        rows = [
            {
                "digest": _digest(contents),
                "game": game,
                "puzzle": as_json(contents),
                **vars(Rating(rating, UNSURE)),
            }
            for game, contents, rating in puzzles
        ]
        with self._database.reading() as connection:
            stored = connection.execute(sa.select(PUZZLES.c.digest, PUZZLES.c.puzzle))
            known = {row.digest: row.puzzle for row in stored}
        rows = [row for row in rows if known.get(row["digest"]) != row["puzzle"]]
        if not rows:
            return 0
        count = sa.select(sa.func.count()).select_from(PUZZLES)
        # One statement: others wait for a transaction that is open, and a server makes rooms meanwhile.
        put = self._database.insert(PUZZLES)
        put = put.on_conflict_do_update(index_elements=["digest"], set_={"puzzle": put.excluded.puzzle})
        with self._database.writing() as connection:
            before = connection.execute(count).scalar_one()
            connection.execute(put, rows)
            return int(connection.execute(count).scalar_one() - before)

    def counts(self) -> dict[str, int]:
        """The number of puzzles of each game, by its name."""
        wanted = sa.select(PUZZLES.c.game, sa.func.count()).group_by(PUZZLES.c.game).order_by(PUZZLES.c.game)
        with self._database.reading() as connection:
            return {game: int(count) for game, count in connection.execute(wanted)}

    def load(self, number: int) -> StoredPuzzle | None:
        """The puzzle of a number; None if there is none."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(PUZZLES).where(PUZZLES.c.number == number)).one_or_none()
        return None if row is None else _puzzle(row)

    def themes(self, game: str) -> dict[str, int]:
        """The themes of a game's puzzles, and how many puzzles have each; the usual ones first."""
        wanted = sa.select(PUZZLES.c.puzzle).where(PUZZLES.c.game == game)
        with self._database.reading() as connection:
            found = connection.scalars(wanted)
            return dict(Counter(theme for one in found for theme in one.get("themes", ())).most_common())

    def near(
        self, game: str, rating: float, client: str, limit: int, theme: str | None = None
    ) -> tuple[StoredPuzzle, ...]:
        """The puzzles of a game, or of one theme, with ratings nearest to one.

        Those that a client has tried come last.
        """
        tried = sa.select(TRIES.c.puzzle).where(TRIES.c.client == client)
        wanted = (
            sa.select(PUZZLES)
            .where(PUZZLES.c.game == game)
            .order_by(PUZZLES.c.number.in_(tried), sa.func.abs(PUZZLES.c.rating - rating), PUZZLES.c.number)
        )
        if theme is None:
            wanted = wanted.limit(limit)
        with self._database.reading() as connection:
            found = map(_puzzle, connection.execute(wanted))
            return tuple(islice((one for one in found if theme in (None, *one.themes)), limit))

    def nth(self, place: int) -> StoredPuzzle | None:
        """The puzzle at a place, round and round, in a fixed order of all; None if there are none."""
        with self._database.reading() as connection:
            count = int(connection.execute(sa.select(sa.func.count()).select_from(PUZZLES)).scalar_one())
            if not count:
                return None
            wanted = sa.select(PUZZLES).order_by(PUZZLES.c.digest).offset(place % count).limit(1)
            return _puzzle(connection.execute(wanted).one())

    def tried(self, number: int, client: str, solved: bool) -> Tried:
        """Keep that a client has tried a puzzle, and rate both; only the first try counts."""
        check_digest("client", client)
        with self._database.writing() as connection:
            row = connection.execute(
                sa.select(PUZZLES).where(PUZZLES.c.number == number).with_for_update()
            ).one()
            put = self._database.insert(TRIES).values(
                puzzle=number, client=client, solved=solved, tried=datetime.now(UTC)
            )
            put = put.on_conflict_do_nothing(index_elements=["puzzle", "client"])
            if connection.scalar(put.returning(TRIES.c.puzzle)) is None:
                return Tried(False)
            person = self._people.find(connection, client)
            if person is None:
                return Tried(True)
            puzzle = _puzzle(row)
            before, after = self._people.rate_puzzle(
                connection, person.number, puzzle.game, puzzle.rating, solved
            )
            rated = puzzle.rating.after(before, 1.0 - float(solved))
            connection.execute(sa.update(PUZZLES).where(PUZZLES.c.number == number).values(**vars(rated)))
            return Tried(True, before.rating, after.rating)


def _digest(contents: Mapping[str, Any]) -> str:
    """The identity of a puzzle: its game, the moves to its position, and the answer."""
    same = [contents["game"], list(contents["moves"]), contents["line"][0]]
    return hashlib.sha256(json.dumps(same).encode()).hexdigest()


def _puzzle(row: sa.Row[Any]) -> StoredPuzzle:
    return StoredPuzzle(row.number, row.game, row.puzzle, Rating(row.rating, row.deviation, row.volatility))
