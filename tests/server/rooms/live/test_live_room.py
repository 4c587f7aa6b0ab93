"""A room in use, over real connections: two who play, those who look on, and engines."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nupp.server import offloop
from nupp.server.http.limits import Rate
from nupp.server.play.rules_compiler import RulesCompiler
from nupp.server.rooms import agreements
from nupp.server.rooms.live import live_room as liveroom
from nupp.server.rooms.live import thinking
from server.guests import ENGINE, GAME, QUICK, Guest, Message, pair
from server.rest import Running, running

pytestmark = pytest.mark.slow


def plain(message: Message) -> Message:
    """A message without what differs between readers and moments."""
    scene = {name: value for name, value in message["scene"].items() if name not in ("choices", "aliases")}
    return {**message, "scene": scene}


def test_two_people_play_and_a_third_looks_on(served: Running) -> None:
    room, ann, bob = pair(served.url)
    eve = Guest(served.url)
    with ann.line(room) as first, bob.line(room) as second, eve.line(room) as third:
        lines = (first, second, third)
        begun = [line.until("room") for line in lines]
        assert [[seat["yours"] for seat in one["room"]["seats"]] for one in begun] == [
            [True, False],
            [False, True],
            [False, False],
        ]
        assert [one["scene"]["choices"] is not None for one in begun] == [True, False, False]
        for ply, move in enumerate(GAME):
            assert lines[ply % 2].do("move", ply=ply, move=move)["type"] == "done"
        heard = []
        for line in lines:
            line.until("move", where=lambda one: one["ply"] == 8) if line is not lines[0] else None
            heard.append([one for one in line.heard if one["type"] == "move"])
        assert [[plain(one) for one in own] for own in heard] == [[plain(one) for one in heard[0]]] * 3
        assert [(one["ply"], one["move"]) for one in heard[0]] == list(enumerate(GAME))
        versions = [one["version"] for one in heard[0]]
        assert versions == sorted(set(versions))
        may_move = [[one["scene"]["choices"] is not None for one in own] for own in heard]
        anns = [ply % 2 == 1 for ply in range(8)]  # after Bob's moves it is for her
        assert may_move == [[*anns, False], [*(not turn for turn in anns), False], [False] * 9]
        assert heard[0][-1]["state"] == "over"
        assert heard[0][-1]["end"]["words"] == "drawn"
        assert first.do("move", ply=9, move="a1")["code"] == "over"
    kept = ann.see(room)
    assert kept["moves"] == list(GAME)
    assert len(kept["seconds"]) == 9


def test_what_is_not_allowed_is_refused_and_changes_nothing(served: Running) -> None:
    room, ann, bob = pair(served.url)
    eve = Guest(served.url)
    with ann.line(room) as first, bob.line(room) as second, eve.line(room) as third:
        assert second.do("move", ply=0, move="b2")["code"] == "not_your_turn"
        assert third.do("move", ply=0, move="b2")["code"] == "not_your_seat"
        assert third.do("resign")["code"] == "not_your_seat"
        assert second.do("release", side=0)["code"] == "not_allowed"
        assert first.do("move", ply=0, move="d9")["code"] == "illegal_move"
        assert first.do("move", ply=3, move="b2")["code"] == "stale"
        assert first.do("pause")["code"] == "not_allowed"
        assert first.do("rematch")["code"] == "not_over"
        assert first.do("refuse")["code"] == "no_offer"
    assert ann.see(room)["moves"] == []
    assert ann.see(room)["version"] == 1  # of Bob's taking his seat


def test_a_move_sent_twice_is_played_once(served: Running) -> None:
    room, ann, bob = pair(served.url)
    with ann.line(room) as first, bob.line(room) as second:
        numbers = [first.send("move", ply=0, move="b2") for _ in range(5)]
        answers = [first.until("done", "error") for _ in numbers]
        assert sorted((one["type"], one["id"]) for one in answers) == [("done", number) for number in numbers]
        assert second.do("move", ply=1, move="a1")["type"] == "done"
        assert first.do("move", ply=0, move="b2")["type"] == "done"
        assert first.do("move", ply=0, move="c3")["code"] == "stale"
        assert [one["move"] for one in second.heard if one["type"] == "move"] == ["b2", "a1"]
    assert ann.see(room)["moves"] == ["b2", "a1"]


def test_whoever_comes_back_finds_everything(served: Running) -> None:
    room, ann, bob = pair(served.url)
    with bob.line(room) as second:
        with ann.line(room) as first:
            first.do("move", ply=0, move="b2")
        gone = second.until("presence", where=lambda one: not one["connected"][0])
        assert gone["connected"] == [False, True]
        second.do("move", ply=1, move="a1")
        with ann.line(room) as first:
            begun = first.until("room")
            assert begun["room"]["moves"] == ["b2", "a1"]
            assert begun["scene"]["ply"] == 2
            assert begun["scene"]["choices"]["moves"]
            second.until("presence", where=lambda one: one["connected"][0])
            cid = Guest(served.url)
            cid.http.post("/api/me", json={"name": "Cid the watcher"})
            with cid.line(room), Guest(served.url).line(room):
                named = first.until("presence", where=lambda one: one["spectators"] == 2 and one["watching"])
                assert named["watching"] == ["Cid the watcher"]
            assert first.until("presence", where=lambda one: one["spectators"] == 0)


def test_agreements_and_a_rematch(served: Running) -> None:
    room, ann, bob = pair(served.url)
    with ann.line(room) as first, bob.line(room) as second:
        first.do("move", ply=0, move="b2")
        first.do("takeback")
        second.until("room", where=lambda one: one["room"]["offers"]["takeback"] == 0)
        second.do("takeback")
        back = first.until("room", where=lambda one: one["room"]["moves"] == [])
        assert back["scene"]["choices"]["moves"]
        first.do("draw")
        assert second.do("draw")["type"] == "done"
        over = first.until("room", where=lambda one: one["room"]["state"] == "over")
        assert over["room"]["end"]["reason"] == "agreed"
        first.send("rematch")
        second.until("room", where=lambda one: one["room"]["offers"]["rematch"] == 0)
        second.do("refuse")
        first.until("room", where=lambda one: one["room"]["offers"]["rematch"] is None)
        assert ann.see(room)["rematch"] is None
        first.send("rematch")
        second.send("rematch")
        again = {
            line.until("room", where=lambda one: one["room"]["rematch"])["room"]["rematch"]
            for line in (first, second)
        }
        assert len(again) == 1
    (following,) = again
    seats = ann.see(following)["seats"]
    assert [seat["yours"] for seat in seats] == [False, True]
    assert [seat["name"] for seat in seats] == ["bob", "ann"]
    assert bob.see(following)["seats"][0]["yours"]


def test_a_game_that_was_left_is_claimed(served: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    room, ann, bob = pair(served.url)
    with ann.line(room) as first:
        with bob.line(room) as second:
            for ply, (line, move) in enumerate(((first, "b2"), (second, "a1"))):
                line.do("move", ply=ply, move=move)
            assert first.do("claim")["code"] == "not_away"
        gone = first.until("presence", where=lambda one: one["away"][1] is not None)
        assert gone["away"][0] is None
        assert first.do("claim")["code"] == "too_early"
        monkeypatch.setattr(agreements, "PATIENCE", 0.0)
        assert first.do("claim")["type"] == "done"
    assert ann.see(room)["end"]["reason"] == "left"


def test_who_plays_by_requests_is_there_until_none_has_come_for_a_while(
    served: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, ann, bob = pair(served.url)
    with ann.line(room) as first:
        there = first.until("presence")
        assert there["connected"] == [True, True]  # he has taken his seat just now
        first.do("move", ply=0, move="b2")
        monkeypatch.setattr(liveroom, "ASKED", 0.0)
        assert bob.http.post(f"/api/rooms/{room}/moves", json={"ply": 1, "move": "a1"}).status_code == 200
        assert first.until("move", where=lambda one: one["ply"] == 1)
        gone = first.until("presence", where=lambda one: not one["connected"][1])
        assert gone["away"][1] < 30
        assert first.do("claim")["code"] == "too_early"
        monkeypatch.setattr(liveroom, "ASKED", 60.0)
        assert bob.see(room)["seats"][1]["connected"]
        first.until("presence", where=lambda one: one["connected"][1] and one["away"][1] is None)
        assert first.do("claim")["code"] == "not_away"
        Guest(served.url).see(room)  # who only looks on is nobody's opponent
        with bob.line(room):
            first.until("presence")
        assert first.until("presence")["connected"] == [True, False]  # he had a connection, and closed it


def test_rematches_are_rooms_like_others_and_as_limited(tmp_path: Path) -> None:
    with running(tmp_path, creation_rate=Rate(0.001, 2)) as server:
        ann = Guest(server.url)
        room = ann.make({"kind": "me"}, {"kind": "me"})["room"]["id"]
        with ann.line(room) as first:
            first.do("resign")
            assert first.do("rematch")["type"] == "done"
        again = ann.see(room)["rematch"]
        with ann.line(again) as first:
            first.do("resign")
            assert first.do("rematch")["code"] == "too_many"
        assert ann.see(again)["rematch"] is None


def test_a_seat_is_let_go_and_taken_by_somebody_else(served: Running) -> None:
    room, ann, bob = pair(served.url)
    eve = Guest(served.url)
    with ann.line(room) as first:
        first.do("move", ply=0, move="b2")
        token = first.do("release", side=1)["invitation"]
        assert ann.see(room)["state"] == "waiting"
    assert eve.take(room, 1, "nonsense").status_code == 403
    assert eve.take(room, 1, token).json()["state"] == "playing"
    assert eve.take(room, 1, token).status_code == 200
    assert bob.take(room, 1, token).status_code == 403
    answer = bob.http.post(f"/api/rooms/{room}/moves", json={"ply": 1, "move": "a1"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
    assert eve.http.post(f"/api/rooms/{room}/moves", json={"ply": 1, "move": "a1"}).status_code == 200


def test_a_clock_runs_down_without_anybody_saying_so(served: Running) -> None:
    room, ann, bob = pair(served.url, clock="300ms")
    with ann.line(room) as first, bob.line(room) as second:
        first.do("move", ply=0, move="b2")
        over = second.until("room", where=lambda one: one["room"]["state"] == "over")
        assert over["room"]["end"]["words"] == "x wins on time"
        assert over["room"]["clock"]["left"][1] == 0
        assert over["room"]["clock"]["running"] is None


def test_a_game_that_cannot_be_shown_loses_no_moves(served: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a plugin's fault")

    room, ann, bob = pair(served.url)
    with ann.line(room) as first:
        first.until("room")
        with monkeypatch.context() as broken:
            broken.setattr(liveroom, "contents", fail)
            assert first.do("move", ply=0, move="b2")["type"] == "done"
            messages = [
                one["message"] for one in first.heard if one["type"] == "error" and one["code"] == "game"
            ]
            assert len(messages) == 1
            assert "shown" in messages[0]
    with bob.line(room) as second:
        assert second.until("room")["room"]["moves"] == ["b2"]
        assert second.do("move", ply=1, move="a1")["type"] == "done"


def test_positions_moves_and_thoughts_of_a_slow_game_are_made_off_the_event_loop(
    served: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[str]()

    def slow(make: Callable[..., Any]) -> Callable[..., Any]:
        def call(*values: Any, **named: Any) -> Any:
            threads.append(threading.current_thread().name)
            end = time.thread_time() + 2 * offloop.QUICK
            while time.thread_time() < end:
                pass
            return make(*values, **named)

        return call

    monkeypatch.setattr(liveroom, "SHOWING", offloop.Pace())
    monkeypatch.setattr(liveroom, "PLAYING", offloop.Pace())
    monkeypatch.setattr(liveroom, "contents", slow(liveroom.contents))
    monkeypatch.setattr(thinking, "thought_of", slow(thinking.thought_of))
    monkeypatch.setattr(RulesCompiler, "play", slow(RulesCompiler.play))
    ann = Guest(served.url)
    with ann.line(ann.make({"kind": "me"}, ENGINE, budget=QUICK)["room"]["id"]) as first:
        for ply, move in ((0, "a1"), (2, "c3"), (4, "b3")):
            if first.do("move", ply=ply, move=move)["type"] == "done":
                first.until("move", where=lambda one, ply=ply: one["ply"] == ply + 1)
    assert len(threads) >= 6
    assert {name.rpartition("_")[0] for name in threads} == {"nupp-at-once"}


def is_over(message: Message) -> bool:
    """Whether a message is of a game that is over."""
    return bool(message.get("room", message)["state"] == "over")


def test_an_engine_answers_and_tells_what_it_thinks(served: Running) -> None:
    ann = Guest(served.url)
    made = ann.make({"kind": "me"}, ENGINE, budget=QUICK)
    with ann.line(made["room"]["id"]) as first:
        first.do("move", ply=0, move="b2")
        first.until("engine", where=lambda one: one["state"] == "thinking" and one["side"] == 1)
        thought = first.until("thought", where=lambda one: one["thought"]["done"])["thought"]
        move = first.until("move", where=lambda one: one["ply"] == 1)
        assert (thought["ply"], thought["side"], thought["move"]) == (1, 1, move["move"])
        assert thought["player"] == "alphabeta:table=1"
        assert move["scene"]["choices"]["moves"]
        assert first.do("takeback")["type"] == "done"
        assert ann.see(made["room"]["id"])["moves"] == []


def test_engines_play_each_other_and_can_be_paused_and_stepped(served: Running) -> None:
    ann, eve = Guest(served.url), Guest(served.url)
    room = ann.make(ENGINE, ENGINE, budget=QUICK, pause=0)["room"]["id"]
    with ann.line(room) as first, eve.line(room) as other:
        assert other.do("pause")["code"] == "not_allowed"
        other.until("move", "room", where=is_over)
        assert first.do("rematch")["type"] == "done"
    room = ann.make(ENGINE, ENGINE, budget=QUICK, pause=60)["room"]["id"]
    with ann.line(room) as first:
        first.until("move", "room", where=lambda one: one["scene"]["ply"] == 1)
        first.do("pause")
        plies = len(ann.see(room)["moves"])
        first.do("set_pause", seconds=0)
        first.do("step")
        moved = first.until("move", where=lambda one: one["ply"] == plies)
        assert moved["state"] == "paused"
        first.do("play")
        first.until("move", where=is_over)


def test_a_hint_comes_and_ends_when_the_game_goes_on(served: Running) -> None:
    ann = Guest(served.url)
    room = ann.make({"kind": "me"}, {"kind": "me"}, game="othello")["room"]["id"]
    with ann.line(room) as first:
        number = first.send("hint", ply=0, budget={"nodes": 50})
        assert first.answer(number)["type"] == "done"
        hint = [one for one in first.heard if one["type"] == "hint"][-1]
        assert hint["id"] == number
        assert hint["thought"]["done"]
        assert hint["thought"]["move"] in ("d3", "c4", "f5", "e6")
        assert first.do("hint", ply=4)["code"] == "stale"
        number = first.send("hint", ply=0, budget={"seconds": 50})
        assert first.do("set_pause", seconds=1)["type"] == "done"
        assert not [one for one in first.heard if one["type"] == "error" and one["id"] == number]
        first.do("move", ply=0, move="f5")
        refused = [one for one in first.heard if one["type"] == "error" and one["id"] == number]
        assert (refused or [first.answer(number)])[0]["code"] == "stale"


def test_a_hint_is_stale_after_the_move_that_it_waited_for(
    served: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check_slowly(game: str, check: Callable[[], Any]) -> asyncio.Future[Any]:
        def wait_and_check() -> Any:
            time.sleep(0.2)
            return check()

        return asyncio.get_running_loop().run_in_executor(None, wait_and_check)

    monkeypatch.setattr(liveroom.PLAYING, "do", check_slowly)
    ann = Guest(served.url)
    room = ann.make({"kind": "me"}, {"kind": "me"})["room"]["id"]
    with ann.line(room) as first:
        first.send("move", ply=0, move="b2")
        assert first.do("hint", ply=0, budget=QUICK)["code"] == "stale"


def test_two_people_who_play_each_other_get_no_hints(served: Running) -> None:
    room, ann, bob = pair(served.url)
    with ann.line(room) as first, bob.line(room) as second, Guest(served.url).line(room) as watcher:
        for line in (first, second, watcher):
            assert line.do("hint", ply=0)["code"] == "not_allowed"
        first.do("resign")
        assert first.do("hint", ply=0)["code"] == "stale"


def test_who_comes_later_is_reported_what_machines_thought(served: Running) -> None:
    ann = Guest(served.url)
    engine = {"kind": "engine", "player": "flatmc"}
    room = ann.make({"kind": "me"}, engine, game="tictactoe", budget={"nodes": 90})["room"]["id"]
    with ann.line(room) as first:
        first.do("move", ply=0, move="b2")
        first.until("move", where=lambda one: one["ply"] == 1)
    with Guest(served.url).line(room) as second:
        thought = second.until("thought")["thought"]
        assert (thought["ply"], thought["player"], thought["done"]) == (1, "flatmc", True)


def test_an_engine_whose_process_dies_moves_all_the_same(served: Running) -> None:
    ann = Guest(served.url)
    room = ann.make(
        {"kind": "me"}, {"kind": "engine", "player": "strong"}, game="othello", budget={"seconds": 2}
    )
    with ann.line(room["room"]["id"]) as first:
        first.do("move", ply=0, move="f5")
        first.until("thought")
        for process in served.parts.engines.process_ids():
            os.kill(process, signal.SIGKILL)
        first.until("move", where=lambda one: one["ply"] == 1)


def test_an_engine_that_cannot_play_is_told_of_and_machines_pause(served: Running) -> None:
    ann = Guest(served.url)
    greedy = {"kind": "engine", "player": "strong:table=65536"}  # more memory than it may have
    room = ann.make(greedy, greedy, game="othello")["room"]["id"]
    with ann.line(room) as first:
        failed = first.until("error")
        assert failed["code"] == "engine"
        assert "memory" in failed["message"]
        paused = [one for one in first.heard if one["type"] == "room" and one["room"]["state"] == "paused"]
        assert paused or first.until("room", where=lambda one: one["room"]["state"] == "paused")


def test_an_engine_that_failed_is_asked_again(served: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "AGAIN", 0.05)
    ann = Guest(served.url)
    greedy = {"kind": "engine", "player": "strong:table=65536"}
    room = ann.make(greedy, {"kind": "me"}, game="othello")["room"]["id"]
    with ann.line(room) as first:
        for _ in range(3):
            assert first.until("error")["code"] == "engine"
    assert ann.see(room)["state"] == "playing"
