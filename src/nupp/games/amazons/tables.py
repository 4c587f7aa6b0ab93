"""Tables of lines, shifts and views on boards of the Amazons, and kernels that divide a range."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import kernel
from nupp.kernel.bits import mask


@kernel
def begin(division: int, part: int) -> int:
    """The beginning of a part of a division."""
    return division >> 8 * part & 255


@kernel
def part_of(division: int, index: int) -> int:
    """Which part of a division, 0 to 3, an index below its end lies in."""
    part = 0
    for later in range(1, 4):
        part += int(index >= begin(division, later))
    return part


@kernel
def total(division: int) -> int:
    """The end of a division."""
    return division >> 32


def line_tables(size: int) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.uint16]]:
    """The line of each cell along each axis, its place there, and the bits beyond the ends of each line.

    The last of the cells is nowhere.
    """
    row, column = np.divmod(np.arange(size * size), size)
    line = np.stack([row, size + column, 3 * size - 1 + column - row, 4 * size - 1 + column + row], axis=1)
    place = np.stack([column, row, column, column], axis=1)
    ends = np.full(6 * size - 1, (1 << size) - 1, np.uint16)
    np.bitwise_xor.at(ends, line, np.uint16(1) << place.astype(np.uint16))
    nowhere = np.full((1, 4), len(ends) - 1)
    line, place = np.vstack([line, nowhere]), np.vstack([place, 0 * nowhere])
    return line.astype(np.uint8), place.astype(np.int8), ends


def shift_tables(size: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """By how much a step along each axis shifts a board, and which of 64 cells can take it, up and down."""
    shifts = np.array([abs(right + size * up) for right, up in AXES], np.uint64)
    inside = np.zeros((4, 2), np.uint64)
    for axis, (right, up) in enumerate(AXES):
        sign = 1 if right + size * up > 0 else -1
        for back, way in enumerate((sign, -sign)):
            inside[axis, back] = mask(
                cell
                for cell in range(min(64, size * size))
                if 0 <= cell % size + way * right < size and 0 <= cell // size + way * up < size
            )
    return shifts, inside


def run_tables(size: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Of each view: how many cells a queen sees, and where the run begins that they make with her own."""
    counts, first = np.zeros((2, size << size), np.int8)
    for view in range(size << size):
        here, bits = view >> size, view & (1 << size) - 1
        low = high = here
        while low > 0 and not bits >> low - 1 & 1:
            low -= 1
        while high < size - 1 and not bits >> high + 1 & 1:
            high += 1
        counts[view], first[view] = high - low, low
    return counts, first


def longest_views(counts: NDArray[np.int8], size: int) -> NDArray[np.uint16]:
    """For the bits of a line as many bits as a queen on one of its empty places sees at the most."""
    bits, place = np.arange(1 << size), np.arange(size)
    empty = bits >> place[:, None] & 1 == 0
    most = (counts.reshape(size, 1 << size) * empty).max(axis=0).astype(np.int64)
    found: NDArray[np.uint16] = ((1 << most) - 1).astype(np.uint16)
    return found


def most_moves(line: NDArray[np.uint8], staged: bool) -> int:
    """A bound on the number of moves, from the lines of each cell.

    No amazon has more moves than on a board that is empty but for her, and no two stand on one cell.
    """
    sees = (line[:, None] == line[None, :]).any(axis=2)
    np.fill_diagonal(sees, False)
    targets = sees.sum(axis=1)
    moves = targets if staged else sees @ targets
    return int(np.sort(moves)[-4:].sum())


def turn_numbers(line: NDArray[np.uint8]) -> tuple[NDArray[np.int32], NDArray[np.int32], int]:
    """Of all turns on an empty board, how many have a lesser origin and target, and of these a lesser arrow.

    int32 (origin, target) and (target, arrow), and how many turns there are.
    """
    sees = (line[:, None] == line[None]).any(axis=2) & ~np.eye(len(line), dtype=bool)
    shots = sees * sees.sum(axis=1)
    turns = np.cumsum(shots).reshape(shots.shape)
    lesser = np.cumsum(sees, axis=1) - sees
    return (turns - shots).astype(np.int32), lesser.astype(np.int32), int(turns[-1, -1])


AXES = ((1, 0), (0, 1), (1, 1), (1, -1))  # steps to the right and up
