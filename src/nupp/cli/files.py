"""Files that commands read and write."""

from __future__ import annotations

from pathlib import Path

import click

from nupp.formats import GameRecord, RecordError, numbered_records, read_records, replace_file
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
            for own, record in numbered_records(lines):
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
