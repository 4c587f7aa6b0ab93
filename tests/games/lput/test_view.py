"""The drawing of L-put."""

from games.lput.positions import IDLE, at, play
from nupp.games.lput.terrain import BOARD


def test_drawing() -> None:
    position = at("F:b2:16:0:wrdx,S:b3:3:100:w,a:o12:16:0:x", "S", 2, 2)
    drawing = position.drawing
    assert {
        drawing.board.name(piece.cell): (piece.symbol, piece.side, piece.text) for piece in drawing.pieces
    } == {
        "b2": ("F", 0, "16"),
        "b3": ("S", 0, "3"),
        "o12": ("a", 1, "16"),
    }
    assert [piece.signs for piece in drawing.pieces] == [("swords", "shield", "done"), ("active",), ("done",)]
    assert drawing.caption == "Round 2: blue's swordsman is to act"
    assert "~ deep water" in drawing.notes[0]
    assert drawing.notes[1:] == (
        "F flyer b2: 16 fighters, waited, struck back, defends, has acted",
        "S swordsman b3: 3 fighters, 5 hit points lost, waited",
        "a archer o12: 16 fighters, has acted",
    )
    waiting = at("F:b2:16:0:w,S:b3:3:100:-,a:o12:16:0:-", "S").drawing
    assert waiting.pieces[0].signs == ("hourglass",)
    assert position.render().splitlines()[6] == " 6  = = = = = = = = . . . . . . ."
    assert position.render().splitlines()[-2:] == [drawing.notes[-1], drawing.caption]


def test_captions_of_finished_games() -> None:
    assert at("P:b2:16:0:-", "-", 7, 7).drawing.caption == "Blue has won in round 7"
    assert at("a:b2:16:0:-", "-", 7, 7).drawing.caption == "Red has won in round 7"
    assert at(f"P:b2:16:0:-,{IDLE}", "-", 61, 60).drawing.caption == "Drawn after round 60"


def test_cells_of_moves() -> None:
    position = at("S:c5:16:0:-,A:a1:16:0:-,k:d5:16:0:x,a:o12:16:0:-", "S")
    for move, cells in (("c4xd5", ["c4", "d5"]), ("xd5", ["c5", "d5"]), ("c4", ["c4"]), ("wait", [])):
        assert [
            BOARD.name(cell) for cell in position.game.view.move_cells(position.parse_move(move))
        ] == cells
    shot = play(position, "defend", "xd5")
    assert [BOARD.name(cell) for cell in shot.drawing.marks] == ["d5"]
