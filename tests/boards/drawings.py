"""Drawings of all kinds, for Hypothesis."""

from hypothesis import strategies as st

from nupp.boards import (
    COLOURS,
    SHAPES,
    SIGNS,
    STYLES,
    SURFACES,
    DarkSquares,
    Drawing,
    EdgeBoard,
    HexagonBoard,
    HexRectangle,
    Piece,
    SquareBoard,
    parse_map,
)

BOARDS = [
    SquareBoard(3, 3),
    SquareBoard(9, 9, grid="points", stars=True),
    HexagonBoard(3, holes=("c3",)),
    HexRectangle(4, 3),
    parse_map("+-+\n|/|\n+-+"),
    EdgeBoard(2, 2),
    DarkSquares(8),
]


@st.composite
def drawings(draw):
    board = draw(st.sampled_from(BOARDS))
    cells = st.integers(0, len(board) - 1)
    shapes = st.sampled_from([shape for shape in SHAPES if shape != "box"])
    signs = st.sets(st.sampled_from(SIGNS)).map(tuple)
    pieces = st.builds(
        Piece, cells, st.integers(-1, 1), st.sampled_from("xo<&"), shapes, st.text(max_size=3), signs
    )
    found = draw(st.lists(pieces, max_size=8))
    if board.areas:
        found.append(Piece(draw(st.integers(0, len(board.areas) - 1)), 1, "B", "box"))
    return Drawing(
        board,
        tuple(found),
        marks=tuple(draw(st.sets(cells, max_size=2))),
        targets=tuple(draw(st.sets(cells, max_size=4))),
        fills=draw(st.dictionaries(cells, st.sampled_from(list(SURFACES)), max_size=5)),
        style=draw(st.sampled_from(STYLES)),
        colours=draw(st.tuples(st.sampled_from(COLOURS), st.sampled_from(COLOURS))),
        caption=draw(st.text(max_size=20)),
        notes=tuple(draw(st.lists(st.text(max_size=20), max_size=2))),
    )
