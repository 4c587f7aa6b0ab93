"""Arithmetic on hexes, and the boards made of them."""

import itertools
from collections import deque
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nupp.boards import HexagonBoard, HexRectangle, hexagon

hexes = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
LPUT = HexRectangle()


@given(hexes)
def test_conversions_are_inverse(at):
    assert hexagon.axial_to_offset(hexagon.offset_to_axial(at)) == at
    assert hexagon.offset_to_axial(hexagon.axial_to_offset(at)) == at


def test_conversions_of_the_source():
    """Formula 2 read with integer division: x - (y + (1 + y) % 2) / 2."""
    for y in range(12):
        for x in range(15):
            assert hexagon.offset_to_axial((x, y)) == (x - (y + (1 + y) % 2) // 2, y)


@given(hexes)
def test_both_tables_of_directions_agree(offset):
    axial = hexagon.offset_to_axial(offset)
    converted = [hexagon.axial_to_offset(at) for at in hexagon.neighbours(axial)]
    assert converted == hexagon.offset_neighbours(offset)
    assert all(hexagon.distance(axial, at) == 1 for at in hexagon.neighbours(axial))
    assert len(set(converted)) == 6


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a, b, c):
    assert hexagon.distance(a, b) == hexagon.distance(b, a)
    assert (hexagon.distance(a, b) == 0) == (a == b)
    assert hexagon.distance(a, c) <= hexagon.distance(a, b) + hexagon.distance(b, c)


@pytest.mark.parametrize("board", [HexagonBoard(), LPUT, HexRectangle(4, 5)], ids=repr)
def test_distance_is_the_number_of_steps(board):
    for start in range(0, len(board), 7):
        steps = {start: 0}
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for other in board.neighbours[cell].tolist():
                if other >= 0 and other not in steps:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        assert [steps[cell] for cell in range(len(board))] == board.distances[start].tolist()
        for cell in range(len(board)):
            assert steps[cell] == hexagon.distance(board.axial[start], board.axial[cell])


def test_rounding_ties():
    """The source's rule: z if it shares the largest difference, else y if x and y share it."""
    half = Fraction(1, 2)
    assert hexagon.cube_round(half, half, -1) == (1, 0, -1)  # x and y tie: y is recomputed
    assert hexagon.cube_round(half, -1, half) == (1, -1, 0)  # x and z tie: z is
    assert hexagon.cube_round(-1, half, half) == (-1, 1, 0)  # y and z tie: z is
    third = Fraction(1, 3)
    assert hexagon.cube_round(third, third, -2 * third) == (0, 0, 0)  # all three tie
    assert hexagon.cube_round(0.9, 0.3, -1.2) == (1, 0, -1)
    assert hexagon.cube_round(3, -1, -2, unit=4) == hexagon.cube_round(0.75, -0.25, -0.5)


@given(st.integers(-300, 300), st.integers(-300, 300), st.integers(1, 40))
def test_rounding_finds_a_nearest_hex(x, y, unit):
    z = -x - y
    found = hexagon.cube_round(x, y, z, unit)
    assert sum(found) == 0
    assert found == hexagon.cube_round(Fraction(x, unit), Fraction(y, unit), Fraction(z, unit))

    def off(at):
        return sum((a * unit - b) ** 2 for a, b in zip((*at, -at[0] - at[1]), (x, y, z), strict=True))

    assert all(off(found[:2]) <= off(at) for at in hexagon.neighbours(found[:2]))


@given(hexes, hexes, st.sampled_from([-1, 0, 1]))
def test_line_steps_from_end_to_end(a, b, nudge):
    line = hexagon.line(a, b, nudge)
    assert len(line) == hexagon.distance(a, b) + 1
    assert (line[0], line[-1]) == (a, b)
    assert all(hexagon.distance(p, q) == 1 for p, q in itertools.pairwise(line))
    assert all(hexagon.distance(a, at) == i for i, at in enumerate(line))


@given(hexes, hexes, st.sampled_from([-1, 1]))
def test_nudged_lines_are_reversible_and_point_symmetric(a, b, nudge):
    line = hexagon.line(a, b, nudge)
    assert hexagon.line(b, a, nudge) == line[::-1]
    turned = hexagon.line((-a[0], -a[1]), (-b[0], -b[1]), -nudge)
    assert turned == [(-x, -y) for x, y in line]


@given(hexes, hexes, st.sampled_from([-1, 1]), st.fractions(Fraction(1, 10**9), Fraction(399, 10**5)))
def test_any_small_nudge_gives_the_same_line(a, b, nudge, e):
    steps = hexagon.distance(a, b)
    assume(0 < steps <= 25)
    moved = [
        [Fraction(c) + nudge * e * k for c, k in zip((x, y, -x - y), hexagon.NUDGE, strict=True)]
        for x, y in (a, b)
    ]
    expected = [
        hexagon.cube_round(*(p + (q - p) * Fraction(i, steps) for p, q in zip(*moved, strict=True)))[:2]
        for i in range(steps + 1)
    ]
    assert hexagon.line(a, b, nudge) == expected


def test_a_line_along_a_border_may_pass_on_either_side():
    """From (0, 0) to (1, 1) the border between (1, 0) and (0, 1) lies on the line."""
    assert hexagon.line((0, 0), (1, 1), 1) == [(0, 0), (0, 1), (1, 1)]
    assert hexagon.line((0, 0), (1, 1), -1) == [(0, 0), (1, 0), (1, 1)]
    for crags, seen in [({(1, 0)}, True), ({(0, 1)}, True), ({(1, 0), (0, 1)}, False)]:
        assert hexagon.sight((0, 0), (1, 1), crags.__contains__, lambda at: True) is seen
    assert not hexagon.sight((0, 0), (1, 1), lambda at: False, lambda at: at == (0, 0))


SMALL = HexRectangle(8, 6)
maps = st.sets(st.integers(0, len(SMALL) - 1), max_size=24)


@given(maps)
def test_sight_is_mutual_and_point_symmetric(crags):
    blocked = np.isin(np.arange(len(SMALL)), list(crags))
    seen = SMALL.sight(blocked)
    assert np.array_equal(seen, seen.T)
    assert np.array_equal(np.diag(seen), ~blocked)
    assert np.array_equal(SMALL.sight(blocked[::-1]), seen[::-1, ::-1])
    assert SMALL.symmetries[1].tolist() == list(range(len(SMALL)))[::-1]


@given(maps, st.lists(st.tuples(*[st.integers(0, len(SMALL) - 1)] * 2), min_size=30, max_size=30))
def test_sight_of_all_pairs_is_that_of_single_ones(crags, pairs):
    seen = SMALL.sight(np.isin(np.arange(len(SMALL)), list(crags)))
    blocked = {SMALL.axial[cell] for cell in crags}
    for a, b in pairs:
        ends = SMALL.axial[a], SMALL.axial[b]
        assert seen[a, b] == hexagon.sight(*ends, blocked.__contains__, SMALL.by_axial.__contains__)
