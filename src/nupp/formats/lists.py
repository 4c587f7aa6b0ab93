"""Lists of moves: transcripts without separators, a game a line, and positions as in UGI commands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from nupp.formats.reading import PASS, Source
from nupp.formats.record import GameRecord, RecordError

_CELL: Final = r"[a-p](?:1[0-6]|[1-9])"
_ROW: Final = re.compile(rf"\s*(?:{_CELL}|pass|ps|pa|--)*", re.IGNORECASE)
_LINE: Final = re.compile(r"[^\n]+")
_FEW: Final = 4
"""Moves in a row that are no coincidence."""


def line_spans(source: Source) -> Iterator[tuple[int, int]]:
    """From where to where each line goes that is not blank."""
    for found in _LINE.finditer(source.text):
        if found[0].strip():
            yield found.span()


def is_transcripts(text: str) -> bool:
    """True if most lines of a text, of several, are complete games without separators.

    In one game no cell is taken twice: lines that name none of the same cells are one game that goes on.
    """
    rows = [_cells_of(line) for line in text.split("\n") if line.strip()]
    longest = max(rows, key=len, default=[])
    return len(rows) > 1 and 2 * sum(_are_games(longest, row) for row in rows) > len(rows)


def _cells_of(line: str) -> list[str]:
    """The cells that a line begins with, as far as nothing separates them."""
    found = _ROW.match(line)
    assert found is not None
    return re.findall(_CELL, found[0].lower())


def _are_games(one: list[str], other: list[str]) -> bool:
    """True if two lines are different games: both long enough, or with the same first move."""
    if one[:1] == other[:1]:
        return min(len(one), len(other)) > 1
    return min(len(one), len(other)) >= _FEW and not set(one).isdisjoint(other)


def write_transcript(record: GameRecord) -> str:
    """The moves on one line; passes are left out, as is usual, but for one at the end."""
    if record.start is not None:
        raise RecordError(f"transcripts begin as the game does: expected no other start, {record.start!r}")
    last = record.moves[-1:] == (PASS,)
    return "".join(move for move in record.moves if move != PASS) + PASS * last + "\n"


def is_ugi(text: str) -> bool:
    """True if every line of a text is a position as in the commands to engines."""
    lines = [line.split()[:1] for line in text.split("\n") if line.strip()]
    return bool(lines) and all(line == ["position"] for line in lines)


def write_ugi(record: GameRecord) -> str:
    """The command that sets up a game in an engine."""
    return ugi_command(record.start, record.moves) + "\n"


def ugi_command(start: str | None, moves: Sequence[str]) -> str:
    """The command that sets up a position in UGI engines: the start, if it is unusual, and the moves.

    A move is one word: blanks in it are written as `_`.
    """
    words = ["position", "startpos" if start is None else f"fen {start}"]
    return " ".join([*words, *(["moves", *map(ugi_word, moves)] if moves else [])])


def ugi_word(move: str) -> str:
    """A move of a game as one word."""
    return move.replace(" ", "_")


def write_moves(record: GameRecord) -> str:
    """The moves on one line, separated by blanks, after the position they begin from if it is another."""
    start = () if record.start is None else (record.start, "moves")
    return " ".join([*start, *record.moves]) + "\n"
