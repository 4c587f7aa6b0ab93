"""The base for games of pieces on cells: texts, contents, pieces to set up, and symmetries."""

from __future__ import annotations

import numpy as np
import pytest

from nupp.boards import SquareBoard
from nupp.kernel import interpreted
from nupp.rules import NotationError, Position
from nupp.rules.cells import EMPTY, MovingGame, PlacingGame, count_kind, first_of_kind, list_kind


class Stones(PlacingGame):
    """Two kinds of stones a side, and rocks; nothing can be played beside a rock."""

    name = "stones"
    sides = ("red", "blue")
    side_letters = "rb"
    pieces = "RKBQ"
    neutral = "x"
    turned = True
    kept = ("left-right", "half-turn")
    words = ("pass",)

    def __init__(self, width=3, height=2):
        super().__init__(SquareBoard(width, height))

    def legal_moves(self, state, moves):
        return list_kind(state.cells, EMPTY, moves)

    def play(self, state, move):
        state.turn = 1 - state.turn


class Walk(MovingGame):
    """One man a side."""

    name = "walk"
    pieces = "XO"
    kept = ("left-right",)

    def __init__(self):
        super().__init__(SquareBoard(3, 2), 9)

    def legal_moves(self, state, moves):
        origin = first_of_kind(state.cells, state.turn + 1)
        moves[0], moves[1] = origin * 6, origin * 6 + 5
        return 2

    def play(self, state, move):
        state.turn = 1 - state.turn


RULES = Stones()
TEXT = "R1x/KBQ b"


@pytest.fixture
def position() -> Position:
    return RULES.parse_position(TEXT)


def test_positions_are_read_and_written(position: Position) -> None:
    assert str(position) == TEXT
    assert position.state[0].cells.tolist() == [2, 3, 4, 1, 0, 5]
    with pytest.raises(NotationError, match=r"unknown character .z. .*expected R, K, B, Q, x or a number"):
        RULES.parse_position("z2/3 r")


def test_networks_see_the_board_of_the_second_side_turned_and_own_pieces_first(
    position: Position,
) -> None:
    found = np.empty(6, np.int64)
    with interpreted():
        n = RULES.contents(position.state[0], found)
    assert RULES.kinds.values == 6
    assert dict(map(lambda one: divmod(one, 6), found[:n].tolist())) == {5: 4, 4: 1, 3: 2, 2: 3, 0: 5}


def test_the_board_is_drawn_and_set_up(position: Position) -> None:
    drawn = [(piece.cell, piece.side, piece.symbol) for piece in position.drawing.pieces]
    assert drawn == [(0, 0, "K"), (1, 1, "B"), (2, 1, "Q"), (3, 0, "R"), (5, -1, "x")]
    assert position.drawing.colours == ("red", "blue")
    assert [piece.symbol for piece in RULES.view.pieces_to_place()] == ["R", "K", "B", "Q", "x"]
    assert RULES.view.position_with(position.state[0], {0: "Q", 5: "x"}, 0) == "2x/Q2 r"


def test_moves_are_cells_or_words(position: Position) -> None:
    assert position.legal_moves == ("b2",)
    assert RULES.move_text(position.state[0], 6) == "pass"
    assert RULES.notation.words == "a cell such as a1 or pass"
    assert RULES.max_moves == 7


def test_moves_go_from_cell_to_cell_and_take() -> None:
    rules = Walk()
    position = rules.parse_position("2O/1X1 1")
    assert position.legal_moves == ("b1-a1", "b1xc2")
    assert position.choices[1].steps == (1, 5)
    _, mirrored = rules.symmetries
    assert rules.move_text(position.state[0], mirrored.map_move(6)) == "b1-c1"


def test_symmetries_map_the_board_onto_itself() -> None:
    assert [one.cells for one in RULES.symmetries] == [
        (0, 1, 2, 3, 4, 5),
        (2, 1, 0, 5, 4, 3),
        (5, 4, 3, 2, 1, 0),
    ]


def test_kinds_are_listed_counted_and_found() -> None:
    cells, moves = np.array([0, 2, 1, 2, 0], np.int8), np.empty(5, np.int64)
    with interpreted():
        assert moves[: list_kind(cells, 2, moves)].tolist() == [1, 3]
        assert [count_kind(cells, kind) for kind in range(4)] == [2, 1, 2, 0]
        assert [first_of_kind(cells, kind) for kind in range(4)] == [0, 2, 1, -1]
