"""The rooms in a database, of each kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from nupp.conformance.amounts import amount
from nupp.store import (
    Change,
    ConflictError,
    Database,
    PeopleStore,
    RoomStore,
    State,
    Store,
    StoredEnd,
    StoredRoom,
    StoredSeat,
    database_url,
)
from store.examples import ANN, BOB, EVE, SEATS, change, moves, room, runs_in

pytestmark = pytest.mark.slow

WON = StoredEnd("rules", 1, 3)


@pytest.fixture
def rooms(url: str) -> Iterator[RoomStore]:
    """The rooms of an empty database."""
    with RoomStore(url) as opened:
        yield opened


def played_in(url: str) -> list[tuple[int, tuple[str, ...], str | None]]:
    """The games that were played, as `Store` finds them."""
    with Store(url, read_only=True) as store:
        return [(one.number, one.record.moves, one.record.outcome) for one in store.games()]


# ---- what is kept --------------------------------------------------------------------------------


def test_a_room_comes_back_as_it_was(rooms: RoomStore) -> None:
    whole = room(
        "r\N{SNOWMAN}",
        game="othello:size=6",
        seats=(StoredSeat("engine", "uct:nodes=100"), StoredSeat("person", "Bob '; --", BOB, EVE)),
        start="...",
        clock="5m+3s",
        header={"pause": 0.5, "offers": {"draw": None}, "odd": "\0\ud800"},
        state="over",
        end=WON,
        version=2**40,
        moves=(*moves("abc"), replace(moves("d", 3)[0], left=None)),
        given=2,
        changed=datetime(2027, 1, 1, 1, 1, 1, 123456, tzinfo=UTC),
    )
    for one in (whole, room("r2")):
        rooms.create(one)
        assert rooms.load(one.id) == one
    assert rooms.load("R2") is None


def test_a_room_may_be_created_twice(rooms: RoomStore) -> None:
    """If nobody knows whether it was, the first time; another room of its id is something else."""
    made = room(moves=moves("ab"))
    rooms.create(made)
    rooms.create(made)
    with pytest.raises(ConflictError, match=r"room r1\b") as conflict:
        rooms.create(room(moves=moves("ac")))
    assert conflict.value.reasons.keys() == {"r1"}
    assert rooms.rooms() == (made,)


def test_changes_of_many_rooms_are_one_batch(rooms: RoomStore) -> None:
    for number in range(40):
        rooms.create(room(f"r{number}"))
    batch = [change(ply, id=f"r{number}", moves=moves("x", ply)) for ply in range(5) for number in range(40)]
    batch += [change(5, id="r7", keep=2), change(6, id="r7", state="over", end=WON)]
    rooms.apply(batch)
    rooms.apply(batch)
    for found in rooms.rooms():
        texts, version, state = ("xx", 7, "over") if found.id == "r7" else ("xxxxx", 5, "waiting")
        assert (found.moves, found.version, found.state) == (moves(texts), version, state)
    rooms.apply([])


def test_a_takeback_and_what_follows(rooms: RoomStore) -> None:
    rooms.create(room(moves=moves("abc"), given=3))
    rooms.apply([change(0, keep=1, moves=moves("x", 1), state="playing", seats=SEATS[::-1])])
    found = rooms.load("r1")
    assert found is not None
    assert (found.moves, found.given, found.seats) == (moves("ax"), 1, SEATS[::-1])
    rooms.apply([change(1, header={"pause": 2})])
    assert rooms.load("r1") == replace(found, version=2, header={"pause": 2}, changed=change(1).changed)


def test_a_conflict_holds_up_no_other_room(rooms: RoomStore) -> None:
    for id in ("r1", "r2", "r3"):
        rooms.create(room(id, moves=moves("ab")))
    with pytest.raises(ConflictError) as conflict:
        rooms.apply(
            [
                change(0, id="r2", moves=moves("c", 2)),
                change(0, moves=moves("c", 2)),
                change(1, moves=moves("x", 2)),
                change(4, id="r3"),
                change(0, id="r4"),
            ]
        )
    reasons = conflict.value.reasons
    assert reasons.keys() == {"r1", "r3", "r4"}
    assert re.search(r"ply 2\b.* 3 moves", reasons["r1"])
    assert re.search(r"version 0\b.* 4\b", reasons["r3"])
    assert [len(one.moves) for one in rooms.rooms()] == [2, 3, 2]
    assert "\n" not in str(conflict.value)


def test_two_servers_that_have_the_same_room(url: str) -> None:
    """The second one gets an error, and has lost nothing but the right to go on with it."""
    with RoomStore(url) as first, RoomStore(url) as second:
        first.create(room())
        first.apply([change(0, moves=moves("a"))])
        with pytest.raises(ConflictError, match=r"moves .*version 1\b"):
            second.apply([change(0, moves=moves("b"))])
        with pytest.raises(ConflictError, match=r"version 1\b.* 0\b"):
            second.apply([change(0, 2, moves=moves("b"))])
        found = first.load("r1")
        assert found is not None
        assert found.moves == moves("a")


def test_threads_read_while_another_one_writes(rooms: RoomStore) -> None:
    """They see whole batches, each of them later ones than before."""
    rooms.create(room())
    seen: list[list[int]] = [[], [], []]

    def read(versions: list[int]) -> None:
        while not versions or versions[-1] < 100:
            found = rooms.load("r1")
            assert found is not None
            assert found.moves == moves("ab" * found.version)
            versions.append(found.version)

    with ThreadPoolExecutor() as pool:
        readers = [pool.submit(read, versions) for versions in seen]
        for version in range(100):
            rooms.apply([change(version, moves=moves("ab", 2 * version))])
        for reader in readers:
            reader.result(timeout=60)
    assert all(versions == sorted(versions) for versions in seen)


# ---- what is found -------------------------------------------------------------------------------


def test_rooms_are_found(rooms: RoomStore) -> None:
    for number in range(12):
        seats = (
            StoredSeat("engine", "random"),
            StoredSeat("person", "Eve", EVE if number % 4 == 0 else None),
        )
        state, end = ("over", WON) if number % 3 == 0 else ("playing", None)
        made = room(
            f"r{number}",
            minutes=number // 2,
            game="othello" if number < 6 else "othello:size=6",
            creator=ANN if number % 2 else BOB,
            seats=seats,
            state=state,
            end=end,
            moves=moves("ab" if number != 5 else ""),
            public=number in (2, 9, 10),
        )
        rooms.create(made)

    def found(**wanted: Any) -> list[int]:
        return [int(one.id[1:]) for one in rooms.rooms(**wanted)]

    assert found() == list(range(11, -1, -1))
    assert found(limit=3) == [11, 10, 9]
    assert found(offset=3, limit=2) == [8, 7]
    assert found(offset=12) == []
    assert found(game="othello") == [5, 4, 3, 2, 1, 0]
    assert found(state="over", game="othello:size=6") == [9, 6]
    assert found(client=ANN, begun=True) == [11, 9, 7, 3, 1]
    assert found(client=ANN) == [11, 9, 7, 5, 3, 1]
    assert found(client=EVE) == [8, 4, 0]
    assert found(client=BOB, state="over") == [6, 0]
    assert found(finder=EVE) == [10, 9, 8, 4, 2, 0]
    assert found(finder="0" * 64, state="over") == [9]
    assert found(finder=BOB, client=ANN) == [9]
    assert found(client="x' OR '1' = '1") == []
    assert {one.moves for one in rooms.rooms(begun=True)} == {moves("ab")}


def test_the_rooms_of_a_client_are_those_of_all_browsers_of_its_person(rooms: RoomStore, url: str) -> None:
    for id, creator in (("anns", ANN), ("bobs", BOB)):
        rooms.create(room(id, creator=creator, seats=(StoredSeat("person", ""), StoredSeat("person", ""))))
    with PeopleStore(url) as people:
        people.set_key(people.name(ANN, "Ann").number, "e" * 64)
        people.name(BOB, "Bob")
        assert [one.id for one in rooms.rooms(client=EVE)] == []
        people.claim(EVE, "e" * 64)
        assert people.browsers(EVE) == people.browsers(ANN) == {ANN, EVE}
        assert people.browsers("f" * 64) == {"f" * 64}
    assert [one.id for one in rooms.rooms(client=EVE)] == ["anns"]
    assert [one.id for one in rooms.rooms(client=BOB)] == ["bobs"]


def test_games_are_counted_by_their_names(rooms: RoomStore) -> None:
    for number, (game, plies) in enumerate(
        [("othello", "ab"), ("othello:size=6", "a"), ("hex", "a"), ("hex:size=5", "")]
    ):
        rooms.create(room(f"r{number}", game=game, moves=moves(plies)))
    assert rooms.played(days=10**4) == {"othello": 2, "hex": 1}
    assert rooms.played(days=0) == {}


def test_lists_use_their_indexes(sqlite: str) -> None:
    """So that a page of them takes no longer when there are many rooms."""
    Database(sqlite).close()
    engine = sa.create_engine(database_url(sqlite))
    with engine.connect() as connection:
        for where, index in (
            ("", "rooms_by_time"),
            ("WHERE state = 'over'", "rooms_by_state"),
            ("WHERE game = 'othello'", "rooms_by_game"),
        ):
            plan = (
                f"EXPLAIN QUERY PLAN SELECT * FROM rooms {where} ORDER BY created DESC, number DESC LIMIT 9"
            )
            steps = [str(row.detail) for row in connection.execute(sa.text(plan))]
            assert index in steps[0]
            assert not any("TEMP B-TREE" in step for step in steps), steps
    engine.dispose()


# ---- games that were played ----------------------------------------------------------------------


def test_a_game_that_is_over_is_among_those_that_were_played(url: str, rooms: RoomStore) -> None:
    rooms.create(room("r0"))
    rooms.create(room(moves=moves("a"), given=1))
    rooms.apply([change(0, moves=moves("b", 1))])
    assert played_in(url) == []
    rooms.apply([change(1, moves=moves("c", 2), state="over", end=WON)])
    with Store(url, read_only=True) as store:
        (game,) = store.games(player="Bob", outcome="first")
        assert runs_in(store) == [({"browser": {}}, 1)]
    found = rooms.load("r1")
    assert found is not None
    assert game.record == found.record()
    rooms.apply([change(2, keep=2, state="playing")])
    assert played_in(url) == []
    rooms.apply([change(3, moves=moves("d", 2), state="over", end=StoredEnd("agreed", 0))])
    assert played_in(url) == [(game.number, ("a", "b", "d"), "draw")]
    rooms.apply([change(4, seats=(replace(SEATS[0], name="Anna"), SEATS[1]))])
    with Store(url, read_only=True) as store:
        assert [one.record.players for one in store.games()] == [("Anna", "Bob")]


def test_a_room_in_which_nobody_moved_is_no_game(url: str, rooms: RoomStore) -> None:
    rooms.create(room(moves=moves("ab"), given=2))
    rooms.apply([change(0, state="over", end=StoredEnd("aborted", None))])
    assert played_in(url) == []


# ---- housekeeping --------------------------------------------------------------------------------


def test_finished_games_are_forgotten_the_oldest_first(url: str, rooms: RoomStore) -> None:
    over = {"state": State.OVER, "end": StoredEnd("resigned", 1, None), "moves": moves(["a1"])}
    for number in range(5):
        rooms.create(room(f"over{number}", number, **over))
    rooms.create(room("playing", moves=moves(["a1"])))
    rooms.create(room("today", **over | {"changed": datetime.now(UTC)}))
    assert [rooms.forget_finished(1, 3) for _ in range(3)] == [3, 2, 0]
    assert {one.id for one in rooms.rooms()} == {"playing", "today"}
    with Store(url) as store:
        assert store.count() == 1


def test_rooms_never_begun_are_forgotten(url: str, rooms: RoomStore) -> None:
    now = datetime.now(UTC)
    old, new = now - timedelta(days=8), now - timedelta(days=6)
    kept: tuple[tuple[str, datetime, dict[str, Any]], ...] = (
        ("old", old, {}),
        ("old-given", old, {"moves": moves("ab"), "given": 2}),
        ("old-begun", old, {"moves": moves("ab"), "given": 1}),
        ("old-over", old, {"moves": moves("ab"), "state": "over", "end": WON}),
        ("new", new, {}),
    )
    for id, changed, others in kept:
        rooms.create(room(id, created=old, changed=changed, **others))
    assert rooms.forget_unbegun(days=7) == 2
    assert {one.id for one in rooms.rooms()} == {"old-begun", "old-over", "new"}
    assert rooms.forget_unbegun(days=7) == 0
    assert len(played_in(url)) == 1
    engine = sa.create_engine(database_url(url))
    with engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM room_seats")) == 6
        assert connection.scalar(sa.text("SELECT count(*) FROM room_moves")) == 4
    engine.dispose()


# ---- against a plain model -----------------------------------------------------------------------


class Rooms(RuleBasedStateMachine):
    """Whatever is done to the rooms, and however often a batch is sent again, they are as a dict has them."""

    ids = Bundle("ids")
    url = ""

    @initialize()
    def open(self) -> None:
        self.store = RoomStore(self.url)
        with self.store._database.writing() as connection:
            for table in ("room_moves", "room_seats", "rooms", "games"):
                connection.execute(sa.text(f"DELETE FROM {table}"))
        self.model: dict[str, StoredRoom] = {}
        self.sent: list[Change] = []

    def teardown(self) -> None:
        self.store.close()

    @rule(target=ids, texts=st.text("ab", max_size=3), creator=st.sampled_from([ANN, BOB]))
    def create(self, texts: str, creator: str) -> str:
        made = room(f"r{len(self.model)}", len(self.model), moves=moves(texts), creator=creator)
        self.model[made.id] = made
        self.store.create(made)
        return made.id

    @rule(
        data=st.data(),
        wanted=st.lists(ids, min_size=1, max_size=6),
        lost=st.booleans(),
    )
    def apply(self, data: st.DataObject, wanted: list[str], lost: bool) -> None:
        self.sent = [self.changed(id, data) for id in wanted]
        self.store.apply(self.sent)
        if lost:
            self.store.apply(self.sent)

    @rule(data=st.data(), wanted=st.lists(ids, min_size=1, max_size=3))
    def apply_after_a_batch_that_was_lost(self, data: st.DataObject, wanted: list[str]) -> None:
        known = {one.id for one in self.store.rooms(limit=1000)}
        self.sent = [one for one in self.sent if one.room in known]
        self.sent += [self.changed(id, data) for id in wanted]
        self.store.apply(self.sent)

    @rule(id=ids, stale=st.integers(1, 5))
    def apply_to_another_version(self, id: str, stale: int) -> None:
        now = self.model[id].version
        with pytest.raises(ConflictError):
            self.store.apply([change(now + stale, id=id, moves=moves("z"))])

    @rule(id=ids)
    def reopen(self, id: str) -> None:
        self.store.close()
        self.store = RoomStore(self.url)
        assert self.store.load(id) == self.model[id]

    def changed(self, id: str, data: st.DataObject) -> Change:
        """A change of a room, which is made in the model, too."""
        was = self.model[id]
        keep = data.draw(st.none() | st.integers(0, len(was.moves)))
        kept = was.moves[:keep]
        new = moves(data.draw(st.text("abc", max_size=3)), len(kept))
        state = data.draw(st.sampled_from([None, "playing", "paused", "over"]))
        end = data.draw(st.sampled_from([WON, StoredEnd("agreed", 0)])) if state == "over" else None
        header = data.draw(st.none() | st.dictionaries(st.text(), st.integers(), max_size=2))
        seats = data.draw(st.sampled_from([None, SEATS, SEATS[::-1]]))
        done = change(
            was.version,
            was.version + data.draw(st.integers(1, 3)),
            id,
            keep=keep,
            moves=new,
            state=state,
            end=end,
            header=header,
            seats=seats,
        )
        self.model[id] = replace(
            was,
            version=done.version,
            changed=done.changed,
            moves=kept + new,
            given=min(was.given, len(kept)),
            state=state or was.state,
            end=end if state else was.end,
            header=was.header if header is None else header,
            seats=seats or was.seats,
        )
        return done

    @invariant()
    def all_is_as_the_model_has_it(self) -> None:
        found = self.store.rooms(limit=1000)
        assert found == tuple(reversed(self.model.values()))
        over = [one.record() for one in found if one.end and len(one.moves) > one.given]
        games = Store(self.store._database).games()
        assert sorted(one.record.to_json() for one in games) == sorted(one.to_json() for one in over)


@pytest.mark.parametrize(("kind", "examples"), [("sqlite", amount(8, 200)), ("postgresql", amount(4, 100))])
def test_the_rooms_are_as_a_model_has_them(kind: str, examples: int, request: pytest.FixtureRequest) -> None:
    machine = type("RoomsThere", (Rooms,), {"url": request.getfixturevalue(kind)})
    bounds = settings(max_examples=examples, stateful_step_count=20, deadline=None)
    run_state_machine_as_test(machine, settings=bounds)
