"""The game of machines that the start of the page shows."""

from __future__ import annotations

from typing import Any

import pytest

from nupp.server.rooms.live import exhibition
from nupp.server.rooms.terms import RoomTerms
from server.guests import Guest, Message
from server.rest import Running

pytestmark = pytest.mark.slow


def shown(guest: Guest) -> Message:
    answer = guest.http.get("/api/exhibition")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_all_see_one_game_of_machines_which_is_not_kept(
    served: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exhibition, "PLAYERS", ("random", "random"))
    monkeypatch.setattr(exhibition, "TERMS", RoomTerms(pause=0, public=True))
    monkeypatch.setattr(exhibition.Exhibition, "_next_game", lambda self: "tictactoe")
    ann, bob = Guest(served.url), Guest(served.url)
    room = shown(ann)["id"]
    with bob.line(room) as line:
        over = line.until("move", "room", where=lambda one: one["scene"]["to_move"] is None)
        assert over["scene"]["ply"] >= 5
        assert line.do("rematch")["code"] == "not_your_seat"
    again = shown(bob)
    assert again["id"] != room
    assert [seat["kind"] for seat in again["seats"]] == ["engine", "engine"]
    assert ann.http.get("/api/rooms").json() == []


def test_a_well_known_game_is_shown_in_its_usual_form(served: Running) -> None:
    found = served.parts.live.exhibition._next_game()
    assert found.partition(":")[0] in {"connectfour", "draughts", "othello", "dotsandboxes", "mnk", "morris"}
