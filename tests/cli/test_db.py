"""`nupp db`: backups to files and back, and games that are deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Call
from nupp.store import RoomStore, State, StoredEnd
from store.examples import moves, room

pytestmark = pytest.mark.slow


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with a game that goes on, and one that was over long ago."""
    url = str(tmp_path / "nupp.db")
    with RoomStore(url) as rooms:
        rooms.create(room("r1", moves=moves(["a1"])))
        rooms.create(room("r2", state=State.OVER, end=StoredEnd("resigned", 1, None), moves=moves(["a1"])))
    return url


def ids(url: str) -> set[str]:
    with RoomStore(url, read_only=True) as rooms:
        return {one.id for one in rooms.rooms()}


def test_a_backup_is_restored(call: Call, tmp_path: Path, database: str) -> None:
    file, other = str(tmp_path / "backup"), str(tmp_path / "other.db")
    done = call("db", "backup", file, "--database", database)
    assert (done.exit_code, done.stdout.split()[-1]) == (0, "rows")
    done = call("db", "restore", file, "--database", other)
    assert (done.exit_code, ids(other)) == (0, {"r1", "r2"}), done.stderr
    done = call("db", "restore", file, "--database", other)
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert "expected an empty database" in done.stderr


def test_what_cannot_be_done_is_one_line(call: Call, tmp_path: Path, database: str) -> None:
    none = str(tmp_path / "none" / "backup")
    for code, *words in (
        (1, "backup", none, "--database", database),
        (1, "backup", str(tmp_path / "backup"), "--database", str(tmp_path / "none.db")),
        (2, "restore", none, "--database", database),
        (1, "restore", database, "--database", str(tmp_path / "other.db")),
        (2, "forget", "--database", database),
        (2, "forget", "--days", "1000000", "--database", database),
        (2, "forget", "--days", "nan", "--database", database),
    ):
        done = call("db", *words)
        assert (done.exit_code, done.stderr.count("\n")) == (code, 1), words


def test_finished_games_are_deleted(call: Call, database: str) -> None:
    assert call("db", "forget", "--days", "100000", "--database", database).stdout == "0 games deleted\n"
    assert call("db", "forget", "--days", "1", "--database", database).stdout == "1 game deleted\n"
    assert ids(database) == {"r1"}
