"""Studies by people: games with variations, notes and drawings, edited together.

What a study holds is kept as its contents at some version, and the edits since; each edit makes the next
version. From time to time newer contents take the place of older ones with their edits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from nupp.store.checks import as_json, check_digest, check_text, with_zone
from nupp.store.database import Section, in_utc
from nupp.store.errors import ConflictError
from nupp.store.members import require_member
from nupp.store.schema import EDITORS, EDITS, STUDIES


@dataclass(frozen=True)
class StoredStudy:
    """A study: its contents as JSON at `kept`, and the edits that lead from there to `version`.

    id: what others call it by. author: the nickname of who made it. owner, editors: the SHA-256 of the
    secrets of the clients that may edit it; the owner made it. invitation: the SHA-256 of the token that
    makes a client an editor; None for none. created, changed: with a time zone. ValueError for what cannot be
    kept.
    """

    id: str
    title: str
    author: str
    owner: str
    contents: Mapping[str, Any]
    created: datetime
    changed: datetime
    kept: int = 0
    version: int = 0
    edits: tuple[Mapping[str, Any], ...] = ()
    editors: frozenset[str] = frozenset()
    invitation: str | None = None

    def __post_init__(self) -> None:
        for what in ("id", "title", "author"):
            check_text(what, getattr(self, what))
        for one in (self.owner, *self.editors, self.invitation):
            check_digest("client", one)
        object.__setattr__(self, "contents", as_json(self.contents))
        object.__setattr__(self, "created", with_zone(self.created))
        object.__setattr__(self, "changed", with_zone(self.changed))


@dataclass(frozen=True)
class StudyEdit:
    """An edit of a study, which makes `version`: its JSON, who made it, and the title afterwards.

    contents: all that the study holds afterwards, if they are to take the place of the edits so far.
    """

    study: str
    version: int
    client: str
    edit: Mapping[str, Any]
    title: str
    contents: Mapping[str, Any] | None = None


class StudyStore(Section):
    """The studies in a database; failures as of `RoomStore`."""

    def create(self, study: StoredStudy) -> None:
        """Keep a new study without edits; ConflictError if there is another one of its id."""
        names = ("id", "title", "author", "owner", "invitation", "version", "contents", "kept")
        row = {name: getattr(study, name) for name in (*names, "created", "changed")}
        new = self._database.insert(STUDIES).values(row).on_conflict_do_nothing(index_elements=["id"])
        with self._database.writing() as connection:
            if connection.scalar(new.returning(STUDIES.c.number)) is None:
                raise ConflictError(self._database.name, {study.id: "there is another one"}, "study")

    def load(self, id: str) -> StoredStudy | None:
        """A study; None if there is none of this id."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(STUDIES).where(STUDIES.c.id == id)).one_or_none()
            if row is None:
                return None
            wanted = sa.select(EDITS.c.edit).where(EDITS.c.study == row.number, EDITS.c.version > row.kept)
            edits = connection.scalars(wanted.order_by(EDITS.c.version)).all()
            clients = connection.scalars(sa.select(EDITORS.c.client).where(EDITORS.c.study == row.number))
            return _study(row, tuple(edits), frozenset(clients))

    def append(self, edit: StudyEdit, holder: int | None = None) -> None:
        """Keep an edit; ConflictError if it does not follow the last one, or the study is gone.

        holder: as of `RoomStore.apply`.
        """
        with self._database.writing() as connection:
            require_member(connection, self._database.name, holder, [edit.study], "study")
            wanted = sa.select(STUDIES.c.number, STUDIES.c.version).where(STUDIES.c.id == edit.study)
            row = connection.execute(wanted.with_for_update()).one_or_none()
            if row is None or row.version != edit.version - 1:
                found = "it is gone" if row is None else f"its version is {row.version}"
                expected = f"{found}: expected {edit.version - 1}"
                raise ConflictError(self._database.name, {edit.study: expected}, "study")
            now = datetime.now(UTC)
            changed: dict[str, Any] = {"version": edit.version, "title": edit.title, "changed": now}
            if edit.contents is not None:
                changed |= {"contents": as_json(edit.contents), "kept": edit.version}
                connection.execute(sa.delete(EDITS).where(EDITS.c.study == row.number))
            else:
                values = {"version": edit.version, "client": edit.client, "edit": as_json(edit.edit)}
                connection.execute(sa.insert(EDITS).values(study=row.number, made=now, **values))
            connection.execute(sa.update(STUDIES).where(STUDIES.c.number == row.number).values(changed))

    def studies(self, client: str, offset: int = 0, limit: int = 50) -> tuple[StoredStudy, ...]:
        """The studies that a client may edit, those changed last first, without what they hold."""
        shared = sa.select(EDITORS.c.study).where(EDITORS.c.client == client)
        mine = sa.or_(STUDIES.c.owner == client, STUDIES.c.number.in_(shared))
        columns = [column for column in STUDIES.columns if column is not STUDIES.c.contents]
        wanted: sa.Select[Any] = sa.select(*columns, sa.literal({}, sa.JSON).label("contents")).where(mine)
        wanted = wanted.order_by(STUDIES.c.changed.desc(), STUDIES.c.number.desc())
        with self._database.reading() as connection:
            return tuple(_study(row) for row in connection.execute(wanted.offset(offset).limit(limit)))

    def count(self, owner: str) -> int:
        """The number of studies that a client has made."""
        wanted = sa.select(sa.func.count()).select_from(STUDIES).where(STUDIES.c.owner == owner)
        with self._database.reading() as connection:
            return int(connection.execute(wanted).scalar_one())

    def invite(self, id: str, invitation: str | None) -> None:
        """Let a token, by its SHA-256, and no other make editors from now on; None lets none."""
        check_digest("invitation", invitation)
        with self._database.writing() as connection:
            connection.execute(sa.update(STUDIES).where(STUDIES.c.id == id).values(invitation=invitation))

    def admit(self, id: str, client: str, invitation: str) -> bool:
        """Let a client edit a study; False if it is gone, or its invitation is another one now."""
        check_digest("client", client)
        wanted = sa.select(STUDIES.c.number).where(STUDIES.c.id == id, STUDIES.c.invitation == invitation)
        with self._database.writing() as connection:
            number = connection.scalar(wanted.with_for_update())
            if number is None:
                return False
            new = self._database.insert(EDITORS).values(study=number, client=client)
            connection.execute(new.on_conflict_do_nothing(index_elements=["study", "client"]))
            return True

    def dismiss(self, id: str) -> None:
        """Let nobody but its owner edit a study from now on, whatever links there are."""
        with self._database.writing() as connection:
            # The invitation first: who is being admitted is there before the editors go, or not at all.
            connection.execute(sa.update(STUDIES).where(STUDIES.c.id == id).values(invitation=None))
            number = sa.select(STUDIES.c.number).where(STUDIES.c.id == id).scalar_subquery()
            connection.execute(sa.delete(EDITORS).where(EDITORS.c.study == number))

    def delete(self, id: str) -> None:
        """Delete a study; one that is gone stays so."""
        with self._database.writing() as connection:
            connection.execute(sa.delete(STUDIES).where(STUDIES.c.id == id))


def _study(
    row: sa.Row[Any], edits: tuple[Mapping[str, Any], ...] = (), editors: frozenset[str] = frozenset()
) -> StoredStudy:
    names = ("id", "title", "author", "owner", "contents", "kept", "version", "invitation")
    return StoredStudy(
        **{name: getattr(row, name) for name in names},
        created=in_utc(row.created),
        changed=in_utc(row.changed),
        edits=edits,
        editors=editors,
    )
