"""Reading and writing position texts: `ROWS SIDE EXTRA...`, separated by single blanks.

ROWS is the board as one sees it, rows joined by `/`, a character a cell, runs of empty cells as a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

# No text has these within its fields, so a game may write its holes as it likes.
_EMPTY: Final = " "
_HOLE: Final = "\n"

_RUN: Final = re.compile(r"\.+")
"""Empty cells beside each other."""


def split_text(text: str) -> list[str]:
    """Split a position text at its single blanks, blanks around it left out; ValueError for others within it.

    No notation has other than ASCII characters, so none are let through: some of them turn into others when
    case is ignored.
    """
    if strange := [character for character in text if not character.isascii()]:
        raise ValueError(f"unknown character {strange[0]!r}: expected ASCII only")
    if other := re.search(r"\s\s|[^\S ]", text.strip()):
        raise ValueError(f"expected a single blank after {text.strip()[: other.start()].split()[-1]!r}")
    return text.split()


def initials(sides: tuple[str, str]) -> str:
    """The letters of two sides in texts: their initials, or `12` for sides without names."""
    first, second = (side[0].lower() for side in sides)
    return "12" if first == second or sides == ("first", "second") else first + second


def split_fields(text: str, *names: str) -> list[str]:
    """Split a position text into the named fields as `split_text` does; ValueError if the number is wrong."""
    fields = split_text(text)
    if len(fields) != len(names):
        raise ValueError(f"expected {len(names)} fields ({', '.join(names)}), found {len(fields)}")
    return fields


def format_rows(symbols: Sequence[str], rows: Sequence[Sequence[int]], hole: str = "#") -> str:
    """Write ROWS from the symbol of each cell, "." for an empty one.

    `rows` holds cell numbers as they are seen, -1 for a place that is no cell, written as `hole`.
    """
    seen = ("".join([_HOLE if cell < 0 else symbols[cell] for cell in row]) for row in rows)
    return _RUN.sub(lambda run: str(len(run[0])), "/".join(seen)).replace(_HOLE, hole)


def with_pieces(
    text: str, placed: Mapping[int, str], rows: Sequence[Sequence[int]], side: str, hole: str = "#"
) -> str:
    """A position text `ROWS SIDE EXTRA...` with other rows and another side; see `Game.position_with`."""
    symbols = [placed.get(cell, ".") for cell in range(1 + max(map(max, rows)))]
    return " ".join([format_rows(symbols, rows, hole), side, *text.split()[2:]])


def parse_rows(
    text: str, rows: Sequence[Sequence[int]], symbols: str, hole: str = "#"
) -> list[tuple[int, str]]:
    """Read ROWS; returns each piece as (cell, symbol), the symbol as `symbols` spells it.

    Case is ignored, except in a letter that `symbols` has in both.
    ValueError for a wrong number or length of rows, an unknown character, a number that is none, or a hole
    where there is none, says in which row.
    """
    lines = text.split("/")
    if len(lines) != len(rows):
        raise ValueError(f"expected {len(rows)} rows joined by '/', found {len(lines)} in {text!r}")
    known = {symbol.lower(): symbol for symbol in symbols} | {symbol: symbol for symbol in symbols}
    pieces = []
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), start=1):
        places = _spread(line, number, symbols)
        if len(places) != len(row):
            raise ValueError(f"expected {len(row)} cells in row {number}, found {len(places)} in {line!r}")
        for cell, symbol in zip(row, places, strict=True):
            if (cell < 0) != (symbol == hole):
                raise ValueError(f"row {number}, {line!r}: expected {hole!r} for a hole, and only for one")
            if cell >= 0 and symbol not in (_EMPTY, "."):
                if symbol not in known:
                    expected = ", ".join(symbols)
                    raise ValueError(
                        f"unknown character {symbol!r} in row {number}, {line!r}: "
                        f"expected {expected} or a number"
                    )
                pieces.append((cell, known[symbol]))
    return pieces


def _spread(line: str, number: int, symbols: str) -> str:
    """A row with a blank for each empty cell, in the case of `symbols`; ValueError for a wrong number."""
    places = ""
    for part in re.findall(r"[0-9]+|.", line):
        if part[0] not in "0123456789":
            places += part if part in symbols else part.lower()
        elif re.fullmatch("[1-9][0-9]?", part):
            places += _EMPTY * int(part)
        else:
            raise ValueError(
                f"{part!r} in row {number}, {line!r}: "
                "expected a number from 1 to 99 for each run of empty cells"
            )
    return places


def parse_side(text: str, letters: str) -> int:
    """Read the side to move, one of two letters; ValueError for another."""
    side = letters.find(text.lower()) if len(text) == 1 else -1
    if side < 0:
        raise ValueError(f"unknown side {text!r}: expected {letters[0]} or {letters[1]}")
    return side


def parse_count(text: str, what: str, limit: int, low: int = 0) -> int:
    """Read a number from `low` to `limit`, without leading zeros; ValueError says what it is for."""
    if not re.fullmatch("0|[1-9][0-9]{0,8}", text) or not low <= int(text) <= limit:
        raise ValueError(f"{what} {text!r}: expected a number from {low} to {limit}")
    return int(text)
