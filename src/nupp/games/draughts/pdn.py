"""Draughts as PDN (Portable Draughts Notation) writes it: positions (FEN), and moves in numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from nupp.boards import DarkSquares

_EXAMPLE: Final = "W:W31,32,K47:B1,2"


def format_fen(side: str, on_cells: Mapping[int, str]) -> str:
    """Write a position: the side to move, `W` or `B`, and what stands on each occupied cell.

    That is `W` or `B` for a man, `WK` or `BK` for a king.
    """
    lists = (
        ",".join(f"{piece[1:]}{cell + 1}" for cell, piece in sorted(on_cells.items()) if piece[0] == colour)
        for colour in "WB"
    )
    return "{}:W{}:B{}".format(side, *lists)


def parse_fen(text: str, board: DarkSquares, algebraic: bool) -> tuple[str, dict[int, str]]:
    """Read a position; what it returns is what `format_fen` takes.

    Either colour may come first, and the cells of each in any order; with `algebraic` also as on a
    chessboard. ValueError says what was expected and where.
    """
    side, *lists = text.split(":")
    if side not in ("W", "B"):
        raise ValueError(f"unknown side {side!r}: expected W or B first, as in {_EXAMPLE}")
    if sorted(part[:1] for part in lists) != ["B", "W"]:
        raise ValueError(f"expected the side, W and white's cells, B and black's, as in {_EXAMPLE}")
    on_cells: dict[int, str] = {}
    for part in lists:
        for cell, king in _parse_cells(part[1:], board, algebraic):
            if cell in on_cells:
                raise ValueError(f"two pieces on cell {board.name(cell)}: expected one")
            on_cells[cell] = part[0] + king
    return side, on_cells


def _parse_cells(text: str, board: DarkSquares, algebraic: bool) -> Iterator[tuple[int, str]]:
    """Each cell of a list, with `K` if a king stands there."""
    names = {board.name(cell): cell for cell in range(len(board))}
    if algebraic:
        names |= {board.square(cell): cell for cell in range(len(board))}
    for item in text.split(",") if text else ():
        name = item.removeprefix("K")
        if name not in names:
            expected = f"a number from 1 to {len(board)}, after K for a king"
            raise ValueError(f"unknown cell {item!r}: expected {expected}")
        yield names[name], "K" * item.startswith("K")


def normalise_move(text: str, algebraic: DarkSquares | None) -> str:
    """Bring a usual spelling of a move into the form `32-28`, `32x23` or `32x23x14`.

    Cells may be separated by `-`, `x`, `:`, `*`, or blanks; with a board for `algebraic` they may also be
    given as on a chessboard, `c3-d4`, `c3:e5`, `c3e5`. What is no move stays in some form that is none.
    """
    wanted = text.strip().lower()
    if algebraic is not None:
        numbers = {algebraic.square(cell): algebraic.name(cell) for cell in range(len(algebraic))}
        if re.fullmatch(r"[a-z][0-9](\s*[-–x×:*]?\s*[a-z][0-9])+", wanted):
            wanted = re.sub("|".join(numbers), lambda found: f" {numbers[found[0]]} ", wanted).strip()
    wanted = re.sub(r"\s*([-–x×:*]|\s)\s*", lambda found: "x" if found[1] in "x×:*" else "-", wanted)
    wanted = re.sub(r"\b0+(?=[0-9])", "", wanted)
    return wanted.replace("-", "x") if wanted.count("-") > 1 else wanted
