"""The server's side and the page's side of what they tell each other have the same fields."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from nupp.server.models import analysis, base, games, jobs, positions, rooms, thinking, tournaments

MODULES = (base, positions, thinking, rooms, games, analysis, jobs, tournaments)
TYPES = Path(__file__).parents[2] / "web" / "src" / "lib" / "types.ts"
FIELD = re.compile(r"^  (\w+)(\??):", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
INTERFACE = re.compile(r"^export interface (\w+) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)


def interfaces() -> dict[str, dict[str, bool]]:
    """The interfaces of the page: their fields, and whether each has to be there."""
    text = COMMENT.sub("", TYPES.read_text(encoding="utf-8"))
    return {
        name: {field: not mark for field, mark in FIELD.findall(body)}
        for name, body in INTERFACE.findall(text)
    }


@pytest.mark.parametrize("name", interfaces())
def test_fields_are_those_of_the_page(name: str) -> None:
    (model,) = {found for module in MODULES if (found := getattr(module, name, None)) is not None}
    assert issubclass(model, BaseModel)
    fields = model.model_fields
    assert set(fields) == set(interfaces()[name])
    if issubclass(model, base.Request):
        required = {field for field, found in fields.items() if found.is_required()}
        assert required <= {field for field, must in interfaces()[name].items() if must}


def test_there_are_interfaces() -> None:
    assert {"Scene", "Room", "RoomRequest", "Judgement", "Standing"} <= set(interfaces())
