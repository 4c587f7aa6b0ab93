"""The board of Dots and Boxes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nupp.boards import EdgeBoard

sides = st.integers(1, 9)


def test_order_of_the_position_text():
    """Horizontal edges row by row from the bottom, then vertical ones, each from the left."""
    board = EdgeBoard(2, 1)
    assert [cell.name for cell in board.cells] == ["a1b1", "b1c1", "a2b2", "b2c2", "a1a2", "b1b2", "c1c2"]
    assert board.horizontal == 4
    board = EdgeBoard(3, 3)
    places = {"a1b1": 0, "c1d1": 2, "a2b2": 3, "c4d4": 11, "a1a2": 12, "d1d2": 15, "a2a3": 16, "d3d4": 23}
    assert {name: board.cell(name) for name in places} == places


def test_dots_in_either_order():
    board = EdgeBoard(3, 3)
    assert board.cell("b1a1") == board.cell("a1b1")
    assert board.cell(" A2A1 ") == board.cell("a1a2")
    for bad in ("a1c1", "a1b2", "a1a1", "a1", "a4a5"):
        with pytest.raises(ValueError, match=rf"'{bad}'.*a1\.\.d4"):
            board.cell(bad)


@given(sides, sides)
def test_boxes_and_edges_agree(width, height):
    board = EdgeBoard(width, height)
    assert len(board) == 2 * width * height + width + height
    assert board.box_edges.shape == (width * height, 4)
    for box, edges in enumerate(board.box_edges.tolist()):
        area = board.areas[box]
        around = [(board.cells[e].x - area.x, board.cells[e].y - area.y) for e in edges]
        assert around == [(0, 0.5), (0, -0.5), (-0.5, 0), (0.5, 0)]  # bottom, top, left, right
        assert all(box in board.edge_boxes[e] for e in edges)
    assert (board.edge_boxes >= 0).sum() == 4 * width * height
    assert (board.edge_boxes[:, 0] >= 0).all()


def test_boxes_are_numbered_from_the_bottom_left():
    board = EdgeBoard(3, 2)
    assert [area.name for area in board.areas] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert board.edge_boxes[board.cell("b2c2")].tolist() == [1, 4]
    assert board.edge_boxes[board.cell("a1a2")].tolist() == [0, -1]
    assert board.neighbours[board.cell("a1b1")].tolist() == [
        *(board.cell(name) for name in ("a2b2", "a1a2", "b1b2")),
        *(-1, -1, -1),
    ]


def test_text():
    board = EdgeBoard(2, 1)
    symbols = [" "] * len(board)
    for name in ("a1b1", "a2b2"):
        symbols[board.cell(name)] = "-"
    for name in ("a1a2", "b1b2"):
        symbols[board.cell(name)] = "|"
    assert board.text(symbols, ["A", " "]) == "2 +---+   +\n  | A |\n1 +---+   +\n  a   b   c"
    assert board.text(symbols).split("\n")[1] == "  |   |"
    with pytest.raises(ValueError, match=r"\b1 .*\b2 areas"):
        board.text(symbols, ["A"])


def test_lines_are_the_edges():
    board = EdgeBoard(3, 2)
    for cell, (start, end) in zip(board.cells, board.lines, strict=True):
        assert (cell.outline[0], cell.outline[2]) == (start, end)
        assert (cell.x, cell.y) == ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)


def test_errors():
    with pytest.raises(ValueError, match=r"width 0.*1\.\.31"):
        EdgeBoard(0, 3)
