"""Backups: what comes back is what was there, in a database of either kind, and only from a whole file."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from nupp.formats import GameRecord
from nupp.store import (
    Database,
    JobStore,
    PeopleStore,
    RoomStore,
    State,
    Store,
    StoredEnd,
    StoredJob,
    StoreError,
    back_up,
    restore,
)
from nupp.store.schema import TABLES
from store.examples import ANN, NOON, moves, room
from store.servers import execute

pytestmark = pytest.mark.slow

ODD = GameRecord("othello", ("a\0b", "\ud800 \N{SNOWMAN}"), (), margin=-(2**70), termination="\0", seed=2**80)


def fill(database: Database) -> None:
    """Put something into most tables."""
    rooms = RoomStore(database)
    rooms.create(room("r1", moves=moves(["a1", "b2"])))
    rooms.create(room("r2", state=State.OVER, end=StoredEnd("rules", 1, 1), moves=moves(["a1"])))
    Store(database).add({"event": "odd"}, 3, ODD)
    PeopleStore(database).name(ANN, "Ann")
    JobStore(database).create(StoredJob("j1", "study", ANN, {"a": [1, None]}, NOON, NOON))


def rows(database: Database) -> dict[str, list[list[Any]]]:
    """All that a database holds."""
    with database.reading() as connection:
        return {
            table.name: [
                [one.replace(tzinfo=UTC) if isinstance(one, datetime) else one for one in row]
                for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns))
            ]
            for table in TABLES.sorted_tables
        }


@pytest.mark.parametrize("is_moved", [False, True], ids=["same kind", "other kind"])
def test_what_was_there_comes_back(url: str, is_moved: bool, tmp_path: Path, postgresql: str) -> None:
    with Database(url) as database:
        is_file = database.is_file
        fill(database)
        written, before = back_up(database, tmp_path / "backup"), rows(database)
    target = str(tmp_path / "other.db") if is_file != is_moved else postgresql
    if target == url:
        names = ", ".join(table.name for table in TABLES.sorted_tables)
        execute(url, f"DROP TABLE alembic_version, {names}")
    with Database(target) as database:
        assert restore(database, tmp_path / "backup") == written
        assert rows(database) == before
        RoomStore(database).create(room("r3"))  # numbers go on
        Store(database).add({"event": "later"}, 0, ODD)
        with pytest.raises(StoreError, match="already: expected an empty database"):
            restore(database, tmp_path / "backup")


def test_it_is_for_its_owner_and_replaces_another_one_when_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "backup"
    path.write_text("an older one")
    with Database(str(tmp_path / "nupp.db")) as database:
        fill(database)
        monkeypatch.setattr("os.fsync", lambda number: [][0])
        with pytest.raises(IndexError):
            back_up(database, path)
        assert path.read_text() == "an older one"
        monkeypatch.undo()
        back_up(database, path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert {one.name for one in tmp_path.glob("backup*")} == {"backup"}


def lines(change: Callable[[list[Any]], Any]) -> Callable[[bytes], bytes]:
    """A change of the lines of a backup."""

    def changed(content: bytes) -> bytes:
        found = [json.loads(line) for line in gzip.decompress(content).splitlines()]
        change(found)
        return gzip.compress("".join(f"{json.dumps(line)}\n" for line in found).encode())

    return changed


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda content: content[:-20], "no whole backup"),
        (lambda content: b"nonsense", "no whole backup"),
        (lambda content: gzip.compress(b"[1]\n"), "nupp db backup wrote"),
        (lambda content: gzip.compress(b""), "nupp db backup wrote"),
        (lines(list.pop), "its end is missing"),
        (lines(lambda found: found.pop(2)), r"\d+ rows, and then"),
        (lines(lambda found: found[1].update(table="users")), "users"),
        (lines(lambda found: found[0].update(revision="0999_ladders")), "newer nupp.*0999_ladders"),
    ],
)
def test_what_is_no_backup_leaves_nothing(
    tmp_path: Path, damage: Callable[[bytes], bytes], message: str
) -> None:
    path = tmp_path / "backup"
    with Database(str(tmp_path / "nupp.db")) as database:
        fill(database)
        back_up(database, path)
    path.write_bytes(damage(path.read_bytes()))
    with Database(str(tmp_path / "other.db")) as database:
        empty = rows(database)
        with pytest.raises(StoreError, match=message) as error:
            restore(database, path)
        assert "\n" not in str(error.value)
        assert rows(database) == empty


def test_a_database_of_an_older_revision_is_backed_up_as_it_is(tmp_path: Path) -> None:
    old = Path(__file__).parent / "data" / "released.db"
    with Database(str(old), read_only=True) as database:
        assert back_up(database, tmp_path / "backup") == 5
    with Database(str(tmp_path / "new.db")) as database:
        assert restore(database, tmp_path / "backup") == 5
        assert [one.number for one in Store(database).games()] == [0, 5, 0]
