"""Tournaments of people on a server: from joining to the end, over the death of the server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import nupp
from nupp.server.contests import in_use, live_contest
from nupp.server.contests.contest import Contest, Game
from nupp.server.http.identity import digest
from nupp.server.models.contests import ContestRequest
from nupp.server.play.rules_compiler import RulesCompiler
from nupp.server.rooms.live import referee
from nupp.server.rooms.live.readers import BANNED
from nupp.server.rooms.room import RefusedError, Room, open_room
from nupp.server.rooms.terms import RoomTerms, new_room
from nupp.store import Reason, SeatKind, StoredContest, StoredEnd, StoredSeat
from server.guests import PATIENCE, Forked, Guest, Line, Message
from server.rest import Running

pytestmark = pytest.mark.slow

WANTED = {"name": "Cup", "game": "tictactoe", "clock": "5m+3s", "rounds": 2}
WON = ("b2", "a1", "b1", "a2", "b3")
"""A game that the first side wins."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_contest, "PAUSE", 0.2)
    monkeypatch.setattr(in_use, "LOOK", 0.1)


def make(owner: Guest, **others: Any) -> str:
    answer = owner.http.post("/api/contests", json=WANTED | others)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def join(contest: str, *guests: Guest) -> None:
    for number, guest in enumerate(guests):
        answer = guest.http.post(f"/api/contests/{contest}/entrants", json={"name": f"guest {number}"})
        assert answer.status_code == 200, answer.text


def see(guest: Guest, contest: str) -> Message:
    found: Message = guest.http.get(f"/api/contests/{contest}").json()
    return found


def until(guest: Guest, contest: str, holds: Callable[[Message], bool]) -> Message:
    """The tournament as soon as something holds of it, as its WebSocket says."""
    url = guest.url.replace("http", "ws", 1)
    with Line(f"{url}/api/contests/{contest}/live", guest.cookie) as line:
        found: Message = line.until("contest", where=lambda one: holds(one["contest"]))["contest"]
        return found


def play(contest: Message, round_: int, guests: list[Guest]) -> None:
    """Play the games of a round: the first side wins each."""
    for game in contest["pairings"]:
        if game["round"] == round_ and game["second"] is not None and game["result"] is None:
            sides = [guests[game[side] - 1] for side in ("first", "second")]
            for ply, move in enumerate(WON):
                answer = sides[ply % 2].http.post(
                    f"/api/rooms/{game['room']}/moves", json={"ply": ply, "move": move}
                )
                assert answer.status_code == 200, answer.text


def test_a_swiss_tournament_to_its_end(served: Running) -> None:
    owner, *guests = [Guest(served.url) for _ in range(4)]
    contest = make(owner)
    join(contest, *guests)
    assert guests[0].http.post(f"/api/contests/{contest}/rounds").status_code == 403
    begun = owner.http.post(f"/api/contests/{contest}/rounds").json()
    assert (begun["state"], begun["round"], len(begun["pairings"])) == ("running", 1, 2)
    play(begun, 1, guests)
    second = until(owner, contest, lambda one: one["round"] == 2)
    play(second, 2, guests)
    over = until(owner, contest, lambda one: one["state"] == "over")
    assert sum(one["points"] for one in over["standings"]) == 4
    met = [frozenset((one["first"], one["second"])) for one in over["pairings"]]
    assert len(set(met)) == 4
    listed = guests[0].http.get("/api/contests").json()[0]
    assert (listed["id"], listed["state"], listed["entrants"], listed["yours"]) == (contest, "over", 3, False)


def test_who_does_not_come_loses(served: Running) -> None:
    owner, *guests = [Guest(served.url) for _ in range(3)]
    contest = make(owner, rounds=1, no_show=10)
    join(contest, *guests)
    owner.http.post(f"/api/contests/{contest}/rounds")
    live = served.parts.contests._contests[contest]
    live.contest.began -= 10
    live.up_since -= 10
    over = until(owner, contest, lambda one: one["state"] == "over")
    (game,) = over["pairings"]
    assert game["result"] == 0.0
    room = owner.http.get(f"/api/rooms/{game['room']}").json()
    assert room["end"]["reason"] == "left"


def test_results_can_be_set_and_people_withdraw(served: Running) -> None:
    owner, *guests = [Guest(served.url) for _ in range(5)]
    contest = make(owner, system="round_robin")
    join(contest, *guests)
    begun = owner.http.post(f"/api/contests/{contest}/rounds").json()
    first, second = [one["room"] for one in begun["pairings"]]
    found = guests[3].http.delete(f"/api/contests/{contest}/entrants").json()
    assert [one["withdrawn"] for one in found["entrants"]] == [False, False, False, True]
    for room, result in ((first, 0.5), (second, 1.0)):
        answer = owner.http.post(f"/api/contests/{contest}/results", json={"room": room, "result": result})
        assert answer.status_code == 200, answer.text
    assert served.parts.live.in_use(second).room.assisted  # so that it is not rated
    assert owner.http.get(f"/api/rooms/{second}").json()["end"]["outcome"] == 1
    again = owner.http.post(f"/api/contests/{contest}/results", json={"room": first, "result": 0})
    assert (again.status_code, again.json()["code"]) == (409, "not_playing")
    third = until(owner, contest, lambda one: one["round"] == 2)
    assert 4 not in {
        n for one in third["pairings"] if one["round"] == 2 for n in (one["first"], one["second"])
    }
    assert owner.http.post(f"/api/contests/{contest}/stop").json()["state"] == "stopped"


def of_room() -> Room:
    """A room of two people in which nothing was played."""
    first, second = (StoredSeat(SeatKind.PERSON, name, digest(name)) for name in ("ann", "bob"))
    stored = new_room("r", nupp.game("tictactoe"), digest("eve"), (first, second), RoomTerms())
    return open_room(stored, RulesCompiler())


def live_of(contest: Contest, rooms: Any = None, up_since: float = 0.0) -> live_contest.LiveContest:
    now, store = datetime.now(UTC), cast(Any, None)
    stored = StoredContest("c", "Cup", digest("eve"), contest.contents(), now, now)
    return live_contest.LiveContest(stored, store, rooms, up_since)


def test_what_all_see_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest.new(ContestRequest(**WANTED), "tictactoe")
    for name in ("ann", "bob"):
        contest.join(digest(name), name)
    live, made, standings = live_of(contest), [], Contest.standings
    monkeypatch.setattr(Contest, "standings", lambda one: made.append(one) or standings(one))
    seen = [live.seen(digest(name)) for name in ("ann", "bob", "eve")]
    assert [[one.you for one in by.entrants] for by in seen] == [[True, False], [False, True], [False] * 2]
    assert len(made) == 1


def test_a_result_is_not_set_where_the_game_has_ended() -> None:
    room = of_room()
    room.lose(1, Reason.TIME)
    with pytest.raises(RefusedError, match="its own result"):
        referee._end_with(room, 0.0)
    assert room.course.end == StoredEnd(Reason.TIME, 1)
    assert not room.assisted


def test_nobody_loses_for_staying_away_who_has_moved_meanwhile() -> None:
    room = of_room()
    room.move(digest("ann"), 0, "b2")
    assert referee._end_without_move(room) is None
    assert not room.course.is_over
    ended = of_room()
    ended.draw()
    assert referee._end_without_move(ended) is None


@pytest.mark.parametrize(("up", "outcome"), [(5.0, None), (15.0, -1)])
def test_nobody_loses_for_the_time_in_which_the_server_was_down(up: float, outcome: int | None) -> None:
    room = of_room()

    async def found(id: str) -> Any:
        return SimpleNamespace(room=room, do=do, keeping=asyncio.current_task())

    async def do(act: Callable[[Room], object]) -> None:
        act(room)

    contest = Contest.new(ContestRequest(**WANTED, no_show=10), "tictactoe")
    contest.began = time.time() - 100
    live = live_of(contest, SimpleNamespace(room=found), time.time() - up)
    asyncio.run(live._look_at(Game(1, 1, 2, "r")))
    assert (room.course.end.outcome if room.course.end else None) == outcome


def test_what_nobody_starts_is_stopped(served: Running) -> None:
    owner = Guest(served.url)
    contest = make(owner)
    live = served.parts.contests._contests[contest]
    live.stored = replace(live.stored, changed=live.stored.changed - 2 * live_contest.WAITS)
    until(owner, contest, lambda one: one["state"] == "stopped")


def test_who_made_it_cannot_take_a_seat_of_its_games(served: Running) -> None:
    owner, *guests = [Guest(served.url) for _ in range(3)]
    contest = make(owner)
    join(contest, *guests)
    (game,) = owner.http.post(f"/api/contests/{contest}/rounds").json()["pairings"]
    command = {"id": 1, "type": "release", "side": 0}
    answer = owner.http.post(f"/api/rooms/{game['room']}/commands", json=command)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


def test_a_round_begins_where_there_is_space_for_its_rooms(
    served: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, *guests = [Guest(served.url) for _ in range(5)]
    contest = make(owner)
    join(contest, *guests)
    live = served.parts.live
    monkeypatch.setattr(live, "settings", replace(live.settings, rooms=len(live) + 1))
    answer = owner.http.post(f"/api/contests/{contest}/rounds")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    assert see(owner, contest)["state"] == "open"
    assert len(live) < live.settings.rooms


def test_what_does_not_agree_with_the_database_is_read_anew(served: Running) -> None:
    owner = Guest(served.url)
    contest = make(owner)
    contests = served.parts.contests._contests
    contests[contest].gone = True
    ends = time.monotonic() + PATIENCE
    while contests[contest].gone:
        assert time.monotonic() < ends
        owner.http.get("/api/contests")


def test_who_is_banned_follows_no_tournament(served: Running) -> None:
    owner = Guest(served.url)
    contest = make(owner)
    live: Any = served.parts.contests._contests[contest]
    codes: list[int] = []
    banned, other = (
        SimpleNamespace(address=f"198.51.100.{last}", close=codes.append, send=id) for last in (7, 8)
    )
    live.clients = [banned, other]
    served.parts.contests.turn_out(banned.address)
    live.clients = set()
    assert codes == [BANNED]


def test_what_cannot_be_is_refused(served: Running) -> None:
    owner, guest = Guest(served.url), Guest(served.url)
    for wrong in (
        {"clock": "soon"},
        {"game": "nothing"},
        {"rounds": 0},
        {"name": "a\u202eb"},
        {"clock": "99h"},
    ):
        assert owner.http.post("/api/contests", json=WANTED | wrong).status_code == 422
    contest = make(owner)
    for name in ("<b>", "a\u202eb", "", None):
        answer = guest.http.post(f"/api/contests/{contest}/entrants", json={"name": name})
        assert answer.status_code == 422
    assert owner.http.post(f"/api/contests/{contest}/rounds").json()["code"] == "too_few"
    assert guest.http.get("/api/contests/nosuch").json()["code"] == "unknown_tournament"


def test_it_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with Forked(f"sqlite:///{tmp_path / 'nupp.db'}", tmp_path / "log") as server:
        owner, *guests = [Guest(server.url) for _ in range(3)]
        contest = make(owner, rounds=1)
        join(contest, *guests)
        begun = owner.http.post(f"/api/contests/{contest}/rounds").json()
        server.kill()
        server.start()
        assert see(owner, contest)["pairings"] == begun["pairings"]
        play(begun, 1, guests)
        ends = time.monotonic() + PATIENCE
        while see(owner, contest)["pairings"][0]["result"] is None:
            assert time.monotonic() < ends
        assert see(owner, contest)["standings"][0]["points"] == 1
