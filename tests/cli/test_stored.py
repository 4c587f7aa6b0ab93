"""Games that are kept in a database, and `games --stored`, which lists them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click
import pytest

from cli.conftest import Call
from nupp.cli.stored import keeping, store_options
from nupp.formats import GameRecord
from nupp.store import Store, default_database
from store.examples import runs_in

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
def test_a_long_list_ends_and_says_how_many_more_there_are(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nupp.cli.stored.USUAL_LENGTH", 2)
    for words, listed, more in (
        ((), 2, 1),
        (("--limit", "1"), 1, 2),
        (("--limit", "1", "--player", "eve"), 1, 1),
        (("--limit", "1", "--player", "bob", "--outcome", "draw"), 1, 0),
        (("--limit", "1", "--game", "tictactoe"), 1, 0),
        (("--limit", "3"), 3, 0),
    ):
        *rows, last = call("games", "--stored", *words).stdout.splitlines()[1:]
        assert len(rows) == listed
        assert bool(re.search(rf"\b{more} more\b.*--limit", last)) == (more > 0)
    assert len(json.loads(call("games", "--stored", "--json").stdout)) == 3


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


@pytest.mark.parametrize(
    ("player", "found"),
    [
        ("minimax:depth=2", True),
        (" minimax: depth=2", True),
        ("greedy", False),
        ("minimax:depth=2,table=1", False),
        ("Ann: the first", False),
    ],
)
def test_a_player_may_be_spelt_in_any_way(call: Call, player: str, found: bool) -> None:
    with Store(default_database()) as store:
        store.add({}, 0, replace(WON, players=("minimax:depth=2", "bob")))
    games = json.loads(call("games", "--stored", "--player", player, "--json").stdout)
    assert len(games) == found


def test_a_file_by_its_name(call: Call, tmp_path: Path) -> None:
    path = str(tmp_path / "own.db")
    with Store(path) as store:
        store.add({}, 0, WON)
    for name in (path, f"sqlite:///{path}"):
        assert call("games", "--stored", "--database", name).stdout.endswith("1 game\n")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--stored",), 1, "no database.*nupp.db"),
        (("--stored", "--database", "mysql://host/games"), 2, "'mysql://host/games'.*sqlite:///FILE"),
        (("--stored", "--database", "/etc/passwd"), 1, "/etc/passwd.*not a database"),
        (("--stored", "othello"), 2, "--game othello"),
        (("--stored", "--game", "chess"), 2, "game 'chess'"),
        (("--stored", "--outcome", "won"), 2, "'won'.*first"),
        (("--stored", "--limit", "0"), 2, "0: expected a whole number from 1"),
        (("--player", "ann"), 2, "--player.*--stored"),
        (("--database", "games.db", "othello"), 2, "--database.*--stored"),
    ],
)
def test_bad_input(call: Call, words: tuple[str, ...], code: int, said: str) -> None:
    result = call("games", *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert re.search(said, result.stderr)
    assert result.stderr.count("\n") == 1


def test_the_games_of_a_run_are_kept_as_they_end() -> None:
    header = {"match": {"seed": 1}}
    headers = iter([header])
    with keeping(default_database(), lambda: next(headers)) as keep:
        keep(1, WON)
        with Store(default_database(), read_only=True) as store:
            assert [one.number for one in store.games()] == [1]
        keep(0, DRAWN)
    with Store(default_database(), read_only=True) as store:
        assert [(one.number, one.record) for one in store.games()] == [(0, DRAWN), (1, WON)]
        assert runs_in(store) == [(header, 2)]


DUEL = ("match", "tictactoe", "greedy", "random", "--games", "2", "--store")


def times_by_run() -> dict[int, list[tuple[int, datetime]]]:
    """The numbers of the games and when they were stored, by run."""
    found: dict[int, list[tuple[int, datetime]]] = {}
    with Store(default_database(), read_only=True) as store:
        for one in store.games():
            found.setdefault(one.run, []).append((one.number, one.stored))
    return found


def test_matches_of_equal_terms_are_all_kept(call: Call, tmp_path: Path) -> None:
    for words in ((), (), ("--out", str(tmp_path / "one.jsonl")), ("--out", str(tmp_path / "two.jsonl"))):
        assert call(*DUEL, *words).exit_code == 0
    assert [len(times) for times in times_by_run().values()] == [2, 2, 2, 2]


@pytest.mark.parametrize("old", [False, True])
def test_a_match_that_is_gone_on_with_is_kept_once(call: Call, tmp_path: Path, old: bool) -> None:
    """Also one whose file was begun by a nupp that wrote no run into it."""
    path = tmp_path / "run.jsonl"
    words = (*DUEL, "--out", str(path), "--resume")
    if old:
        assert call(*words[:6], *words[7:]).exit_code == 0  # without --store
        first, *games = path.read_text().splitlines()
        header = {name: value for name, value in json.loads(first).items() if name != "run"}
        path.write_text("\n".join([json.dumps(header), *games, ""]))
    assert call(*words).exit_code == 0
    expected, lines = times_by_run(), path.read_text().splitlines(keepends=True)
    assert call(*words).exit_code == 0
    assert times_by_run() == expected
    path.write_text("".join(lines[:2]))
    assert call(*words).exit_code == 0
    found = times_by_run()
    assert found.keys() == expected.keys()
    assert found[1][-1] == expected[1][-1]  # the first game was not played again
    with Store(default_database(), read_only=True) as store:
        assert runs_in(store) == [(json.loads(lines[0]), 2)]


def test_without_a_database_nothing_is_kept(tmp_path: Path) -> None:
    with keeping(None, dict) as keep:
        keep(0, WON)
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_fails_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    with (
        pytest.raises(click.ClickException, match=r"nupp\.db"),
        keeping(default_database(), dict),
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


@pytest.mark.slow
def test_other_commands_do_not_load_the_database() -> None:
    """Nor whatever else takes long to load."""
    code = (
        "import sys; from nupp.cli.main import cli; status = cli.run(['games', 'tictactoe', '--json']); "
        "heavy = {'sqlalchemy', 'psycopg', 'matplotlib'} & sys.modules.keys(); "
        "sys.exit(status or bool(heavy))"
    )
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True, timeout=60)
