"""Boards of hexes of any outline: their cells, neighbours, edges, symmetries, and how they are drawn."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from nupp.boards import Drawing, HexOutline, hexagon, rhombus, svg, triangle

BOARDS = [
    rhombus(11),
    rhombus(3, 5),
    rhombus(1),
    triangle(6),
    rhombus(28, 11),
    HexOutline([(1, 2), (0, 3), (0, 2)]),
]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_neighbours_are_a_step_apart(board: HexOutline) -> None:
    for cell, row in enumerate(board.neighbours.tolist()):
        near = {other for other, at in enumerate(board.axial) if hexagon.distance(board.axial[cell], at) == 1}
        assert {other for other in row if other >= 0} == near
        for direction, other in enumerate(row):
            x, y = hexagon.DIRECTIONS[direction]
            assert other < 0 or board.axial[other] == (board.axial[cell][0] + x, board.axial[cell][1] + y)


def test_a_rhombus() -> None:
    board = rhombus(11)
    assert len(board) == 121
    assert [board.name(cell) for cell in (0, 10, 110, 120)] == ["a1", "k1", "a11", "k11"]
    count = Counter(np.sum(board.neighbours >= 0, axis=1).tolist())
    assert count == {2: 2, 3: 2, 4: 36, 6: 81}
    assert sum(board.neighbours[board.cell("a1")] >= 0) == 2
    assert sum(board.neighbours[board.cell("k1")] >= 0) == 3
    # Each row lies half a hex to the right of the one above.
    a1, b1, a2 = (board.centres[board.cell(name)] for name in ("a1", "b1", "a2"))
    assert np.allclose(b1 - a1, (1, 0))
    assert np.allclose(a2 - a1, (0.5, 0.75**0.5))
    assert rhombus(28, 2).name(27) == "ab1"


def test_a_triangle() -> None:
    board = triangle(5)
    assert len(board) == 15
    corners = [board.cell(name) for name in ("a1", "e1", "a5")]
    assert np.flatnonzero(np.sum(board.neighbours >= 0, axis=1) == 2).tolist() == corners
    assert board.edges[corners].tolist() == [1 | 2, 1 | 4, 2 | 4]
    with pytest.raises(ValueError, match=r"'e2'.*a\.\.e.*1\.\.5"):
        board.cell("e2")


def test_an_outline_of_ones_own() -> None:
    """A hexagon of side 2: not all columns reach the first row, but all have their letters."""
    board = HexOutline([(1, 2), (0, 3), (0, 2)], [(0, 1, 0)])
    assert [cell.name for cell in board.cells] == ["b1", "c1", "a2", "b2", "c2", "a3", "b3"]
    assert board.edges.tolist() == [1, 1, 0, 0, 0, 0, 0]
    assert not board.edges.flags.writeable
    assert [label.text for label in board.labels] == ["a", "b", "c", "1", "2", "3"]
    assert board.text("." * 7).splitlines() == [
        "  a b c",
        "  1 . .",
        " 2 . . .",
        "  3 . .",
    ]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_boards_are_told_apart_by_rows_and_sides(board: HexOutline) -> None:
    assert eval(repr(board), {"HexOutline": HexOutline}) == board
    assert [other for other in BOARDS if other == board] == [board]
    assert rhombus(3) != HexOutline([(0, 3)] * 3)


@pytest.mark.parametrize(("board", "lengths"), [(rhombus(4, 3), [4, 4, 3, 3]), (triangle(5), [5, 5, 5])])
def test_edges(board: HexOutline, lengths: list[int]) -> None:
    assert [int(np.sum(board.edges >> bit & 1)) for bit in range(len(lengths))] == lengths
    assert board.edges[0] == (5 if len(lengths) == 4 else 3)  # a1 is on the first row and the first column
    outside = np.any(board.neighbours < 0, axis=1)
    assert np.array_equal(board.edges > 0, outside)


@pytest.mark.parametrize(("board", "count"), [(rhombus(5), 4), (rhombus(4, 5), 2), (triangle(4), 6)])
def test_symmetries(board: HexOutline, count: int) -> None:
    found = board.symmetries
    assert len({tuple(p) for p in found.tolist()}) == count
    group = {tuple(p[q].tolist()) for p, q in itertools.product(found, found)}
    assert group == {tuple(p) for p in found.tolist()}
    for p in found:
        assert np.array_equal(board.distances[np.ix_(p, p)], board.distances)
        assert np.array_equal(board.edges[p] > 0, board.edges > 0)


def test_text() -> None:
    assert Drawing(rhombus(3)).text().splitlines() == [
        "  a b c",
        "1 . . .",
        " 2 . . .",
        "  3 . . .",
    ]
    assert Drawing(triangle(3)).text().splitlines()[1:] == ["1 . . .", " 2 . .", "  3 ."]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_every_cell_has_a_place_of_its_own(board: HexOutline) -> None:
    places = board.template.places
    assert len(set(places)) == len(board)
    assert sum(line.count(".") for line in board.template.lines) == len(board)
    assert all(board.template.lines[place.line][place.column] == "." for place in places)
    assert [cell for row in board.rows for cell in row] == list(range(len(board)))
    assert svg(Drawing(board)).count("<svg") == 1


def test_wrong_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"width 0 .*1\.\.32"):
        rhombus(0)
    with pytest.raises(ValueError, match=r"height 33 .*1\.\.32"):
        rhombus(3, 33)
    with pytest.raises(ValueError, match=r"size 99 .*1\.\.32"):
        triangle(99)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], r"0 rows .*1\.\.32"),
        ([(0, 1)] * 33, r"33 rows .*1\.\.32"),
        ([(0, 2), (3, 0)], r"\(3, 0\) .*length from 1"),
        ([(-1, 2), (0, 2)], r"\(-1, 2\) .*x from 0"),
        ([(0, 2), (30, 3)], r"\(30, 3\) .*up to 32"),
        ([(3, 2), (2, 2)], r"x = 2.*expected 0"),
    ],
)
def test_wrong_rows_are_refused(rows: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        HexOutline(rows)
