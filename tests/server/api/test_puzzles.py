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


LONG: dict[str, Any] = {
    **CONTENTS,
    "game": "othello:size=4",
    "moves": ["b1"],
    "line": ["a1", "c4", "d2"],
    "asked": 2,
}
"""A puzzle of two moves."""


@pytest.fixture(autouse=True)
def _entered(served: Running) -> None:
    served.parts.live.puzzles.add([("tictactoe", CONTENTS, 600.0)])


def task(guest: Guest, path: str = "next?game=tictactoe") -> Message:
    found: dict[str, Any] = guest.http.get(f"/api/puzzles/{path}").json()
    return found


def answer(guest: Guest, number: int, move: str | None, **more: int) -> Message:
    asked = {"move": move, **more}
    found: dict[str, Any] = guest.http.post(f"/api/puzzles/{number}/answers", json=asked).json()
    return found


def hint(guest: Guest, number: int, **asked: int) -> Message:
    found: dict[str, Any] = guest.http.post(f"/api/puzzles/{number}/hints", json=asked).json()
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


def test_a_puzzle_of_several_moves_counts_with_the_last(served: Running) -> None:
    puzzles = served.parts.live.puzzles
    puzzles.add([("othello", LONG, 600.0)])
    number = next(
        one.number
        for one in puzzles.near("othello", 600.0, "nobody", 1000)
        if one.contents["moves"] == LONG["moves"]
    )
    guest = Guest(served.url)
    guest.http.post("/api/me", json={"name": "Ilo"})
    first = answer(guest, number, LONG["line"][0])
    assert (first["right"], first["counted"], first["reply"], first["line"]) == (True, False, "c4", None)
    assert answer(guest, number, LONG["line"][2], found=2)["code"] == "bad_puzzle"
    last = answer(guest, number, LONG["line"][2], found=1)
    assert (last["right"], last["counted"], last["reply"], last["line"]) == (True, True, None, LONG["line"])
    assert last["after"] > last["before"]


def test_with_a_hint_a_puzzle_does_not_count_as_solved(served: Running) -> None:
    guest = Guest(served.url)
    guest.http.post("/api/me", json={"name": "Hilda"})
    number = task(guest)["number"]
    hinted = hint(guest, number)
    assert hinted["move"] is None
    assert 1 < len(hinted["cells"]) <= 4
    assert hinted["after"] < hinted["before"]
    assert hint(guest, number, whole=True)["move"] == "a3"
    assert not answer(guest, number, "a3")["counted"]
    assert guest.http.post("/api/puzzles/999999/hints", json={}).status_code == 404


def test_a_move_that_begins_with_a_word_is_reported_at_once(served: Running) -> None:
    puzzles = served.parts.live.puzzles
    word = {**CONTENTS, "game": "hex:size=3", "moves": ["b2"], "line": ["swap"]}
    puzzles.add([("hex", word, 600.0)])
    found = puzzles.near("hex", 600.0, "nobody", 1000)
    number = next(one.number for one in found if one.contents["line"] == word["line"])
    hinted = hint(Guest(served.url), number)
    assert (hinted["move"], hinted["cells"]) == ("swap", [])


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
