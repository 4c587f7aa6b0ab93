"""Drawings as SVG."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.drawings import drawings
from nupp.boards import (
    SIDES,
    SIGNS,
    Drawing,
    HexRectangle,
    Piece,
    SquareBoard,
    paint,
    svg,
)

SVG = "{http://www.w3.org/2000/svg}"


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


@pytest.mark.slow
@given(drawings())
def test_svg_needs_nothing_else(drawing):
    text = svg(drawing)
    root = ElementTree.fromstring(text.encode())
    assert not [e for e in root.iter() if e.tag in (f"{SVG}script", f"{SVG}image", f"{SVG}style")]
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= ids
    assert text.count("http") == 1  # the name of the format


@pytest.mark.slow
@given(drawings(), st.integers(100, 900))
def test_svg_is_the_picture_with_what_is_only_told(drawing, size):
    picture = paint(drawing)
    assert not any("\n" in element for element in picture.elements)
    opening, title, desc, *rest = svg(drawing, size).split("\n")
    assert opening == picture.opening(size)
    assert title.startswith("<title>")
    assert desc.startswith("<desc>")
    assert rest == [*picture.elements, "</svg>"]


@pytest.mark.slow
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


def test_title_and_description():
    board = SquareBoard(3, 3)
    pieces = (Piece(4, 0, "x", "cross"), Piece(0, 1, "o", "ring"))
    drawing = Drawing(board, pieces, colours=("blue", "red"), caption="x & o <3")
    root = ElementTree.fromstring(svg(drawing))
    assert root.find(f"{SVG}title").text == "x & o <3"
    assert root.find(f"{SVG}desc").text == "first (blue): x b2; second (red): o a1"
    assert "x & o <3" in [element.text for element in root.iter(f"{SVG}text")]
    assert ElementTree.fromstring(svg(Drawing(board))).find(f"{SVG}title").text == "Board"


@pytest.mark.parametrize("sign", SIGNS)
def test_every_sign_shows_on_a_piece_for_which_it_is(sign):
    def drawn(*signs):
        shape = "half" if sign in SIDES else "unit"
        return svg(Drawing(HexRectangle(3, 2), (Piece(0, 0, "K", shape, "7", signs),)))

    assert drawn(sign) != drawn() or sign == SIDES[0]
    assert Piece(0, 0, "K", "unit", "7", (sign,)).signs == (sign,)


def test_small_pictures_have_places_of_their_own():
    signs = ("hourglass", "shield", "swords")
    root = ElementTree.fromstring(svg(Drawing(HexRectangle(3, 2), (Piece(0, 0, "K", "unit", "7", signs),))))
    circles = [(e.get("cx"), e.get("cy")) for e in root.iter(f"{SVG}circle")]
    assert len(set(circles)) == len(circles) == 2 + len(signs)
