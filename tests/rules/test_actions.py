"""Numbers of moves: few, and the same for the same move wherever the rules allow it."""

from collections import defaultdict

import pytest

import nupp
from nupp.boards import SquareBoard
from nupp.kernel import record_dtype
from nupp.rules import Game, MoveNotation, actions_of


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("connectfour", 7),
        ("breakthrough", 7 * 8 + 2 * 7 * 7),
        ("draughts", 32 * 32),
        ("draughts:variant=english", 98 + 256),
        ("hexxagon", 58 + 456),
        ("hexxagon:blocked=pass", 58 + 456 + 1),
        ("labyrinth:map=cross", 9 + 2 * 8),
        ("morris", 1920),
        ("morris:men=6", 568),
        ("lput", 1112),
        ("amazons:size=5,staged=true", 25 + 320),
        ("hex:size=3", 10),
        ("hex:size=3,swap=false", 9),
        ("othello", 65),
        ("dotsandboxes", 24 + 1),
    ],
)
def test_there_is_a_number_for_what_can_be_played_and_for_little_else(spec: str, count: int) -> None:
    assert actions_of(nupp.game(spec)).count == count


def test_a_move_has_one_number_in_all_positions_of_a_game() -> None:
    """Wherever no two moves of a position are between the same cells, as some captures of draughts are."""
    for spec in (
        "connectfour",
        "breakthrough:width=5,height=5",
        "labyrinth",
        "morris:men=3",
        "othello:size=4",
    ):
        position, known = nupp.game(spec).start_position(), defaultdict[int, dict[int, int]](dict)
        for _ in range(30):
            side = position.to_move if position.game.kinds.turned else 0  # each sees the board as it sits
            for number, code in position.actions.items():
                column = spec == "connectfour"  # where all cells of a column share its number
                assert known[side].setdefault(number if column else code, number) == number
            if position.is_over:
                break
            n = sum(map(len, known.values()))
            position = position.play_code(position.legal_move_codes[n % len(position.legal_moves)])
        assert all(len(set(one.values())) == len(one) for one in known.values())


class Sparse(Game):
    """A game of the user's whose move codes are far apart."""

    name = "sparse"
    notation = MoveNotation("[0-9]+", "a number")
    max_moves = 3

    def __init__(self):
        self.board = SquareBoard(3, 1)
        self.State = record_dtype(("over", "int8"))

    def start(self, state):
        pass

    def legal_moves(self, state, moves):
        if state.over:
            return 0
        for i, code in enumerate((700, 1000, 703)):
            moves[i] = code
        return 3

    def play(self, state, move):
        state.over = 1

    def to_move(self, state):
        return 0

    def outcome(self, state):
        return 0

    def move_text(self, state, move):
        return str(move)

    def format_position(self, state):
        return str(state.over)

    def read_position(self, text, state):
        state.over = int(text)


def test_codes_that_share_a_remainder_get_the_next_number_that_is_free() -> None:
    """All three leave 1 when they are divided by 3."""
    assert nupp.rules.Position(Sparse(), nupp.rules.start_state(Sparse())).actions == {
        1: 700,
        2: 1000,
        0: 703,
    }
