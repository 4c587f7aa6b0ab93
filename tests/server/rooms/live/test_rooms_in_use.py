"""Rooms in memory: they are forgotten when they are over, and found again by the next server."""

from __future__ import annotations

import gc
import signal
import time
import weakref
from pathlib import Path
from typing import Any

import pytest

from nupp.server.play import rules_compiler
from nupp.server.rooms.live import live_room as liveroom
from nupp.server.rooms.live import rooms_in_use as live
from server.guests import ENGINE, GAME, PATIENCE, QUICK, Forked, pair
from server.rest import running


@pytest.mark.slow
def test_a_finished_room_is_soon_forgotten_and_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """And its memory is free again at once, though nobody looks for garbage."""
    monkeypatch.setattr(rules_compiler, "_keep_for_good", lambda: None)
    request.addfinalizer(gc.enable)
    gc.disable()
    monkeypatch.setattr(liveroom, "LINGER", 1e9)
    monkeypatch.setattr(liveroom, "OVER", 0.01)
    monkeypatch.setattr(live, "SWEEP", 0.01)
    with running(tmp_path) as served:
        waiting, *_ = pair(served.url)
        room, ann, bob = pair(served.url)
        with ann.line(room) as first, bob.line(room) as second:
            for ply, move in enumerate(GAME):
                (first, second)[ply % 2].do("move", ply=ply, move=move)
            kept = weakref.ref(served.parts.live.in_use(room))
        end = time.monotonic() + PATIENCE
        while kept() is not None:
            assert time.monotonic() < end
            time.sleep(0.01)
        assert served.parts.live.in_use(room) is None
        assert served.parts.live.in_use(waiting) is not None
        assert ann.see(room)["moves"] == list(GAME)


@pytest.mark.slow
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_server_that_is_killed_goes_on_where_it_was(url: str, tmp_path: Path) -> None:
    """Also with a game of engines, and one in which an engine was to move."""
    with Forked(url, tmp_path / "log", "--workers", "2") as server:
        room, ann, bob = pair(server.url, clock="10m+1s")
        machines = ann.make(ENGINE, ENGINE, game="othello:size=4", budget=QUICK, pause=0.3)["room"]["id"]
        thinking = ann.make({"kind": "me"}, ENGINE, game="othello", budget={"seconds": 1})
        thinking = thinking["room"]["id"]
        seen: list[Any] = []
        with (
            ann.line(room) as first,
            bob.line(room) as second,
            ann.line(machines) as third,
            ann.line(thinking) as fourth,
        ):
            for ply, move in enumerate(GAME[:5]):
                assert (first, second)[ply % 2].do("move", ply=ply, move=move)["type"] == "done"
            begun = third.until("room")["room"]["moves"]
            third.until("move", where=lambda one: one["ply"] >= max(3, len(begun)))
            third.do("set_pause", seconds=2)  # that it is not over before the rest has been seen
            seen = begun + [one["move"] for one in third.heard if one["type"] == "move"]
            fourth.do("move", ply=0, move="f5")
            fourth.until("thought")
            server.kill()
        server.start()
        with (
            ann.line(room) as first,
            bob.line(room) as second,
            ann.line(machines) as third,
            ann.line(thinking) as fourth,
        ):
            begun = first.until("room")["room"]
            assert begun["moves"] == list(GAME[:5])
            assert begun["clock"]["left"][1] <= 600 + 5
            assert begun["clock"]["running"] == 1
            assert second.do("move", ply=4, move=GAME[4])["code"] == "stale"
            assert first.do("move", ply=4, move=GAME[4])["type"] == "done"  # whose answer may have been lost
            assert second.do("move", ply=5, move=GAME[5])["type"] == "done"
            machines_now = third.until("room")["room"]["moves"]
            assert machines_now[: len(seen)] == seen
            third.until("move", where=lambda one: one["ply"] > len(machines_now))
            fourth.until("move", where=lambda one: one["ply"] == 1)
        assert server.end() == -signal.SIGTERM
        server.start()
        assert ann.see(room)["moves"] == list(GAME[:6])
