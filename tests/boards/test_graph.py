"""Boards of points and lines, and maps drawn as text."""

import pytest

from nupp.boards import GraphBoard, parse_map

GRID3X3 = """
+-+-+
| | |
+-+-+
| | |
+-+-+
"""
GRID4X4 = """
+-+-+-+
| | | |
+-+-+-+
| | | |
+-+-+-+
| | | |
+-+-+-+
"""
RING8 = """
+-+-+
|   |
+   +
|   |
+-+-+
"""
PLUS = """
  +
  |
+-+-+
  |
  +
"""
CROSS = """
    +
    |
    +
    |
+-+-+-+-+
    |
    +
    |
    +
"""
PATH5 = "+-+-+-+-+"

# The points and lines of the board of Nine Men's Morris, ring by ring.
MILLS = (
    *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"),
    *("a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1"),
)


def morris():
    mills = [mill.split() for mill in MILLS]
    points = {name: (ord(name[0]) - ord("a"), int(name[1]) - 1) for mill in mills[:8] for name in mill}
    return GraphBoard(points, [(mill[i], mill[i + 1]) for mill in mills for i in range(2)])


@pytest.mark.parametrize(
    ("text", "nodes", "edges", "symmetries"),
    [
        (GRID3X3, 9, 12, 8),
        (GRID4X4, 16, 24, 8),
        (RING8, 8, 8, 8),
        (PLUS, 5, 4, 8),
        (CROSS, 9, 8, 8),
        (PATH5, 5, 4, 2),
    ],
    ids=["grid3x3", "grid4x4", "ring8", "plus", "cross", "path5"],
)
def test_named_maps(text, nodes, edges, symmetries):
    board = parse_map(text)
    assert len(board) == nodes
    assert len(board.edges) == edges
    assert len(board.symmetries) == symmetries
    degrees = (board.neighbours >= 0).sum(axis=1)
    assert degrees.sum() == 2 * edges
    assert degrees.max() == board.neighbours.shape[1]


def test_map_names_and_order():
    board = parse_map(PLUS)
    assert [cell.name for cell in board.cells] == ["b1", "a2", "b2", "c2", "b3"]
    assert board.neighbours[2].tolist() == [0, 1, 3, 4]
    assert board.neighbours[0].tolist() == [2, -1, -1, -1]
    assert board.rows == ((-1, 4, -1), (1, 2, 3), (-1, 0, -1))


def test_diagonals_letters_and_indentation():
    board = parse_map("\n\n   A-b\n   |X|\n   +-X\n\n")
    assert len(board.edges) == 6
    assert board.text("....") == "2 .---.\n  | X |\n1 .---.\n  a   b"
    assert parse_map("+ +\n /\n+ +").edges == ((0, 3),)
    assert parse_map("+ +\n \\\n+ +").edges == ((1, 2),)
    assert parse_map("+ +\r\n x\r\n+ +").edges == ((0, 3), (1, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"''.*map.*'\+'"),
        ("  \n ", "map"),
        ("+-", r"line 1, column 2\b.*'-'.*node"),
        ("\n  +-+\n  |\n", r"line 3, column 3\b.*'\|'.*node"),
        ("+|+", r"line 1, column 2\b.*'\|'.*'-'"),
        ("+-+\n-", r"line 2, column 1\b.*'-'.*'\|'"),
        ("+-+\n|o|\n+-+", r"line 2, column 2\b.*'o'.*'/' or '\\' or 'X'"),
        ("+-*", r"line 1, column 3\b.*'\*'.*'\+'.*letter"),
        ("+ +\n X\n+", r"line 2, column 2\b.*'X'.*node"),
        ("+\t+", r"line 1, column 2\b.*'\\t'.*'-'"),
    ],
)
def test_malformed_maps(text, message):
    with pytest.raises(ValueError, match=message):
        parse_map(text)


def test_maps_survive_their_own_text():
    """The text of a board, its margins cut off and squeezed to half, is again its map."""
    for text in (GRID3X3, GRID4X4, RING8, PLUS, CROSS, PATH5, "+-+-+\n|X|/|\n+-+-+\n \\|X\n  +-+"):
        board = parse_map(text)
        lines = board.text("+" * len(board)).split("\n")[:-1]
        assert parse_map("\n".join(line[2::2] for line in lines)) == board


def test_morris():
    board = morris()
    assert (len(board), len(board.edges), len(board.symmetries)) == (24, 32, 8)
    beside = board.neighbours[board.cell("d6")].tolist()
    assert [board.name(cell) for cell in beside] == ["d7", "b6", "f6", "d5"]
    lines = board.text("." * 24).split("\n")
    assert lines[0] == "7 .-----------.-----------."
    assert lines[6] == "4 .---.---.       .---.---."
    middle = [board.name(cell) if cell >= 0 else "." for cell in board.rows[3]]
    assert middle == ["a4", "b4", "c4", ".", "e4", "f4", "g4"]


def test_other_names_stand_beside_their_points():
    board = GraphBoard({"Gate": (0, 0), "tower": (3, 1)}, [("tower", "gate")])
    assert board.cell("GATE ") == 0
    assert [label.text for label in board.labels] == ["Gate", "tower"]
    assert board.text("GT") == "            T\n      /\nG"


@pytest.mark.parametrize(
    ("points", "edges", "message"),
    [
        ({}, [], "without points"),
        ({"a1": (0, 0), "A1": (1, 0)}, [], "'a1' and 'A1'"),
        ({"a1": (0, 0), "b1": (0, 0)}, [], r"'a1' and 'b1'.*\(0, 0\)"),
        ({"a1": (0, -1)}, [], r"'a1'.*\(0, -1\).*from 0"),
        ({"a1": (0, 0)}, [("a1", "b1")], r"\('a1', 'b1'\).*\['a1'\]"),
        ({"a1": (0, 0)}, [("a1", "a1")], r"\('a1', 'a1'\).*itself"),
    ],
)
def test_malformed_graphs(points, edges, message):
    with pytest.raises(ValueError, match=message):
        GraphBoard(points, edges)
