"""Games that are kept in a database, and `games --stored`, which lists them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cli.conftest import Call
from nupp.cli.stored import keeping, store_options
from nupp.formats import GameRecord
from nupp.store import Store, default_database
from nupp.version import __version__

WON = GameRecord("tictactoe", ("ann", "bob"), ("b2", "a1"), outcome="first", termination="resignation\x1b[2J")
DRAWN = GameRecord("othello:size=6", ("bob", "eve"), ("d2",), outcome="draw", margin=0)
LARGE = GameRecord("othello:size=6", ("ann", "eve"), (), outcome="second", margin=-12)


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path / "data"))


@pytest.fixture
def stored() -> None:
    """Three games in the default database."""
    with Store(default_database()) as store:
        for number, record in enumerate((WON, DRAWN, LARGE)):
            store.add({"match": {}}, number, record)


@pytest.mark.usefixtures("stored")
def test_the_list(call: Call) -> None:
    lines = call("games", "--stored").stdout.splitlines()
    heads = ["stored", "run", "number", "game", "first", "second", "outcome", "plies", "ended", "by"]
    assert lines[0].split() == heads
    assert lines[1].split()[2:] == ["1", "2", "othello:size=6", "ann", "eve", "second", "by", "12", "0"]
    assert lines[2].split()[4:] == ["othello:size=6", "bob", "eve", "draw", "1"]
    assert lines[3].split()[4:] == ["tictactoe", "ann", "bob", "first", "2", "resignation?[2J"]
    assert lines[4:] == ["3 games"]


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ((), [2, 1, 0]),
        (("--limit", "1"), [2]),
        (("--game", "othello:size=6"), [2, 1]),
        (("--game", "reversi"), []),
        (("--player", "ann"), [2, 0]),
        (("--player", "ann", "--outcome", "first"), [0]),
        (("--outcome", "none"), []),
    ],
)
def test_json(call: Call, words: tuple[str, ...], numbers: list[int]) -> None:
    found = json.loads(call("games", "--stored", *words, "--json").stdout)
    assert [one["number"] for one in found] == numbers
    records = {0: WON, 1: DRAWN, 2: LARGE}
    for one in found:
        record = json.loads(records[one["number"]].to_json())
        assert {name: one[name] for name in record} == record


def test_a_file_by_its_name(call: Call, tmp_path: Path) -> None:
    path = str(tmp_path / "own.db")
    with Store(path) as store:
        store.add({}, 0, WON)
    for name in (path, f"sqlite:///{path}"):
        assert call("games", "--stored", "--database", name).stdout.endswith("1 game\n")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--stored",), 1, "there is no database"),
        (("--stored", "--database", "mysql://host/games"), 2, "'mysql://host/games' is no database"),
        (("--stored", "--database", "/etc/passwd"), 1, "cannot be used: file is not a database"),
        (("--stored", "othello"), 2, "expected --game othello"),
        (("--stored", "--game", "chess"), 2, "unknown game 'chess'"),
        (("--stored", "--outcome", "won"), 2, "'won' is not one of"),
        (("--stored", "--limit", "0"), 2, "0 is not in the range"),
        (("--player", "ann"), 2, "--player asks for games that were played: expected --stored"),
        (("--database", "games.db", "othello"), 2, "--database asks for games that were played"),
    ],
)
def test_bad_input(call: Call, words: tuple[str, ...], code: int, said: str) -> None:
    result = call("games", *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_games_of_a_run_are_kept_as_they_end() -> None:
    header = {"match": {"seed": 1}}
    with keeping(default_database(), header) as keep:
        keep(1, WON)
        with Store(default_database(), read_only=True) as store:
            assert [one.number for one in store.games()] == [1]
        keep(0, DRAWN)
    with Store(default_database(), read_only=True) as store:
        assert [(one.number, one.record) for one in store.games()] == [(0, DRAWN), (1, WON)]
        assert [one.header for one in store.runs()] == [header | {"version": __version__}]


def test_without_a_database_nothing_is_kept(tmp_path: Path) -> None:
    with keeping(None, {}) as keep:
        keep(0, WON)
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_fails_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    with (
        pytest.raises(click.ClickException, match=r"nupp\.db cannot be used: "),
        keeping(default_database(), {}),
    ):
        pass


def test_the_options_of_commands_that_keep_games(tmp_path: Path) -> None:
    @click.command()
    @store_options
    def command(database: str | None) -> None:
        asked.append(database)

    asked = list[str | None]()
    for words in ([], ["--store"], ["--database", "own.db"], ["--store", "--database", "own.db"]):
        command.main(words, standalone_mode=False)
    assert asked == [None, f"sqlite:///{tmp_path / 'data' / 'nupp.db'}", "own.db", "own.db"]


def test_other_commands_do_not_load_the_database() -> None:
    """Nor whatever else takes long to load."""
    code = (
        "import sys; from nupp.cli.main import cli; status = cli.run(['games', 'tictactoe', '--json']); "
        "heavy = {'sqlalchemy', 'psycopg', 'matplotlib'} & sys.modules.keys(); "
        "sys.exit(status or bool(heavy))"
    )
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True, timeout=60)
