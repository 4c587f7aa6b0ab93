"""Boards of hexes: hexagons, and rectangles with shifted rows."""

import numpy as np
import pytest

from nupp.boards import HexagonBoard, HexRectangle, hexagon

LPUT = HexRectangle()


@pytest.mark.parametrize("board", [HexagonBoard(holes=("e5",)), LPUT], ids=repr)
def test_neighbours_are_one_apart_on_the_drawing(board):
    for cell, others in enumerate(board.neighbours.tolist()):
        for other in others:
            if other >= 0:
                assert np.hypot(*(board.centres[cell] - board.centres[other])) == pytest.approx(1)


def test_sight_refuses_a_wrong_shape():
    with pytest.raises(ValueError, match=r"\(3,\).*\(180,\)"):
        LPUT.sight([False] * 3)


def test_hexxagon_columns():
    board = HexagonBoard()
    assert [len(column) for column in board.columns] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert [cell for column in board.columns for cell in column] == list(range(61))
    names = [board.name(cell) for cell in board.columns[1]]
    assert names == ["b1", "b2", "b3", "b4", "b5", "b6"]
    for column in board.columns:
        xs = {round(board.cells[cell].x, 9) for cell in column}
        ys = [board.cells[cell].y for cell in column]
        assert len(xs) == 1
        assert ys == sorted(ys, reverse=True)
    corners = [board.axial[board.cell(name)] for name in ("a1", "a5", "e9", "i5", "i1", "e1")]
    assert [hexagon.distance(at, (0, 0)) for at in corners] == [4] * 6
    assert board.axial[board.cell("e5")] == (0, 0)


def test_holes_are_no_cells():
    board = HexagonBoard(holes=("F4", "e6", "d4"))
    assert len(board) == 58
    assert board.holes == ("d4", "e6", "f4")
    assert sorted(cell for column in board.columns for cell in column) == [-1] * 3 + list(range(58))
    assert board.columns[4][5] == -1
    assert board == HexagonBoard(5, ["d4", "e6", "f4"])
    with pytest.raises(ValueError, match=r"'e6'.*d4, e6, f4"):
        board.cell("e6")
    with pytest.raises(ValueError, match=r"'a6'.*a\.\.i"):
        HexagonBoard(holes=("a6",))
    with pytest.raises(ValueError, match=r"holes.*a1"):
        HexagonBoard(1, holes=("a1",))
    with pytest.raises(ValueError, match="side 0"):
        HexagonBoard(0)
    # Red starts on a1 e9 i1, blue on a5 e1 i5: with these holes no symmetry exchanges the sides.
    red = {board.cell(name) for name in ("a1", "e9", "i1")}
    assert all({p[cell] for cell in red} == red for p in board.symmetries.tolist())
    whole = HexagonBoard()
    red = {whole.cell(name) for name in ("a1", "e9", "i1")}
    assert sum({p[cell] for cell in red} == red for p in whole.symmetries.tolist()) == 6


def test_hexxagon_text():
    board = HexagonBoard(2, holes=["b2"])
    assert board.text(["R", "x", "y", "B", "v", "w"]).split("\n") == [
        "     3 B",
        " 2 x       w",
        "       #",
        " 1 R       v",
        "       y",
        "   a       c",
        "       b",
    ]


def test_lput_rows_run_from_the_top():
    assert LPUT.cell("a1") == 0
    assert LPUT.cell("o12") == 179
    assert LPUT.rows[1][0] == 15
    assert LPUT.cells[15].x - LPUT.cells[0].x == pytest.approx(0.5)
    assert LPUT.cells[15].y > LPUT.cells[0].y
    assert LPUT.axial[LPUT.cell("c4")] == hexagon.offset_to_axial((2, 3))
    assert HexRectangle(3, 3).text("abcdefghi") == "  a b c\n1 a b c\n2  d e f\n3 g h i"
    with pytest.raises(ValueError, match="height 33"):
        HexRectangle(3, 33)
