"""What is kept of a room, what changes do to it, and which changes are refused; without a database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any, NoReturn

import pytest

from nupp.formats import GameRecord
from nupp.store import Change, StoredEnd, StoredMove, StoredRoom, StoredSeat
from nupp.store.room import MisfitError, plan
from store.examples import ANN, NOON, change, moves, room

WON = StoredEnd("resigned", 1)


def not_needed() -> NoReturn:
    raise AssertionError("the whole room is loaded to no purpose")


def applied(found: StoredRoom, *changes: Change, load: Callable[[], StoredRoom] | None = None) -> StoredRoom:
    """A room after changes, as their plan says."""
    due = plan(found.version, len(found.moves), load or (lambda: found), changes)
    if due is None:
        return found
    return replace(
        found,
        version=due.version,
        changed=due.changed,
        moves=found.moves[: due.kept] + due.new,
        given=min(found.given, due.kept),
        **due.values,
    )


# ---- changes -------------------------------------------------------------------------------------


def test_a_move_needs_nothing_but_the_version_and_the_number_of_moves() -> None:
    found = applied(room(moves=moves("ab"), version=7), change(7, moves=moves("c", 2)), load=not_needed)
    assert found.moves == moves("abc")
    assert found.version == 8
    assert found.changed == NOON + timedelta(hours=8)


def test_takebacks_and_moves_in_one_batch() -> None:
    played = room(moves=moves("abc"))
    assert applied(played, change(0, keep=1)).moves == moves("a")
    assert applied(played, change(0, keep=1, moves=moves("x", 1))).moves == moves("ax")
    assert applied(played, change(0, keep=0), change(1, moves=moves("xy"))).moves == moves("xy")
    found = applied(
        played, change(0, moves=moves("de", 3)), change(1, keep=4), change(2, 9, moves=moves("f", 4))
    )
    assert (found.moves, found.version) == (moves("abcdf"), 9)


def test_values_stay_unless_they_are_given() -> None:
    found = applied(room(header={"pause": 1}), change(0, state="playing"))
    assert (found.state, found.end, found.header) == ("playing", None, {"pause": 1})
    found = applied(found, change(1, state="over", end=WON), change(2, header={"rematch": "r2"}))
    assert (found.state, found.end, found.header) == ("over", WON, {"rematch": "r2"})
    seats = (StoredSeat("engine", "uct"), StoredSeat("person", "Eve", ANN))
    found = applied(found, change(3, state="playing"), change(4, seats=seats))
    assert (found.state, found.end, found.seats) == ("playing", None, seats)


def test_changes_between_which_a_version_is_missing_are_refused() -> None:
    with pytest.raises(MisfitError, match=r"version 4 .* 1"):
        applied(room(), change(0), change(3))


def test_changes_that_were_stored_are_left_out() -> None:
    batch = (
        change(0, moves=moves("a")),
        change(1, moves=moves("bc", 1), state="paused"),
        change(2, 4, keep=2, header={"pause": 2}),
        change(4, moves=moves("xy", 2), state="over", end=WON),
    )
    found = room()
    for number in range(1, len(batch) + 1):
        done = applied(found, *batch[:number])
        assert applied(done, *batch[:number]) == done
        assert applied(done, *batch) == applied(found, *batch)
    assert applied(found, *batch).moves == moves("abxy")


def test_changes_that_were_stored_and_undone_again() -> None:
    """The room does not know any more what they did."""
    batch = (change(0, moves=moves("xy", 3)), change(1), change(2, keep=0))
    done = applied(room(moves=moves("abc")), *batch)
    assert done.moves == ()
    assert applied(done, *batch, change(3, moves=moves("z"))).moves == moves("z")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([change(8, moves=moves("c", 2))], r"version 7\b.* 8\b"),
        ([change(5, 8)], r"version 7\b.* 5\b"),
        ([change(7), change(7)], r"version 8\b.* 8\b"),
        ([change(7, moves=moves("c", 3))], r"ply 3\b.* 2 moves"),
        ([change(7, moves=moves("x", 1))], r"ply 1\b.* 2 moves"),
        ([change(7, moves=moves("c", 2)), change(8, moves=moves("x", 2))], r"ply 2\b.* 3 moves"),
        ([change(7, keep=3)], r"3 moves.* 2\b"),
        ([change(7, keep=1, moves=moves("c", 2))], r"ply 2\b.* 1 moves"),
        ([change(6, moves=moves("x", 1))], r"moves .*version 7\b"),
        ([change(6, moves=moves("c", 2))], r"moves .*version 7\b"),
        ([change(6, keep=1)], r"moves .*version 7\b"),
        ([change(6, keep=3)], r"moves .*version 7\b"),
        ([change(6, state="paused")], r"state .*version 7\b"),
        ([change(6, header={"pause": 1})], r"header .*version 7\b"),
        ([change(6, moves=moves("x", 1)), change(7, moves=moves("c", 2))], r"moves .*version 7\b"),
    ],
)
def test_changes_that_do_not_fit(changes: list[Change], reason: str) -> None:
    found = room(moves=moves("ab"), version=7)
    with pytest.raises(MisfitError, match=reason):
        applied(found, *changes)


# ---- values --------------------------------------------------------------------------------------


def test_a_record_of_a_room() -> None:
    played = room(moves=moves("ab"), clock="5m+3s", start="... ... ... x", version=3)
    assert played.record() == GameRecord(
        "tictactoe",
        ("Ann", "Bob"),
        ("a", "b"),
        start="... ... ... x",
        seconds=tuple(one.seconds for one in played.moves),
        clock="5m+3s",
        extra={"room": "r1"},
    )


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (StoredEnd("rules", -1, -3), ("second", -3, None)),
        (StoredEnd("agreed", 0), ("draw", None, "agreement")),
        (StoredEnd("time", 1), ("first", None, "time forfeit")),
        (StoredEnd("resigned", 1), ("first", None, "resignation")),
        (StoredEnd("aborted", None), (None, None, "aborted")),
    ],
)
def test_how_a_record_says_that_a_game_ended(end: StoredEnd, expected: tuple[Any, ...]) -> None:
    record = room(state="over", end=end).record()
    assert (record.outcome, record.margin, record.termination) == expected


def test_what_is_kept_is_a_copy() -> None:
    """Of what JSON makes of it, so that a header which is changed later, or has tuples, does no harm."""
    header: dict[str, Any] = {"offers": [1], "pair": (1, 2)}
    kept, changed = room(header=header), change(0, header=header)
    header["offers"].append(2)
    assert kept.header == changed.header == {"offers": [1], "pair": [1, 2]}


def test_times_are_kept_in_utc() -> None:
    east = timezone(timedelta(hours=3))
    found = room(created=datetime(2026, 5, 4, 15, tzinfo=east))
    assert (found.created.hour, found.created.utcoffset()) == (12, timedelta())
    with pytest.raises(ValueError, match=r"2026-05-04 12:00:00.*zone"):
        room(created=datetime(2026, 5, 4, 12))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: StoredMove(0, "a\0"), r"move\b.*'a\\x00'.*NUL"),
        (lambda: StoredMove(-1, "a"), "move a at ply -1"),
        (lambda: StoredMove(0, "a", float("nan")), "finite"),
        (lambda: StoredMove(0, "a", 1.0, (1.0, float("inf"))), "finite"),
        (lambda: StoredSeat("person", "\ud800"), r"name\b.*\\ud800.*surrogates"),
        (lambda: StoredSeat("person", "Ann", "secret"), "holder.*SHA-256"),
        (lambda: StoredSeat("person", "Ann", invitation=ANN.upper()), "invitation.*SHA-256"),
        (lambda: StoredSeat("ghost", "Ann"), "kind.*'ghost'.*person, engine"),  # type: ignore[arg-type]
        (lambda: StoredEnd("bored", 1), "reason.*'bored'.*rules, resigned"),  # type: ignore[arg-type]
        (lambda: StoredEnd("rules", 2), "outcome.* 2.* 1, 0, -1"),
        (lambda: StoredEnd("rules", 1, 2**63), "margin.*64 bits"),
        (lambda: room(creator="secret"), "creator.*SHA-256"),
        (lambda: room(state="over"), "end .*state.* over"),
        (lambda: room(end=WON), "end .*state.* over"),
        (lambda: room(state="done"), "state.*'done'.*waiting, playing, paused, over"),
        (lambda: room(moves=moves("ab", 1)), "moves.*plies 0, 1, 2"),
        (lambda: room(moves=moves("ab"), given=3), "3 moves.* 2 "),
        (lambda: room(header={"set": {1}}), "set.*JSON"),
        (lambda: room(header={"nan": float("nan")}), "not JSON compliant"),
        (lambda: change(3, 3), "version 3.*version 3"),
        (lambda: change(3, keep=-1), "-1 moves"),
        (lambda: change(3, end=WON), "end .*state"),
        (lambda: change(3, state="over"), "end .*state.* over"),
    ],
)
def test_what_cannot_be_kept(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        make()
    assert "secret" not in str(error.value)
