"""Texts of many games: a record a line, as players save them, or the file of a match with its numbers."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator

from nupp.formats.record import GameRecord, RecordError, parse_record


def numbered_records(lines: Iterable[str]) -> Iterator[tuple[int, GameRecord]]:
    """Yield the games of a text with their numbers; a RecordError names the line that is wrong.

    Where lines have no numbers, the games are counted from 0. The first line of a match's file, which
    describes the match, is skipped. So is a last line that is not whole: it is still being written, or was
    cut short.
    """
    for _, number, record in located_records(lines):
        if isinstance(record, RecordError):
            raise record
        yield number, record


def located_records(lines: Iterable[str]) -> Iterator[tuple[int, int, GameRecord | RecordError]]:
    """The games of a text, each with its line, counted from 1, and its number; else as `numbered_records`.

    In the place of a game whose line is wrong there is the error.
    """
    is_match, count = False, 0
    for place, line in enumerate(lines, start=1):
        if place == 1 and is_header(line):
            is_match = True
        elif is_match and not line.endswith("\n") and not _object(line):
            return
        elif line.strip():
            try:
                yield place, *numbered_record(line, count)
            except RecordError as error:
                yield place, count, RecordError(f"line {place}: {error}")
            count += 1


def is_header(line: str) -> bool:
    """True if a line is the header of a match or a tournament: an object, but no game."""
    found = _object(line)
    return "version" in found and not found.keys() & {"moves", "players"}


def numbered_record(line: str, count: int) -> tuple[int, GameRecord]:
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
