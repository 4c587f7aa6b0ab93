"""The reference for L-put: terrain, distances, and which hexes an archer sees."""

import random
from itertools import pairwise

import pytest

from .common import cell_name
from .lput import (
    CRAG,
    DEEP,
    HALF_POINTS,
    ROAD,
    SHALLOW,
    TERRAIN,
    Lput,
    cell_of,
    distance,
    line,
    neighbours,
    sees,
)
from .lput_positions import image, names


class TestBoard:
    def test_terrain(self) -> None:
        assert len(TERRAIN) == 180
        found = {
            kind: " ".join(sorted(cell_name(cell) for cell, terrain in TERRAIN.items() if terrain == kind))
            for kind in (CRAG, DEEP, SHALLOW, ROAD)
        }
        assert names(found[CRAG]) == names("e3 e4 m2 m3 m4 c9 c10 c11 k9 k10")
        assert names(found[DEEP]) == names("h1 h2 h4 h5 h8 h9 h11 h12")
        assert names(found[SHALLOW]) == names("h3 h10")
        assert names(found[ROAD]) == names("a6 b6 c6 d6 e6 f6 g6 h6 h7 i7 j7 k7 l7 m7 n7 o7")

    def test_point_symmetry(self) -> None:
        assert all(TERRAIN[image(cell)] == terrain for cell, terrain in TERRAIN.items())
        by_name = {unit.name: unit.cell for unit in Lput.start().units}
        assert all(by_name[name.lower()] == image(by_name[name]) for name in "FSKPA")

    @pytest.mark.parametrize(
        ("name", "around"),
        [
            ("e5", "d5 f5 d4 e4 d6 e6"),  # an odd row by its name, not shifted
            ("e6", "d6 f6 e5 f5 e7 f7"),  # shifted to the right
            ("a1", "b1 a2"),
            ("a2", "b2 a1 b1 a3 b3"),
            ("a12", "b12 a11 b11"),
            ("o1", "n1 n2 o2"),
            ("o11", "n11 n10 o10 n12 o12"),
            ("o12", "n12 o11"),
        ],
    )
    def test_neighbours(self, name: str, around: str) -> None:
        assert {cell_name(cell) for cell in neighbours(cell_of(name))} == names(around)

    def test_distance_is_the_shortest_way_on_the_board(self) -> None:
        for origin in TERRAIN:
            reached = {origin}
            done = 0
            while len(reached) < len(TERRAIN):
                done += 1
                reached |= {near for cell in reached for near in neighbours(cell)}
                assert reached == {cell for cell in TERRAIN if distance(origin, cell) <= done}
        assert distance(cell_of("a1"), cell_of("o12")) == 20


def seen(one: str, other: str) -> bool:
    return sees(cell_of(one), cell_of(other))


def line_names(one: str, other: str, sign: int) -> str:
    return " ".join(cell_name(cell) for cell in line(cell_of(one), cell_of(other), sign))


class TestSight:
    def test_a_line_along_a_row(self) -> None:
        assert line_names("d3", "g3", 1) == line_names("d3", "g3", -1) == "d3 e3 f3 g3"
        assert not seen("d3", "g3")
        assert seen("a5", "o5")

    def test_a_line_along_an_edge(self) -> None:
        # Straight down from d2 the line runs between d3 and e3, of which e3 is a crag.
        assert {line_names("d2", "d4", sign) for sign in (1, -1)} == {"d2 d3 d4", "d2 e3 d4"}
        assert seen("d2", "d4")
        # In another direction it runs between e2 and the same crag.
        assert {line_names("d2", "f3", sign) for sign in (1, -1)} == {"d2 e2 f3", "d2 e3 f3"}
        assert seen("d2", "f3")

    def test_an_edge_between_two_crags(self) -> None:
        assert {line_names("f3", "d4", sign) for sign in (1, -1)} == {"f3 e3 d4", "f3 e4 d4"}
        assert not seen("f3", "d4")
        assert {line_names("l2", "n3", sign) for sign in (1, -1)} == {"l2 m2 n3", "l2 m3 n3"}
        assert not seen("l2", "n3")

    def test_an_edge_and_a_crag_in_the_way(self) -> None:
        # Straight down from e1: d2 or e2, then e3 itself.
        assert {line_names("e1", "e5", sign) for sign in (1, -1)} == {"e1 d2 e3 d4 e5", "e1 e2 e3 e4 e5"}
        assert not seen("e1", "e5")

    def test_along_the_border(self) -> None:
        # One line has a hex to the left of a2, off the board; the other is good.
        cells = {tuple(line(cell_of("a1"), cell_of("a3"), sign)) for sign in (1, -1)}
        assert cells == {((0, 0), (0, 1), (0, 2)), ((0, 0), (-1, 1), (0, 2))}
        assert seen("a1", "a3")
        assert seen("o10", "o12")

    def test_it_is_mutual_and_symmetric(self) -> None:
        cells = [cell for cell, terrain in TERRAIN.items() if terrain in HALF_POINTS]
        chance = random.Random(1)
        for _ in range(1500):
            one, other = chance.sample(cells, 2)
            assert sees(one, other) == sees(other, one) == sees(image(one), image(other))

    def test_lines(self) -> None:
        chance = random.Random(2)
        for _ in range(300):
            one, other = chance.sample(list(TERRAIN), 2)
            for sign in (1, -1):
                cells = line(one, other, sign)
                assert (cells[0], cells[-1], len(cells)) == (one, other, distance(one, other) + 1)
                assert all(distance(a, b) == 1 for a, b in pairwise(cells))
                # Any e below 0.004 does.
                assert line(one, other, sign, 251) == line(one, other, sign, 10**7) == cells
