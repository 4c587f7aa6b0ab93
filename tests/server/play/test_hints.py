"""The cells of hints: where a move begins, or some with the right one among them."""

from __future__ import annotations

import nupp
from nupp.kernel import interpreted
from nupp.server.play.hints import AMONG, hint_cells


def cells(spec: str, move: str, number: int = 1) -> list[int]:
    """The cells of a hint at a move from the start."""
    with interpreted():
        position = nupp.game(spec).start_position()
        return hint_cells(position, position.parse_move(move), number)


def test_a_hint_shows_where_a_move_of_several_steps_begins() -> None:
    position = nupp.game("amazons:size=5").start_position()
    with interpreted():
        move = position.legal_moves[0]
        assert cells("amazons:size=5", move) == [position.steps(position.parse_move(move))[0]]


def test_which_of_the_cells_of_a_hint_is_the_right_one_differs() -> None:
    hints = [cells("tictactoe", "b2", number) for number in range(AMONG)]
    assert [len(found) for found in hints] == [AMONG] * AMONG
    assert sorted(found.index(4) for found in hints) == list(range(AMONG))


def test_where_there_are_few_cells_all_are_shown() -> None:
    assert cells("othello:size=4", "c4") == cells("othello:size=4", "a2")


def test_a_move_that_begins_with_a_word_has_no_cells() -> None:
    with interpreted():
        position = nupp.game("hex:size=3").start_position().play("b2")
        assert hint_cells(position, position.parse_move("swap"), 1) == []
