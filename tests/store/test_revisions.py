"""How a database gets its tables: a new one, one that released code has made, and one that is not ours."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from nupp.formats import GameRecord
from nupp.store import Database, RoomStore, Store, StoreError, database_url, revisions
from nupp.store.schema import TABLES, VERSION
from store.examples import room, runs_in
from store.servers import execute

DATA = Path(__file__).parent / "data"
"""What was made by nupp before it used Alembic."""

HEADER = {"match": {"game": "tictactoe", "first": "ann", "second": "bob", "seed": 1}, "version": "0.1.0"}
RELEASED = [
    (
        2,
        0,
        GameRecord(
            "tictactoe",
            ("eve", "ann"),
            ("a1",),
            start="... ... ... x",
            outcome="draw",
            margin=0,
            clock="60s+0.5s",
            version="0.1.0",
        ),
    ),
    (
        1,
        5,
        GameRecord(
            "othello",
            ("a\0b", "\ud800 \N{SNOWMAN} 'x'"),
            (),
            margin=-(2**70),
            termination="black failed: \0 \udcff",
            seed=2**80,
            version="0.1.0",
            extra={"key": [1, {"\0": None}]},
        ),
    ),
    (
        1,
        0,
        GameRecord(
            "tictactoe",
            ("ann", "bob"),
            ("b2", "a1"),
            outcome="first",
            margin=1,
            termination="resignation",
            seconds=(0.5, 0.25),
            seed=7,
            version="0.1.0",
        ),
    ),
]
"""The games in `released.db`: run, number, and record."""


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """A file that was made by the released code, with three games."""
    return Path(shutil.copy(DATA / "released.db", tmp_path / "games.db"))


def games_in(store: Store) -> list[tuple[int, int, GameRecord]]:
    return [(one.run, one.number, one.record) for one in store.games()]


def differences(url: str) -> list[object]:
    """The differences of a database from the schema."""
    engine = sa.create_engine(database_url(url))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found = compare_metadata(context, TABLES)
    engine.dispose()
    return list(found)


# ---- new and older ones --------------------------------------------------------------------------


def test_the_newest_revision_is_that_of_the_files() -> None:
    script = ScriptDirectory(str(Path(revisions.__file__).parent / "migrations"))
    assert script.get_current_head() == revisions.HEAD


def test_a_new_database_is_as_the_schema_says(url: str) -> None:
    Database(url).close()
    assert differences(url) == []


def test_all_revisions_together_are_as_the_schema_says(url: str) -> None:
    engine = sa.create_engine(database_url(url))
    with engine.begin() as connection:
        revisions.migrate(connection, None)
        assert revisions.revision_of(connection, url) == revisions.HEAD
        assert connection.scalars(sa.select(VERSION.c.version)).all() == [1]
    engine.dispose()
    assert differences(url) == []


def test_a_new_file_has_the_tables_that_all_revisions_make(tmp_path: Path) -> None:
    made, migrated = (tmp_path / name for name in ("made.db", "migrated.db"))
    Database(str(made)).close()
    engine = sa.create_engine(database_url(str(migrated)))
    with engine.begin() as connection:
        revisions.migrate(connection, None)
    engine.dispose()
    assert columns_in(made) == columns_in(migrated)


def columns_in(path: Path) -> dict[str, tuple[list[Any], list[Any]]]:
    """The columns, indices and foreign keys of the tables in a file, but for their order."""
    with contextlib.closing(sqlite3.connect(path)) as connection:

        def rows(pragma: str, table: str) -> list[Any]:
            return sorted((row[1:] for row in connection.execute(f"PRAGMA {pragma}({table})")), key=repr)

        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            table: (
                rows("table_info", table),
                [rows("index_list", table), [row[1:] for row in rows("foreign_key_list", table)]],
            )
            for (table,) in tables
        }


def test_a_file_of_released_code_is_taken_over(released: Path) -> None:
    with Store(str(released)) as store:
        assert games_in(store) == RELEASED
        store.add(HEADER, 1, RELEASED[2][2])  # the run goes on
        assert [games for _, games in runs_in(store)] == [3, 1]
    assert differences(f"sqlite:///{released}") == []
    with RoomStore(str(released)) as rooms:
        assert rooms.rooms() == ()


def test_a_file_of_released_code_can_be_read_as_it_is(released: Path) -> None:
    before = released.read_bytes()
    with Store(str(released), read_only=True) as store:
        assert games_in(store) == RELEASED
    assert released.read_bytes() == before


def test_rooms_from_before_they_could_be_public_are_not(url: str) -> None:
    with RoomStore(url) as rooms:
        rooms.create(room("old", public=True))
    execute(
        url,
        "DROP INDEX rooms_by_publicity",
        "ALTER TABLE rooms DROP COLUMN public",
        *(
            f"DROP TABLE {table.name}"
            for table in reversed(TABLES.sorted_tables)
            if table.name not in revisions._ROOMS
        ),
        "UPDATE alembic_version SET version_num = '0002_rooms'",
    )
    with RoomStore(url) as rooms:
        assert rooms.rooms() == (room("old", public=False),)
    assert differences(url) == []


@pytest.mark.slow
def test_a_server_of_released_code_is_taken_over(postgresql: str) -> None:
    execute(postgresql, *(DATA / "released.sql").read_text().split(";\n")[:-1])
    execute(
        postgresql,
        "INSERT INTO runs (digest, header) VALUES ('0', '{}')",
        "INSERT INTO games (run, number, game, first, second, plies, seconds, version, record, stored) "
        "VALUES (1, 0, 'a', 'b', 'c', 0, 0, '1', "
        """'{"game": "a", "players": ["b", "c"], "moves": []}', now())""",
    )
    with Store(postgresql) as store:
        assert runs_in(store) == [({}, 1)]
        assert [one.record.players for one in store.games()] == [("b", "c")]
    assert differences(postgresql) == []


def test_the_games_stay_open_to_released_code(url: str) -> None:
    """It looks for a schema version of 1 at the most."""
    Database(url).close()
    engine = sa.create_engine(database_url(url))
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT version FROM schema_version")).all() == [(1,)]
    engine.dispose()


def test_a_revision_is_taken_over_whole_or_not_at_all(released: Path) -> None:
    with contextlib.closing(sqlite3.connect(released)) as connection:
        connection.execute("CREATE TABLE jobs (title TEXT)")
    with pytest.raises(StoreError, match=r"games\.db.*\bjobs\b"):
        Store(str(released))
    with contextlib.closing(sqlite3.connect(released)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        assert [name for (name,) in tables] == ["games", "jobs", "runs", "schema_version"]
    with Store(str(released), read_only=True) as store:
        assert games_in(store) == RELEASED


OPENER = """
import sys
from nupp.store import database
upgrade = database.upgrade
def print_and_upgrade(connection, revision):
    print(revision, flush=True)
    upgrade(connection, revision)
database.upgrade = print_and_upgrade
print("ready", flush=True)
sys.stdin.readline()
database.Database(sys.argv[1]).close()
"""


@pytest.mark.slow
def test_processes_that_open_a_new_database_at_once(url: str) -> None:
    """One of them makes the tables, and the others find them."""
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", OPENER, url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for opener in openers:
        assert opener.stdout is not None
        assert opener.stdout.readline() == "ready\n"
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.write("\n")
        opener.stdin.flush()
    ends = [opener.communicate(timeout=100) for opener in openers]
    assert [opener.returncode for opener in openers] == [0] * 3, ends
    assert sorted(said.strip() for said, _ in ends) == [revisions.HEAD] * 2 + ["None"]
    assert differences(url) == []


# ---- what is not ours ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        (
            ("UPDATE alembic_version SET version_num = '0009_ladders'",),
            "newer nupp.*0009_ladders.*0008_members",
        ),
        (
            ("DROP TABLE alembic_version", "UPDATE schema_version SET version = 2"),
            r"newer nupp.*version 2\b.* 1\b",
        ),
        (("UPDATE alembic_version SET version_num = 'ae1027a6acf'",), "something else"),
        (("DELETE FROM alembic_version",), "something else"),
        (("DROP TABLE alembic_version", "DELETE FROM schema_version"), "something else"),
        (("DROP TABLE schema_version",), "something else"),
        (("DROP TABLE room_moves",), "something else"),
    ],
)
def test_a_store_that_is_newer_or_broken_is_left_alone(
    url: str, statements: tuple[str, ...], message: str
) -> None:
    Database(url).close()
    execute(url, *statements)
    for read_only in (False, True):
        with pytest.raises(StoreError, match=message) as error:
            Store(url, read_only)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE games (title TEXT)",
        "CREATE TABLE recipes (title TEXT)",
        "CREATE TABLE alembic_version (version_num VARCHAR(32))",
        "CREATE TABLE schema_version (version INTEGER)",
    ],
)
def test_the_tables_of_something_else_are_left_alone(url: str, statement: str) -> None:
    execute(url, statement)
    for read_only in (False, True):
        with pytest.raises(StoreError, match=r"something else.*nupp"):
            Store(url, read_only)
    engine = sa.create_engine(database_url(url))
    assert len(sa.inspect(engine).get_table_names()) == 1
    engine.dispose()


def test_a_file_of_something_else_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "recipes.db"
    execute(str(path), "CREATE TABLE recipes (title TEXT)", "INSERT INTO recipes VALUES ('soup')")
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(StoreError, match="something else"):
            Store(str(path), read_only)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_an_empty_database_is_not_made_by_reading(url: str, tmp_path: Path) -> None:
    (tmp_path / "games.db").touch()
    with pytest.raises(StoreError, match="something else"):
        Store(url, read_only=True)
    assert (tmp_path / "games.db").read_bytes() == b""
