"""Databases of each kind: which are nupp's, and the messages for those that cannot be used."""

from __future__ import annotations

import contextlib
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from nupp.extras import MissingExtraError
from nupp.formats import GameRecord
from nupp.store import BusyError, Database, Store, StoreError, database_url, default_database
from store.servers import execute

pytestmark = pytest.mark.slow

HEADER = {"match": {"game": "tictactoe", "first": "ann", "second": "bob", "seed": 1}, "version": "0.1.0"}
GAME = GameRecord(
    "tictactoe",
    ("ann", "bob"),
    ("b2", "a1"),
    outcome="first",
    margin=1,
    termination="resignation",
    seconds=(0.5, 0.25),
    seed=7,
)

# ---- what names a database ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "mysql://host/games",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///a?uri=1",
        "://",
        "postgresql://host:x/",
    ],
)
def test_what_names_no_database(text: str) -> None:
    with pytest.raises(StoreError, match=rf"{re.escape(text)}.*sqlite:///FILE"):
        Store(text)


# ---- files ---------------------------------------------------------------------------------------


def test_sqlite_writes_ahead(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Store(str(path)) as opened, contextlib.closing(sqlite3.connect(path)) as connection:
        opened.add(HEADER, 0, GAME)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (1,)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(GAME.to_json() * 20)
    for read_only in (False, True):
        with pytest.raises(StoreError, match=r"games\.jsonl.*not a database"):
            Store(str(path), read_only)
    assert path.read_text() == GAME.to_json() * 20


def test_a_file_that_is_not_there_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no database.*games\.db"):
        Store(str(tmp_path / "games.db"), read_only=True)
    with pytest.raises(StoreError, match=r"games\.db.*open"):
        Store(str(tmp_path / "folder" / "games.db"))
    assert list(tmp_path.iterdir()) == []


def test_a_locked_file(tmp_path: Path) -> None:
    """It is waited for, and then reported; what was stored is there, and the rest can be stored later."""
    path = tmp_path / "games.db"
    with Database(str(path), patience=0.2) as database, contextlib.closing(sqlite3.connect(path)) as other:
        opened = Store(database)
        opened.add(HEADER, 0, GAME)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BusyError, match=r"games\.db.*locked"):
            opened.add(HEADER, 1, GAME)
        with pytest.raises(BusyError, match=r"games\.db.*locked"):
            Database(str(path), patience=0.2)
        assert [one.number for one in opened.games()] == [0]
        with pytest.raises(BusyError, match=r"games\.db.*locked"):
            database.probe()
        other.rollback()
        database.probe()
        opened.add(HEADER, 1, GAME)
        assert [one.number for one in opened.games()] == [1, 0]


FILLER = """
import resource, signal, sys
from nupp.store import FullError, Store
from nupp.formats import GameRecord
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
stored = 0
try:
    with Store(sys.argv[1]) as store:
        for number in range(1000):
            store.add({}, number, GameRecord("tictactoe", ("ann", "bob"), ("b2",), termination="x" * 5000))
            stored += 1
except FullError as error:
    print(stored, error)
"""


def test_a_full_disk(tmp_path: Path) -> None:
    """Simulated by a limit on the size of files; what was stored before is there, and nothing is broken."""
    path = str(tmp_path / "games.db")
    done = subprocess.run(
        [sys.executable, "-c", FILLER, path], capture_output=True, text=True, timeout=100, check=True
    )
    stored, _, said = done.stdout.partition(" ")
    assert "games.db" in said
    assert said.count("\n") == 1
    assert 5 < int(stored) < 100
    with Store(path) as opened:
        assert [one.number for one in opened.games()] == list(range(int(stored)))[::-1]
        opened.add({}, int(stored), GAME)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_the_default_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in a folder that is made with it."""
    monkeypatch.setenv("NUPP_DATA", str(tmp_path / "data" / "nupp"))
    with pytest.raises(StoreError, match=r"no database.*nupp\.db"):
        Store(default_database(), read_only=True)
    assert not (tmp_path / "data").exists()
    with Store(default_database()) as opened:
        opened.add(HEADER, 0, GAME)
    assert (tmp_path / "data" / "nupp" / "nupp.db").is_file()


# ---- servers -------------------------------------------------------------------------------------


def test_a_server_that_does_not_answer() -> None:
    pytest.importorskip("psycopg", reason="PostgreSQL is not tested: the package psycopg is not installed")
    with pytest.raises(BusyError, match="refused") as error:
        Store("postgresql://nupp:secret@127.0.0.1:1/games")
    assert "secret" not in str(error.value)
    assert "\n" not in str(error.value)


def test_a_server_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtraError, match=r"nupp\[postgres\]"):
        Store("postgresql://127.0.0.1:1/games")


def test_a_connection_that_was_cut_between_two_games(postgresql: str) -> None:
    with Store(postgresql) as opened:
        opened.add(HEADER, 0, GAME)
        execute(
            postgresql,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()",
        )
        opened.add(HEADER, 1, GAME)
        assert [one.number for one in opened.games()] == [1, 0]


def test_a_table_locked_on_a_server(postgresql: str) -> None:
    with Database(postgresql, patience=1.0) as database:
        opened = Store(database)
        opened.add(HEADER, 0, GAME)
        engine = sa.create_engine(database_url(postgresql))
        with engine.begin() as connection:
            connection.execute(sa.text("LOCK TABLE games"))
            with pytest.raises(BusyError, match="lock timeout"):
                opened.add(HEADER, 1, GAME)
            with pytest.raises(BusyError, match="lock timeout"):
                list(opened.games())
        engine.dispose()
        opened.add(HEADER, 1, GAME)
