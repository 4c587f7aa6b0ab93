"""Drawings, as text, as data and as SVG."""

import json
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
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
    paint,
    parse_map,
    svg,
)

SVG = "{http://www.w3.org/2000/svg}"
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


@settings(max_examples=50)
@given(drawings(), st.integers(50, 2000))
def test_svg_is_xml_with_one_element_a_piece(drawing, size):
    root = ElementTree.fromstring(svg(drawing, size).encode())
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert max(int(root.get("width")), int(root.get("height"))) == size
    pieces = [g for g in root.iter(f"{SVG}g") if "piece" in g.get("class", "").split()]
    assert len(pieces) == len(drawing.pieces)
    for element, piece in zip(pieces, drawing.pieces, strict=True):
        cells = drawing.board.areas if piece.shape == "box" else drawing.board.cells
        assert element.get("class") == f"piece {piece.shape}"
        assert element.get("data-cell") == cells[piece.cell].name
        assert element.get("data-side") == str(piece.side)
        assert len(element) > 0


@given(drawings())
def test_svg_needs_nothing_else(drawing):
    text = svg(drawing)
    root = ElementTree.fromstring(text.encode())
    assert not [e for e in root.iter() if e.tag in (f"{SVG}script", f"{SVG}image", f"{SVG}style")]
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= ids
    assert text.count("http") == 1  # the name of the format


@given(drawings(), st.integers(100, 900))
def test_svg_is_the_picture_with_what_is_only_told(drawing, size):
    picture = paint(drawing)
    assert not any("\n" in element for element in picture.elements)
    opening, title, desc, *rest = svg(drawing, size).split("\n")
    assert opening == picture.opening(size)
    assert title.startswith("<title>")
    assert desc.startswith("<desc>")
    assert rest == [*picture.elements, "</svg>"]


@given(drawings())
def test_svg_stays_within_its_box(drawing):
    root = ElementTree.fromstring(svg(drawing).encode())
    x, y, width, height = map(float, root.get("viewBox").split())
    for element in root.iter(f"{SVG}circle"):
        assert x < float(element.get("cx")) < x + width
        assert y < float(element.get("cy")) < y + height
    for element in root.iter(f"{SVG}text"):
        assert x < float(element.get("x")) < x + width
        assert y < float(element.get("y")) < y + height


@given(drawings())
def test_data_can_be_written_as_json(drawing):
    data = drawing.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert [cell["name"] for cell in data["board"]["cells"]] == [c.name for c in drawing.board.cells]
    assert [piece["shape"] for piece in data["pieces"]] == [piece.shape for piece in drawing.pieces]
    assert {int(cell): word for cell, word in data["fills"].items()} == drawing.fills


def test_title_and_description():
    board = SquareBoard(3, 3)
    pieces = (Piece(4, 0, "x", "cross"), Piece(0, 1, "o", "ring"))
    drawing = Drawing(board, pieces, colours=("blue", "red"), caption="x & o <3")
    root = ElementTree.fromstring(svg(drawing))
    assert root.find(f"{SVG}title").text == "x & o <3"
    assert root.find(f"{SVG}desc").text == "first (blue): x b2; second (red): o a1"
    assert "x & o <3" in [element.text for element in root.iter(f"{SVG}text")]
    assert ElementTree.fromstring(svg(Drawing(board))).find(f"{SVG}title").text == "Board"


def test_text_shows_pieces_before_surfaces():
    board = HexRectangle(3, 2)
    drawing = Drawing(board, (Piece(0, 0, "K", "unit"),), fills={0: "grass", 1: "water", 5: "crag"})
    assert drawing.text() == "  a b c\n1 K ~ .\n2  . . #"


def test_notes_stand_below_a_text():
    drawing = Drawing(SquareBoard(2, 2), notes=("one", "two"))
    assert drawing.board_text() == "2 . .\n1 . .\n  a b"
    assert drawing.text() == "2 . .\n1 . .\n  a b\none\ntwo"
    assert drawing.to_dict()["notes"] == ["one", "two"]


def test_the_caption_is_the_last_line_of_a_text():
    board = SquareBoard(2, 2)
    assert Drawing(board, caption="here").text() == "2 . .\n1 . .\n  a b\nhere"
    assert Drawing(board, caption="here", notes=("one",)).text() == "2 . .\n1 . .\n  a b\none\nhere"


@pytest.mark.parametrize("sign", SIGNS)
def test_every_sign_shows_on_a_unit(sign):
    def drawn(*signs):
        return svg(Drawing(HexRectangle(3, 2), (Piece(0, 0, "K", "unit", "7", signs),)))

    assert drawn(sign) != drawn()
    assert Piece(0, 0, "K", "unit", "7", (sign,)).signs == (sign,)


def test_small_pictures_have_places_of_their_own():
    signs = ("hourglass", "shield", "swords")
    root = ElementTree.fromstring(svg(Drawing(HexRectangle(3, 2), (Piece(0, 0, "K", "unit", "7", signs),))))
    circles = [(e.get("cx"), e.get("cy")) for e in root.iter(f"{SVG}circle")]
    assert len(set(circles)) == len(circles) == 2 + len(signs)


def test_text_of_edges_and_boxes():
    board = EdgeBoard(1, 1)
    edges = tuple(Piece(e, -1, "-" if e < board.horizontal else "|", "edge") for e in range(4))
    assert Drawing(board, edges[:3]).text() == "2 +---+\n  |\n1 +---+\n  a   b"
    won = Drawing(board, (*edges, Piece(0, 1, "B", "box")))
    assert won.text() == "2 +---+\n  | B |\n1 +---+\n  a   b"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda b: Piece(0, 2, "x"), "side 2 is unknown: expected 0, 1, or -1 for nobody"),
        (lambda b: Piece(0, 0, "xx"), "'xx' is no symbol: expected a single character"),
        (lambda b: Piece(0, 0, "x", "blob"), "shape 'blob' is unknown: expected one of disc, cross"),
        (lambda b: Piece(0, 0, "x", signs=("skull",)), "sign 'skull' is unknown: expected one of active"),
        (lambda b: Drawing(b, (Piece(9, 0, "x"),)), "9 is no cell of this board: expected a number from 0"),
        (lambda b: Drawing(b, (Piece(0, 0, "x", "box"),)), "0 is no area of this board"),
        (lambda b: Drawing(b, marks=(-1,)), "-1 is no cell of this board"),
        (lambda b: Drawing(b, targets=(9,)), "9 is no cell of this board"),
        (lambda b: Drawing(b, fills={0: "lava"}), "surface 'lava' is unknown: expected one of light, dark"),
        (lambda b: Drawing(b, style="glass"), "style 'glass' is unknown: expected one of wood"),
        (lambda b: Drawing(b, colours=("red", "pink")), "colour 'pink' is unknown: expected one of black"),
    ],
)
def test_errors_quote_what_is_wrong(make, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        make(SquareBoard(3, 3))
