"""What the reference games share: names of cells and the reading and writing of position texts."""

import re
from collections.abc import Sequence
from typing import Any

Cell = tuple[int, int]
"""A cell as (column, row), both counted from 0; row 0 is the row that the names call 1."""

EMPTY = "."
"""How an empty cell is shown in a list of cells."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cell_name(cell: Cell) -> str:
    """Write the name of a cell: (4, 4) is e5."""
    column, row = cell
    return f"{LETTERS[column]}{row + 1}"


def write_row(cells: Sequence[str]) -> str:
    """Write one row of a position text: runs of empty cells become numbers."""
    written = ""
    empties = 0
    for cell in cells:
        if cell == EMPTY:
            empties += 1
            continue
        if empties > 0:
            written += str(empties)
            empties = 0
        written += cell
    if empties > 0:
        written += str(empties)
    return written


def read_row(row: str, pieces: str, width: int) -> list[str]:
    """Read one row of a position text into a list of `width` cells."""
    cells: list[str] = []
    for token in re.findall(r"[0-9]+|[^0-9]", row):
        if re.fullmatch(r"[1-9][0-9]?", token):
            cells.extend([EMPTY] * int(token))
        elif token in pieces:
            cells.append(token)
        else:
            raise ValueError(f"unexpected {token!r} in row {row!r}")
    if len(cells) != width:
        raise ValueError(f"row {row!r} has {len(cells)} cells, expected {width}")
    return cells


def split_fields(text: str, count: int) -> list[str]:
    """Split a position text into its `count` fields; blanks around it do not matter."""
    fields = text.strip().split(" ")
    if len(fields) != count or "" in fields:
        raise ValueError(f"{text!r}: expected {count} fields separated by single blanks")
    return fields


def split_rows(rows: str, count: int) -> list[str]:
    """Split the first field of a position text into its `count` rows."""
    parts = rows.split("/")
    if len(parts) != count:
        raise ValueError(f"{rows!r}: expected {count} rows")
    return parts


def sign(number: int) -> int:
    """Return +1, 0 or -1."""
    if number > 0:
        return 1
    if number < 0:
        return -1
    return 0


def play(position: Any, *moves: str) -> Any:
    """Play some moves of any of the games."""
    for move in moves:
        position = position.play(move)
    return position
