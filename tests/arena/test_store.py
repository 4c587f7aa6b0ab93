"""The store of games, in SQLite and, where there is a server, in PostgreSQL."""

from __future__ import annotations

import contextlib
import glob
import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from nupp.arena import store
from nupp.arena.store import Store, StoredRun, StoreError, database_url, default_database
from nupp.formats import GameRecord

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

# ---- a server ------------------------------------------------------------------------------------


def find_server() -> Path | None:
    """The folder of PostgreSQL's programs, if it is installed."""
    found = shutil.which("pg_ctl") or next(iter(sorted(glob.glob("/usr/lib/postgresql/*/bin/pg_ctl"))), None)
    return Path(found).resolve().parent if found else None


@contextlib.contextmanager
def running_server(programs: Path) -> Iterator[str]:
    """A server of our own on a socket in a temporary folder, which may not run as root; its URL."""
    folder = Path(tempfile.mkdtemp(prefix="nupp"))
    names = {one.pw_name for one in pwd.getpwall()}
    who = {"user": "postgres" if "postgres" in names else "nobody"} if os.geteuid() == 0 else {}
    if who:
        shutil.chown(folder, **who)

    def run(program: str, *words: str) -> None:
        done = subprocess.run(
            [programs / program, *words], cwd=folder, capture_output=True, text=True, timeout=100, **who
        )
        assert done.returncode == 0, done.stderr

    data = str(folder / "data")
    try:
        run("initdb", "-D", data, "-U", "nupp", "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = f"-k {folder} -c listen_addresses= -c fsync=off"
        run("pg_ctl", "-D", data, "-l", str(folder / "log"), "-o", settings, "-w", "start")
        try:
            yield f"postgresql://nupp@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a server: that of NUPP_POSTGRES, or one that is started here."""
    pytest.importorskip("psycopg", reason="PostgreSQL is not tested: the package psycopg is not installed")
    given, programs = os.environ.get("NUPP_POSTGRES"), find_server()
    if given:
        yield given
    elif programs:
        with running_server(programs) as url:
            yield url
    else:
        pytest.skip("PostgreSQL is not tested: no server is installed, and NUPP_POSTGRES names none")


@pytest.fixture
def postgresql(server: str) -> Iterator[str]:
    """The URL of an empty place on the server, which is removed at the end."""
    name = f"nupp_{uuid.uuid4().hex}"
    url = database_url(server)
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text(f"CREATE SCHEMA {name}"))
    own = {"options": f"-c search_path={name}", "application_name": name}
    yield url.update_query_dict(own).render_as_string(hide_password=False)
    with engine.begin() as connection:
        connection.execute(sa.text(f"DROP SCHEMA {name} CASCADE"))
    engine.dispose()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The URL of a file that is not there yet."""
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    return str(request.getfixturevalue(request.param))


def execute(url: str, *statements: str) -> None:
    engine = sa.create_engine(database_url(url))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()


# ---- what is kept --------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was(url: str) -> None:
    odd = GameRecord(
        "othello",
        ("a\0b", "\ud800 \N{SNOWMAN} 'x'"),
        (),
        termination="black failed: \0 \udcff",
        seed=2**80,
        margin=-(2**70),
        extra={"key": [1, {"\0": None}]},
    )
    began = datetime.now(UTC)
    with Store(url) as opened:
        opened.add(HEADER, 0, GAME)
        opened.add(HEADER, 5, odd)
    with Store(url, read_only=True) as opened:
        last, first = opened.games()
        assert (first.run, first.number, first.record) == (last.run, 0, GAME)
        assert (last.number, last.record) == (5, odd)
        assert began - timedelta(seconds=1) <= first.stored <= last.stored <= datetime.now(UTC)
        assert list(opened.runs()) == [StoredRun(first.run, HEADER, 2)]
        assert first.to_dict()["moves"] == ["b2", "a1"]
        assert first.to_dict()["stored"].endswith("+00:00")


def test_the_columns_repeat_the_record(url: str) -> None:
    """They are there for others, who query the database without nupp."""
    with Store(url) as opened:
        opened.add(HEADER, 3, GAME)
    engine = sa.create_engine(database_url(url))
    with engine.connect() as connection:
        row = connection.execute(sa.text("SELECT * FROM games")).mappings().one()
        assert connection.scalar(sa.text("SELECT version FROM schema_version")) == 1
    engine.dispose()
    expected = {
        "number": 3,
        "game": "tictactoe",
        "first": "ann",
        "second": "bob",
        "outcome": "first",
        "margin": 1,
        "plies": 2,
        "termination": "resignation",
        "seconds": 0.75,
        "seed": 7,
        "version": GAME.version,
    }
    assert {name: row[name] for name in expected} == expected


def test_storing_twice_does_no_harm(url: str) -> None:
    """A game is replaced by another one of the same number; equal headers are one run, in any order."""
    turned = {name: HEADER[name] for name in reversed(HEADER)}
    with Store(url) as opened:
        for header in (HEADER, turned, HEADER):
            opened.add(header, 0, GAME)
        assert [one.record for one in opened.games()] == [GAME]
        other = replace(GAME, moves=("b2",), termination="time forfeit", margin=None)
        opened.add(turned, 0, other)
        assert [one.record for one in opened.games()] == [other]
        opened.add(HEADER | {"version": "0.2.0"}, 0, GAME)
        assert [one.games for one in opened.runs()] == [1, 1]


def test_games_are_found(url: str) -> None:
    outcomes = ("first", "second", "draw", None)
    with Store(url) as opened:
        for number in range(24):
            players = ("ann", "bob") if number % 2 else ("eve", "ann" if number % 4 else "bob")
            spec = "tictactoe" if number % 3 else "othello:size=6"
            opened.add(HEADER, number, GameRecord(spec, players, (), outcome=outcomes[number % 4]))

        def numbers(**wanted: object) -> list[int]:
            return [one.number for one in opened.games(**wanted)]  # type: ignore[arg-type]

        assert numbers() == list(range(23, -1, -1))
        assert numbers(limit=3) == [23, 22, 21]
        assert numbers(game="othello:size=6") == [21, 18, 15, 12, 9, 6, 3, 0]
        assert numbers(game="othello") == []
        assert numbers(player="ann") == [number for number in range(23, -1, -1) if number % 4]
        assert numbers(player="eve", limit=2) == [22, 20]
        assert numbers(outcome="second") == [21, 17, 13, 9, 5, 1]
        assert numbers(outcome="none", game="tictactoe") == [23, 19, 11, 7]
        assert numbers(player="x' OR '1' = '1") == []


def test_a_long_list_is_read_bit_by_bit(url: str) -> None:
    """And the store can be written to meanwhile."""
    with Store(url) as opened:
        for number in range(250):
            opened.add(HEADER, number, GAME)
        games = opened.games()
        assert next(games).number == 249
        opened.add(HEADER, 250, GAME)
        assert len(list(games)) == 249


WRITER = """
import sys
from nupp.arena.store import Store
from nupp.formats import GameRecord
url, name = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
with Store(url) as store:
    for number in range(60):
        store.add({"run": "shared"}, number, GameRecord("tictactoe", (name, "bob"), ("b2",)))
        store.add({"run": name}, number, GameRecord("tictactoe", (name, "bob"), ("b2",)))
"""


def test_two_processes_write_at_a_time(url: str) -> None:
    """They find the database empty, and make it ready, both."""
    names = ("ann", "eve")
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, url, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("\n")
        writer.stdin.flush()
    for writer in writers:
        _, errors = writer.communicate(timeout=100)
        assert writer.returncode == 0, errors
    with Store(url, read_only=True) as opened:
        assert sorted((one.header["run"], one.games) for one in opened.runs()) == [
            ("ann", 60),
            ("eve", 60),
            ("shared", 60),
        ]
        assert {one.record.players[0] for one in opened.games()} == set(names)


# ---- what is no database of ours -----------------------------------------------------------------


def test_a_newer_store_is_left_alone(url: str) -> None:
    with Store(url) as opened:
        opened.add(HEADER, 0, GAME)
    execute(url, "UPDATE schema_version SET version = 2")
    for read_only in (False, True):
        with pytest.raises(
            StoreError, match=r"written by a newer nupp: .* version 2, expected 1 at the most"
        ):
            Store(url, read_only)


def test_the_tables_of_something_else_are_left_alone(url: str) -> None:
    execute(url, "CREATE TABLE games (title TEXT)")
    for read_only in (False, True):
        with pytest.raises(StoreError, match="holds something else: expected games stored by nupp"):
            Store(url, read_only)
    execute(url, "INSERT INTO games VALUES ('chess')")


def test_a_store_that_is_read_is_not_written(url: str) -> None:
    with Store(url) as opened:
        opened.add(HEADER, 0, GAME)
    execute(url, "DELETE FROM games", "DROP TABLE schema_version")
    with pytest.raises(StoreError, match="holds something else"):
        Store(url, read_only=True)


@pytest.mark.parametrize(
    "text", ["", "mysql://localhost/games", "sqlite://", "sqlite:///:memory:", "://", "postgresql://host:x/"]
)
def test_what_names_no_database(text: str) -> None:
    with pytest.raises(StoreError, match="is no database: expected sqlite:///FILE"):
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
        with pytest.raises(StoreError, match=r"games\.jsonl cannot be used: file is not a database"):
            Store(str(path), read_only)
    assert path.read_text() == GAME.to_json() * 20


def test_a_file_that_is_not_there_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        Store(str(tmp_path / "games.db"), read_only=True)
    with pytest.raises(StoreError, match="cannot be used: unable to open database file"):
        Store(str(tmp_path / "folder" / "games.db"))
    assert list(tmp_path.iterdir()) == []


def test_a_locked_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for, and then told; what was stored is there, and the rest can be stored later."""
    monkeypatch.setattr(store, "PATIENCE", 0.2)
    path = tmp_path / "games.db"
    with Store(str(path)) as opened, contextlib.closing(sqlite3.connect(path)) as other:
        opened.add(HEADER, 0, GAME)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"games\.db cannot be used: database is locked"):
            opened.add(HEADER, 1, GAME)
        with pytest.raises(StoreError, match="database is locked"):
            Store(str(path))
        assert [one.number for one in opened.games()] == [0]
        other.rollback()
        opened.add(HEADER, 1, GAME)
        assert [one.number for one in opened.games()] == [1, 0]


FILLER = """
import resource, signal, sys
from nupp.arena.store import Store, StoreError
from nupp.formats import GameRecord
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
stored = 0
try:
    with Store(sys.argv[1]) as store:
        for number in range(1000):
            store.add({}, number, GameRecord("tictactoe", ("ann", "bob"), ("b2",), termination="x" * 5000))
            stored += 1
except StoreError as error:
    print(stored, error)
"""


def test_a_full_disk(tmp_path: Path) -> None:
    """Simulated by a limit on the size of files; what was stored before is there, and nothing is broken."""
    path = str(tmp_path / "games.db")
    done = subprocess.run(
        [sys.executable, "-c", FILLER, path], capture_output=True, text=True, timeout=100, check=True
    )
    stored, _, said = done.stdout.partition(" ")
    assert "games.db cannot be used: " in said
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
    with pytest.raises(StoreError, match="there is no database"):
        Store(default_database(), read_only=True)
    assert not (tmp_path / "data").exists()
    with Store(default_database()) as opened:
        opened.add(HEADER, 0, GAME)
    assert (tmp_path / "data" / "nupp" / "nupp.db").is_file()


# ---- servers -------------------------------------------------------------------------------------


def test_a_server_that_does_not_answer() -> None:
    pytest.importorskip("psycopg", reason="PostgreSQL is not tested: the package psycopg is not installed")
    with pytest.raises(StoreError, match=r"cannot be used: .*refused") as told:
        Store("postgresql://nupp:secret@127.0.0.1:1/games")
    assert "secret" not in str(told.value)
    assert "\n" not in str(told.value)


def test_a_server_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match="cannot be reached without the package psycopg"):
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


def test_a_table_locked_on_a_server(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PATIENCE", 1.0)
    with Store(postgresql) as opened:
        opened.add(HEADER, 0, GAME)
        engine = sa.create_engine(database_url(postgresql))
        with engine.begin() as connection:
            connection.execute(sa.text("LOCK TABLE games"))
            with pytest.raises(StoreError, match=r"cannot be used: .*lock timeout"):
                opened.add(HEADER, 1, GAME)
            with pytest.raises(StoreError, match=r"cannot be used: .*lock timeout"):
                list(opened.games())
        engine.dispose()
        opened.add(HEADER, 1, GAME)
