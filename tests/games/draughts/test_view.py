"""The drawing of draughts."""

from __future__ import annotations

from games.draughts.positions import at, rules


def test_drawing() -> None:
    position = at("W:WK29,32:B18,K1").play("29x15")
    drawing = position.drawing
    pieces = {(piece.cell + 1, piece.side, piece.symbol, piece.shape) for piece in drawing.pieces}
    assert pieces == {(1, 1, "B", "king"), (15, 0, "W", "king"), (32, 0, "w", "disc")}
    assert drawing.colours == ("white", "black")
    assert [drawing.board.name(cell) for cell in drawing.marks] == ["29", "18", "15"]
    assert position.svg()


def test_the_first_side_is_black_in_english() -> None:
    drawing = rules("english").start_position().drawing
    assert drawing.colours == ("black", "white")
    assert {piece.side for piece in drawing.pieces if piece.cell < 12} == {0}
