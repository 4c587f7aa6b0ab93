"""The messages as TypeScript, for the page: `python -m nupp.server.models.typescript FILE` writes it.

With `--check` it only says whether FILE is current, by its exit code.
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, TypeAdapter
from typing_extensions import TypeAliasType

from nupp.server.models import contests, games, people, positions, puzzles, rooms, shared, studies
from nupp.server.models.work import analysis, explorer, jobs, recordings, thinking, tournaments

MODULES: Final = (
    shared,
    positions,
    thinking,
    rooms,
    games,
    people,
    puzzles,
    analysis,
    studies,
    contests,
    recordings,
    explorer,
    jobs,
    tournaments,
)
"""Where the models are, in the order in which they are written."""

HEAD: Final = """\
// The messages between server and page. `make types` makes this file from src/nupp/server/models.
"""
WIDTH: Final = 110
"""Columns of the longest comment."""

_PRIMITIVES: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}

Schema = Mapping[str, Any]


def typescript() -> str:
    """All messages as TypeScript."""
    declarations: dict[str, str] = {}
    for module in MODULES:
        for value in list(vars(module).values()):
            if _is_message(value) and value.__module__ == module.__name__:
                declarations |= _enumerations(value)
                declarations[value.__name__] = declaration(value)
    return "\n".join([HEAD, *declarations.values()])


def declaration(message: Any) -> str:
    """The declaration of a model, or of a type that has a name.

    A field with a default may be left out of what the server is asked, and is there in what it answers.
    """
    found = _schema(message)
    return _declaration(message.__name__, found["$defs"].get(found.get("$ref"), found), _is_request(message))


def _enumerations(message: Any) -> dict[str, str]:
    """The declarations of the enumerations that a message uses."""
    return {
        name: _declaration(name, schema, False)
        for name, schema in _schema(message)["$defs"].items()
        if "enum" in schema and "title" in schema
    }


def _schema(message: Any) -> dict[str, Any]:
    return {"$defs": {}, **TypeAdapter(message).json_schema(ref_template="{model}")}


def _is_message(value: object) -> bool:
    if isinstance(value, TypeAliasType):
        return True
    own = isinstance(value, type) and issubclass(value, BaseModel)
    return own and value not in (shared.Answer, shared.Request)


def _is_request(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, shared.Request)


def _declaration(name: str, schema: Schema, is_request: bool) -> str:
    """The declaration of a type of its own."""
    comment = _comment(schema.get("description"), "")
    if "properties" not in schema:
        return f"{comment}export type {name} = {_type(schema)};\n"
    required = schema.get("required", ()) if is_request else schema["properties"]
    lines = [_field(key, field, key in required) for key, field in schema["properties"].items()]
    return f"{comment}export interface {name} {{\n{''.join(lines)}}}\n"


def _field(name: str, schema: Schema, is_required: bool) -> str:
    comment, mark = _comment(schema.get("description"), "  "), "" if is_required else "?"
    return f"{comment}  {name}{mark}: {_type(schema)};\n"


def _type(schema: Schema) -> str:
    """A type where it is used."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return _union(map(json.dumps, schema["enum"]))
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return _union(map(_type, schema[several]))
    if schema["type"] == "array":
        return _list(schema)
    if schema["type"] == "object":
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    return _PRIMITIVES[schema["type"]]


def _list(schema: Schema) -> str:
    """A list, or what has a fixed number of parts."""
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    one = _type(schema["items"])
    count = schema.get("maxItems")
    if count is not None and count == schema.get("minItems"):
        return f"[{', '.join([one] * count)}]"
    return f"({one})[]" if " | " in one else f"{one}[]"


def _union(types: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(types))


def _comment(text: str | None, indent: str) -> str:
    """A description as a comment in front of what it describes."""
    if not text:
        return ""
    words = " ".join(text.split())
    line = f"{indent}/** {words} */"
    if len(line) <= WIDTH:
        return f"{line}\n"
    lines = textwrap.wrap(words, WIDTH - len(indent) - 3)
    body = "".join(f"{indent} * {part}\n" for part in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def main() -> None:
    """Write the types, or check them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--check", action="store_true", help="say whether it is current, and write nothing")
    options = parser.parse_args()
    if not options.check:
        options.file.write_text(typescript(), encoding="utf-8")
    elif options.file.read_text(encoding="utf-8") != typescript():
        sys.exit(f"{options.file} is not current: run `make types`")


if __name__ == "__main__":
    main()
