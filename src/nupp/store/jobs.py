"""The jobs of the server: long work that was started, such as tournaments, and can be found again.

The results of a job lie in files of its folder; the database holds the request, and how far the job is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from nupp.store.checks import as_json, as_member, check_digest, check_text, with_zone
from nupp.store.database import Section, in_utc
from nupp.store.errors import ConflictError, StoreError
from nupp.store.schema import JOBS

_LONGEST_KIND = 20


class JobState(StrEnum):
    """The states of a job."""

    RUNNING = "running"
    FINISHED = "finished"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True)
class StoredJob:
    """A job: what was asked for, by whom, and what has become of it.

    id: what others call it by. kind: such as `tournament`; at most 20 characters. client: the SHA-256 of the
    secret of the client that started it. request: as JSON. folder: where its files are; None if it has none.
    message: why it ended, for people. created, changed: with a time zone. ValueError for what cannot be kept.
    """

    id: str
    kind: str
    client: str
    request: Mapping[str, Any]
    created: datetime
    changed: datetime
    folder: str | None = None
    state: JobState = JobState.RUNNING
    message: str = ""

    def __post_init__(self) -> None:
        for what in ("id", "kind", "folder", "message"):
            check_text(what, getattr(self, what))
        if len(self.kind) > _LONGEST_KIND:
            raise ValueError(f"kind is {self.kind!r}: expected at most {_LONGEST_KIND} characters")
        check_digest("client", self.client)
        object.__setattr__(self, "state", as_member("state", self.state, JobState))
        object.__setattr__(self, "request", as_json(self.request))
        object.__setattr__(self, "created", with_zone(self.created))
        object.__setattr__(self, "changed", with_zone(self.changed))


class JobStore(Section):
    """The jobs in a database: `JobStore(url)` or `JobStore(Database(url))`; a context manager.

    Every failure is a StoreError of the kinds that `RoomStore` distinguishes; calls may be repeated.
    """

    def create(self, job: StoredJob) -> None:
        """Keep a new job; ConflictError if there is another one of its id."""
        row = {name: getattr(job, name) for name in _COLUMNS}
        with self._database.writing() as connection:
            new = self._database.insert(JOBS).values(row)
            connection.execute(new.on_conflict_do_nothing(index_elements=["id"]))
            there = connection.execute(sa.select(JOBS).where(JOBS.c.id == job.id)).one()
        if _job(there) != job:
            raise ConflictError(self._database.name, {job.id: "there is another one"}, "job")

    def update(self, id: str, state: JobState, message: str = "") -> StoredJob:
        """Record the state of a job and return the job; StoreError if there is none of this id."""
        with self._database.writing() as connection:
            row = connection.execute(sa.select(JOBS).where(JOBS.c.id == id).with_for_update()).one_or_none()
            if row is None:
                raise StoreError(f"{self._database.name} has no job {id!r}")
            job = replace(_job(row), state=state, message=message, changed=datetime.now(UTC))
            values = {"state": job.state, "message": job.message, "changed": job.changed}
            connection.execute(sa.update(JOBS).where(JOBS.c.id == id).values(values))
        return job

    def load(self, id: str) -> StoredJob | None:
        """A job; None if there is none of this id."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(JOBS).where(JOBS.c.id == id)).one_or_none()
        return None if row is None else _job(row)

    def jobs(
        self,
        kind: str | None = None,
        client: str | None = None,
        state: JobState | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> tuple[StoredJob, ...]:
        """Jobs, those started last first; `limit` of them, after the first `offset`.

        kind, client, state: only those of this kind, started by this client, in this state.
        """
        wanted = sa.select(JOBS).order_by(JOBS.c.created.desc(), JOBS.c.number.desc())
        for name, value in (("kind", kind), ("client", client), ("state", state)):
            if value is not None:
                wanted = wanted.where(JOBS.c[name] == value)
        with self._database.reading() as connection:
            return tuple(map(_job, connection.execute(wanted.offset(offset).limit(limit))))


_COLUMNS = ("id", "kind", "client", "request", "created", "changed", "folder", "state", "message")


def _job(row: sa.Row[Any]) -> StoredJob:
    values = {name: getattr(row, name) for name in _COLUMNS}
    return StoredJob(**values | {"created": in_utc(row.created), "changed": in_utc(row.changed)})
