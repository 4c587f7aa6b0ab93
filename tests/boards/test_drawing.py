"""Drawings, as text, as data and as SVG."""

import json

import pytest
from hypothesis import given

from boards.drawings import drawings
from nupp.boards import (
    Drawing,
    EdgeBoard,
    HexRectangle,
    Piece,
    SquareBoard,
    piece_on,
)


@pytest.mark.slow
@given(drawings())
def test_data_can_be_written_as_json(drawing):
    data = drawing.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert [cell["name"] for cell in data["board"]["cells"]] == [c.name for c in drawing.board.cells]
    assert [piece["shape"] for piece in data["pieces"]] == [piece.shape for piece in drawing.pieces]
    assert {int(cell): word for cell, word in data["fills"].items()} == drawing.fills


def test_a_piece_of_many_drawings_is_made_once():
    assert piece_on(3, 1, "O") == Piece(3, 1, "O")
    assert piece_on(3, 1, "O") is piece_on(3, 1, "O")


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


def test_text_of_edges_and_boxes():
    board = EdgeBoard(1, 1)
    edges = tuple(Piece(e, -1, "-" if e < board.horizontal else "|", "edge") for e in range(4))
    assert Drawing(board, edges[:3]).text() == "2 +---+\n  |\n1 +---+\n  a   b"
    won = Drawing(board, (*edges, Piece(0, 1, "B", "box")))
    assert won.text() == "2 +---+\n  | B |\n1 +---+\n  a   b"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda b: Piece(0, 2, "x"), r"side 2\b.*0, 1, or -1"),
        (lambda b: Piece(0, 0, "xx"), r"'xx'.*single"),
        (lambda b: Piece(0, 0, "x", "blob"), r"shape 'blob'.*disc, cross"),
        (lambda b: Piece(0, 0, "x", signs=("skull",)), r"sign 'skull'.*active"),
        (lambda b: Drawing(b, (Piece(9, 0, "x"),)), r"\b9\b.*cell.*from 0"),
        (lambda b: Drawing(b, (Piece(0, 0, "x", "box"),)), r"\b0\b.*area"),
        (lambda b: Drawing(b, marks=(-1,)), r"-1\b.*cell"),
        (lambda b: Drawing(b, targets=(9,)), r"\b9\b.*cell"),
        (lambda b: Drawing(b, fills={0: "lava"}), r"surface 'lava'.*light, dark"),
        (lambda b: Drawing(b, style="glass"), r"style 'glass'.*wood"),
        (lambda b: Drawing(b, colours=("red", "pink")), r"colour 'pink'.*black"),
    ],
)
def test_errors_quote_what_is_wrong(make, message):
    with pytest.raises(ValueError, match=message):
        make(SquareBoard(3, 3))
