"""Files that commands write."""

from __future__ import annotations

from pathlib import Path

import click

from nupp.formats import GameRecord, RecordError, read_records, replace_file
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


def load_game(name: str) -> tuple[Position, GameRecord]:
    """The last game of a file, and the position that it has reached; RecordError says what is wrong."""
    try:
        records = list(read_records(Path(name).read_text(encoding="utf-8").splitlines()))
        if not records:
            raise RecordError("no game: expected one JSON object a line")
        with interpreted():
            return records[-1].replay(), records[-1]
    except OSError as error:
        raise RecordError(f"cannot read {name!r}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{name!r} is no text: expected one JSON object a line") from error
    except ValueError as error:
        raise RecordError(f"{name!r}: {error}") from error
