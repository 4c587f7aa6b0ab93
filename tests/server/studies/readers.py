"""People who make, follow and edit studies in the tests."""

from __future__ import annotations

from typing import Any

from server.guests import Guest, Line, Message

CHAPTER = {
    "type": "add_chapter",
    "title": "One",
    "game": "tictactoe",
    "players": ["ann", "bob"],
    "nodes": [
        {"parent": -1, "move": "", "note": "Who wins?"},
        {"parent": 0, "move": "b2", "shapes": [{"cells": [4], "colour": "red"}]},
        {"parent": 1, "move": "a1", "note": "[Best]", "shapes": [{"cells": [0, 8], "colour": "green"}]},
        {"parent": 1, "move": "a2"},
    ],
}


def make(guest: Guest, *chapters: Message, title: str = "Endings") -> str:
    """The id of a new study."""
    answer = guest.http.post("/api/studies", json={"title": title, "chapters": list(chapters) or [CHAPTER]})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def see(guest: Guest, study: str) -> Message:
    """A study as it is."""
    answer = guest.http.get(f"/api/studies/{study}")
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def line(guest: Guest, study: str, **options: Any) -> Line:
    """A WebSocket of a study."""
    url = guest.url.replace("http", "ws", 1)
    return Line(f"{url}/api/studies/{study}/live", guest.cookie, **options)


def invite(guest: Guest, study: str, other: Guest) -> None:
    """Let somebody edit a study."""
    token = guest.http.post(f"/api/studies/{study}/invitation").json()["token"]
    assert other.http.post(f"/api/studies/{study}/editors", json={"token": token}).status_code == 200
