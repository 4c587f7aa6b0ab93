"""The units of L-put: what they can do, how texts list them, and how drawings show them.

Units are numbered in the order in which they act in the first round: halving a number gives the kind, its
lowest bit is the side. In even rounds, when red's is the first of two equal units, the order is that of the
numbers ^ 1. A set of units is an integer with bit = number:

    unit     0  1    2  3    4  5    6  7    8  9
    kind     flyer   sword   pike    knight  archer           blue's units  0b0101010101
    side     b  r    b  r    b  r    b  r    b  r             red's         0b1010101010
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np

from nupp.boards import Piece, piece_on
from nupp.games.lput.terrain import BOARD, CRAG, DEEP, TERRAIN
from nupp.kernel import kernel
from nupp.kernel.bits import lowest_bit, popcount
from nupp.rules.notation import parse_count, parse_rows


class Kind(NamedTuple):
    """A kind of unit, and what each of its fighters can do."""

    name: str
    letter: str
    attack: int
    defence: int
    strength: int
    hit_points: int
    speed: int

    @property
    def life(self) -> int:
        """The hit points of a fighter in twentieths, in which all damage is counted."""
        return 20 * self.hit_points


#: By initiative, from high to low.
KINDS: Final = (
    Kind("flyer", "F", attack=10, defence=10, strength=10, hit_points=100, speed=8),
    Kind("swordsman", "S", attack=14, defence=10, strength=10, hit_points=98, speed=3),
    Kind("pikeman", "P", attack=10, defence=16, strength=8, hit_points=108, speed=3),
    Kind("knight", "K", attack=10, defence=4, strength=12, hit_points=128, speed=5),
    Kind("archer", "A", attack=8, defence=4, strength=12, hit_points=90, speed=4),
)
BLUE, RED = 0, 1
BLUE_UNITS: Final = 0b0101010101
FLYER, SWORDSMAN, PIKEMAN, KNIGHT, ARCHER = range(5)
FIGHTERS: Final = 16
ARMY: Final = len(KINDS)
"""The units of a side, one of each kind."""
UNITS: Final = 2 * ARMY

LISTED: Final = tuple(
    2 * kind + side for side in (BLUE, RED) for kind in (FLYER, SWORDSMAN, KNIGHT, PIKEMAN, ARCHER)
)
"""The numbers of the units (2 * kind + side) in the order of position texts."""

LETTERS: Final = "".join(
    kind.letter.upper() if side == BLUE else kind.letter.lower() for kind in KINDS for side in (BLUE, RED)
)
"""The letter of each unit, blue's upper case, red's lower case."""

FLAGS: Final = "wrdx"


# ---- sets of units -----------------------------------------------------------------------------------


@kernel
def in_order(units: int, swapped: int) -> int:
    """A set of units by their order in a round: as it is, or with each two neighbours exchanged."""
    if swapped == 0:
        return units
    return (units & BLUE_UNITS) << 1 | units >> 1 & BLUE_UNITS


@kernel
def lowest_unit(units: int) -> int:
    """The lowest number in a set that is not empty."""
    return lowest_bit(np.uint64(units))


@kernel
def highest_unit(units: int) -> int:
    """The highest number in a set that is not empty."""
    units |= units >> 1
    units |= units >> 2
    units |= units >> 4
    units |= units >> 8
    return popcount(np.uint64(units)) - 1


# ---- position texts ----------------------------------------------------------------------------------


class Unit(NamedTuple):
    """A living unit as a position text gives it; `flags` are some of `wrdx`."""

    number: int
    cell: int
    fighters: int
    remainder: int
    flags: str

    @property
    def kind(self) -> Kind:
        return KINDS[self.number // 2]

    @property
    def side(self) -> int:
        return self.number % 2

    @property
    def letter(self) -> str:
        return LETTERS[self.number]

    def __str__(self) -> str:
        name = BOARD.name(self.cell)
        return f"{self.letter}:{name}:{self.fighters}:{self.remainder}:{self.flags or '-'}"


def parse_units(text: str) -> list[Unit]:
    """Read the list of units; ValueError says which one is wrong and what was expected."""
    units: list[Unit] = []
    for part in text.split(","):
        try:
            unit = _parse_unit(part)
            _check_place(unit, units)
        except ValueError as error:
            raise ValueError(f"unit {part!r}: {error}") from None
        units.append(unit)
    return units


def _parse_unit(text: str) -> Unit:
    fields = text.split(":")
    if len(fields) != 5:
        raise ValueError("expected letter:hex:fighters:remainder:flags")
    letter, hex_name, fighters, remainder, flags = fields
    if len(letter) != 1 or letter not in LETTERS:
        raise ValueError(f"unknown letter {letter!r}: expected one of {', '.join(LETTERS)}")
    number = LETTERS.index(letter)
    flags = flags.lower()
    if flags != "-" and not (flags and re.fullmatch("w?r?d?x?", flags)):
        raise ValueError(f"flags {flags!r}: expected -, or some of w, r, d, x in this order")
    return Unit(
        number,
        BOARD.cell(hex_name),
        parse_count(fighters, "fighters", FIGHTERS, low=1),
        parse_count(remainder, "remainder", KINDS[number // 2].life - 1),
        flags.strip("-"),
    )


def _check_place(unit: Unit, before: Iterable[Unit]) -> None:
    """ValueError unless a unit may follow others in a list, and stand where it does."""
    if any(LISTED.index(unit.number) <= LISTED.index(other.number) for other in before):
        order = ", ".join(LETTERS[number] for number in LISTED)
        raise ValueError(f"expected each unit once at the most, in the order {order}")
    if any(unit.cell == other.cell for other in before):
        raise ValueError(f"{BOARD.name(unit.cell)} is taken: expected a hex of its own")
    if TERRAIN[unit.cell] in (DEEP, CRAG):
        raise ValueError(f"{BOARD.name(unit.cell)} is deep water or a crag: expected a hex to stand on")


def check_rows(text: str, units: list[Unit]) -> None:
    """ValueError unless the rows of a position text show the units where the list has them."""
    shown = dict(parse_rows(text, BOARD.rows, LETTERS))
    listed = {unit.cell: unit.letter for unit in units}
    for cell in sorted(shown.keys() | listed.keys()):
        on_board, in_list = shown.get(cell, "nothing"), listed.get(cell, "nothing")
        if on_board != in_list:
            raise ValueError(
                f"the rows have {on_board} on {BOARD.name(cell)}, the list of units has {in_list}: "
                "expected the same"
            )


# ---- drawing ---------------------------------------------------------------------------------------

_SIGNS = {"w": "hourglass", "r": "swords", "d": "shield", "x": "done"}
_WORDS = {"w": "waited", "r": "struck back", "d": "defends", "x": "has acted"}


def piece_of(unit: Unit, acts: bool) -> Piece:
    """A unit as a drawing shows it; `acts` if it is its turn."""
    flags = unit.flags.replace("w", "") if "x" in unit.flags or acts else unit.flags
    signs = (*(["active"] if acts else []), *(_SIGNS[flag] for flag in flags))
    return piece_on(unit.cell, unit.side, unit.letter, "unit", str(unit.fighters), signs)


def note_on(unit: Unit) -> str:
    """A line that says where a unit is and how it fares."""
    wounds = f", {unit.remainder / 20:g} hit points lost" if unit.remainder else ""
    words = "".join(f", {_WORDS[flag]}" for flag in unit.flags)
    fighters = f"{unit.fighters} fighter{'s' if unit.fighters > 1 else ''}"
    return f"{unit.letter} {unit.kind.name} {BOARD.name(unit.cell)}: {fighters}{wounds}{words}"
