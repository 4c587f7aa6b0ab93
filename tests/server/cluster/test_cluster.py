"""Two servers on one PostgreSQL, over real connections: played on either, killed, paused and restarted."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import sqlalchemy as sa

import nupp
from nupp.server.cluster.leases import Leases
from nupp.server.cluster.neighbours import FarReferee
from nupp.server.http.identity import digest
from nupp.server.models.shared import ProblemError
from nupp.server.rooms.live.rooms_in_use import Live
from nupp.server.rooms.room import RefusedError
from nupp.server.rooms.terms import RoomTerms, new_room
from nupp.store import Database, MemberStore, RoomStore, SeatKind, StoredSeat, database_url
from server.guests import GAME, Forked, Guest, Line
from server.studies import readers
from store.servers import Server

pytestmark = pytest.mark.slow

TAKEOVER = 3.0
"""Seconds within which a server that has died is replaced."""


class Two:
    """Two servers, and the database that they share."""

    def __init__(self, first: Forked, second: Forked, database: Server) -> None:
        self.first, self.second, self.database = first, second, database

    def rows(self, query: str) -> list[Any]:
        """What the database holds."""
        engine = sa.create_engine(database_url(self.database.url))
        with engine.connect() as connection:
            found = connection.execute(sa.text(query)).all()
        engine.dispose()
        return list(found)


@pytest.fixture(scope="module")
def both(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    folder = tmp_path_factory.mktemp("cluster")
    with pytest.MonkeyPatch.context() as patch, Server(programs) as database:
        patch.setenv("NUPP_DATA", str(folder))
        options = "--cluster", "--workers", "1"
        first, second = (Forked(database.url, folder / f"log{number}", *options) for number in (1, 2))
        with first, second:
            yield Two(first, second, database)
        for number in (1, 2):
            assert "Traceback" not in (folder / f"log{number}").read_text()


@pytest.fixture
def two(both: Two) -> Two:
    """Both servers, running."""
    for one in (both.first, both.second):
        if one.process.poll() is not None:
            one.start()
    return both


def also_at(guest: Guest, server: Forked) -> Guest:
    """The same person at another server."""
    other = Guest(server.url)
    other.http.cookies.set("nupp", guest.cookie.partition("=")[2])
    return other


def room_of(two: Two, **wanted: Any) -> tuple[str, Guest, Guest]:
    """A room that the first server owns, and two people: one at each server."""
    ann, bob = Guest(two.first.url), Guest(two.second.url)
    made = ann.make(**wanted)
    room = made["room"]["id"]
    ann.see(room)  # the first server that is asked for it owns it
    assert bob.take(room, 1, made["invitations"][1]).status_code == 200
    return room, ann, bob


def play(lines: tuple[Line, Line], moves: tuple[str, ...], done: int = 0) -> None:
    """Play moves in turn; each comes to the other side."""
    for ply, move in enumerate(moves, done):
        assert lines[ply % 2].do("move", ply=ply, move=move)["type"] == "done"
        assert lines[1 - ply % 2].until("move", where=lambda one, ply=ply: one["ply"] == ply)["move"] == move


# ---- one server does what the other is asked -----------------------------------------------------


def test_a_room_of_one_server_is_played_on_the_other(two: Two) -> None:
    room, ann, bob = room_of(two)
    eve = Guest(two.second.url)
    with ann.line(room) as first, bob.line(room) as second, eve.line(room) as third:
        begun = second.until("room")["room"]
        assert [seat["yours"] for seat in begun["seats"]] == [False, True]
        assert third.until("room")["room"]["seats"][1]["yours"] is False
        play((first, second), GAME)
        assert third.until("move", where=lambda one: one["ply"] == 8)["state"] == "over"
        assert second.do("move", ply=9, move="a1")["code"] == "over"
    assert bob.see(room)["moves"] == ann.see(room)["moves"] == list(GAME)
    answer = bob.http.get(f"/api/rooms/{room}/export", params={"format": "json"})
    assert tuple(answer.json()["moves"]) == GAME
    for server in (two.first, two.second):
        assert Guest(server.url).http.get("/api/rooms/aaaa").status_code == 404


def test_requests_are_answered_as_if_there_was_one_server(two: Two) -> None:
    room, ann, bob = room_of(two)
    at = f"/api/rooms/{room}/moves"
    assert bob.http.post(at, json={"ply": 0, "move": "b2"}).json()["code"] == "not_your_turn"
    assert also_at(ann, two.second).http.post(at, json={"ply": 0, "move": "b2"}).status_code == 200
    assert bob.http.post(at, json={"ply": 1, "move": "d9"}).status_code == 422
    assert bob.http.post(at, json={"ply": 1, "move": "a1"}).json()["moves"] == ["b2", "a1"]
    fresh = httpx.get(f"{two.second.url}/api/rooms/{room}")
    assert len(fresh.headers.get_list("set-cookie")) == 1
    assert fresh.headers["x-content-type-options"] == "nosniff"


def test_lists_are_right_on_every_server(two: Two) -> None:
    room, ann, bob = room_of(two, public=True)
    eve = Guest(two.second.url)
    with ann.line(room) as first, eve.line(room) as third:
        third.until("room")
        first.do("move", ply=0, move="b2")
        for server in (two.first, two.second):
            found = {one["id"]: one for one in Guest(server.url).http.get("/api/rooms").json()}
            assert found[room]["moves"] == ["b2"]
            assert found[room]["spectators"] == 1
            assert all(seat["connected"] for seat in found[room]["seats"])  # bob has asked just now
    assert room in {one["id"] for one in bob.http.get("/api/rooms", params={"mine": True}).json()}


def test_a_study_is_followed_on_the_other_server(two: Two) -> None:
    ann, bob = Guest(two.first.url), Guest(two.second.url)
    study = readers.make(ann)
    readers.invite(ann, study, bob)
    with readers.line(ann, study) as first, readers.line(bob, study) as second:
        assert second.until("study")["study"]["editable"] is True
        assert first.do("note", chapter=1, node=3, note="why")["type"] == "done"
        assert second.until("change")["change"]["note"] == "why"
        assert second.do("present", place={"chapter": 1, "node": 3})["type"] == "done"
        assert first.until("present")["shown"] == {"chapter": 1, "node": 3}
    assert readers.see(bob, study)["chapters"][0]["nodes"][3]["note"] == "why"
    assert study in {one["id"] for one in bob.http.get("/api/studies").json()}


def test_jobs_are_found_from_everywhere(two: Two) -> None:
    wanted = {"game": "tictactoe", "player": "minimax:depth=2", "budget": {"nodes": 100}}
    for here, there in ((two.first, two.second), (two.second, two.first)):
        ann = Guest(here.url)
        job = ann.http.post("/api/thoughts", json=wanted).json()["job"]
        other = also_at(ann, there)
        with other.http.stream("GET", f"/api/jobs/{job}/events") as answer:
            events = [json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: ")]
        assert events[-1]["state"] == "finished"
        assert any(one["type"] == "thought" for one in events)
    missing = Guest(two.first.url).http.get("/api/jobs/99-abcdefghijklmnopqrstuv/events")
    assert missing.status_code == 404


def test_a_tournament_of_machines_is_seen_from_everywhere(two: Two) -> None:
    ann = Guest(two.first.url)
    wanted = {"game": "tictactoe", "players": ["random", "greedy"], "pairing_games": 4, "seed": 1}
    begun = ann.http.post("/api/tournaments", json={**wanted, "budget": {"nodes": 50}})
    assert begun.status_code == 201, begun.text
    id = begun.json()["id"]
    for server in (two.second, two.first):
        with Guest(server.url).http.stream("GET", f"/api/jobs/{id}/events") as answer:
            assert any('"finished"' in line for line in answer.iter_lines())
        assert Guest(server.url).http.get(f"/api/tournaments/{id}").json()["standing"]["played"] == 4


def test_a_tournament_of_people_goes_over_both_servers(two: Two) -> None:
    owner = Guest(two.first.url)
    guests = Guest(two.first.url), Guest(two.second.url)
    wanted = {"name": "Cup", "game": "tictactoe", "clock": "5m+3s", "rounds": 1}
    contest = owner.http.post("/api/contests", json=wanted).json()["id"]
    for number, guest in enumerate(guests):
        joined = guest.http.post(f"/api/contests/{contest}/entrants", json={"name": f"guest {number}"})
        assert joined.status_code == 200, joined.text
    (game,) = owner.http.post(f"/api/contests/{contest}/rounds").json()["pairings"]
    seen = [guest.see(game["room"]) for guest in guests]
    assert sorted(one["seats"][0]["yours"] for one in seen) == [False, True]
    url = two.second.url.replace("http", "ws", 1)
    with Line(f"{url}/api/contests/{contest}/live", guests[1].cookie) as line:
        resigned = guests[1].http.post(
            f"/api/rooms/{game['room']}/commands", json={"type": "resign", "id": 1}
        )
        assert resigned.status_code == 200, resigned.text
        over = line.until("contest", where=lambda one: one["contest"]["pairings"][0]["result"] is not None)
    side = 0 if seen[1]["seats"][0]["yours"] else 1
    assert over["contest"]["pairings"][0]["result"] == side


# ---- who owns what -------------------------------------------------------------------------------


def stored(two: Two, id: str, ann: Guest) -> None:
    """Keep a room of one person on both sides that no server has seen."""
    seat = StoredSeat(SeatKind.PERSON, "ann", holder=digest(ann.cookie.partition("=")[2]))
    with RoomStore(two.database.url) as store:
        store.create(new_room(id, nupp.game("tictactoe"), seat.holder or "", (seat, seat), RoomTerms()))


def test_two_that_claim_at_once_have_one_owner(two: Two) -> None:
    ann = Guest(two.first.url)
    at = ann, also_at(ann, two.second)
    for number in range(8):
        room = f"claimed{number}"
        stored(two, room, ann)
        start = threading.Barrier(2)

        def move(guest: Guest, room: str = room, start: threading.Barrier = start) -> httpx.Response:
            start.wait()
            return guest.http.post(f"/api/rooms/{room}/moves", json={"ply": 0, "move": "b2"})

        with ThreadPoolExecutor(2) as threads:
            answers = list(threads.map(move, at))
        assert [one.status_code for one in answers] == [200, 200]
        assert [one.json()["version"] for one in answers] == [1, 1]
        assert len(two.rows(f"select 1 from leases where thing = 'room/{room}'")) == 1


def test_an_owner_that_dies_is_replaced(two: Two) -> None:
    room, ann, bob = room_of(two)
    here = also_at(ann, two.second)
    with ann.line(room) as first, bob.line(room) as second:
        play((first, second), GAME[:3])
        began = time.monotonic()
        two.first.kill()
        assert second.closed() == 1012
    with here.line(room) as first, bob.line(room) as second:
        assert first.until("room")["room"]["moves"] == list(GAME[:3])
        assert time.monotonic() - began < TAKEOVER
        play((first, second), GAME[3:], done=3)
    assert bob.see(room)["moves"] == list(GAME)


def test_an_owner_that_was_paused_cannot_write(two: Two) -> None:
    room, ann, bob = room_of(two)
    here = also_at(ann, two.second)
    paused = two.first.process
    with ann.line(room) as old:
        old.until("room")
        (before,) = [
            row.number for row in two.rows(f"select number from members where address = '{two.first.url}'")
        ]
        paused.send_signal(signal.SIGSTOP)
        try:
            with here.line(room) as first, bob.line(room) as second:
                play((first, second), ("b2", "a1"))
            old.send("move", ply=0, move="c3")
        finally:
            paused.send_signal(signal.SIGCONT)
        assert old.closed() is not None
        assert not any(one["type"] in ("done", "move") for one in old.heard)
    assert ann.see(room)["moves"] == bob.see(room)["moves"] == ["b2", "a1"]
    room_of(two)  # the first server owns something again, so it is a member again
    (after,) = [
        row.number for row in two.rows(f"select number from members where address = '{two.first.url}'")
    ]
    assert after > before


def test_a_server_taken_for_dead_owns_things_as_soon_as_it_is_a_member_again(two: Two) -> None:
    async def ask() -> bool:
        database = Database(two.database.url)
        leases = Leases(database, "http://127.0.0.1:9", "third")
        await leases.join()
        try:
            number = leases.number
            assert number is not None
            await asyncio.to_thread(MemberStore(database).leave, number)
            await leases.take("room/fresh")
            return leases.owns("room/fresh") and leases.number is not None and leases.number > number
        finally:
            await leases.leave()
            database.close()

    assert asyncio.run(ask())


def test_a_rolling_restart_loses_no_move(two: Two) -> None:
    room, ann, bob = room_of(two)
    people = {two.first: (ann, also_at(bob, two.first)), two.second: (also_at(ann, two.second), bob)}
    done = 0
    for stopped, other in ((two.first, two.second), (two.second, two.first)):
        first, second = people[stopped][0].line(room), people[other][1].line(room)
        with first, second:
            play((first, second), GAME[done : done + 2], done)
            done += 2
            ending = threading.Thread(target=stopped.end, args=(signal.SIGTERM,))
            ending.start()
            assert first.closed() == 1012
            began = time.monotonic()
            assert people[other][0].see(room)["moves"] == list(GAME[:done])
            assert time.monotonic() - began < TAKEOVER
            ending.join()
        stopped.start()
    assert bob.see(room)["moves"] == list(GAME[:4])


def test_without_the_database_nobody_takes_anything_over(two: Two) -> None:
    room, ann, bob = room_of(two)
    before = two.rows("select number from members order by number")
    with ann.line(room) as first, bob.line(room) as second:
        play((first, second), GAME[:2])
        two.database.stop()
        number = first.send("move", ply=2, move=GAME[2])
        assert first.until("error")["code"] == "database"
        two.database.start()
        assert first.answer(number)["type"] == "done"
        assert second.until("move", where=lambda one: one["ply"] == 2)["move"] == GAME[2]
        play((first, second), GAME[3:], done=3)
    assert two.rows("select number from members order by number") == before


# ---- what servers say to each other --------------------------------------------------------------


def test_without_the_secret_nothing_is_believed(two: Two) -> None:
    room, ann, _ = room_of(two)
    client = digest(ann.cookie.partition("=")[2])
    forged = {"x-nupp-secret": "guess", "x-nupp-client": client, "x-nupp-address": "127.0.0.1"}
    at = f"{two.first.url}/api/rooms/{room}"
    assert httpx.get(at, headers=forged).json()["seats"][0]["yours"] is False
    assert httpx.post(f"{two.first.url}/cluster/rooms", json=[room], headers=forged).status_code == 404
    through = httpx.get(at.replace(two.first.url, two.second.url), headers=forged)
    assert through.json()["seats"][0]["yours"] is False
    secret = two.rows(f"select secret from members where address = '{two.first.url}'")[0].secret
    known = forged | {"x-nupp-secret": secret}
    assert httpx.get(at, headers=known).json()["seats"][0]["yours"] is True


def test_results_of_rooms_are_asked_for_where_they_are(two: Two) -> None:
    room, ann, _ = room_of(two)

    async def ask() -> tuple[Any, ...]:
        database = Database(two.database.url)
        leases = Leases(database, "http://127.0.0.1:9", "third")
        await leases.join()
        referee = FarReferee(cast(Live, None), leases)
        try:
            going = await referee.result(room, False)
            late = await referee.result(room, True)
            with pytest.raises(RefusedError, match="has ended"):
                await referee.end(room, 1.0)
            with pytest.raises(ProblemError):
                await leases.take(f"room/{room}")
            return going, late
        finally:
            await leases.leave()
            database.close()

    assert asyncio.run(ask()) == (None, 0.0)
    assert ann.see(room)["end"]["reason"] == "left"


def test_a_ban_and_a_name_are_known_everywhere(two: Two) -> None:
    room, ann, bob = room_of(two)
    with bob.line(room) as second:
        second.until("room")
        assert also_at(ann, two.second).http.post("/api/me", json={"name": "Anna"}).status_code == 200
        renamed = second.until("room", where=lambda one: one["room"]["seats"][0]["name"] == "Anna")
    assert renamed["room"]["seats"][1]["name"] == "bob"
