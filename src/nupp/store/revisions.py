"""The revision of a database, and its upgrade to the newest one; by Alembic, in the caller's transaction."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from nupp.store.errors import StoreError
from nupp.store.schema import PASSING, TABLES, VERSION

HEAD: Final = "0008_members"
"""The newest revision."""

_OLDEST: Final = "0001_games"
"""The revision of databases that were made before Alembic was used, and that have only a schema version."""
_SCHEMA: Final = 1
"""The schema version of all revisions so far: programs that know no revisions can use the games in them."""

_GAMES: Final = {"schema_version", "runs", "games"}
_ROOMS: Final = {*_GAMES, "rooms", "room_seats", "room_moves", "jobs"}
_PEOPLE: Final = {*_ROOMS, "people", "person_clients", "ratings", "rated_games"}
_PASSING: Final = {table.name for table in PASSING}
_TABLES_OF: Final = {
    _OLDEST: _GAMES,
    "0002_rooms": _ROOMS,
    "0003_public_rooms": _ROOMS,
    "0004_people": _PEOPLE,
    "0005_puzzles": {*_PEOPLE, "puzzles", "puzzle_tries"},
    "0006_studies": set(TABLES.tables) - {"contests", *_PASSING},
    "0007_contests": set(TABLES.tables) - _PASSING,
    HEAD: set(TABLES.tables),
}
_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_REVISION: Final = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32)),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The table in which Alembic notes the revision."""
_ONE_AT_A_TIME: Final = threading.Lock()
"""Held while Alembic works: its configuration is in variables of its modules."""


def revision_of(connection: sa.Connection, name: str) -> str | None:
    """The revision of a database, None for an empty one.

    name: of the database in messages. StoreError for the tables of something else, or of a newer nupp.
    """
    tables = set(sa.inspect(connection).get_table_names())
    if not tables:
        return None
    found = _recorded_revision(connection, name, tables)
    if found not in _TABLES_OF or not tables >= _TABLES_OF[found]:
        raise StoreError(f"{name} holds something else: expected games stored by nupp")
    return found


def _recorded_revision(connection: sa.Connection, name: str, tables: set[str]) -> str | None:
    """The revision in the tables of versions; StoreError for a newer one."""
    if not tables >= _TABLES_OF[_OLDEST]:
        return None
    if _REVISION.name in tables:
        revision = connection.scalar(sa.select(_REVISION.c.version_num)) or ""
        if re.fullmatch(r"\d{4}_\w+", revision) and revision > HEAD:
            raise _newer(name, f"revision {revision}", HEAD)
        return str(revision)
    version = connection.scalar(sa.select(sa.func.max(VERSION.c.version)))
    if version is not None and version > _SCHEMA:
        raise _newer(name, f"version {version}", _SCHEMA)
    return _OLDEST if version == _SCHEMA else None


def _newer(name: str, found: str, expected: str | int) -> StoreError:
    return StoreError(
        f"{name} was written by a newer nupp: its tables are of {found}, expected {expected} at the most"
    )


def upgrade(connection: sa.Connection, revision: str | None) -> None:
    """Bring a database from a revision, None for an empty one, to the newest; the caller commits.

    One that has it is written, too, so that it is known at once if it cannot be.
    """
    if revision is None:
        _create(connection)
    elif revision == HEAD:
        connection.execute(sa.update(_REVISION).values(version_num=HEAD))
    else:
        migrate(connection, revision)


def _create(connection: sa.Connection) -> None:
    """Make all tables as they are now: in a third of the time of all revisions, and without Alembic."""
    TABLES.create_all(connection)
    _REVISION.create(connection)
    connection.execute(sa.insert(VERSION).values(version=_SCHEMA))
    connection.execute(sa.insert(_REVISION).values(version_num=HEAD))


def migrate(connection: sa.Connection, revision: str | None) -> None:
    """Bring a database from an older revision, None for an empty one, to the newest, one by one."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    with _ONE_AT_A_TIME:
        if revision == _OLDEST and not sa.inspect(connection).has_table(_REVISION.name):
            command.stamp(config, _OLDEST)
        command.upgrade(config, HEAD)
