"""Faults while rooms are being written: each has its error, and no move is lost or stored twice."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from nupp.store import BusyError, Database, FullError, RoomStore, StoreError
from server.forking import Fork
from store.examples import change, check, moves, one_move, played, room
from store.servers import Proxy, Server, execute

pytestmark = pytest.mark.slow

TESTS = str(Path(__file__).parents[1])


# ---- killed --------------------------------------------------------------------------------------

PLAYER = """
import sys
from nupp.store import RoomStore
from store.examples import one_move
with RoomStore(sys.argv[1]) as rooms:
    for ply in range(int(sys.argv[2]), 400):
        rooms.apply([one_move(ply)])
        print(ply, flush=True)
"""


def test_a_process_that_is_killed_while_it_writes(url: str) -> None:
    """Every move of which it knew that it is stored is there, twice on the way to 400 of them."""
    with RoomStore(url) as rooms:
        rooms.create(room())
    stored = 0
    for lines in (1, 137, 400):
        player = Fork(PLAYER, [url, str(stored)], sys.stderr)
        with player.stdout, contextlib.suppress(StopIteration):
            plies = [int(next(player.stdout)) for _ in range(min(lines, 400 - stored))]
            player.kill()
            plies += map(int, player.stdout)
        player.wait(100)
        with RoomStore(url) as rooms:
            there = len(played(rooms))
            check(rooms, there)
            assert plies == list(range(stored, plies[-1] + 1))
            assert plies[-1] + 1 <= there <= plies[-1] + 2
            if there == plies[-1] + 1:  # else one more is stored, of which it had not heard
                rooms.apply([one_move(plies[-1])])  # sent again, as by a server that did not hear of it
                check(rooms, there)
        stored = there
    assert stored == 400


# ---- files ---------------------------------------------------------------------------------------


def test_a_file_that_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "rooms.db"
    with Database(str(path), patience=0.1) as database, contextlib.closing(sqlite3.connect(path)) as other:
        rooms = RoomStore(database)
        rooms.create(room())
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(BusyError, match=r"rooms\.db.*locked"):
                rooms.apply([one_move(0)])
        check(rooms, 0)
        other.rollback()
        rooms.apply([one_move(0), one_move(1)])
        check(rooms, 2)


FILLER = """
import resource, signal, sys
from nupp.store import FullError, RoomStore
from store.examples import check, one_move, room
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
with RoomStore(sys.argv[1]) as rooms:
    rooms.create(room())
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    ply = refusals = 0
    while refusals < 3:  # the first ones make place, as what was written ahead goes into the file proper
        try:
            rooms.apply([one_move(ply)])
        except FullError as error:
            said, refusals = str(error), refusals + 1
        else:
            ply, refusals = ply + 1, 0
    print(ply, said)
    check(rooms, ply)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    rooms.apply([one_move(ply), one_move(ply + 1)])
    check(rooms, ply + 2)
"""


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """Simulated by a limit on the size of files, which is lifted in the end."""
    path = tmp_path / "rooms.db"
    done = subprocess.run(
        [sys.executable, "-c", FILLER, str(path)],
        capture_output=True,
        text=True,
        timeout=100,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([TESTS, *sys.path])},
    )
    assert done.returncode == 0, done.stderr
    stored, _, said = done.stdout.partition(" ")
    assert int(stored) > 10
    assert "rooms.db" in said
    assert said.count("\n") == 1
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_database_with_no_page_left(tmp_path: Path) -> None:
    """SQLite reports it like a full disk."""
    path = tmp_path / "rooms.db"
    with RoomStore(str(path)) as rooms:
        rooms.create(room())
        with rooms._database.reading() as connection:
            size = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {size}")
        with pytest.raises(FullError, match=r"rooms\.db.*full"):
            rooms.apply([change(0, moves=moves(["m" * 1000] * 100))])
        check(rooms, 0)
        rooms.apply([one_move(0)])  # on a new connection, without the limit
        check(rooms, 1)


@pytest.fixture
def own_folder() -> Iterator[Path]:
    """A folder in which everybody may write, entered as somebody who may not write whatever he likes."""
    folder = Path(tempfile.mkdtemp(prefix="nupp"))
    folder.chmod(0o777)
    root = os.geteuid() == 0
    if root:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        shutil.rmtree(folder)


def test_a_file_that_is_read_only(own_folder: Path) -> None:
    path = own_folder / "rooms.db"
    with Database(str(path), patience=0.1) as database:
        rooms = RoomStore(database)
        rooms.create(room())
        with contextlib.closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(BusyError):  # it closes the connections
                rooms.apply([one_move(0)])
        path.chmod(0o444)
        with pytest.raises(StoreError, match=r"rooms\.db.*readonly"):
            rooms.apply([one_move(0)])
        with pytest.raises(StoreError, match=r"rooms\.db.*readonly"):
            RoomStore(str(path))
        check(rooms, 0)
        for file in own_folder.iterdir():  # those beside it were made with its rights
            file.chmod(0o644)
        rooms.apply([one_move(0)])
        check(rooms, 1)


def test_a_file_that_is_moved_away_and_back(tmp_path: Path) -> None:
    path, away = tmp_path / "rooms.db", tmp_path / "elsewhere.db"
    with RoomStore(str(path)) as rooms:
        rooms.create(room())
        rooms.apply([one_move(0)])
        path.rename(away)
        for _ in range(2):
            with pytest.raises(StoreError, match=r"rooms\.db is gone"):
                rooms.apply([one_move(1)])
            with pytest.raises(StoreError, match=r"rooms\.db is gone"):
                rooms.load("r1")
        assert not path.exists()
        away.rename(path)
        rooms.apply([one_move(1), one_move(2)])
        check(rooms, 3)


def test_a_file_that_is_deleted(tmp_path: Path) -> None:
    """It is not made again: what was stored in it would be missed."""
    path = tmp_path / "rooms.db"
    with RoomStore(str(path)) as rooms:
        rooms.create(room())
        for file in tmp_path.iterdir():
            file.unlink()
        with pytest.raises(StoreError, match=r"rooms\.db is gone"):
            rooms.apply([one_move(0)])
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_deleted_while_it_is_written(tmp_path: Path) -> None:
    """What was written with it does not count as stored."""
    path = tmp_path / "rooms.db"
    with Database(str(path)) as database:
        with pytest.raises(StoreError, match=r"rooms\.db is gone"), database.writing():
            path.unlink()
        with pytest.raises(StoreError, match=r"rooms\.db is gone"):
            RoomStore(database).create(room())


# ---- servers -------------------------------------------------------------------------------------


@pytest.fixture
def stoppable(programs: Path) -> Iterator[Server]:
    """A server of our own."""
    with Server(programs) as server:
        yield server


def test_a_server_that_is_stopped_in_between(stoppable: Server) -> None:
    with RoomStore(stoppable.url) as rooms:
        rooms.create(room())
        rooms.apply([one_move(0)])
        stoppable.stop()
        for _ in range(2):
            with pytest.raises(BusyError) as error:
                rooms.apply([one_move(1)])
            assert "\n" not in str(error.value)
        with pytest.raises(BusyError):
            rooms.load("r1")
        stoppable.start()
        rooms.apply([one_move(1), one_move(2)])
        check(rooms, 3)


@pytest.mark.parametrize(("lose", "there"), [("request", 1), ("answer", 3)])
def test_a_connection_that_is_lost_in_a_commit(stoppable: Server, lose: str, there: int) -> None:
    """Nobody knows whether the moves are stored; sent again, with others after them, they are there once."""
    with Proxy(stoppable) as proxy, RoomStore(Server.url_in(proxy.folder)) as rooms:
        rooms.create(room())
        rooms.apply([one_move(0)])
        proxy.lose = lose
        with pytest.raises(BusyError):
            rooms.apply([one_move(1), one_move(2)])
        check(rooms, there)
        rooms.apply([one_move(1), one_move(2)])
        check(rooms, 3)
        proxy.lose = lose
        rooms.apply([one_move(3)])  # a move alone is kept again over another connection
        check(rooms, 4)
        rooms.apply([one_move(3)])
        check(rooms, 4)
        proxy.lose = lose
        with pytest.raises(BusyError):
            rooms.apply([change(4, keep=0), change(5, moves=moves("ab"))])
        rooms.apply([change(4, keep=0), change(5, moves=moves("ab")), change(6, moves=moves("c", 2))])
        assert played(rooms) == ["a", "b", "c"]
        proxy.lose = lose
        with pytest.raises(BusyError):
            rooms.create(room("r2", moves=moves("ab")))
        rooms.create(room("r2", moves=moves("ab")))
        assert rooms.load("r2") == room("r2", moves=moves("ab"))


@pytest.mark.parametrize(
    ("state", "kind"),
    [("53100", FullError), ("57P01", BusyError), ("40P01", BusyError), ("58030", StoreError)],
)
def test_what_a_server_tells(postgresql: str, state: str, kind: type[StoreError]) -> None:
    """Disk full, shutdown, deadlock and a disk that fails: as it would, it raises them in the middle."""
    with RoomStore(postgresql) as rooms:
        rooms.create(room())
        execute(
            postgresql,
            "CREATE FUNCTION fail() RETURNS trigger AS "
            f"$$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$ LANGUAGE plpgsql",
            "CREATE TRIGGER fail BEFORE INSERT ON room_moves FOR EACH ROW WHEN (NEW.ply > 0) "
            "EXECUTE FUNCTION fail()",
        )
        with pytest.raises(StoreError, match=r"\bno\b") as error:
            rooms.apply([one_move(0), one_move(1)])
        assert type(error.value) is kind
        check(rooms, 0)
        execute(postgresql, "DROP TRIGGER fail ON room_moves")
        rooms.apply([one_move(0), one_move(1)])
        check(rooms, 2)


def test_a_server_that_takes_nothing(postgresql: str) -> None:
    """As one that only follows another one."""
    with RoomStore(postgresql) as rooms:
        rooms.create(room())
    closed = postgresql.replace("options=", "options=-c+default_transaction_read_only%3Don+")
    with pytest.raises(StoreError, match="read-only"):
        RoomStore(closed).create(room("r2"))
