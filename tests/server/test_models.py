"""The page's types of messages are made from the server's models."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from pydantic import TypeAdapter

from nupp.server.models import rooms, typescript
from nupp.server.models.shared import Answer, Request

TYPES = Path(__file__).parents[2] / "web" / "src" / "lib" / "types.ts"


def test_the_types_of_the_page_are_current() -> None:
    assert TYPES.read_text(encoding="utf-8") == typescript.typescript(), "run `make types`"


def test_each_type_is_declared_once() -> None:
    names = [line.split()[2] for line in typescript.typescript().splitlines() if line.startswith("export ")]
    assert len(names) == len(set(names))
    assert {"Scene", "Room", "State", "RoomRequest", "RoomMessage", "RoomCommand", "Standing"} <= set(names)


class Fields(Answer):
    """Fields of several kinds."""

    numbers: list[int | None]
    """Some numbers."""
    pair: tuple[str, bool]
    by_name: dict[str, float]
    kind: Literal["a", "b"] = "a"


class Asked(Request):
    wanted: Fields
    count: int = 1


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (
            Fields,
            """\
/** Fields of several kinds. */
export interface Fields {
  /** Some numbers. */
  numbers: (number | null)[];
  pair: [string, boolean];
  by_name: Record<string, number>;
  kind: "a" | "b";
}
""",
        ),
        (Asked, "export interface Asked {\n  wanted: Fields;\n  count?: number;\n}\n"),
    ],
)
def test_a_model_as_typescript(model: type[Answer], expected: str) -> None:
    assert typescript.declaration(model) == expected


def test_messages_of_the_socket_are_told_apart_by_their_type() -> None:
    messages = TypeAdapter(rooms.RoomMessage)
    found = messages.validate_python({"type": "done", "id": 3})
    assert isinstance(found, rooms.DoneMessage)
    commands = TypeAdapter(rooms.RoomCommand)
    assert isinstance(commands.validate_python({"type": "ping"}), rooms.PlainCommand)
