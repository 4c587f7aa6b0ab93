"""Games that were played, and the runs that they come from.

The file of a run (`nupp.arena.result_log`) is what counts; the store holds copies to be looked through, and a
game that it could not take can be given to it again. Games that were played on the server are one run.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

import sqlalchemy as sa

from nupp.formats import GameRecord, parse_record
from nupp.store.database import Database, Insert, Inserting, Section, in_utc
from nupp.store.schema import GAMES, RUNS


@dataclass(frozen=True)
class StoredGame:
    """A game: the run that it belongs to, its number there, when it was stored (UTC), and its record."""

    run: int
    number: int
    stored: datetime
    record: GameRecord

    def to_dict(self) -> dict[str, Any]:
        """The game as JSON has it."""
        stored = self.stored.isoformat(timespec="seconds")
        record: dict[str, Any] = json.loads(self.record.to_json())
        return {"run": self.run, "number": self.number, "stored": stored} | record


class Store(Section):
    """The games in a database, by its URL or in a Database; a context manager, or to be closed.

    A database is made ready if it is new, unless it is only to be read. Every failure is a StoreError, and
    what was added before it is kept: each game is a separate transaction.
    """

    def __init__(self, database: str | Database, read_only: bool = False) -> None:
        super().__init__(database, read_only)
        self._runs: dict[str, int] = {}

    def add(self, header: Mapping[str, Any], number: int, record: GameRecord) -> None:
        """Keep a game of the run that a header describes, in place of another one that has its number; the
        very same one stays as it is, with the time when it was stored.

        header: the first line of the run's file; runs with equal headers are one. number: of the game in it.
        """
        digest = _digest(header)
        with self._database.writing() as connection:
            known = self._runs.get(digest) or enter_run(self._database, connection, header)
            put_game(self._database, connection, known, number, record)
        self._runs[digest] = known  # now that it is certain to be there

    def games(
        self,
        game: str | None = None,
        player: str | None = None,
        outcome: str | None = None,
        limit: int | None = None,
    ) -> Iterator[StoredGame]:
        """The games that were stored, the latest first.

        game: only those of this spec. player: only those in which it had either side. outcome: `first`,
        `second`, `draw`, or `none` for games that were not finished. limit: the greatest number of games.
        """
        wanted = sa.select(GAMES.c.run, GAMES.c.number, GAMES.c.stored, GAMES.c.record)
        wanted = wanted.where(*_terms(game, player, outcome))
        wanted = wanted.order_by(GAMES.c.stored.desc(), GAMES.c.id.desc()).limit(limit)
        for run, number, stored, record in self._database.rows(wanted):
            with self._database.telling():
                found = parse_record(json.dumps(record))
            yield StoredGame(run, number, in_utc(stored), found)

    def count(self, game: str | None = None, player: str | None = None, outcome: str | None = None) -> int:
        """The number of games that `games` would give without a limit."""
        wanted = sa.select(sa.func.count()).select_from(GAMES).where(*_terms(game, player, outcome))
        ((found,),) = self._database.rows(wanted)
        return int(found)


def _terms(game: str | None, player: str | None, outcome: str | None) -> Iterator[sa.ColumnElement[bool]]:
    """The conditions that must hold of the games that are asked for."""
    if game is not None:
        yield GAMES.c.game == game
    if player is not None:
        yield sa.or_(GAMES.c.first == player, GAMES.c.second == player)
    if outcome is not None:
        yield GAMES.c.outcome == (None if outcome == "none" else outcome)


# ---- in a transaction ----------------------------------------------------------------------------

_RUN: Final = sa.select(RUNS.c.id).where(RUNS.c.digest == sa.bindparam("digest"))


def enter_run(database: Database, connection: sa.Connection, header: Mapping[str, Any]) -> int:
    """The number of the run with a header, which is entered if it is new."""
    digest = _digest(header)
    if (known := connection.scalar(_RUN, {"digest": digest})) is not None:
        return int(known)
    new = database.insert(RUNS).values(digest=digest, header=dict(header))
    connection.execute(new.on_conflict_do_nothing(index_elements=["digest"]))
    return int(connection.execute(_RUN, {"digest": digest}).scalar_one())


def put_game(
    database: Database, connection: sa.Connection, run: int, number: int, record: GameRecord
) -> None:
    """Keep a game of a run, in place of another one that has its number."""
    columns = _columns(record) | {"stored": datetime.now(UTC)}
    connection.execute(_putting(database.insert), {"run": run, "number": number} | columns)


@cache
def _putting(insert: Inserting) -> Insert:
    """The statement that puts a game where there may be another one; made once, which takes long."""
    new = insert(GAMES)
    changes = {name: column for name, column in new.excluded.items() if name not in ("id", "run", "number")}
    differs = sa.cast(GAMES.c.record, sa.Text) != sa.cast(new.excluded.record, sa.Text)
    return new.on_conflict_do_update(index_elements=["run", "number"], set_=changes, where=differs)


# ---- rows ----------------------------------------------------------------------------------------


def _digest(header: Mapping[str, Any]) -> str:
    """The identity of a run: a hash of its header, whatever the order of its fields."""
    return hashlib.sha256(json.dumps(header, sort_keys=True).encode()).hexdigest()


def _columns(record: GameRecord) -> dict[str, Any]:
    """The columns of a game that repeat what its record says, to be searched by."""
    return {
        "game": _text(record.game),
        "first": _text(record.players[0]),
        "second": _text(record.players[1]),
        "outcome": record.outcome,
        "margin": _integer(record.margin),
        "plies": len(record.moves),
        "termination": None if record.termination is None else _text(record.termination),
        "seconds": float(record.time_used),
        "seed": _integer(record.seed),
        "version": _text(record.version),
        "record": json.loads(record.to_json()),
    }


def _text(text: str) -> str:
    """A text without what no database takes: the character 0, and halves of characters."""
    return text.replace("\0", "?").encode(errors="replace").decode()


def _integer(value: int | None) -> int | None:
    """An integer that fits into 64 bits, or None; the record knows it all the same."""
    return value if value is not None and -(2**63) <= value < 2**63 else None
