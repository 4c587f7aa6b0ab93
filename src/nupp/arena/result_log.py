"""The file of a match or a tournament: what is played, and then each game as it ends, one JSON object a line.

The first line holds all that decides the games, and `run`, which is drawn at random, distinguishes several
runs of them; older files lack it. A game's line is a record with the number of the game in front, so that a
run which was stopped, however roughly, can be resumed.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import stat
import warnings
from collections.abc import Callable, Mapping
from io import FileIO
from pathlib import Path
from typing import Any, Final

from nupp.formats import GameRecord, lock, parse_record
from nupp.formats.record import OUTCOMES
from nupp.version import __version__

REPLAYED: Final = 100
"""The number of games of a file, from its first line on, whose moves are played again when it is read. That
takes from 1 ms for a short game to 0.2 s for a long one, and files may hold tens of thousands. Of the other
games all is checked but whether their moves are legal and lead to their results.
"""

_OPTIONS: Final = {"seconds": "time", "proven": "adjudicate"}
"""The options of the command line whose names are not those of the fields that they set."""
_NO_OPTIONS: Final = {
    "game": "game",
    "first": "first player",
    "second": "second player",
    "players": "players",
}


class MatchError(Exception):
    """A run that cannot be played or resumed; the message says why."""


class OtherRunError(MatchError):
    """A file that holds another run, or something else, and is left as it is; the message says what differs,
    by the options of the command line.
    """


class ResultLog:
    """The log of a run's results in a file, as a context manager; without a path nothing is kept.

    header: what is played, as JSON has it; the version of nupp and a name for the run are added. games: how
    many there are at most; a run may be resumed with more of them than its file was started with, as no game
    depends on how many there are. resume: continue the file, if there is one, else it is replaced. check:
    raises ValueError for a record that cannot be that of the game of a number. On entering, `records` holds
    the games of the file by number; of the first REPLAYED of them the moves were played again. A last line
    that was cut short is taken off, with a warning. OtherRunError, and the file is left as it is, if it holds
    another run or something else, has a line that is no game of this run, of another version or against the
    rules, or has a game twice; MatchError if it is being written by another process, or cannot be written.
    """

    def __init__(
        self,
        path: Path | None,
        header: dict[str, Any],
        games: int,
        resume: bool = False,
        check: Callable[[int, GameRecord], None] = lambda number, record: None,
    ) -> None:
        self.path, self.records = path, dict[int, GameRecord]()
        self._terms = header | {"version": __version__}
        self._games, self._resume, self._check = games, resume, check
        self._file: FileIO | None = None

    def __enter__(self) -> ResultLog:
        if self.path is None:
            return self
        try:
            self._file = self.path.open("a+b", buffering=0)
            if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
                raise MatchError(f"{str(self.path)!r} is a device or a pipe: expected a file")
            self._lock(self._file)
            self._begin(self._file)
        except OSError as error:
            self._close()
            raise MatchError(f"cannot write {str(self.path)!r}: {error.strerror or error}") from error
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._close()

    def write(self, number: int, record: GameRecord) -> None:
        """Keep a game; MatchError if that is not possible, and those before it are safe."""
        if self._file is not None:
            try:
                self._put(self._file, json.dumps({"number": number} | json.loads(record.to_json())))
            except OSError as error:
                raise MatchError(
                    f"cannot write {str(self.path)!r}: {error.strerror or error}; games that are kept there "
                    f"and can be resumed: {len(self.records)}"
                ) from error
        self.records[number] = record

    def _put(self, file: FileIO, line: str) -> None:
        """Add a line, or nothing: OSError."""
        end = file.seek(0, os.SEEK_END)
        left = f"{line}\n".encode()
        try:
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except BaseException:
            with contextlib.suppress(OSError):  # what cannot be taken off is taken for a line cut short
                file.truncate(end)
            raise

    def _lock(self, file: FileIO) -> None:
        try:
            lock(file)
        except BlockingIOError:
            raise MatchError(f"{str(self.path)!r} is being written by another run") from None

    def _begin(self, file: FileIO) -> None:
        """Read the content of the file, if the run resumes, and make the file ready for the next game."""
        file.seek(0)
        content = file.read() if self._resume else b""
        if self._is_cut(content):
            file.truncate(0)
            self._put(file, json.dumps(new_run(self._terms)))
            return
        first, _, rest = content.partition(b"\n")
        *lines, cut = rest.split(b"\n")
        self._compare(first)
        self._read(lines)
        if cut:
            warnings.warn(
                f"{self.path}: the last line was cut short and is played again: {_shown(cut)}", stacklevel=2
            )
            file.truncate(len(content) - len(cut))

    def _is_cut(self, content: bytes) -> bool:
        """True if a file holds nothing, or the beginning of a first line of this run."""
        begun, terms = content.rstrip(b"\r"), json.dumps(self._terms).encode()
        return b"\n" not in content and (terms.startswith(begun) or begun.startswith(terms[:-1] + b", "))

    def _compare(self, line: bytes) -> None:
        """Raise OtherRunError if the first line is not this run's header, but for the number of games."""
        expected = json.loads(json.dumps(self._terms))
        try:
            found = json.loads(line)
            found.pop("run", None)
            version = found["version"]
        except (ValueError, TypeError, KeyError, AttributeError):
            raise OtherRunError(
                f"{self.path} holds another match, or something else: line 1 is {_shown(line)}, "
                f"expected {json.dumps(expected)}"
            ) from None
        difference = _difference(found, expected)
        if difference is None:
            return
        if version != __version__ and _difference(found | {"version": __version__}, expected) is None:
            raise OtherRunError(
                f"{self.path} was written by nupp {version}, and this is {__version__}: games of different "
                "versions do not go into one match"
            )
        raise OtherRunError(f"{self.path} holds another match: {difference}")

    def _read(self, lines: list[bytes]) -> None:
        places: dict[int, int] = {}
        for place, line in enumerate(lines, start=2):
            try:
                number, record = self._numbered(line)
                if number in places:
                    raise ValueError(f"game {number} stands in line {places[number]} already")
                if len(places) < REPLAYED:
                    _check_rules(record)
            except (ValueError, TypeError, RecursionError) as error:
                raise OtherRunError(f"{self.path}, line {place}: {_shown(line)}: {error}") from None
            places[number], self.records[number] = place, record
        if places and (last := max(places)) >= self._games:
            raise OtherRunError(
                f"{self.path} is of more than the {self._games} games of this run: it holds {len(places)}, "
                f"with numbers up to {last} counted from 0; expected more --games"
            )

    def _numbered(self, line: bytes) -> tuple[int, GameRecord]:
        try:
            found = json.loads(line)
        except ValueError:
            raise ValueError("it is no JSON: expected a game") from None
        if not isinstance(found, dict) or not isinstance(number := found.pop("number", None), int):
            raise ValueError("it has no number: expected a game")
        record = parse_record(json.dumps(found))
        if number < 0 or record.outcome is None:
            raise ValueError("it is no game of this match")
        if record.version != __version__:
            raise ValueError(f"it was played by nupp {record.version}: expected {__version__}")
        self._check(number, record)
        return number, record

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()  # which gives the lock back
            self._file = None


def new_run(header: Mapping[str, Any]) -> dict[str, Any]:
    """The first line of a new run: what is played, the version of nupp, and an id that no other run has."""
    return {**header, "version": __version__, "run": secrets.token_hex(8)}


def header_of(path: Path) -> dict[str, Any]:
    """The first line of a file that a ResultLog has opened."""
    with path.open(encoding="utf-8") as file:
        found: dict[str, Any] = json.loads(file.readline())
    return found


def _check_rules(record: GameRecord) -> None:
    """ValueError if a move is not legal, or the result neither that of the rules nor explained."""
    end = record.replay()
    if not end.is_over:
        if record.termination is None:
            raise ValueError(f"the game is not over after {len(record.moves)} moves: expected a termination")
        return
    found = record.outcome, record.margin, record.termination
    expected = OUTCOMES[end.outcome], end.margin, None
    if found != expected:
        raise ValueError(f"outcome, margin and termination are {found}: expected {expected}")


def _shown(line: bytes) -> str:
    return repr(line[:60].decode(errors="replace"))


def _difference(found: dict[str, Any], expected: dict[str, Any]) -> str | None:
    """In what two headers differ, one thing of it; None if in no more than how many games there are."""
    for kind, fields in expected.items():
        other = found.get(kind)
        if not isinstance(fields, dict) or not isinstance(other, dict):
            if other != fields:
                return f"it is no {kind}" if other is None else f"its {kind} is {other}, expected {fields}"
            continue
        for name in dict.fromkeys([*fields, *other]):
            was, is_to_be = other.get(name), fields.get(name)
            if name != "games" and was != is_to_be:
                contents = ": their contents differ" if _is_other_book(was, is_to_be) else ""
                return f"it is played {_term(name, was)}, expected {_term(name, is_to_be)}{contents}"
    return None if found.keys() == expected.keys() else f"it begins with {json.dumps(found)}"


def _is_other_book(was: Any, is_to_be: Any) -> bool:
    """True if two fields of headers are books of different contents."""
    return isinstance(was, dict) and isinstance(is_to_be, dict) and was.get("sha256") != is_to_be["sha256"]


def _term(name: str, value: Any) -> str:
    """A field of a header as people give it to a command."""
    if name in _NO_OPTIONS:
        return f"with {_NO_OPTIONS[name]} {', '.join(value) if isinstance(value, list) else value}"
    option = f"--{_OPTIONS.get(name, name).replace('_', '-')}"
    if value is None or value is False:
        return f"without {option}"
    return f"with {option}" if value is True else f"with {option} {_shown_term(value)}"


def _shown_term(value: Any) -> str:
    if isinstance(value, dict):  # a book: its digest means nothing to people
        return str(value.get("name"))
    return f"{value:g}" if isinstance(value, float) else str(value)
