"""What every board promises: names, neighbours, symmetries, labels, text."""

import itertools
import pickle

import numpy as np
import pytest

from nupp.boards import (
    Board,
    DarkSquares,
    EdgeBoard,
    GraphBoard,
    HexagonBoard,
    HexRectangle,
    SquareBoard,
    parse_map,
)

TRIANGLE = {"Top": (1, 1), "left": (0, 0), "right": (2, 0)}
BOARDS = {
    "1x1": lambda: SquareBoard(1, 1),
    "3x3": lambda: SquareBoard(3, 3),
    "8x8": lambda: SquareBoard(8, 8, rows_from="top", stars=True),
    "7x6": lambda: SquareBoard(7, 6),
    "15x15": lambda: SquareBoard(15, 15, grid="points", stars=True),
    "32x2": lambda: SquareBoard(32, 2),
    "hexagon": lambda: HexagonBoard(),
    "hexagon1": lambda: HexagonBoard(1),
    "hexagon7": lambda: HexagonBoard(7),
    "hexxagon": lambda: HexagonBoard(holes=("e6", "d4", "f4")),
    "lput": lambda: HexRectangle(),
    "hexes4x3": lambda: HexRectangle(4, 3),
    "hexes30x2": lambda: HexRectangle(30, 2),
    "dots3x3": lambda: EdgeBoard(3, 3),
    "dots4x2": lambda: EdgeBoard(4, 2),
    "graph": lambda: parse_map("+-+\n|X|\n+-+"),
    "named": lambda: GraphBoard(TRIANGLE, [("Top", "left"), ("right", "TOP")]),
    "point": lambda: GraphBoard({"a1": (0, 0)}, []),
}
SYMMETRIES = {
    "1x1": 1,
    "3x3": 8,
    "8x8": 8,
    "7x6": 4,
    "15x15": 8,
    "32x2": 4,
    "hexagon": 12,
    "hexagon1": 1,
    "hexagon7": 12,
    "hexxagon": 6,
    "lput": 2,
    "hexes4x3": 2,
    "hexes30x2": 2,
    "dots3x3": 8,
    "dots4x2": 4,
    "graph": 8,
    "named": 2,
    "point": 1,
}


@pytest.fixture(params=BOARDS, scope="module")
def named_board(request):
    return request.param, BOARDS[request.param]()


@pytest.fixture
def board(named_board) -> Board:
    return named_board[1]


def test_names_round_trip(board):
    assert [board.cell(board.name(cell)) for cell in range(len(board))] == list(range(len(board)))
    assert [board.cell(f" {cell.name.swapcase()}\n") for cell in board.cells] == list(range(len(board)))
    assert len({cell.name for cell in board.cells}) == len(board)


def test_unknown_names_are_quoted(board):
    with pytest.raises(ValueError, match=r"' zz99'.*expected \w+"):
        board.cell(" zz99")
    for number in (-1, len(board)):
        with pytest.raises(ValueError, match=rf"{number}\b.*\b0\.\."):
            board.name(number)


def test_neighbours_are_mutual(board):
    pairs = {
        (cell, other)
        for cell, others in enumerate(board.neighbours.tolist())
        for other in others
        if other != -1
    }
    assert pairs == {(b, a) for a, b in pairs}
    assert all(a != b for a, b in pairs)
    assert board.neighbours.dtype == np.int64
    assert len(pairs) == np.count_nonzero(board.neighbours >= 0)


def test_symmetries_are_a_group_of_automorphisms(named_board):
    name, board = named_board
    found = board.symmetries
    assert found.shape == (SYMMETRIES[name], len(board))
    assert found[0].tolist() == list(range(len(board)))
    group = {tuple(p) for p in found.tolist()}
    assert len(group) == len(found)
    assert {tuple(p[q].tolist()) for p, q in itertools.product(found, found)} == group
    neighbours = [set(others) - {-1} for others in board.neighbours.tolist()]
    for p in found.tolist():
        for cell, others in enumerate(neighbours):
            assert neighbours[p[cell]] == {p[other] for other in others}


def test_symmetries_keep_distances_on_the_drawing(board):
    def apart(centres):
        return np.hypot(*(centres[:, None] - centres).T)

    for p in board.symmetries:
        assert np.allclose(apart(board.centres[p]), apart(board.centres))


def test_arrays_are_read_only(board):
    for array in (board.neighbours, board.symmetries, board.centres):
        assert not array.flags.writeable


def test_outlines_surround_their_centres_and_lie_within_bounds(board):
    x0, y0, x1, y1 = board.bounds
    for cell in (*board.cells, *board.areas):
        for x, y in cell.outline:
            assert x0 < x < x1
            assert y0 < y < y1
        # The corners turn round the centre in one direction only.
        turns = [
            (ax - cell.x) * (by - cell.y) - (bx - cell.x) * (ay - cell.y)
            for (ax, ay), (bx, by) in itertools.pairwise((*cell.outline, cell.outline[0]))
        ]
        assert min(turns) > 0 or max(turns) < 0
    for label in board.labels:
        assert x0 < label.x < x1
        assert y0 < label.y < y1
    assert 0 < board.radius <= 0.51


def test_text_puts_each_symbol_at_its_place(board):
    """Of a text with a single X, X is at that cell's place and all else is the empty board."""
    empty = board.text([" "] * len(board)).split("\n")
    for cell, place in enumerate(board.template.places):
        symbols = [" "] * len(board)
        symbols[cell] = "\N{BLACK CIRCLE}"
        lines = board.text(symbols).split("\n")
        span = slice(place.column, place.column + place.width)
        assert lines[place.line][span] == "\N{BLACK CIRCLE}" * place.width
        blanked = [line.replace("\N{BLACK CIRCLE}", " ").rstrip() for line in lines]
        assert blanked == empty


def test_text_places_are_ordered_as_the_drawing(board):
    places = board.template.places
    for (a, p), (b, q) in itertools.combinations(zip(board.cells, places, strict=True), 2):
        if abs(a.y - b.y) > 0.6:
            assert (a.y < b.y) == (p.line < q.line)
        if abs(a.y - b.y) < 1e-9:
            assert p.line == q.line
        if abs(a.x - b.x) > 0.6:
            assert (a.x < b.x) == (p.column < q.column)


def test_text_refuses_wrong_symbols(board):
    with pytest.raises(ValueError, match=rf"{len(board) + 1}\b.*\b{len(board)} cells"):
        board.text(["."] * (len(board) + 1))
    with pytest.raises(ValueError, match=r"'ab'.*single"):
        board.text(["ab"] * len(board))


def test_equal_boards(named_board):
    name, board = named_board
    again = BOARDS[name]()
    assert board == again
    assert hash(board) == hash(again)
    assert pickle.loads(pickle.dumps(board)) == board
    assert [other for other in BOARDS if BOARDS[other]() == board] == [name]
    assert type(board).__name__ in repr(board)


#: Points of which arrows by nearness alone leave one that leads nowhere new.
APART = {"a3": (0, 2), "c2": (2, 1), "b4": (1, 3)}


def reached(arrows):
    """For each cell how many cells arrows lead to from it."""
    found = []
    for start in range(len(arrows)):
        known = front = {start}
        while front := {to for cell in front for to in arrows[cell].tolist() if to >= 0} - known:
            known = known | front
        found.append(len(known))
    return found


def test_arrows_lead_from_every_cell_to_every_other(board):
    assert set(reached(board.arrows)) == {len(board)}


def test_arrows_that_would_lead_nowhere_go_row_by_row():
    board = GraphBoard(APART, [("c2", "a3"), ("b4", "a3")])
    assert reached(board.arrows) == [3, 3, 3]
    right = [board.name(board.arrows[board.cell(name), 1]) for name in ("b4", "a3", "c2")]
    assert right == ["a3", "c2", "b4"]


#: Two squares, one within the other, and edges along their sides.
SQUARES = ["a1", "a3", "a5", "c5", "e5", "e3", "e1", "c1"], ["b2", "b3", "b4", "c4", "d4", "d3", "d2", "c2"]
NESTED = GraphBoard(
    {name: ("abcde".index(name[0]), int(name[1]) - 1) for square in SQUARES for name in square},
    [pair for square in SQUARES for pair in itertools.pairwise([*square, square[0]])],
)
#: For some cells what lies above, to the right, below and to the left; "" for nothing.
ARROWS = [
    (SquareBoard(3, 3), "b2", ("b3", "c2", "b1", "a2")),
    (SquareBoard(3, 3), "a1", ("a2", "b1", "", "")),
    (SquareBoard(3, 3, rows_from="top"), "b1", ("", "c1", "b2", "a1")),
    (HexagonBoard(), "e5", ("e6", "f4", "e4", "d4")),
    (HexagonBoard(), "a1", ("a2", "b1", "", "")),
    (HexagonBoard(holes=("e6",)), "e5", ("e7", "f4", "e4", "d4")),
    (HexRectangle(), "c3", ("c2", "d3", "c4", "b3")),
    (HexRectangle(), "c2", ("c1", "d2", "c3", "b2")),
    (DarkSquares(8), "18", ("15", "19", "23", "17")),
    (DarkSquares(8), "1", ("", "2", "6", "5")),
    (EdgeBoard(3, 3), "a1a2", ("a2b2", "b1b2", "a1b1", "")),
    (EdgeBoard(3, 3), "b2c2", ("c2c3", "c2d2", "c1c2", "a2b2")),
    (NESTED, "a1", ("a3", "c1", "", "")),
    (NESTED, "c1", ("c2", "e1", "", "a1")),
    (NESTED, "c2", ("c4", "d2", "c1", "b2")),
    (NESTED, "e3", ("e5", "", "e1", "d3")),
]


@pytest.mark.parametrize(("board", "cell", "expected"), ARROWS, ids=lambda value: str(value)[:24])
def test_arrows_by_hand(board, cell, expected):
    found = board.arrows[board.cell(cell)].tolist()
    assert tuple(board.name(to) if to >= 0 else "" for to in found) == expected


@pytest.mark.parametrize("name", ["8x8", "hexagon", "lput"])
def test_arrows_lead_straight_on(name):
    """From the middle of a side to that of the other, without drifting aside."""
    board = BOARDS[name]()
    for arrow, start in ((0, "d8"), (2, "d1")) if name == "8x8" else ((0, "e1"), (2, "e9")):
        if name == "lput":
            start = {0: "h12", 2: "h1"}[arrow]
        cell, column = board.cell(start), board.centres[board.cell(start), 0]
        while (cell := int(board.arrows[cell, arrow])) >= 0:
            assert abs(board.centres[cell, 0] - column) <= 0.51
