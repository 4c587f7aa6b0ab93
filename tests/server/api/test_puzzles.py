"""Puzzles over HTTP: one of one's strength, the one of the day, and answers."""

from __future__ import annotations

import time
from typing import Any

import pytest

from server.guests import PATIENCE, Guest, Message
from server.rest import Running

pytestmark = pytest.mark.slow

CONTENTS: dict[str, Any] = {
    "game": "tictactoe",
    "moves": ["a1", "b2", "c3", "c1"],
    "line": ["a3", "a2", "b3"],
    "margin": 1.0,
    "proof": "exact",
    "rating": 600,
    "themes": ["defence"],
}


@pytest.fixture(autouse=True)
def _entered(served: Running) -> None:
    served.parts.live.puzzles.add([("tictactoe", CONTENTS, 600.0)])


def task(guest: Guest, path: str = "next?game=tictactoe") -> Message:
    found: dict[str, Any] = guest.http.get(f"/api/puzzles/{path}").json()
    return found


def answer(guest: Guest, number: int, move: str | None) -> Message:
    found: dict[str, Any] = guest.http.post(f"/api/puzzles/{number}/answers", json={"move": move}).json()
    return found


def test_a_puzzle_is_asked_without_its_answer(served: Running) -> None:
    guest = Guest(served.url)
    asked = task(guest)
    assert asked["moves"] == CONTENTS["moves"]
    assert "a3" in asked["scene"]["choices"]["moves"]
    assert "line" not in asked
    assert guest.http.get("/api/puzzles/next?game=chess").status_code == 404
    assert guest.http.post("/api/puzzles/999999/answers", json={"move": "a3"}).status_code == 404


def test_a_puzzle_of_a_theme(served: Running) -> None:
    guest = Guest(served.url)
    themes = guest.http.get("/api/puzzles/themes?game=tictactoe").json()
    assert themes == [{"game": "tictactoe", "theme": "defence", "count": 1}]
    assert task(guest, "next?game=tictactoe&theme=defence")["themes"] == ["defence"]
    assert guest.http.get("/api/puzzles/next?game=tictactoe&theme=fork").status_code == 404
    assert guest.http.get("/api/puzzles/themes?game=chess").json() == []


def test_the_first_answer_counts_and_no_other(served: Running) -> None:
    guest = Guest(served.url)
    guest.http.post("/api/me", json={"name": "Ines"})
    number = task(guest)["number"]
    assert answer(guest, number, "zz")["code"] == "illegal_move"
    wrong = answer(guest, number, "b1")
    assert (wrong["right"], wrong["counted"], wrong["line"]) == (False, True, None)
    assert wrong["after"] < wrong["before"] == 1000
    right = answer(guest, number, " A3 ")
    assert (right["right"], right["counted"], right["after"]) == (True, False, None)
    assert right["line"] == CONTENTS["line"]
    assert guest.http.get("/api/me").json()["puzzles"] == {"tictactoe": wrong["after"]}
    assert task(guest)["rating"] > 600  # somebody has failed


def test_guests_answer_without_a_rating_and_may_give_up(served: Running) -> None:
    guest = Guest(served.url)
    number = task(guest)["number"]
    shown = answer(guest, number, None)
    assert (shown["right"], shown["counted"], shown["before"]) == (False, True, None)
    assert shown["line"] == CONTENTS["line"]
    assert not answer(guest, number, "a3")["counted"]


def test_everybody_gets_the_puzzle_of_the_day(served: Running) -> None:
    ann, bob = Guest(served.url), Guest(served.url)
    assert task(ann, "daily")["number"] == task(bob, "daily")["number"]


def test_the_puzzles_of_the_games_are_entered_when_the_server_starts(served: Running) -> None:
    until = time.monotonic() + PATIENCE
    counts: dict[str, int] = {}
    while time.monotonic() < until and counts.get("connectfour", 0) < 100:
        found = Guest(served.url).http.get("/api/puzzles").json()
        counts = {one["game"]: one["count"] for one in found}
    assert counts["connectfour"] >= 100
    assert counts["tictactoe"] >= 1
