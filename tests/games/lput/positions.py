"""Positions of L-put, most of them by their units alone, and what tests ask of positions."""

from __future__ import annotations

from nupp.games.lput.terrain import BOARD
from nupp.kernel import interpreted
from nupp.rules import Position, game
from nupp.rules.notation import format_rows

FULL = (
    "F:a1:16:0:-,S:a2:16:0:-,K:a3:16:0:-,P:a9:16:0:-,A:a11:16:0:-,"
    "f:o12:16:0:-,s:o11:16:0:-,k:o10:16:0:-,p:o4:16:0:-,a:o2:16:0:-"
)
START = f"F14/S13a/K14/14p/15/15/15/15/P14/14k/A13s/14f 1 F 0 {FULL}"
#: A red unit far from all that matters, so that the game goes on.
IDLE = "a:o12:16:0:-"


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


def play(position: Position, *moves: str) -> Position:
    with interpreted():
        return position.play_all(moves)


def units(position: Position) -> list[str]:
    return str(position).split(" ")[-1].split(",")


def attacks(position: Position) -> set[str]:
    return {move for move in position.legal_moves if "x" in move}
