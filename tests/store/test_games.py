"""The store of games, in SQLite and, where there is a server, in PostgreSQL."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from nupp.formats import GameRecord
from nupp.store import Store, database_url
from store.examples import runs_in

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
        assert runs_in(opened) == [(HEADER, 2)]
        assert first.to_dict()["moves"] == ["b2", "a1"]
        assert first.to_dict()["stored"].endswith("+00:00")


def test_the_columns_repeat_the_record(url: str) -> None:
    """They are there for others, who query the database without nupp."""
    with Store(url) as opened:
        opened.add(HEADER, 3, replace(GAME, waited=1.5))
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
        "seconds": 2.25,
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
        (before,) = opened.games()
        opened.add(HEADER, 0, replace(GAME))
        assert list(opened.games()) == [before]  # also the time
        other = replace(GAME, moves=("b2",), seconds=(0.5,), termination="time forfeit", margin=None)
        opened.add(turned, 0, other)
        (after,) = opened.games()
        assert after.record == other
        assert after.stored > before.stored
        opened.add(HEADER | {"version": "0.2.0"}, 0, GAME)
        opened.add(HEADER | {"run": "a"}, 0, GAME)
        opened.add(HEADER | {"run": "b"}, 0, GAME)
        assert [games for _, games in runs_in(opened)] == [1, 1, 1, 1]


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


@pytest.mark.slow
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
from nupp.store import Store
from nupp.formats import GameRecord
url, name = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
with Store(url) as store:
    for number in range(30):
        store.add({"run": "shared"}, number, GameRecord("tictactoe", (name, "bob"), ("b2",)))
        store.add({"run": name}, number, GameRecord("tictactoe", (name, "bob"), ("b2",)))
"""


@pytest.mark.slow
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
        assert sorted((header["run"], games) for header, games in runs_in(opened)) == [
            ("ann", 30),
            ("eve", 30),
            ("shared", 30),
        ]
        assert {one.record.players[0] for one in opened.games()} == set(names)
