"""Boards of squares."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nupp.boards import SQUARE_DIRECTIONS, SquareBoard

sides = st.integers(1, 32)


def test_corners():
    bottom = SquareBoard(8, 8)
    assert (bottom.cell("a1"), bottom.cell("h1"), bottom.cell("a8"), bottom.cell("h8")) == (0, 7, 56, 63)
    assert (bottom.cells[0].x, bottom.cells[0].y) == (0.5, 7.5)
    top = SquareBoard(8, 8, rows_from="top")
    assert (top.cells[0].x, top.cells[0].y) == (0.5, 0.5)
    assert top.cell("a2") == 8


@given(sides, sides, st.sampled_from(["bottom", "top"]))
def test_rows_are_as_one_sees_them(width, height, rows_from):
    board = SquareBoard(width, height, rows_from=rows_from)
    seen = sorted(range(len(board)), key=lambda cell: (board.cells[cell].y, board.cells[cell].x))
    assert [cell for row in board.rows for cell in row] == seen
    assert {len(row) for row in board.rows} == {width}


@given(sides, sides)
def test_neighbours(width, height):
    board = SquareBoard(width, height)
    for cell, found in enumerate(board.neighbours.tolist()):
        row, column = divmod(cell, width)
        for (dx, dy), other in zip(SQUARE_DIRECTIONS, found, strict=True):
            x, y = column + dx, row + dy
            inside = 0 <= x < width and 0 <= y < height
            assert other == (y * width + x if inside else -1)


def test_directions_are_opposite_in_pairs():
    for d, (dx, dy) in enumerate(SQUARE_DIRECTIONS):
        assert SQUARE_DIRECTIONS[d ^ 1] == (-dx, -dy)
    assert all(0 in step for step in SQUARE_DIRECTIONS[:4])


def test_text():
    assert SquareBoard(3, 3).text("xo.x....o") == "3 . . o\n2 x . .\n1 x o .\n  a b c"
    assert SquareBoard(2, 10, rows_from="top").text("." * 20).split("\n")[:2] == ["   a b", " 1 . ."]
    wide = SquareBoard(28, 1).text("." * 28).split("\n")
    assert wide[1].endswith(" x  y  z  aa ab")
    assert wide[0][wide[1].index("aa")] == "."


def test_lines_and_stars():
    assert len(SquareBoard(3, 3).lines) == 4
    points = SquareBoard(15, 15, grid="points", stars=True)
    assert len(points.lines) == 30
    at = {(cell.x, cell.y): cell.name for cell in points.cells}
    assert sorted(at[dot] for dot in points.dots) == ["d12", "d4", "h8", "l12", "l4"]
    assert sorted(SquareBoard(8, 8, stars=True).dots) == [(2, 2), (2, 6), (6, 2), (6, 6)]
    assert SquareBoard(4, 4, stars=True).dots == ()


def test_errors():
    with pytest.raises(ValueError, match=r"width 33.*1\.\.32"):
        SquareBoard(33, 3)
    with pytest.raises(ValueError, match="height 0"):
        SquareBoard(3, 0)
    with pytest.raises(ValueError, match=r"'left'.*'bottom'.*'top'"):
        SquareBoard(3, 3, rows_from="left")
    with pytest.raises(ValueError, match=r"'k9'.*a\.\.h.*1\.\.8"):
        SquareBoard(8, 8).cell("k9")
