"""Tournaments of people: each kept whole, as JSON, with the version that its last change has made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from nupp.store.checks import as_json, check_digest, check_text, with_zone
from nupp.store.database import Section, in_utc
from nupp.store.errors import ConflictError
from nupp.store.members import require_member
from nupp.store.schema import CONTESTS


@dataclass(frozen=True)
class StoredContest:
    """A tournament of people. is_over: whether nothing comes any more. contents: all else of it, as JSON.

    id: what others call it by. owner: the SHA-256 of the secret of the client that made it. created, changed:
    with a time zone. ValueError for what cannot be kept.
    """

    id: str
    name: str
    owner: str
    contents: Mapping[str, Any]
    created: datetime
    changed: datetime
    version: int = 0
    is_over: bool = False

    def __post_init__(self) -> None:
        for what in ("id", "name"):
            check_text(what, getattr(self, what))
        check_digest("owner", self.owner)
        object.__setattr__(self, "contents", as_json(self.contents))
        object.__setattr__(self, "created", with_zone(self.created))
        object.__setattr__(self, "changed", with_zone(self.changed))


class ContestStore(Section):
    """The tournaments of people in a database; failures as of `RoomStore`."""

    def create(self, contest: StoredContest) -> None:
        """Keep a new tournament; ConflictError if there is another one of its id."""
        new = self._database.insert(CONTESTS).values(vars(contest))
        new = new.on_conflict_do_nothing(index_elements=["id"])
        with self._database.writing() as connection:
            if connection.scalar(new.returning(CONTESTS.c.number)) is None:
                raise ConflictError(self._database.name, {contest.id: "there is another one"}, "tournament")

    def update(self, contest: StoredContest, holder: int | None = None) -> None:
        """Keep a tournament as it is after one change; ConflictError if it was not the version before.

        holder: as of `RoomStore.apply`.
        """
        old = sa.and_(CONTESTS.c.id == contest.id, CONTESTS.c.version == contest.version - 1)
        values = {name: value for name, value in vars(contest).items() if name not in ("id", "created")}
        with self._database.writing() as connection:
            require_member(connection, self._database.name, holder, [contest.id], "tournament")
            found = connection.execute(sa.update(CONTESTS).where(old).values(values))
            if found.rowcount != 1:
                expected = f"expected the version {contest.version - 1}"
                raise ConflictError(self._database.name, {contest.id: expected}, "tournament")

    def load(self, id: str) -> StoredContest | None:
        """A tournament; None if there is none of this id."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(CONTESTS).where(CONTESTS.c.id == id)).one_or_none()
        return None if row is None else _contest(row)

    def contests(
        self, is_over: bool | None = None, owner: str | None = None, offset: int = 0, limit: int = 50
    ) -> tuple[StoredContest, ...]:
        """Tournaments, those made last first. is_over, owner: only such, and only those of this client."""
        wanted = sa.select(CONTESTS).order_by(CONTESTS.c.created.desc(), CONTESTS.c.number.desc())
        if is_over is not None:
            wanted = wanted.where(CONTESTS.c.is_over == is_over)
        if owner is not None:
            wanted = wanted.where(CONTESTS.c.owner == owner)
        with self._database.reading() as connection:
            return tuple(_contest(row) for row in connection.execute(wanted.offset(offset).limit(limit)))


def _contest(row: sa.Row[Any]) -> StoredContest:
    names = ("id", "name", "owner", "contents", "version", "is_over")
    values = {name: getattr(row, name) for name in names}
    return StoredContest(**values, created=in_utc(row.created), changed=in_utc(row.changed))
