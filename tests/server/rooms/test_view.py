"""Messages as JSON text, with scenes that were made once for all readers."""

from __future__ import annotations

import json
from typing import Any

from nupp.server.rooms.view import dump, error_text, room_message, split_scene

SCENE: dict[str, Any] = {"ply": 1, "note": 'é "x"', "choices": {"moves": ["a1"]}, "aliases": {"A1": "a1"}}


def test_only_who_may_move_is_told_of_the_choices() -> None:
    mine, others = (json.loads(text) for text in split_scene(SCENE))
    assert mine == SCENE
    assert others == {**SCENE, "choices": None, "aliases": {}}


def test_without_choices_all_are_told_the_same() -> None:
    mine, others = split_scene({**SCENE, "choices": None, "aliases": {}})
    assert mine is others
    assert json.loads(mine) == {**SCENE, "choices": None, "aliases": {}}


def test_messages() -> None:
    text = room_message({"id": "r"}, split_scene(SCENE)[0])
    assert json.loads(text) == {"type": "room", "room": {"id": "r"}, "scene": SCENE}
    assert text == dump(json.loads(text))  # compact
    assert json.loads(error_text(None, "stale", "too late")) == {
        "type": "error",
        "id": None,
        "code": "stale",
        "message": "too late",
    }
