"""The dark squares of a chequered board."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nupp.boards import DARK_DIRECTIONS, DarkSquares, Drawing, svg

sizes = st.integers(1, 16).map(lambda half: 2 * half)


@pytest.mark.parametrize(
    ("size", "squares"),
    [(8, {1: "b8", 4: "h8", 5: "a7", 29: "a1", 32: "g1"}), (10, {1: "b10", 5: "j10", 6: "a9", 46: "a1"})],
)
def test_names(size: int, squares: dict[int, str]) -> None:
    board = DarkSquares(size)
    for number, square in squares.items():
        assert board.square(number - 1) == square
        assert board.name(number - 1) == str(number)
        assert board.cell(str(number)) == board.cell(square.upper()) == number - 1


@pytest.mark.parametrize("name", ["0", "33", "a2", "b1", "i1", "", "K1"])
def test_what_is_no_cell(name: str) -> None:
    with pytest.raises(ValueError, match=rf"{re.escape(repr(name))}.*1\.\.32"):
        DarkSquares(8).cell(name)


@given(sizes)
def test_cells_are_numbered_as_one_reads_them(size: int) -> None:
    board = DarkSquares(size)
    assert len(board) == size * size // 2
    places = [(cell.y, cell.x) for cell in board.cells]
    assert places == sorted(places)
    assert [cell for row in board.rows for cell in row] == list(range(len(board)))
    assert board.square(board.rows[-1][0]) == "a1"
    assert board.surface == (0, 0, size, size)


@given(sizes)
def test_neighbours(size: int) -> None:
    board = DarkSquares(size)
    at = {board.column_and_row(cell): cell for cell in range(len(board))}
    for (column, row), cell in at.items():
        for d, (dx, dy) in enumerate(DARK_DIRECTIONS):
            neighbour = int(board.neighbours[cell, d])
            assert neighbour == at.get((column + dx, row + dy), -1)
            assert neighbour < 0 or board.neighbours[neighbour, 3 - d] == cell


def test_symmetries() -> None:
    board = DarkSquares(8)
    assert tuple(reversed(range(32))) in map(tuple, board.symmetries.tolist())
    assert len(board.symmetries) == 4


def test_text_and_picture() -> None:
    board = DarkSquares(4)
    assert board.text("wb......") == "1    w   b\n3  .   .\n5    .   .\n7  .   ."
    assert [(label.text, label.x, label.y) for label in board.labels if label.y < 0] == [
        ("1", 1.5, -0.35),
        ("2", 3.5, -0.35),
    ]
    assert svg(Drawing(board)).startswith("<svg")


@pytest.mark.parametrize("size", [0, -2, 7, 34])
def test_refused_sizes(size: int) -> None:
    with pytest.raises(ValueError, match=rf"{size}.*even"):
        DarkSquares(size)


def test_equality() -> None:
    assert DarkSquares(8) == DarkSquares(8)
    assert DarkSquares(8) != DarkSquares(10)
    assert repr(DarkSquares(8)) == "DarkSquares(8)"
