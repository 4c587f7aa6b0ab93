"""Puzzles in a database of each kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nupp.store import Database, PeopleStore, PuzzleStore
from store.examples import ANN, BOB

pytestmark = pytest.mark.slow


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(url)
    yield opened
    opened.close()


def contents(number: int) -> dict[str, object]:
    return {"game": "hex", "moves": [f"a{number}"], "line": ["b1"]}


def test_puzzles_are_kept_once_and_found_by_their_ratings(database: Database) -> None:
    store = PuzzleStore(database)
    assert store.nth(5) is None
    wanted = [("hex", contents(number), 600.0 + 100 * number) for number in range(5)]
    assert (store.add(wanted), store.add(wanted)) == (5, 0)
    assert store.counts() == {"hex": 5}
    near = store.near("hex", 830, ANN, 3)
    assert [one.rating.rating for one in near] == [800, 900, 700]
    assert {store.nth(place).number for place in range(5)} == {
        one.number for one in store.near("hex", 0, ANN, 9)
    }
    assert store.load(near[0].number) == near[0]
    assert store.load(99) is None
    changed = {**contents(1), "asked": 2}
    assert store.add([("hex", changed, 600.0), *wanted[2:]]) == 0
    assert [store.load(one.number).contents.get("asked") for one in near] == [None, None, 2]
    assert store.near("othello", 800, ANN, 3) == ()


def test_puzzles_of_a_theme(database: Database) -> None:
    store = PuzzleStore(database)
    store.add([("hex", contents(number), 600.0 + 100 * number) for number in range(3)])
    assert store.themes("hex") == {}
    labelled = [("hex", {**contents(number), "themes": ["win", "race"][number:]}, 0.0) for number in range(2)]
    assert store.add(labelled) == 0  # they are there, and get their themes
    assert store.themes("hex") == {"race": 2, "win": 1}
    assert [one.rating.rating for one in store.near("hex", 800, ANN, 5, "race")] == [700, 600]
    assert store.near("hex", 800, ANN, 5, "win")[0].themes == ("win", "race")
    assert store.near("hex", 800, ANN, 5, "none") == ()


def test_the_first_try_of_a_client_counts(database: Database) -> None:
    store, people = PuzzleStore(database), PeopleStore(database)
    store.add([("hex", contents(number), 1000.0) for number in range(2)])
    first, second = store.near("hex", 1000, ANN, 2)
    people.name(ANN, "Ann")
    won = store.tried(first.number, ANN, solved=True)
    assert (won.counted, won.before) == (True, 1000)
    assert won.after is not None
    assert won.after > 1000
    assert not store.tried(first.number, ANN, solved=False).counted
    guest = store.tried(first.number, BOB, solved=False)
    assert (guest.counted, guest.before, guest.after) == (True, None, None)
    assert [one.number for one in store.near("hex", 1000, ANN, 2)] == [second.number, first.number]
    changed = store.load(first.number)
    assert changed is not None
    assert changed.rating.rating < 1000
    person = people.of_client(ANN)
    assert person is not None
    (rating,) = people.ratings(person.number)
    assert (rating.game, rating.wins, rating.rating.rating) == ("hex/puzzles", 1, won.after)
