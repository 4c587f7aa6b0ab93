"""What is written to the database while it is locked: nothing is lost, and readers see what fits."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path

import pytest

from server.guests import Guest, pair
from server.rest import running

pytestmark = pytest.mark.slow


def test_a_database_that_is_locked_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        room, ann, bob = pair(server.url)
        with ann.line(room) as first, bob.line(room) as second:
            first.do("move", ply=0, move="b2")
            with contextlib.closing(sqlite3.connect(tmp_path / "nupp.db", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                number = second.send("move", ply=1, move="a1")
                error = first.until("error")
                assert (error["id"], error["code"]) == (None, "database")
                second.until("error")
                assert [one["ply"] for one in first.heard if one["type"] == "move"] == [0]
                with Guest(server.url).line(room) as third:
                    third.until("error", where=lambda one: one["code"] == "database")
                other.execute("ROLLBACK")
            assert second.answer(number)["type"] == "done"
            assert first.until("move")["ply"] == 1
            assert first.do("move", ply=2, move="b1")["type"] == "done"
        kept = server.parts.live.store.load(room)
        assert kept is not None
        assert [(one.ply, one.move) for one in kept.moves] == [(0, "b2"), (1, "a1"), (2, "b1")]
        assert server.parts.live.writer.pending == 0


def test_who_comes_while_changes_wait_is_told_of_positions_that_fit(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        room, ann, _ = pair(server.url)
        with ann.line(room) as first:
            first.until("room")
            with contextlib.closing(sqlite3.connect(tmp_path / "nupp.db", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                first.send("draw")
                first.send("move", ply=0, move="b2")
                first.until("error", where=lambda one: one["code"] == "database")
                with Guest(server.url).line(room) as eve:
                    eve.until("room")
                    other.execute("ROLLBACK")
                    first.until("move")
                    assert first.do("takeback")["type"] == "done"
                    eve.until("room", where=lambda one: one["room"]["offers"]["takeback"] == 0)
                    messages = [one for one in eve.heard if one["type"] == "room"]
        versions = [one["room"]["version"] for one in messages]
        assert versions == sorted(set(versions))
        assert [one["scene"]["ply"] for one in messages] == [len(one["room"]["moves"]) for one in messages]


def test_requests_learn_within_two_seconds_that_a_move_is_kept_or_not(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        room, ann, bob = pair(server.url)

        def ask(guest: Guest, ply: int, move: str) -> tuple[int, str]:
            began = time.monotonic()
            answer = guest.http.post(f"/api/rooms/{room}/moves", json={"ply": ply, "move": move})
            assert time.monotonic() - began < 5  # two seconds, and what a busy machine adds
            assert str(tmp_path) not in answer.text
            return answer.status_code, answer.json().get("code", "")

        with ann.line(room) as first:
            with contextlib.closing(sqlite3.connect(tmp_path / "nupp.db", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                assert ask(ann, 0, "b2") == (503, "unsafe")
                assert ask(bob, 1, "a1") == (503, "database")
                health = ann.http.get("/healthz")
                assert (health.status_code, health.json()["database"]) == (503, "failing")
                other.execute("ROLLBACK")
            error = first.until("error", where=lambda one: one["code"] == "database")
            assert str(tmp_path) not in error["message"]
            first.until("move")
        assert ann.http.get(f"/api/rooms/{room}").json()["moves"] == ["b2"]
        assert ann.http.get("/healthz").status_code == 200
