"""Lines, and cells that complete one, against a search of all lines of the board."""

from __future__ import annotations

import random

import numpy as np
import pytest

from nupp.kernel import interpreted
from nupp.kernel.bits import mask
from nupp.rules.lines import completing, lines_along

WIDTH, HEIGHT = 7, 6
STRIDE = WIDTH + 1
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows up and columns to the right


def completing_by_search(stones: set[tuple[int, int]], k: int) -> set[tuple[int, int]]:
    """The cells of a board that lack a stone in a line of k, all others of which have one."""
    found = set()
    for row, column in np.ndindex(HEIGHT, WIDTH):
        for up, right in WAYS:
            line = [(row + i * up, column + i * right) for i in range(k)]
            lacking = [cell for cell in line if cell not in stones]
            if len(lacking) == 1 and all(y < HEIGHT and 0 <= x < WIDTH for y, x in line):
                found.add(lacking[0])
    return found


@pytest.mark.parametrize("k", [3, 4, 5])
def test_completing(k: int) -> None:
    rng = random.Random(k)
    cells = [*np.ndindex(HEIGHT, WIDTH)]
    bits = {cell: cell[0] * STRIDE + cell[1] for cell in cells}
    steps = np.array([up * STRIDE + right for up, right in WAYS])
    seen = 0
    for _ in range(60):
        stones = set(rng.sample(cells, 16))
        with interpreted():
            answer = completing(steps, k, mask(bits[cell] for cell in stones))
        empty = {cell for cell in cells if cell not in stones}
        found = {cell for cell in empty if int(answer) >> bits[cell] & 1}
        assert found == completing_by_search(stones, k)
        seen += len(found)
    assert seen > 20


@pytest.mark.parametrize("k", [1, 3, 4, 5, 16])
@pytest.mark.parametrize("way", WAYS)
def test_lines_begin_where_k_stones_follow_each_other(k: int, way: tuple[int, int]) -> None:
    """In one direction; a line of 16 is longer than the board."""
    rng, (up, right) = random.Random(k), way
    cells = [*np.ndindex(HEIGHT, WIDTH)]
    bits = {cell: cell[0] * STRIDE + cell[1] for cell in cells}
    seen = 0
    for _ in range(40):
        stones = set(rng.sample(cells, 32))
        with interpreted():
            answer = int(lines_along(mask(bits[cell] for cell in stones), up * STRIDE + right, k))
        found = {cell for cell in cells if answer >> bits[cell] & 1}
        assert answer.bit_count() == len(found)
        assert found == {
            (y, x) for y, x in cells if all((y + i * up, x + i * right) in stones for i in range(k))
        }
        seen += len(found)
    assert (seen > 0) == (k < 16)
