"""Boards of hexes of any outline: their cells, neighbours, edges, symmetries, and how they are drawn."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from nupp.boards import Drawing, HexOutline, hexagon, rhombus, svg, triangle
from nupp.boards.outlines import Row

BOARDS = [
    rhombus(11),
    rhombus(3, 5),
    rhombus(1),
    triangle(6),
    HexOutline([Row(1, 2), Row(0, 3), Row(0, 2)], ()),
]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_neighbours_are_a_step_apart(board: HexOutline) -> None:
    for cell, row in enumerate(board.neighbours.tolist()):
        near = {other for other in range(len(board)) if board.distances[cell, other] == 1}
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


@pytest.mark.parametrize(("board", "lengths"), [(rhombus(4, 3), [4, 4, 3, 3]), (triangle(5), [5, 5, 5])])
def test_edges(board: HexOutline, lengths: list[int]) -> None:
    assert [int(np.sum(board.edges >> bit & 1)) for bit in range(len(lengths))] == lengths
    assert board.edges[0] in (5, 3)
    outside = np.any(board.neighbours < 0, axis=1)
    assert np.array_equal(board.edges > 0, outside)


@pytest.mark.parametrize(("board", "count"), [(rhombus(5), 4), (rhombus(4, 5), 2), (triangle(4), 6)])
def test_symmetries(board: HexOutline, count: int) -> None:
    assert len(board.symmetries) == count


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
