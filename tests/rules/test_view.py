"""Why games end and where, and what a game without a view of its own looks like."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.boards import SquareBoard
from nupp.kernel import record_dtype
from nupp.rules import Ending, Game, Kinds, MoveNotation, Position, game


def cells(spec: str, ending: Ending) -> list[str]:
    return [game(spec).board.name(cell) for cell in ending.cells]


@pytest.mark.parametrize(
    ("spec", "text", "reason", "words", "where"),
    [
        ("tictactoe", "xxx/oo1/3 o", "line", "three in a row", "a3 b3 c3"),
        ("mnk:width=6,height=6,k=4", "6/1oooo1/6/xxx3/1x4/6 x", "line", "four in a row", "b5 c5 d5 e5"),
        (
            "mnk:width=6,height=6,k=4,exact=true",
            "6/oooo2/1x4/2x3/3x2/6 x",
            "line",
            "four in a row",
            "a5 b5 c5 d5",
        ),
        ("tictactoe", "xox/oxo/oxo x", "full", "the board is full", ""),
        ("connectfour", "7/7/o6/o6/o6/oxxx3 x", "line", "four in a row", "a1 a2 a3 a4"),
        ("hexxagon", "R4/6/7/3#4/5#3/3#4/7/6/5 b 0", "no_piece", "blue has no piece left", ""),
        ("hex:size=3", "1R1/1R1/1RB b", "connection", "red has connected top and bottom", "b1 b2 b3"),
        ("hex:size=3", "RR1/BBB/R1R r", "connection", "blue has connected left and right", "a2 b2 c2"),
        (
            "breakthrough:width=3,height=5",
            "1WB/3/3/B2/3 b",
            "through",
            "white has reached the last row",
            "b5",
        ),
        ("breakthrough:width=3,height=5", "3/3/1W1/3/3 b", "no_piece", "black has no man left", ""),
        ("domineering:width=2,height=2", "VV/VV l", "no_move", "lying has no legal move", ""),
    ],
)
def test_why_a_game_ended_and_where(spec: str, text: str, reason: str, words: str, where: str) -> None:
    ending = game(spec).parse_position(text).ending
    assert (ending.reason, ending.words) == (reason, words)
    assert cells(spec, ending) == where.split()


def test_a_game_that_goes_on_has_no_ending() -> None:
    with pytest.raises(ValueError, match="no ending yet"):
        _ = game("tictactoe").start_position().ending


class Plain(Game):
    """A game that says what stands on its cells, and nothing of how it looks."""

    name = "plain"
    notation = MoveNotation("[a-c][1-3]", "a cell")
    max_moves = 9
    kinds = Kinds(1, neutral=1)

    def __init__(self) -> None:
        self.board = SquareBoard(3, 3)
        self.State = record_dtype(("cells", np.int8, (9,)), ("turn", np.int8))

    def start(self, state):
        state.cells[4] = 3

    def legal_moves(self, state, moves):
        n = 0
        for cell in range(9):
            moves[n] = cell
            n += state.cells[cell] == 0
        return n

    def play(self, state, move):
        state.cells[move] = 1 + state.turn
        state.turn = 1 - state.turn

    def to_move(self, state):
        return state.turn

    def outcome(self, state):
        return 0

    def contents(self, state, found):
        n = 0
        for cell in range(9):
            kind = state.cells[cell]
            if kind != 0:
                found[n] = 4 * cell + (kind if kind == 3 or state.turn == 0 else 3 - kind)
                n += 1
        return n

    def move_text(self, state, move):
        return self.board.name(move)

    def format_position(self, state):
        return "".join(map(str, state.cells))

    def read_position(self, text, state):
        raise ValueError("it is not read")


def test_a_game_without_a_view_shows_what_stands_on_its_cells_and_its_last_move() -> None:
    position: Position = Plain().start_position().play("a1").play("c3")
    drawing = position.drawing
    assert [(piece.cell, piece.side, piece.symbol) for piece in drawing.pieces] == [
        (0, 0, "1"),
        (4, -1, "#"),
        (8, 1, "2"),
    ]
    assert drawing.marks == (8,)
    assert position.choices[0].steps == (1,)
    assert position.game.view.pieces_to_place() == ()


class Silent(Plain):
    """The same game, of which nothing is said of its cells."""

    name = "silent"
    kinds = Kinds()

    def contents(self, state, found):
        return 0


def test_a_game_without_contents_has_its_position_below_the_board() -> None:
    position = Silent().start_position().play("a1")
    assert position.drawing.pieces == ()
    assert position.drawing.caption == str(position) == "100030000"
    assert Plain().start_position().drawing.caption == ""
