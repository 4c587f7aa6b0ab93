"""Arithmetic on hexagonal boards: coordinates, distance, rounding, lines and lines of sight.

Sources: "Creating an Artificial Intelligence for a Turn-Based Strategy Game L-put" (thesis, in
Estonian, about 2017), section 4, corrected where noted; A. Patel, "Hexagonal Grids", 2015.

A hexagon is a pair (x, y) of integers in one of two systems:

- *offset*: column x and row y (downwards), the odd rows shifted half a hexagon to the right;
- *axial* ("unshifted" in the source): the same y, and an x axis that does not bend, so that each
  direction is one and the same vector everywhere. All algorithms below use it. A third coordinate
  z = -x - y makes it a *cube* coordinate.

Everything is exact: integers in, integers out, and no floating point where a tie could matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final, TypeAlias, TypeVar

Coordinates: TypeAlias = tuple[int, int]
Number = TypeVar("Number", int, float, Fraction)

#: The six steps in axial coordinates: left, right, up-left, up-right, down-left, down-right.
#: Source: table 7, whose last two rows are misprinted there: they must read (-1, +1) and (0, +1).
DIRECTIONS: Final[tuple[Coordinates, ...]] = ((-1, 0), (1, 0), (0, -1), (1, -1), (-1, 1), (0, 1))

#: The same six steps in offset coordinates, for even rows and for odd ones. Source: table 6.
OFFSET_DIRECTIONS: Final[tuple[tuple[Coordinates, ...], tuple[Coordinates, ...]]] = (
    ((-1, 0), (1, 0), (-1, -1), (0, -1), (-1, 1), (0, 1)),
    ((-1, 0), (1, 0), (0, -1), (1, -1), (0, 1), (1, 1)),
)

#: By how much of a hexagon (times 1/(16 N) for two hexes N apart) ``line`` moves each coordinate.
NUDGE: Final = (1, 2, -3)


def offset_to_axial(hexagon: Coordinates) -> Coordinates:
    """Convert offset to axial coordinates: ``x - floor(y / 2)``, also right for negative y.

    Source: formula 2, which says the same for y >= 0.
    """
    x, y = hexagon
    return x - y // 2, y


def axial_to_offset(hexagon: Coordinates) -> Coordinates:
    """Convert axial to offset coordinates, inverse to ``offset_to_axial``. Source: formula 3."""
    x, y = hexagon
    return x + y // 2, y


def neighbours(hexagon: Coordinates) -> list[Coordinates]:
    """Return the six axial neighbours of an axial hexagon in the order of ``DIRECTIONS``."""
    x, y = hexagon
    return [(x + dx, y + dy) for dx, dy in DIRECTIONS]


def offset_neighbours(hexagon: Coordinates) -> list[Coordinates]:
    """Return the six offset neighbours of an offset hexagon in the order of ``DIRECTIONS``."""
    x, y = hexagon
    return [(x + dx, y + dy) for dx, dy in OFFSET_DIRECTIONS[y % 2]]


def distance(a: Coordinates, b: Coordinates) -> int:
    """Return the number of steps from one axial hexagon to another.

    Source: formula 4, without the "1 -" that is misprinted there.
    """
    dx, dy = a[0] - b[0], a[1] - b[1]
    return (abs(dx) + abs(dy) + abs(dx + dy)) // 2


def cube_round(x: Number, y: Number, z: Number, unit: int = 1) -> tuple[int, int, int]:
    """Return the hexagon (xr, yr, zr), xr + yr + zr = 0, nearest to a point with x + y + z = 0.

    Each coordinate is rounded on its own (halves upwards, on which the source is silent), and the
    one that moved most is then recomputed from the other two. On ties the source's rule holds: z
    if z shares the largest difference with x or y; y if x and y share it and z's is smaller.

    The point is given in hexes divided by ``unit``, so that integers can hold fractions exactly:
    ``cube_round(3, -1, -2, unit=4)`` rounds the point (3/4, -1/4, -1/2). Source: section 4.2.3.
    """
    xr, yr, zr = _nearest(x, unit), _nearest(y, unit), _nearest(z, unit)
    dx, dy, dz = abs(x - xr * unit), abs(y - yr * unit), abs(z - zr * unit)
    if dx > dy and dx > dz:
        return -yr - zr, yr, zr
    if dy > dz:
        return xr, -xr - zr, zr
    return xr, yr, -xr - yr


def _nearest(value: int | float | Fraction, unit: int) -> int:
    """Return the integer nearest to value / unit, halves upwards."""
    return math.floor((2 * value + unit) // (2 * unit))


def line(a: Coordinates, b: Coordinates, nudge: int = 0) -> list[Coordinates]:
    """Return the axial hexes on the straight line from a to b: N + 1 of them, N the distance.

    The points a + (b - a) * i / N, i = 0 .. N, are rounded with ``cube_round``; each hexagon is
    adjacent to the one before. Source: section 4.2.2.

    A line may run along the border between hexes. With ``nudge=0`` the rules of ``cube_round``
    then choose a side. With ``nudge=1`` all points are first moved by the same vanishing
    (+e, +2e, -3e), with ``nudge=-1`` by (-e, -2e, +3e): no tie is left, and the line from b to a
    meets the same hexes.

    The nudge is e = 1 / (16 N). All unnudged comparisons that decide a rounding are between
    multiples of 1 / (2 N), and a nudge changes no such difference by more than 5 e; so any smaller
    e gives the same hexes, and for N <= 25 so does any e below 0.004.
    """
    steps = distance(a, b)
    if steps == 0:
        return [a]
    unit = 16 * steps
    (x0, y0, z0), (x1, y1, z1) = _cube(a), _cube(b)
    ex, ey, ez = (nudge * by for by in NUDGE)
    hexes = []
    for i in range(steps + 1):
        x = unit * x0 + 16 * i * (x1 - x0) + ex
        y = unit * y0 + 16 * i * (y1 - y0) + ey
        z = unit * z0 + 16 * i * (z1 - z0) + ez
        hexes.append(cube_round(x, y, z, unit)[:2])
    return hexes


def _cube(hexagon: Coordinates) -> tuple[int, int, int]:
    """Return the axial hexagon with its third coordinate."""
    x, y = hexagon
    return x, y, -x - y


def sight(
    a: Coordinates,
    b: Coordinates,
    blocked: Callable[[Coordinates], bool],
    on_board: Callable[[Coordinates], bool],
) -> bool:
    """True if b can be seen from a: along one line at least, all is on board and unblocked.

    The two lines are ``line(a, b, nudge=1)`` and ``line(a, b, nudge=-1)``, both ends included.
    Sight is mutual, and turning the board by half a turn turns sight with it; the source's own
    single line (section 4.2.4), whose ties fall to one side, has neither property.
    """
    return any(
        all(on_board(hexagon) and not blocked(hexagon) for hexagon in line(a, b, nudge)) for nudge in (1, -1)
    )
