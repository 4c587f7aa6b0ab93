"""Positions of L-put, for tests of its rules and of its evaluators that care for the units alone."""

from __future__ import annotations

from nupp.games.lput.terrain import BOARD
from nupp.kernel import interpreted
from nupp.rules import Position, game
from nupp.rules.notation import format_rows


def text_of(units: str, unit: str, round_: int = 1, last: int = 0) -> str:
    """A position text with the rows that the list of units needs."""
    symbols = ["."] * len(BOARD)
    for letter, hex_name, *_ in (part.split(":") for part in units.split(",")):
        symbols[BOARD.cell(hex_name)] = letter
    return f"{format_rows(symbols, BOARD.rows)} {round_} {unit} {last} {units}"


def at(units: str, unit: str, round_: int = 1, last: int = 0, parameters: str = "") -> Position:
    rules = game(f"lput:{parameters}" if parameters else "lput")
    with interpreted():
        return rules.parse_position(text_of(units, unit, round_, last))
