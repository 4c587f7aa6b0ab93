"""Moves and headers that are written by the driver alone, and what is left to `RoomStore.apply`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from nupp.store import Change, Database, RoomStore, StoredEnd
from nupp.store.direct import DirectWriter
from store.examples import SEATS, change, check, moves, one_move, room

pytestmark = pytest.mark.slow


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """A database with the rooms r1 and r2."""
    with Database(url) as opened:
        for id in ("r1", "r2"):
            RoomStore(opened).create(room(id))
        yield opened


@pytest.fixture
def direct(database: Database) -> Iterator[DirectWriter]:
    """What is tested."""
    with contextlib.closing(DirectWriter(database)) as made:
        yield made


def test_moves_and_headers_are_kept_as_in_the_usual_way(database: Database, direct: DirectWriter) -> None:
    rooms = RoomStore(database)
    unlike = replace(change(1, moves=moves("b", 1)), moves=(replace(moves("b", 1)[0], left=None),))
    for one in (change(0, moves=moves("a")), unlike, change(2, 7, header={"left": [1.5, None], "ü": "ß"})):
        assert direct.apply([one], None)
        rooms.apply([replace(one, room="r2")])
    first, second = rooms.load("r1"), rooms.load("r2")
    assert first is not None
    assert second is not None
    assert first.version == 7
    assert replace(first, id="r2") == second


@pytest.mark.parametrize(
    "others",
    [
        (change(1, moves=moves("xy", 1)),),
        (one_move(1), one_move(2)),
        (change(1, keep=0),),
        (change(1, state="over", end=StoredEnd("rules", 1)),),
        (change(1, seats=SEATS),),
    ],
)
def test_other_changes_are_left_alone(direct: DirectWriter, database: Database, others: list[Change]) -> None:
    assert direct.apply([one_move(0)], None)
    assert not direct.apply(others, None)
    check(RoomStore(database), 1)


@pytest.mark.parametrize(
    "misfit",
    [
        change(3, id="r2", moves=moves("a")),
        change(0, id="r2", moves=moves("a", 1)),
        change(1, id="r2", header={}),
        change(0, id="r3", moves=moves("a")),
    ],
)
def test_nothing_is_kept_where_one_does_not_fit(
    direct: DirectWriter, database: Database, misfit: Change
) -> None:
    assert not direct.apply([one_move(0), misfit], None)
    check(RoomStore(database), 0)
    assert direct.apply([one_move(0)], None)
    assert not direct.apply([one_move(0)], None)
    check(RoomStore(database), 1)


def test_a_game_that_is_over_gets_no_moves_and_a_header(direct: DirectWriter, database: Database) -> None:
    rooms = RoomStore(database)
    rooms.apply([change(0, moves=moves("a"), state="over", end=StoredEnd("rules", 1))])
    assert not direct.apply([change(1, moves=moves("b", 1))], None)
    assert direct.apply([change(1, header={"rematch": "r2"})], None)
    found = rooms.load("r1")
    assert found is not None
    assert (found.version, found.header, len(found.moves)) == (2, {"rematch": "r2"}, 1)


def test_other_writers_are_not_waited_for(direct: DirectWriter, database: Database) -> None:
    assert direct.apply([one_move(0)], None)
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE rooms SET plies = plies WHERE id = 'r1'")
        assert not direct.apply([one_move(1)], None)
    assert direct.apply([one_move(1)], None)
    check(RoomStore(database), 2)
