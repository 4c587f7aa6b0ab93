"""Studies in a database of each kind: kept with every edit, by whom they may be edited, and deleted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from nupp.store import ConflictError, Database, StoredStudy, StudyEdit, StudyStore
from store.examples import ANN, BOB, EVE, NOON

pytestmark = pytest.mark.slow


@pytest.fixture
def store(url: str) -> Iterator[StudyStore]:
    database = Database(url)
    yield StudyStore(database)
    database.close()


def study(id: str = "s1", **others: object) -> StoredStudy:
    return replace(StoredStudy(id, "Endings", "Ann", ANN, {"chapters": []}, NOON, NOON), **others)  # type: ignore[arg-type]


def edit(version: int, **others: object) -> StudyEdit:
    return replace(StudyEdit("s1", version, BOB, {"type": "note", "note": "Ü"}, "Endings"), **others)  # type: ignore[arg-type]


def test_each_edit_makes_the_next_version(store: StudyStore) -> None:
    store.create(study())
    assert store.load("s1") == study()
    store.append(edit(1))
    store.append(edit(2, title="More endings"))
    found = store.load("s1")
    assert found is not None
    assert (found.version, found.kept, len(found.edits), found.title) == (2, 0, 2, "More endings")
    assert found.changed > NOON
    for wrong in (2, 4):
        with pytest.raises(ConflictError, match=f"its version is 2: expected {wrong - 1}"):
            store.append(edit(wrong))
    store.append(edit(3, contents={"chapters": [1]}))
    store.append(edit(4))
    found = store.load("s1")
    assert found is not None
    assert (found.version, found.kept, len(found.edits), found.contents) == (4, 3, 1, {"chapters": [1]})


def test_there_is_one_of_an_id(store: StudyStore) -> None:
    store.create(study())
    with pytest.raises(ConflictError, match="another one"):
        store.create(study(title="Openings"))
    assert store.load("s2") is None


def test_editors_come_by_an_invitation_and_go_with_it(store: StudyStore) -> None:
    store.create(study())
    store.create(study("s2", owner=EVE))
    store.invite("s1", EVE)
    assert store.admit("s1", BOB, EVE)
    assert store.admit("s1", BOB, EVE)
    assert not store.admit("s1", EVE, BOB)
    assert not store.admit("nowhere", BOB, EVE)
    found = store.load("s1")
    assert found is not None
    assert (found.invitation, found.editors) == (EVE, {BOB})
    assert [one.id for one in store.studies(BOB)] == ["s1"]
    assert [one.id for one in store.studies(EVE)] == ["s2"]
    assert (store.count(ANN), store.count(BOB)) == (1, 0)
    store.dismiss("s1")
    found = store.load("s1")
    assert found is not None
    assert (found.invitation, found.editors) == (None, frozenset())
    assert store.studies(BOB) == ()
    assert not store.admit("s1", BOB, EVE)


def test_a_study_is_deleted_with_all_of_it(store: StudyStore) -> None:
    store.create(study())
    store.append(edit(1))
    store.invite("s1", EVE)
    assert store.admit("s1", BOB, EVE)
    store.delete("s1")
    store.delete("s1")
    assert store.load("s1") is None
    assert store.studies(BOB) == ()
    with pytest.raises(ConflictError, match="it is gone"):
        store.append(edit(2))
    store.create(study())
    assert store.load("s1") == study()


def test_what_no_database_takes_is_refused_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="title"):
        study(title="a\0")
    with pytest.raises(ValueError, match="SHA-256"):
        study(owner="ann")
