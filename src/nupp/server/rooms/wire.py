"""Messages as JSON text. Scenes are made once for all readers, and are text before they are part of one."""

from __future__ import annotations

import json
from typing import Any

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def dump(value: Any) -> str:
    """A value as compact JSON."""
    return _encode(value)


def split_scene(scene: dict[str, Any]) -> tuple[str, str]:
    """A scene as JSON, for who may move and for all others, who are not told of the choices."""
    same = {name: value for name, value in scene.items() if name not in ("choices", "aliases")}
    head = dump(same)[:-1]
    others = f'{head},"choices":null,"aliases":{{}}}}'
    if scene["choices"] is None:
        return others, others
    return f'{head},"choices":{dump(scene["choices"])},"aliases":{dump(scene["aliases"])}}}', others


def room_message(room: dict[str, Any], scene: str) -> str:
    """The message that tells of a whole room; scene: as JSON."""
    return f'{{"type":"room","room":{dump(room)},"scene":{scene}}}'


def error_text(number: int | None, code: str, message: str) -> str:
    """The message that something went wrong; number: of the command that it answers."""
    return dump({"type": "error", "id": number, "code": code, "message": message})
