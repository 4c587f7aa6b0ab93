"""Files that commands read and write."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from nupp.formats import (
    GameRecord,
    RecordError,
    Terms,
    format_named,
    format_of_file,
    open_games,
    recognise,
    replace_file,
    write_games,
)
from nupp.games import Game, Position
from nupp.kernel import interpreted

_SOME: Final = 8
"""So many games of a file are named where the one that was asked for is not there."""


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
    """Write a game to a file of its own, in the format that the ending tells, JSON without one.

    UsageError if the file holds something else than one saved game, or cannot be written.
    """
    if not _may_replace(Path(name)):
        raise click.UsageError(f"{name!r} holds something else than one saved game: expected another name")
    form = format_of_file(name) or format_named("json")
    write_text(name, "".join(write_games([record], form)).rstrip("\n"))


def _may_replace(path: Path) -> bool:
    if not path.is_file():
        return True
    try:
        text = path.read_text(encoding="utf-8")
        form = recognise(text)
        return not text.strip() or (form.name != "moves" and len(list(open_games(text))) <= 1)
    except (OSError, ValueError):
        return False


def read_text(name: str) -> str:
    """The text of a file; RecordError if it cannot be read, or is none."""
    try:
        return Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"cannot read {name!r}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{name!r} is no text: expected one JSON object a line") from error


def load_game(name: str, number: int | None = None, rules: Game | None = None) -> tuple[Position, GameRecord]:
    """A game of a file in any format that `nupp.formats` reads, and the position that it has reached.

    number: which one, as the file numbers them, else counted from 0. None for the last one. rules: the game
    whose moves they are, where the file does not tell. RecordError says what is wrong with the file, and in
    which line and column; its `position` is what an illegal game had reached before.
    """
    text, form = read_text(name), format_of_file(name)
    if text.lstrip()[:1] == "<":
        raise RecordError(f"{name!r} is a page or a picture: expected a file of games, such as that of --out")
    form = form if form and form.name == "json" else None  # other endings may stand for more than one format
    try:
        readers = dict(open_games(text, form))
        if not readers:
            raise RecordError("no game: expected one JSON object a line")
        if number is not None and number not in readers:
            some = ", ".join(map(str, list(readers)[:_SOME]))
            raise RecordError(f"no game {number}: expected one of {some}{', ...' * (len(readers) > _SOME)}")
        reader = readers[list(readers)[-1] if number is None else number]
        with interpreted():
            reading = reader(Terms(rules))
            if reading.fault is not None:
                raise RecordError(str(reading.fault), reading.position)
            return reading.position, reading.record
    except RecordError as error:
        raise RecordError(f"{name!r}: {error}", error.position) from error
    except ValueError as error:
        raise RecordError(f"{name!r}: {error}") from error
