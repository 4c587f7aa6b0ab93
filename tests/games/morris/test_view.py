"""The drawing of morris, and what its view says of positions."""

import pytest

from games.morris.positions import at
from nupp.rules import game
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize(
    ("white", "black", "hands", "flying", "facts"),
    [
        ("a7", "d6", "2,3", False, {"phase": "placing", "hand_first": "2", "hand_second": "3"}),
        (
            "a7 d7 g4 c3",
            "b4 d6 g1 a1",
            "0,0",
            False,
            {"phase": "moving", "pieces_first": "4", "pieces_second": "4"},
        ),
        (
            "a7 d7 g4",
            "b4 d6 g1 a1",
            "0,0",
            False,
            {"phase": "moving", "pieces_first": "3", "pieces_second": "4", "three": "white"},
        ),
        (
            "a7 d7 g4",
            "b4 d6 g1",
            "0,0",
            True,
            {"phase": "moving", "pieces_first": "3", "pieces_second": "3", "flies": "both"},
        ),
    ],
)
def test_phases(white: str, black: str, hands: str, flying: bool, facts: dict[str, str]) -> None:
    position = at(white, black, "w", hands, parameters=f"men=9,flying={str(flying).lower()}")
    assert dict(position.game.view.status(position.state[0])) == facts


def test_drawing() -> None:
    position = game("morris").start_position().play_all(["a7", "d6", "d7", "b4", "g7xb4"])
    drawing = position.drawing
    assert drawing.colours == ("white", "black")
    assert drawing.caption == "in hand: white 6, black 7"
    assert position.render().endswith("\nin hand: white 6, black 7")
    assert {(drawing.board.name(piece.cell), piece.side) for piece in drawing.pieces} == {
        *(("a7", 0), ("d7", 0), ("g7", 0), ("d6", 1)),
    }
    assert [drawing.board.name(cell) for cell in drawing.marks] == ["b4", "g7"]
    moved = at("a7 d7 g4", "b4 d6 f2 e3").play("g4-g7xf2").drawing
    assert [moved.board.name(cell) for cell in moved.marks] == ["f2", "g4", "g7"]
    assert moved.caption == ""
