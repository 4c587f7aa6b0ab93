"""Positions of morris, for tests of its rules and of its evaluators."""

from __future__ import annotations

from nupp.boards import GraphBoard
from nupp.rules import Position, game
from nupp.rules.notation import format_rows


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
