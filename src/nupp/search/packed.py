"""Files of exact values: a line that names the format, one of JSON, and bytes.

The JSON has `fits`, the specs of the games that the values are for, with `*` for any value of a parameter,
and `digest`, the SHA-256 of the bytes. The bytes are compressed by LZMA; or, where the JSON has their number,
`mapped`, they are as they are, and begin at a multiple of 64 bytes in the file, as spaces fill the line of
JSON: such a file is mapped into memory, which all processes share.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import lzma
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.learned import strength_folders, user_folder
from nupp.formats import replace_file
from nupp.rules import Game, game
from nupp.spec import Spec, fits, parse_spec

_LINE: Final = 64
_BLOCK: Final = 1 << 24
_LONGEST: Final = 1 << 20
"""More bytes of JSON are not read: the file is of another format, which may have no lines."""
_SIZES: Final = range(1, 1 << 62)


T = TypeVar("T")


class Format(NamedTuple):
    """A format of such files: its name in words, how files end, their first line, and what makes them.

    extent: the entry of the JSON that says how much of a game is covered, a whole number among `extents`.
    """

    kind: str
    ending: str
    magic: bytes
    command: str
    extent: str = ""
    extents: range = range(0)


def user_file(game: Game, format: Format, suffix: str = "") -> Path:
    """The file in the user's data folder for the values of a game; suffix: what its name ends with, too."""
    name = re.sub(r"[^A-Za-z0-9.=-]+", "-", game.spec)
    return user_folder(game) / f"{name}{suffix}{format.ending}"


class PackedError(ValueError):
    """A file of another format, for another game, or a damaged one."""


def write_packed(path: Path, format: Format, about: dict[str, Any], content: bytes) -> None:
    """Write a file, in place of the one that is there; about: its JSON, without the digest."""
    head = json.dumps({**about, "digest": hashlib.sha256(content).hexdigest()})
    replace_file(path, [format.magic + head.encode() + b"\n", lzma.compress(content)])


def about_packed(path: Path, format: Format) -> dict[str, Any]:
    """The JSON of a file; PackedError if it is of another format, or lacks an entry."""
    with path.open("rb") as file:
        if file.readline(len(format.magic)) != format.magic:
            raise PackedError(
                f"{str(path)!r} is no {format.kind}: expected a file made by `{format.command}`"
            )
        line = file.readline(_LONGEST)
    try:
        about: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError):
        raise PackedError(f"{str(path)!r} is damaged: expected JSON in its second line") from None
    if missing := _missing(about, format):
        raise PackedError(f"{str(path)!r} is damaged: expected {missing} in its second line")
    return about


def _missing(about: Any, format: Format) -> str:
    """The first thing that the JSON of a file lacks, in words; empty if it is complete."""
    if not isinstance(about, dict):
        return "a JSON object"
    patterns = about.get("fits")
    if (
        not isinstance(patterns, list)
        or not patterns
        or not all(isinstance(pattern, str) for pattern in patterns)
    ):
        return "a list of specs as 'fits'"
    if not isinstance(about.get("digest"), str):
        return "a text as 'digest'"
    numbers = {format.extent: format.extents} if format.extent else {}
    for key, bounds in {**numbers, **({"mapped": _SIZES} if "mapped" in about else {})}.items():
        if type(about.get(key)) is not int or about[key] not in bounds:
            return f"a whole number from {bounds[0]} to {bounds[-1]} as {key!r}"
    return ""


def is_for(game: Game, about: dict[str, Any]) -> bool:
    """True if the values of a file fit a game."""
    return any(fits(game.spec, pattern) for pattern in about["fits"])


def game_of_file(path: Path, format: Format) -> Game:
    """The first game that the values of a file fit, with the defaults of parameters that do not matter."""
    spec = parse_spec(about_packed(path, format)["fits"][0])
    arguments = {name: text for name, text in spec.arguments.items() if text != "*"}
    return game(str(Spec(spec.name, arguments)))


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


def write_mapped(path: Path, format: Format, about: dict[str, Any], content: NDArray[np.uint8]) -> None:
    """Write a file that is mapped when it is read, in place of the one that is there; about as above."""
    full = {**about, "digest": _digest_of(content), "mapped": len(content)}
    head = format.magic + json.dumps(full).encode()
    head += b" " * (-(len(head) + 1) % _LINE) + b"\n"
    replace_file(path, itertools.chain([head], _blocks(content)))


def read_mapped(path: Path, format: Format, game: Game) -> tuple[dict[str, Any], NDArray[np.uint8]]:
    """The JSON and the bytes of a file for a game that it fits, mapped into memory and read-only.

    PackedError if it does not fit, or has another length than it should; `require_sound` sees more.
    """
    about = about_for(path, format, game)
    if "mapped" not in about:
        raise PackedError(f"{str(path)!r} is damaged: expected 'mapped' in its second line")
    with path.open("rb") as file:
        begin = len(file.readline()) + len(file.readline())
    expected, size = begin + about["mapped"], path.stat().st_size
    if size != expected:
        raise PackedError(f"{str(path)!r} is damaged: expected {expected:,} bytes, found {size:,}")
    return about, np.memmap(path, np.uint8, "r", begin)


def require_sound(path: Path, format: Format, game: Game, content: NDArray[np.uint8]) -> None:
    """PackedError if bytes are not those that were written to a file."""
    if _digest_of(content) != about_for(path, format, game)["digest"]:
        raise PackedError(f"{str(path)!r} is damaged: its values are not those that were written")


def _digest_of(content: NDArray[np.uint8]) -> str:
    digest = hashlib.sha256()
    for block in _blocks(content):
        digest.update(block)
    return digest.hexdigest()


def _blocks(content: NDArray[np.uint8]) -> Iterator[bytes]:
    """Bytes that may be more than fit in memory, a block at a time."""
    return (content[begin : begin + _BLOCK].tobytes() for begin in range(0, len(content), _BLOCK))


def packed_files(game: Game, format: Format) -> Iterator[tuple[dict[str, Any], Path]]:
    """The files for a game beside its networks, with their JSON; a warning for files that are none."""
    paths = (path for folder in strength_folders(game) for path in sorted(folder.glob(f"*{format.ending}")))
    for path in paths:
        try:
            about = about_packed(path, format)
            if is_for(game, about):
                yield about, path
        except (OSError, ValueError, KeyError, TypeError) as error:
            leave_out(path, format, error)


def files_by_extent(game: Game, format: Format) -> list[Path]:
    """The files for a game, those first that cover the most of it; warnings as of `packed_files`."""
    fitting = [(about[format.extent], path) for about, path in packed_files(game, format)]
    return [path for _, path in sorted(fitting, key=itemgetter(0), reverse=True)]


def first_sound(
    paths: Iterable[Path], game: Game, format: Format, read: Callable[[Path, Game], T]
) -> T | None:
    """The first of some files that can be read, as `read` has it; a warning for those that cannot."""
    for path in paths:
        try:
            return read(path, game)
        except (OSError, ValueError, KeyError) as error:
            leave_out(path, format, error)
    return None


def leave_out(path: Path, format: Format, error: Exception) -> None:
    """Warn that a file is not used because of an error."""
    text = str(error) if str(path) in str(error) else f"{str(path)!r}: {error}"
    warnings.warn(f"{format.kind} left out: {text}", stacklevel=3)
