"""Positions of morris, by the men on their points."""

from __future__ import annotations

from nupp.boards import GraphBoard
from nupp.rules import Position, game
from nupp.rules.notation import format_rows

STARTS = {
    3: "3/3/3 w 3,3 0",
    6: "1.1.1/.3./2.2/.3./1.1.1 w 6,6 0",
    9: "1..1..1/.1.1.1./..3../3.3/..3../.1.1.1./1..1..1 w 9,9 0",
    12: "1..1..1/.1.1.1./..3../3.3/..3../.1.1.1./1..1..1 w 12,12 0",
}
MEN = tuple(STARTS)
#: Twelve men; the rest of the points has one line, e3 e4 e5.
FULL_WHITE = "a7 d7 g4 a1 g1 b6 f6 f4 d2 c4 d3 d5"


def text(white: str, black: str, side: str = "w", hands: str = "0,0", quiet: int = 0, men: int = 9) -> str:
    """The text of the position with men on these points."""
    board = game(f"morris:men={men}").board
    assert isinstance(board, GraphBoard)
    symbols = ["W" if cell.name in white else "B" if cell.name in black else "." for cell in board.cells]
    return f"{format_rows(symbols, board.rows, hole='.')} {side} {hands} {quiet}"


def at(
    white: str, black: str, side: str = "w", hands: str = "0,0", quiet: int = 0, parameters: str = "men=9"
) -> Position:
    """The position with men on these points; `parameters` begin with `men=`."""
    men = int(parameters.partition(",")[0].removeprefix("men="))
    return game(f"morris:{parameters}").parse_position(text(white, black, side, hands, quiet, men))


def full_black(left_out: str = "") -> str:
    names = [cell.name for cell in game("morris:men=12").board.cells]
    return " ".join(name for name in names if name not in FULL_WHITE and name != left_out)
