"""The servers that share a database: who owns what, who is taken for dead, and what the dead cannot write."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest

from nupp.store import (
    Change,
    ConflictError,
    ContestStore,
    Database,
    MemberStore,
    RoomStore,
    StudyEdit,
    StudyStore,
)
from nupp.store.members import LIFE
from store.examples import NOON, room
from store.servers import execute
from store.test_contests import contest
from store.test_studies import study

pytestmark = pytest.mark.slow


@pytest.fixture
def database(postgresql: str) -> Iterator[Database]:
    found = Database(postgresql)
    yield found
    found.close()


@pytest.fixture
def store(database: Database) -> MemberStore:
    return MemberStore(database)


def age(url: str, number: int, seconds: float, column: str = "expires") -> None:
    """As if a member had given its last sign of life, or begun to give them, so much earlier."""
    execute(
        url, f"UPDATE members SET {column} = {column} - interval '{seconds} seconds' WHERE number = {number}"
    )


def test_a_thing_has_one_owner(store: MemberStore) -> None:
    first, second = store.join("http://a", "s1"), store.join("http://b", "s2")
    for number in (first, second, first):
        owner = store.claim("room/r", number)
        assert owner is not None
        assert (owner.number, owner.address, owner.secret) == (first, "http://a", "s1")
    assert store.owners(["room/r", "room/s"]) == {"room/r": first}
    store.release("room/r", second)  # which does not own it
    assert store.owners(["room/r"]) == {"room/r": first}
    store.release("room/r", first)
    taken = store.claim("room/r", second)
    assert taken is not None
    assert taken.number == second


def test_who_leaves_or_starts_anew_owns_nothing(store: MemberStore) -> None:
    first = store.join("http://a", "s1")
    store.claim("room/r", first)
    again = store.join("http://a", "s2")
    assert again > first
    assert store.owners(["room/r"]) == {}
    with pytest.raises(ConflictError, match="lease room/r"):
        store.claim("room/r", first)
    store.claim("room/r", again)
    store.leave(again)
    assert store.owners(["room/r"]) == {}


def test_the_dead_are_removed_by_those_who_have_lived_for_some_time(
    store: MemberStore, postgresql: str
) -> None:
    first, second = store.join("http://a", "s1"), store.join("http://b", "s2")
    store.claim("room/r", first)
    with store.listening() as listener:
        assert [one.number for one in listener.renew(second) or []] == [first]
        age(postgresql, first, 2 * LIFE)
        assert [one.number for one in listener.renew(second) or []] == [first]  # the second is too young
        age(postgresql, second, 2 * LIFE, "since")
        assert listener.renew(second) == []
        assert next(listener.notices(LIFE)) == {"gone": first}
        assert listener.renew(first) is None
    assert store.owners(["room/r"]) == {}


def test_who_was_late_lives_on_and_removes_nobody_yet(store: MemberStore, postgresql: str) -> None:
    """As after a time without the database, in which nobody could give a sign of life."""
    first, second = store.join("http://a", "s1"), store.join("http://b", "s2")
    for number in (first, second):
        age(postgresql, number, 10 * LIFE, "since")
        age(postgresql, number, 2 * LIFE)
    with store.listening() as listener:
        assert [one.number for one in listener.renew(second) or []] == [first]
        assert [one.number for one in listener.renew(first) or []] == [second]


def test_notices_come_to_all(store: MemberStore) -> None:
    with store.listening() as one, store.listening() as other:
        store.notify(renamed=["ann", "Anna"])
        for listener in (one, other):
            assert next(listener.notices(LIFE)) == {"renamed": ["ann", "Anna"]}


def test_what_is_no_members_any_more_is_not_written(database: Database, store: MemberStore) -> None:
    first, second = store.join("http://a", "s1"), store.join("http://b", "s2")
    rooms, studies, contests = RoomStore(database), StudyStore(database), ContestStore(database)
    rooms.create(room())
    studies.create(study())
    contests.create(contest())
    change = Change(room().id, room().version, room().version + 1, datetime.now(NOON.tzinfo), header={})
    edit = StudyEdit(study().id, study().version + 1, study().owner, {}, "Ends")
    store.leave(first)
    with pytest.raises(ConflictError, match="taken it over") as failed:
        rooms.apply([change], first)
    assert failed.value.reasons.keys() == {room().id}
    with pytest.raises(ConflictError, match="taken it over"):
        studies.append(edit, first)
    with pytest.raises(ConflictError, match="taken it over"):
        contests.update(replace(contest(), version=1), first)
    assert rooms.load(room().id) == room()
    rooms.apply([change], second)
    studies.append(edit, second)
    contests.update(replace(contest(), version=1), second)
