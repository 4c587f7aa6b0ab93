"""What an author meets whose rules are wrong: the method, the file and line, and the moves that led there."""

from __future__ import annotations

import pytest

from nupp.boards import SquareBoard
from nupp.kernel.objects import before_compiling
from nupp.rules import RulesError
from nupp.rules.cells import EMPTY, PlacingGame, list_kind
from nupp.rules.trial import try_out


class Right(PlacingGame):
    """Stones until the board is full."""

    name = "right"
    pieces = "XO"

    def __init__(self):
        super().__init__(SquareBoard(3, 3))

    def legal_moves(self, state, moves):
        return list_kind(state.cells, EMPTY, moves)

    def play(self, state, move):
        state.cells[move] = state.turn + 1
        state.turn = 1 - state.turn


class Misspelt(Right):
    """A name that does not exist, met with the second move."""

    def play(self, state, move):
        if state.turn == 1:
            stat.turn = 0  # noqa: F821
        super().play(state, move)


class Misnamed(Right):
    """A field that a state does not have."""

    def to_move(self, state):
        return state.trun


class Overfull(Right):
    """More moves than there is room for."""

    def legal_moves(self, state, moves):
        for i in range(10):
            moves[i] = 0
        return 10


def test_right_rules_pass() -> None:
    try_out(Right())


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (
            Misspelt(),
            r"play fails after (\w\d )\w\d: NameError: .*'stat'.*test_trial\.py, line \d+: stat\.turn",
        ),
        (
            Misnamed(),
            r"to_move fails: AttributeError: .*'trun'.*test_trial\.py, line \d+: return state\.trun",
        ),
        (Overfull(), r"legal_moves fails: IndexError: .*9 places, max_moves.*test_trial\.py, line \d+"),
    ],
    ids=lambda value: getattr(value, "__class__", value).__name__,
)
def test_wrong_rules_are_named_with_file_and_line(game: Right, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        try_out(game)


def test_games_are_tried_before_they_are_compiled_and_those_of_the_package_are_not() -> None:
    (look,) = (one for one in before_compiling if one.__module__ == "nupp.rules.trial")
    with pytest.raises(RulesError, match="'stat'"):
        look(Misspelt())
    look(Right())
