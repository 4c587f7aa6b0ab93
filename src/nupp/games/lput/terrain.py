"""The battlefield of L-put: its map, and sets of hexes as bits.

Layout. The hex in row r and column c, both from 0 at the top left, is *place* 16 r + c. A set of hexes has
a bit for each place, in three words of four rows. The last bit of each row is no hex (`--`): steps off the
left and the right rim end there, and the place NOWHERE, where fallen units are, is one of them.

           a   b   c   d   e   f   g   h   i   j   k   l   m   n   o
        1  0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  --
        2   16  17  18  19  20  21  22  23  24  25  26  27  28  29  30  --
        3 32  33  34  35  36  37  38  39  40  41  42  43  44  45  46  --         word 0
        4   48  49  50  51  52  53  54  55  56  57  58  59  60  61  62  --
        5 64  65  66 ...                                                         word 1
        ...
       12  176 177 178 ...                                          190 --       word 2

The neighbours of a place in an even row r are -1, +1, -17, -16, +15, +16, in an odd one -1, +1, -16, -15,
+16, +17: left, right, up left, up right, down left, down right.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nupp.boards import HexRectangle
from nupp.kernel import kernel
from nupp.kernel.bits import ZERO, bit, nth_bit, number_of, popcount, words, write_bits

Hexes: TypeAlias = tuple[np.uint64, np.uint64, np.uint64]
"""A set of hexes, passed by value."""

HexesTable: TypeAlias = NDArray[np.uint64]
"""A set of hexes for each place, shape (PLACES, 3)."""

WIDTH: Final = 15
HEIGHT: Final = 12
PLACES: Final = 16 * HEIGHT
NOWHERE: Final = 15
STEPS: Final = (-17, -16, -15, -1, 1, 15, 16, 17)
"""The numbers to add to a place to get to a neighbour; six of these, by whether the row is odd."""

GRASS, ROAD, SHALLOW, DEEP, CRAG = range(5)

MAP: Final = """
    . . . . . . . ~ . . . . . . .
     . . . . . . . ~ . . . . # . .
    . . . . # . . - . . . . # . .
     . . . . # . . ~ . . . . # . .
    . . . . . . . ~ . . . . . . .
     = = = = = = = = . . . . . . .
    . . . . . . . = = = = = = = =
     . . . . . . . ~ . . . . . . .
    . . # . . . . ~ . . # . . . .
     . . # . . . . - . . # . . . .
    . . # . . . . ~ . . . . . . .
     . . . . . . . ~ . . . . . . .
"""
"""Grass `.`, road `=`, shallow water `-`, deep water `~` and crags `#`, as one sees them."""

TERRAIN: Final = tuple(".=-~#".index(symbol) for symbol in MAP if not symbol.isspace())
"""The terrain of each cell of the board."""

BOARD: Final = HexRectangle(WIDTH, HEIGHT)


def place_of(cell: int) -> int:
    """The place of a cell of the board."""
    return cell + cell // WIDTH


def cell_of(place: int) -> int:
    """The cell of the board that a place is."""
    return place - place // 16


def cells_of(words: Iterable[np.uint64]) -> tuple[int, ...]:
    """The cells of the board in a set of hexes, ascending; on the Python side."""
    return cells_in(as_number(words))


# ---- sets of hexes ---------------------------------------------------------------------------------

EMPTY: Final = (ZERO, ZERO, ZERO)
_EVEN_ROWS: Final = np.uint64(0x0000FFFF0000FFFF)  # in each word
_ONE: Final = np.uint64(1)
_ROW: Final = np.uint64(16)
_THREE_ROWS: Final = np.uint64(48)


@kernel
def hex_at(place: int) -> Hexes:
    """The set of one place."""
    word = bit(place & 63)
    if place < 64:
        return word, ZERO, ZERO
    return (ZERO, word, ZERO) if place < 128 else (ZERO, ZERO, word)


@kernel
def has_place(a: Hexes, place: int) -> bool:
    """True if a place is in a set."""
    word = a[0] if place < 64 else a[1] if place < 128 else a[2]
    return bool(word >> np.uint64(place & 63) & _ONE != ZERO)


@kernel
def row_of(table: HexesTable, place: int) -> Hexes:
    """The set that a table holds for a place."""
    return table[place, 0], table[place, 1], table[place, 2]


@kernel
def union(a: Hexes, b: Hexes) -> Hexes:
    """The hexes in either set."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2]


@kernel
def common(a: Hexes, b: Hexes) -> Hexes:
    """The hexes in both sets."""
    return a[0] & b[0], a[1] & b[1], a[2] & b[2]


@kernel
def without(a: Hexes, b: Hexes) -> Hexes:
    """The hexes of `a` that are not in `b`."""
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2]


@kernel
def is_empty(a: Hexes) -> bool:
    """True if a set has no hex."""
    return bool((a[0] | a[1] | a[2]) == ZERO)


@kernel
def count(a: Hexes) -> int:
    """The number of hexes of a set."""
    return popcount(a[0]) + popcount(a[1]) + popcount(a[2])


@kernel
def nth_place(a: Hexes, index: int) -> int:
    """The place number `index` of a set, from 0 at the lowest."""
    base, word = 0, a[0]
    if index >= popcount(word):
        index -= popcount(word)
        base, word = 64, a[1]
        if index >= popcount(word):
            index -= popcount(word)
            base, word = 128, a[2]
    return base + nth_bit(word, index)


@kernel
def write_places(a: Hexes, buffer: NDArray[np.int64], n: int) -> int:
    """Append the places of a set to `buffer[:n]`, ascending; returns the new n."""
    n = write_bits(a[0], 0, 1, buffer, n)
    n = write_bits(a[1], 64, 1, buffer, n)
    return write_bits(a[2], 128, 1, buffer, n)


@kernel
def hexes_around(a: Hexes) -> Hexes:
    """The neighbours of the hexes of a set, and perhaps places that are no hexes."""
    upper, middle, lower = _with_slant(a[0]), _with_slant(a[1]), _with_slant(a[2])
    return (
        _beside(a[0]) | upper << _ROW | upper >> _ROW | middle << _THREE_ROWS,
        _beside(a[1]) | middle << _ROW | middle >> _ROW | upper >> _THREE_ROWS | lower << _THREE_ROWS,
        _beside(a[2]) | lower << _ROW | lower >> _ROW | middle >> _THREE_ROWS,
    )


@kernel
def _beside(word: np.uint64) -> np.uint64:
    return word << _ONE | word >> _ONE


@kernel
def _with_slant(word: np.uint64) -> np.uint64:
    """The places straight above and below the neighbours in the rows above and below."""
    return word | (word & _EVEN_ROWS) >> _ONE | (word & ~_EVEN_ROWS) << _ONE


# ---- sets as one number, in plain Python -------------------------------------------------------------

_EVEN: Final = sum(0xFFFF << 16 * row for row in range(0, HEIGHT, 2))
_ODD: Final = _EVEN << 16


def as_number(words: Iterable[np.uint64]) -> int:
    """A set of hexes as one number."""
    return number_of(np.array([*words]))


def cells_in(hexes: int) -> tuple[int, ...]:
    """The cells of the board whose places are the bits of a number, ascending."""
    parts = enumerate(hexes.to_bytes(PLACES // 8, "little"))
    return tuple([cell for number, part in parts if part for cell in _cells_of_part(number, part)])


@cache
def _cells_of_part(number: int, part: int) -> tuple[int, ...]:
    """The cells in the byte of that number of a set of hexes."""
    places = [8 * number + index for index in range(8) if part >> index & 1]
    return tuple(cell_of(place) for place in places if place % 16 != NOWHERE)


def around(hexes: int) -> int:
    """As `hexes_around`: the neighbours of some hexes, and perhaps places that are no hexes."""
    slant = hexes | (hexes & _EVEN) >> 1 | (hexes & _ODD) << 1
    return hexes << 1 | hexes >> 1 | slant << 16 | slant >> 16


def on_foot(place: int, free: int, points: int) -> int:
    """The hexes that `Lput.walk` finds, in a tenth of the time that its words take in plain Python."""
    found, reached = 0, [0, 0, 0, 1 << place]  # reached: by what it costs, the last one
    for _ in range(points):
        left = reached[-1] & _ROADS | reached[-2] & _GRASS | reached[-4] & _SHALLOW
        reached.append(around(left) & free & ~found)
        found |= reached[-1]
    return found


# ---- what the map makes of them ----------------------------------------------------------------------


def hexes(places: Iterable[int]) -> Hexes:
    """The set of some places."""
    low, middle, high = words(places, 3)
    return low, middle, high


def terrain_hexes(*kinds: int) -> Hexes:
    """All hexes of some kinds of terrain."""
    return hexes(place_of(cell) for cell, terrain in enumerate(TERRAIN) if terrain in kinds)


def terrain_table() -> NDArray[np.int8]:
    """The terrain of each place, shape (PLACES,); grass where there is no hex."""
    table = np.zeros(PLACES, np.int8)
    for cell, terrain in enumerate(TERRAIN):
        table[place_of(cell)] = terrain
    return table


def distance_table(steps: int) -> HexesTable:
    """For each place the hexes at most `steps` steps away, itself left out."""
    return _table((BOARD.distances > 0) & (BOARD.distances <= steps))


@cache
def sight_table() -> HexesTable:
    """For each place the hexes that can be seen from it past the crags; one table for all games."""
    return _table(BOARD.sight([terrain == CRAG for terrain in TERRAIN]))


def _table(related: NDArray[np.bool_]) -> HexesTable:
    """For each place the hexes that a matrix of cells, shape (180, 180), relates to it."""
    places = [place_of(cell) for cell in range(len(BOARD))]
    bits = np.zeros((PLACES, PLACES), np.bool_)
    bits[np.ix_(places, places)] = related
    return np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)


_ROADS, _GRASS, _SHALLOW = (as_number(terrain_hexes(kind)) for kind in (ROAD, GRASS, SHALLOW))
