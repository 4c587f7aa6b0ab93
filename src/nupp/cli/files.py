"""Files that commands read and write."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from nupp.formats import GameRecord, RecordError, parse_record, read_records, replace_file
from nupp.games import Position
from nupp.kernel import interpreted


def write_text(name: str, text: str) -> None:
    """Write a whole file, or leave what was there; UsageError if it cannot be written."""
    path = Path(name)
    try:
        if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
            path.write_text(text + "\n", encoding="utf-8")
        else:
            replace_file(path, text + "\n")
    except OSError as error:
        raise click.UsageError(f"cannot write {name!r}: {error.strerror or error}") from error


def save_game(name: str, record: GameRecord) -> None:
    """Write a game to a file of its own; UsageError if the file holds something else than one saved game."""
    if not _may_replace(Path(name)):
        raise click.UsageError(f"{name!r} holds something else than one saved game: expected another name")
    write_text(name, record.to_json())


def _may_replace(path: Path) -> bool:
    if not path.is_file():
        return True
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return len(lines) <= 1 and len(list(read_records(lines))) == len(lines)
    except (OSError, ValueError):
        return False


def load_game(name: str, number: int | None = None) -> tuple[Position, GameRecord]:
    """A game of a file that holds one record a line, or a match, and the position that it has reached.

    number: which one; in a file of records without numbers they count from 0. None for the last line.
    RecordError says what is wrong with the file, with the line, or with a move of the game.
    """
    found: GameRecord | None = None
    try:
        with Path(name).open(encoding="utf-8") as lines:
            for own, record in _numbered(lines):
                if number in (None, own):
                    found = record
        if found is None:
            which = "game" if number is None else f"game {number}"
            raise RecordError(f"no {which}: expected one JSON object a line")
        with interpreted():
            return found.replay(), found
    except OSError as error:
        raise RecordError(f"cannot read {name!r}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{name!r} is no text: expected one JSON object a line") from error
    except ValueError as error:
        raise RecordError(f"{name!r}: {error}") from error


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, GameRecord]]:
    """The games of a file with their numbers; a RecordError tells the line.

    The first line of a match's file says what was to be played, and a last one without its end is still
    being written, or was cut short.
    """
    is_match, count = False, 0
    for place, line in enumerate(lines, start=1):
        if place == 1 and _is_header(line):
            is_match = True
        elif is_match and not line.endswith("\n"):
            return
        elif line.strip():
            try:
                yield _game(line, count)
            except RecordError as error:
                raise RecordError(f"line {place}: {error}") from None
            count += 1


def _is_header(line: str) -> bool:
    """Whether a line is the header of a match or a tournament: an object, but no game."""
    found = _object(line)
    return "version" in found and not found.keys() & {"moves", "players"}


def _game(line: str, count: int) -> tuple[int, GameRecord]:
    """The number that a line gives its game, or else the count of those before it, and the game."""
    found = _object(line)
    number = found.pop("number", count)
    if type(number) is not int:
        raise RecordError(f"number is {str(number)[:20]!r}: expected a whole number")
    return number, parse_record(json.dumps(found) if found else line)


def _object(line: str) -> dict[str, object]:
    """The object that a line of JSON is; an empty one if it is none."""
    with contextlib.suppress(ValueError, RecursionError):
        found = json.loads(line)
        if isinstance(found, dict):
            return found
    return {}
