"""Files that commands read and write."""

from __future__ import annotations

import contextlib
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from nupp.formats import (
    Format,
    GameNeededError,
    GameRecord,
    NoGame,
    Reader,
    ReadOptions,
    RecordError,
    format_named,
    format_of_file,
    locked,
    numbered_records,
    open_games,
    recognise,
    replace_file,
    write_games,
)
from nupp.kernel import interpreted
from nupp.rules import Game, Position

_SOME: Final = 8
"""The number of games of a file that are named where the one that was asked for is not there."""
_ENCODING: Final = re.compile(rb"\(\s*;[^()]*?CA\[([\w.:-]+)\]")
"""The characters that the first node of an SGF names."""


def require_folder(path: Path) -> None:
    """UsageError if the folder of a file that is to be written does not exist."""
    if not path.absolute().parent.is_dir():
        raise click.UsageError(f"{str(path)!r} cannot be written: there is no folder {str(path.parent)!r}")


@contextlib.contextmanager
def alone(path: Path, busy: str) -> Iterator[None]:
    """Keep other processes from a file while it is made; UsageError if one has it, with the words `busy`."""
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(locked(path))
        except BlockingIOError:
            raise click.UsageError(f"{str(path)!r} {busy}") from None
        yield


def write_text(name: str, text: str) -> None:
    """Write a whole file, or leave it unchanged; UsageError if it cannot be written."""
    path = Path(name)
    try:
        if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
            path.write_text(text + "\n", encoding="utf-8")
        else:
            replace_file(path, text + "\n")
    except OSError as error:
        raise click.UsageError(f"cannot write {name!r}: {error.strerror or error}") from error


def save_game(name: str, record: GameRecord) -> None:
    """Write a game to a separate file, in the format of the file's ending, JSON without one.

    UsageError if the file holds anything but one saved game, or cannot be written.
    """
    if not _may_replace(Path(name)):
        raise click.UsageError(f"{name!r} holds something else than one saved game: expected another name")
    form = format_of_file(name) or format_named("json")
    write_text(name, "".join(write_games([record], form)).rstrip("\n"))


def _may_replace(path: Path) -> bool:
    if not path.is_file():
        return True
    try:
        text = read_text(str(path))
        form = recognise(text)
        games = numbered_records(text.split("\n")) if form.name == "json" else open_games(text)
        return not text.strip() or (form.name != "moves" and len(list(games)) <= 1)
    except ValueError:
        return False


def read_text(name: str) -> str:
    """The text of a file of games; RecordError if it cannot be read, or is none.

    Its characters are those that an SGF names, or else those of UTF-8, or else of Windows and Latin-1.
    """
    try:
        data = Path(name).read_bytes()
    except OSError as error:
        raise RecordError(f"cannot read {name!r}: {error.strerror or error}") from error
    if b"\0" in data:
        raise RecordError(f"{name!r} is no text: expected {_wanted(format_of_file(name))}")
    named = _ENCODING.match(data.lstrip())
    for encoding in (*([named[1].decode()] if named else []), "utf-8", "cp1252"):
        with contextlib.suppress(LookupError, ValueError):
            return data.decode(encoding)
    return data.decode("latin-1")


def _wanted(form: Format | None) -> str:
    """The expected content of a file whose ending stands for a format, or for none."""
    return "a game in one of the formats that nupp reads" if form is None else form.about


def load_game(name: str, number: int | None = None, rules: Game | None = None) -> tuple[Position, GameRecord]:
    """A game of a file in any format that `nupp.formats` reads, and the position that it has reached.

    number: which one, as the file numbers them, else counted from 0. None for the last one. rules: the game
    whose moves they are, where the file names none. RecordError says what is wrong with the file, and in
    which line and column; its `position` is what an illegal game had reached before.
    """
    *others, (_, reader) = games_of(name, number)
    _warn_of_faults(name, [other.error for _, other in others if isinstance(other, NoGame)])
    try:
        with interpreted():
            reading = reader(ReadOptions(rules))
            if reading.fault is not None:
                raise RecordError(str(reading.fault), reading.position)
            return reading.position, reading.record
    except GameNeededError as error:
        raise RecordError(f"{name!r}: {error}, or {_wanted(format_of_file(name))}") from error
    except RecordError as error:
        raise RecordError(f"{name!r}: {error}", error.position) from error
    except ValueError as error:
        raise RecordError(f"{name!r}: {error}") from error


def _warn_of_faults(name: str, faults: list[RecordError]) -> None:
    """Warn of what is no game in a file of which another game is read: the first fault, and their number."""
    if faults:
        more = f"; {len(faults)} lines of the file are no games" if len(faults) > 1 else ""
        warnings.warn(f"{name!r}: {faults[0]}{more}", stacklevel=2)


def games_of(name: str, number: int | None = None) -> list[tuple[int, Reader]]:
    """The games of a file with their numbers, each as its reader; with a `number` that one alone.

    RecordError if the file cannot be read, there is no game in it, or none of that number.
    """
    text, by_ending = read_text(name), format_of_file(name)
    if text.lstrip()[:1] == "<":
        raise RecordError(f"{name!r} is a page or a picture: expected a file of games, such as that of --out")
    form = (
        by_ending if by_ending and by_ending.name == "json" else None
    )  # other endings may stand for more than one format
    all_games = list(open_games(text, form))
    if not all_games:
        raise RecordError(f"{name!r}: no game: expected {_wanted(by_ending)}")
    if number is None:
        return all_games
    games = dict(sorted(all_games, key=lambda one: not isinstance(one[1], NoGame)))  # a game before a fault
    if number not in games:
        some = ", ".join(map(str, list(games)[:_SOME])) + ", ..." * (len(games) > _SOME)
        raise RecordError(f"{name!r}: no game {number}: expected one of {some}")
    return [(number, games[number])]
