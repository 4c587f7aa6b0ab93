"""Tournaments of people in a database of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from nupp.store import ConflictError, ContestStore, Database, StoredContest
from store.examples import ANN, BOB, NOON

pytestmark = pytest.mark.slow


@pytest.fixture
def store(url: str) -> Iterator[ContestStore]:
    database = Database(url)
    yield ContestStore(database)
    database.close()


def contest(id: str = "c1", **others: object) -> StoredContest:
    return replace(StoredContest(id, "Cup", ANN, {"rounds": 3}, NOON, NOON), **others)  # type: ignore[arg-type]


def test_each_change_makes_the_next_version(store: ContestStore) -> None:
    store.create(contest())
    assert store.load("c1") == contest()
    later = contest(version=1, contents={"rounds": 4}, is_over=True)
    store.update(later)
    assert store.load("c1") == later
    with pytest.raises(ConflictError, match="expected the version 0"):
        store.update(later)
    with pytest.raises(ConflictError, match="another one"):
        store.create(contest())
    assert store.load("c2") is None


def test_they_are_listed_by_state_and_owner(store: ContestStore) -> None:
    store.create(contest())
    store.create(contest("c2", owner=BOB))
    store.create(contest("c3", is_over=True))
    assert [one.id for one in store.contests()] == ["c3", "c2", "c1"]
    assert [one.id for one in store.contests(is_over=False)] == ["c2", "c1"]
    assert [one.id for one in store.contests(owner=ANN, limit=1)] == ["c3"]
