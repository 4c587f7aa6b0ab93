"""Tournaments of people on a server: from joining to the end, over the death of the server."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nupp.server.contests import live_contest
from server.guests import PATIENCE, Guest, Line, Message, Process
from server.rest import Running

pytestmark = pytest.mark.slow

WANTED = {"name": "Cup", "game": "tictactoe", "clock": "5m+3s", "rounds": 2}
WON = ("b2", "a1", "b1", "a2", "b3")
"""A game that the first side wins."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_contest, "PAUSE", 0.2)


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
    served.parts.contests._contests[contest].contest.began -= 10
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
    for room, result in ((first, 0.5), (second, 1.0)):
        answer = owner.http.post(f"/api/contests/{contest}/results", json={"room": room, "result": result})
        assert answer.status_code == 200, answer.text
    assert owner.http.get(f"/api/rooms/{second}").json()["end"]["outcome"] == 1
    again = owner.http.post(f"/api/contests/{contest}/results", json={"room": first, "result": 0})
    assert (again.status_code, again.json()["code"]) == (409, "not_playing")
    found = guests[3].http.delete(f"/api/contests/{contest}/entrants").json()
    assert [one["withdrawn"] for one in found["entrants"]] == [False, False, False, True]
    third = until(owner, contest, lambda one: one["round"] == 2)
    assert 4 not in {
        n for one in third["pairings"] if one["round"] == 2 for n in (one["first"], one["second"])
    }
    assert owner.http.post(f"/api/contests/{contest}/stop").json()["state"] == "stopped"


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
    with Process(f"sqlite:///{tmp_path / 'nupp.db'}", tmp_path / "log") as server:
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
