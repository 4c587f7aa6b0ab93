"""Game records: nupp's native file format, one JSON object a line for each game."""

from __future__ import annotations

import json
import math
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from nupp.rules import Position, begin, game, replay
from nupp.version import __version__

OUTCOMES: Final = {1: "first", -1: "second", 0: "draw"}

TIME_FORFEIT: Final = "time forfeit"
"""The termination of a game that a side lost because its time ran out, as PGN has it."""

_TYPES: Final = {
    "game": str,
    "players": list,
    "moves": list,
    "start": str,
    "outcome": str,
    "margin": int,
    "termination": str,
    "end": dict,
    "seconds": list,
    "waited": int | float,
    "opening": int,
    "clock": str,
    "seed": int,
    "version": str,
    "extra": dict,
}
_REQUIRED: Final = ("game", "players", "moves")
_ITEMS: Final = {"players": str, "moves": str, "seconds": int | float}


class RecordError(ValueError):
    """A line that is no game record, or holds an illegal game; the message says where and why.

    position: of an illegal game, the position before the fault, so that nothing before it is lost.
    """

    def __init__(self, message: str, position: Position | None = None) -> None:
        super().__init__(message)
        self.position = position


@dataclass(frozen=True)
class GameRecord:
    """One game, finished or not.

    game: its spec. players: the specs (or names) of first and second. moves: the moves in the game's
    notation. start: the position text it began from, if not the game's own. outcome: `first`, `second`,
    `draw`, or None for a game that was not finished. margin: by how much, seen from the first player.
    termination: why it ended if not by the rules, such as a resignation. end: why the rules ended it, see
    `end_of`. seconds: time used for each move. waited: seconds that a side took in the end without a move, as
    it hung, failed or ran out of time; None if that was not so. opening: how many moves at the beginning were
    made for the players, before they were asked, as in a match; None if that is not known. clock: the time
    that each side had for the whole game, such as 60s+0.5s. seed: from which all random choices followed.
    version: of nupp.
    """

    game: str
    players: tuple[str, str]
    moves: tuple[str, ...]
    start: str | None = None
    outcome: str | None = None
    margin: int | None = None
    termination: str | None = None
    end: dict[str, Any] | None = None
    seconds: tuple[float, ...] = ()
    waited: float | None = None
    opening: int | None = None
    clock: str | None = None
    seed: int | None = None
    version: str = __version__
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The name of the game or of its event, where `extra` has one; else empty."""
        return str(self.extra.get("title", ""))

    @property
    def time_used(self) -> float:
        """The seconds of the whole game: those of all moves, and those in which the last one did not come."""
        return sum(self.seconds) + (self.waited or 0.0)

    def to_json(self) -> str:
        """The record as one line of JSON without a line break; ValueError for a number that is not finite."""
        optional = {name for name, value in asdict(self).items() if value in (None, {}, ())} - {"moves"}
        found = {name: value for name, value in asdict(self).items() if name not in optional}
        return json.dumps(found, allow_nan=False)

    def replay(self) -> Position:
        """The position that the moves lead to; errors as in `positions`."""
        return deque(self.positions(), maxlen=1)[0]

    def positions(self) -> Iterator[Position]:
        """The positions of the game, from the first to the last.

        RecordError if a move is not legal; its `position` is the one before that move.
        """
        reached = begin(game(self.game), self.start)
        try:
            for position in replay(reached, self.moves):
                reached = position
                yield position
        except ValueError as error:
            raise RecordError(str(error), reached) from None


def printable(text: str) -> str:
    """A text of a record, with question marks for what would move the cursor or break a document."""
    return "".join(character if character.isprintable() else "?" for character in text)


def start_of(position: Position) -> str | None:
    """The text of the position that the game which led to a position began with; None for the usual one."""
    while position.previous is not None:
        position = position.previous
    return None if position == position.game.start_position() else str(position)


def record_of(position: Position, players: tuple[str, str], **details: Any) -> GameRecord:
    """The record of the game that led to a position; `details` are further fields of GameRecord."""
    start = start_of(position)
    if position.is_over:
        known = {"outcome": OUTCOMES[position.outcome], "margin": position.margin, "end": end_of(position)}
        details = known | details
    return GameRecord(position.game.spec, players, position.moves, start, **details)


def end_of(position: Position) -> dict[str, Any]:
    """The reason for which the rules ended a game, in words, and the names of the cells that decided it.

    Such as `{"reason": "three in a row", "cells": ["a1", "b1", "c1"]}`.
    """
    ending = position.ending
    return {"reason": ending.words, "cells": [position.game.board.name(cell) for cell in ending.cells]}


def contradiction(position: Position, outcome: str | None) -> str | None:
    """The contradiction between the recorded outcome of a game and its moves, as a text; None without one."""
    if not position.is_over or outcome in (None, OUTCOMES[position.outcome]):
        return None
    return f"outcome is {outcome!r}: expected {OUTCOMES[position.outcome]!r}, as the moves end the game"


def parse_record(line: str) -> GameRecord:
    """Read one line; RecordError quotes its beginning if it is not a record. Moves are not checked."""
    try:
        return _record(json.loads(line, parse_float=_finite, parse_constant=_finite))
    except json.JSONDecodeError as error:
        reason = f"column {error.colno}: {error.msg}"
    except (ValueError, TypeError, RecursionError) as error:
        reason = str(error)
    raise RecordError(f"{line.strip()[:60]!r} is no game record ({reason}): expected one JSON object a line")


def _finite(text: str) -> float:
    """A number of JSON; ValueError for one that is not finite."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:20]}: expected a finite number")
    return value


def _record(found: Any) -> GameRecord:
    """The record of a JSON value; ValueError or TypeError if it is none."""
    if not isinstance(found, dict):
        raise ValueError("it is no object")
    values = {name: _field(name, value) for name, value in found.items() if value is not None}
    for name in _REQUIRED:
        if name not in values:
            raise ValueError(f"{name} is missing: expected {', '.join(_REQUIRED)}")
    record = GameRecord(**values)
    if len(record.players) != 2:
        raise ValueError("expected two players")
    if record.outcome not in (None, *OUTCOMES.values()):
        raise ValueError(f"outcome is {record.outcome!r}: expected {', '.join(OUTCOMES.values())}")
    if len(record.seconds) not in (0, len(record.moves)):
        raise ValueError(
            f"seconds holds {len(record.seconds)} times: expected {len(record.moves)}, one a move"
        )
    if any(time < 0 for time in record.seconds):
        raise ValueError(f"seconds holds {min(record.seconds)}: expected no time below 0")
    if record.end is not None:
        _check_end(record.end)
    if not 0 <= (record.opening or 0) <= len(record.moves):
        raise ValueError(
            f"opening is {record.opening}: expected 0 to {len(record.moves)}, the number of moves"
        )
    return record


def _check_end(end: dict[str, Any]) -> None:
    """ValueError unless a record says why its game ended as `end_of` does."""
    cells = end.get("cells")
    named = isinstance(cells, list) and all(isinstance(cell, str) for cell in cells)
    if end.keys() != {"reason", "cells"} or not isinstance(end["reason"], str) or not named:
        raise ValueError(f"end is {str(end)[:60]!r}: expected a reason in words and a list of cells")


def _field(name: str, value: Any) -> Any:
    """The value of a field, lists as tuples; ValueError for another type or an unknown field."""
    if name not in _TYPES:
        raise ValueError(f"unknown field {name!r}")
    if not _is_a(value, _TYPES[name]):
        raise ValueError(f"{name} is {str(value)[:20]!r}")
    if not isinstance(value, list):
        return value
    if not all(_is_a(item, _ITEMS[name]) for item in value):
        raise ValueError(f"{name} holds something else than it should: {str(value)[:20]!r}")
    return tuple(value)


def _is_a(value: Any, kind: Any) -> bool:
    """True if a value is of a type; true and false are no numbers."""
    return isinstance(value, kind) and not isinstance(value, bool)


def read_records(lines: Iterable[str]) -> Iterator[GameRecord]:
    """Read records line by line, skipping blank lines; the RecordError of a bad one gives its number."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield parse_record(line)
            except RecordError as error:
                raise RecordError(f"line {number}: {error}") from None
