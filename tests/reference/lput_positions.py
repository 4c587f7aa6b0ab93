"""Positions of the reference for L-put in short, and what can be seen in them."""

from .common import Cell
from .lput import HEIGHT, WIDTH, Lput, Unit, place_in_writing

START = (
    "F14/S13a/K14/14p/15/15/15/15/P14/14k/A13s/14f 1 F 0 "
    "F:a1:16:0:-,S:a2:16:0:-,K:a3:16:0:-,P:a9:16:0:-,A:a11:16:0:-,"
    "f:o12:16:0:-,s:o11:16:0:-,k:o10:16:0:-,p:o4:16:0:-,a:o2:16:0:-"
)

FULL = ":16:0:-"
"""What a fresh unit has: all its fighters, no remainder, no flags."""


def put(units: str, round_: int = 1, last: int = 0, rounds: int = 60, quiet: int = 10) -> Lput:
    """Return a position; units are separated by blanks, and `S:d4` alone is a fresh one."""
    parsed = [Unit.parse(unit if unit.count(":") > 1 else unit + FULL) for unit in units.split()]
    text = Lput(tuple(sorted(parsed, key=place_in_writing)), round_, last, rounds, quiet).text()
    return Lput.parse(text, rounds, quiet)


def units(position: Lput) -> str:
    """Return the units of a position, separated by blanks."""
    return " ".join(unit.text() for unit in position.units)


def actors(position: Lput, moves: str) -> str:
    """Return who makes each of some moves, given as w (wait) and d (defend)."""
    names = ""
    for move in moves:
        names += position.actor_name
        position = position.play({"w": "wait", "d": "defend"}[move])
    return names


def steps(position: Lput) -> set[str]:
    """Return the plain moves to a hex."""
    return {move for move in position.moves() if "x" not in move and move not in ("wait", "defend")}


def attacks(position: Lput) -> set[str]:
    """Return the moves with an attack."""
    return {move for move in position.moves() if "x" in move}


def names(text: str) -> set[str]:
    """Return the words of a text."""
    return set(text.split())


def image(cell: Cell) -> Cell:
    """Turn a hex half way round the centre of the board."""
    return WIDTH - 1 - cell[0], HEIGHT - 1 - cell[1]
