"""Files of exact values: a line that names the format, one of JSON, and bytes compressed by LZMA.

The JSON has `fits`, the specs of the games that the values are for, with `*` for any value of a parameter,
and `digest`, the SHA-256 of the bytes.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from nupp.evaluators.learned import strength_folders, user_folder
from nupp.rules import Game
from nupp.spec import fits


class Format(NamedTuple):
    """A format of such files: its name in words, how files end, their first line, and what makes them."""

    kind: str
    ending: str
    magic: bytes
    command: str


def user_file(game: Game, format: Format, suffix: str = "") -> Path:
    """The file in the user's data folder for the values of a game; suffix: what its name ends with, too."""
    name = re.sub(r"[^A-Za-z0-9.=-]+", "-", game.spec)
    return user_folder(game) / f"{name}{suffix}{format.ending}"


class PackedError(ValueError):
    """A file of another format, for another game, or a damaged one."""


def write_packed(path: Path, format: Format, about: dict[str, Any], content: bytes) -> None:
    """Write a file, in place of the one that is there; about: its JSON, without the digest."""
    head = json.dumps({**about, "digest": hashlib.sha256(content).hexdigest()})
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        file.write(format.magic + head.encode() + b"\n")
        file.write(lzma.compress(content))
    beside.replace(path)


def about_packed(path: Path, format: Format) -> dict[str, Any]:
    """The JSON of a file; PackedError if it is of another format."""
    with path.open("rb") as file:
        if file.readline() != format.magic:
            raise PackedError(
                f"{str(path)!r} is no {format.kind}: expected a file made by `{format.command}`"
            )
        try:
            about: dict[str, Any] = json.loads(file.readline())
        except ValueError:
            raise PackedError(f"{str(path)!r} is damaged: expected JSON in its second line") from None
    return about


def is_for(game: Game, about: dict[str, Any]) -> bool:
    """True if the values of a file fit a game."""
    return any(fits(game.spec, pattern) for pattern in about["fits"])


def about_for(path: Path, format: Format, game: Game) -> dict[str, Any]:
    """The JSON of a file for a game that it fits; PackedError if it does not."""
    about = about_packed(path, format)
    if not is_for(game, about):
        raise PackedError(f"{str(path)!r} is for {', '.join(about['fits'])}: expected one for {game.spec}")
    return about


def read_packed(path: Path, format: Format, game: Game) -> tuple[dict[str, Any], bytes]:
    """The JSON and the bytes of a file for a game that it fits; PackedError if it does not, or is damaged."""
    about = about_for(path, format, game)
    with path.open("rb") as file:
        file.readline(), file.readline()
        try:
            content = lzma.decompress(file.read())
        except (lzma.LZMAError, EOFError) as error:
            raise PackedError(f"{str(path)!r} is damaged: {error}") from None
    if hashlib.sha256(content).hexdigest() != about["digest"]:
        raise PackedError(f"{str(path)!r} is damaged: its values are not those that were written")
    return about, content


def packed_files(game: Game, format: Format) -> Iterator[tuple[dict[str, Any], Path]]:
    """The files for a game beside its networks, with their JSON; a warning for files that are none."""
    paths = (path for folder in strength_folders(game) for path in sorted(folder.glob(f"*{format.ending}")))
    for path in paths:
        try:
            about = about_packed(path, format)
            if is_for(game, about):
                yield about, path
        except (OSError, ValueError, KeyError, TypeError) as error:
            warnings.warn(f"{format.kind} left out: {str(path)!r}: {error}", stacklevel=2)
