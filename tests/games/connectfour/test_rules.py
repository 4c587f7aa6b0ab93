"""Connect four and four in a row: examples worked by hand, and games against the slow reference of mnk."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from games.differential import compare_evaluation, compare_games
from nupp.conformance.amounts import amount
from nupp.evaluators import evaluators_of
from nupp.games.connectfour import ConnectFour
from nupp.games.mnk import Mnk
from nupp.kernel import generator, interpreted
from nupp.rules import Game, IllegalMoveError, NotationError, Position, game, rules_text
from nupp.search.perft import perft
from nupp.search.playout import random_playouts
from nupp.spec import SpecError
from plain import start_of
from reference.mnk import Mnk as Reference
from reference.mnk import lines_of, rests_of_lines

START = "7/7/7/7/7/7 x"
COUNTS = json.loads((Path(__file__).parents[2] / "data" / "perft.json").read_text())
BOARDS = [
    {},
    {"size": 5},
    {"width": 4, "height": 5, "k": 3},
    {"width": 5, "height": 4, "k": 5},
    {"width": 1, "height": 6},
    {"width": 8, "height": 1, "k": 3},
    {"width": 2, "height": 20, "k": 5},
    {"width": 20, "height": 2, "k": 6},
    {"width": 8, "height": 7},
    {"width": 7, "height": 8},
    {"width": 3, "height": 3, "k": 1},
    {"width": 6, "height": 6, "k": 2},
]
"""Boards of one word; on 8 x 7 all of its bits are in use."""
LARGE_BOARDS = [
    {"width": 8, "height": 8},
    {"width": 9, "height": 7, "k": 5},
    {"size": 16, "k": 6},
    {"width": 3, "height": 32, "k": 5},
    {"width": 26, "height": 4, "k": 5},
]
"""Boards of several words."""


def spec_of(parameters: dict[str, int]) -> str:
    return ":".join(filter(None, ("connectfour", ",".join(f"{k}={n}" for k, n in parameters.items()))))


def at(text: str, parameters: str = "") -> Position:
    return game(f"connectfour:{parameters}" if parameters else "connectfour").parse_position(text)


def after(moves: str, parameters: str = "") -> Position:
    """The position after moves of one digit each."""
    return game(f"connectfour:{parameters}" if parameters else "connectfour").start_position().play_all(moves)


# ---- board and start ---------------------------------------------------------------------------------


def test_start() -> None:
    start = game("connectfour").start_position()
    assert str(start) == START
    assert start.to_move == 0
    assert sorted(start.legal_moves) == list("1234567")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("parameters", "width", "height"),
    [
        ("size=5", 5, 5),
        ("size=32", 32, 32),
        ("width=9", 9, 6),
        ("height=9", 7, 9),
        ("width=4,height=4", 4, 4),
    ],
)
def test_sizes(parameters: str, width: int, height: int) -> None:
    rules = game(f"connectfour:{parameters}")
    assert (rules.board.width, rules.board.height) == (width, height)  # type: ignore[attr-defined]
    assert rules.max_moves == width


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("connectfour:size=8,width=8", r"size=8.*width or height"),
        ("connectfour:size=5,height=5", r"size=5.*width or height"),
        ("connectfour:size=3", r"k=4.*3 x 3"),
        ("connectfour:k=8", r"k=8.*7 x 6"),
        ("connectfour:width=33", r"width=33.*1 to 32"),
        ("connectfour:height=0", r"height=0.*1 to 32"),
        ("connectfour:gravity=true", "width, height, k, size"),
        ("fourinarow:size=3", r"size=3.*4 to 32"),
        ("fourinarow:width=3,height=3", "3 x 3"),
        ("fourinarow:k=5", "size, width, height"),
    ],
)
def test_refused_parameters(spec: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        game(spec)


def test_default_parameters_are_left_out_of_the_spec() -> None:
    assert game("connectfour:width=7,height=6,k=4,size=0").spec == "connectfour"
    assert game("fourinarow:size=7").spec == "fourinarow"


@pytest.mark.native
@pytest.mark.parametrize(
    ("spec", "depth"), [("connectfour", 9), ("connectfour:size=5", 7), ("fourinarow:size=7", 3)]
)
def test_perft(spec: str, depth: int) -> None:
    start = start_of(spec)
    assert [perft(start, n) for n in range(1, depth + 1)] == COUNTS[spec][:depth]


# ---- moves -------------------------------------------------------------------------------------------


def test_stones_fall() -> None:
    assert str(after("4")) == "7/7/7/7/7/3x3 o"
    assert str(after("4445")) == "7/7/7/3x3/3o3/3xo2 x"


def test_a_full_column_is_closed() -> None:
    position = after("222222")
    assert str(position) == "1o5/1x5/1o5/1x5/1o5/1x5 x"
    assert sorted(position.legal_moves) == list("134567")
    with pytest.raises(IllegalMoveError, match=r"'2'.*6 moves"):
        position.play("2")


def test_moves_are_listed_from_the_middle() -> None:
    assert "".join(game("connectfour").start_position().legal_moves) == "4352617"
    assert "".join(game("connectfour:width=4").start_position().legal_moves) == "2314"


@pytest.mark.parametrize("text", ["4", " 4\t", "d", "D"])
def test_spellings_of_a_move(text: str) -> None:
    assert game("connectfour").start_position().play(text).last_move == "4"


def test_columns_beyond_the_ninth_have_two_digits() -> None:
    position = game("connectfour:width=12").start_position().play("12").play("l").play("10")
    assert str(position) == "12/12/12/12/11o/9x1x o"
    assert position.moves == ("12", "12", "10")


@pytest.mark.parametrize("text", ["", "0", "-1", "04", "d1", "4 4", "٤", "pass"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match=rf"^{re.escape(repr(text))} .*connectfour.*column.*\b4\b"):
        game("connectfour").start_position().play(text)


@pytest.mark.parametrize("text", ["8", "44"])
def test_a_column_that_the_board_does_not_have(text: str) -> None:
    with pytest.raises(IllegalMoveError, match=rf"^'{text}' .*7 moves: 4, 3, 5, 2, 6, 1, 7$"):
        game("connectfour").start_position().play(text)


def test_a_move_touches_the_cell_where_the_stone_lands() -> None:
    for moves, cell in (("4", "d1"), ("44", "d2"), ("4417777", "g4")):
        position = after(moves)
        assert [position.game.board.name(mark) for mark in position.drawing.marks] == [cell]


# ---- ends --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "last"),
    [("112233", "4"), ("121212", "1"), ("1223343446", "4"), ("7665545442", "4"), ("112244", "3")],
    ids=["row", "column", "diagonal up", "diagonal down", "from within"],
)
def test_lines(moves: str, last: str) -> None:
    before = after(moves)
    assert not before.is_over
    position = before.play(last)
    winner = before.to_move
    assert (position.is_over, position.outcome) == (True, -1 if winner else 1)
    assert position.result == f"{'xo'[winner]} wins"


def test_a_longer_line_wins_too() -> None:
    assert at("7/7/7/7/7/xxx1xxx x").play("4").result == "x wins"


@pytest.mark.parametrize(
    "text",
    ["x6/x6/x6/o6/x6/ox5 o", "2x4/1xo4/xox4/oxo4/xxo4/oox4 o", "6x/6x/6x/6o/o5x/xx4o o"],
    ids=["over the top of a column", "through the top of the board", "round the edge"],
)
def test_lines_end_where_the_board_ends(text: str) -> None:
    assert not at(text).is_over


def test_a_full_board_is_a_draw() -> None:
    full = "xxxooo1/oooxxxo/xxxooox/oooxxxo/xxxooox/oooxxxo x"
    assert at(full).legal_moves == ("7",)
    position = at(full).play("7")
    assert (position.is_over, position.outcome, position.margin) == (True, 0, 0)
    assert position.result == "drawn"
    assert position == at(str(position))


def test_the_last_stone_may_win() -> None:
    position = at("xxx1/ooox/xxxo/ooox x", "size=4").play("4")
    assert position.result == "x wins"


@pytest.mark.slow
@pytest.mark.parametrize("parameters", [*BOARDS, *LARGE_BOARDS], ids=spec_of)
def test_every_line_wins_and_a_shorter_one_does_not(parameters: dict[str, int]) -> None:
    """Bits are set wherever a line may lie, whether stones could come to rest there or not."""
    rules = game(spec_of(parameters))
    assert isinstance(rules, ConnectFour)
    lines = lines_of(rules.width, rules.height, rules.k)
    with interpreted():
        for line in lines[:: max(1, len(lines) // amount(25, 60))]:
            for side in range(2):
                assert has_line(rules, side, line)
                assert rules.k == 1 or not any(
                    has_line(rules, side, [cell for cell in line if cell != left_out]) for left_out in line
                )


def has_line(rules: ConnectFour, side: int, cells: list[tuple[int, int]]) -> bool:
    state = np.zeros(1, rules.State)
    for column, row in cells:
        position = rules.bit_of(row, column)
        state[0].stones[side, position // 64] |= np.uint64(1 << position % 64)
    assert not rules.has_line(state[0], 1 - side)
    return rules.has_line(state[0], side)


# ---- position texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"2 fields.*rows, side.* 0"),
        (START[:-2], "2 fields"),
        (START + " 0", "2 fields"),
        ("7/7/7/7/7 x", r"6 rows.* 5"),
        ("7/7/7/7/7/8 x", r"7 cells.*row 6.* 8"),
        ("7/7/7/7/7/3r3 x", r"'r'.*row 6"),
        ("7/7/7/7/7/3x3 w", r"'w'.*x or o"),
        ("7/7/7/7/3x3/7 o", "row 5, column 4"),
        ("6x/7/6o/6x/6o/6x o", "row 1, column 7"),
        ("7/7/7/7/xxxx3/oooo3 x", "both sides"),
        ("7/7/7/7/7/٧ x", "'٧'"),
    ],
)
def test_refused_positions(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as raised:
        at(text)
    assert repr(text) in str(raised.value)


@pytest.mark.parametrize("text", ["7/7/7/7/7/3x3 o", " 7/7/7/7/7/3X3 O ", "7/7/7/7/7/...x... o"])
def test_spellings_of_a_position(text: str) -> None:
    assert str(at(text)) == "7/7/7/7/7/3x3 o"


def test_a_finished_position_is_read() -> None:
    position = at("7/7/7/7/ooo4/xxxx3 o")
    assert (position.is_over, position.result) == (True, "x wins")
    assert position.state.tobytes() == after("1122334").state.tobytes()


def test_a_large_position_is_read() -> None:
    text = "/".join(["16"] * 14 + ["7xo6x", "o5xxo5xo"]) + " o"
    assert str(at(text, "size=16")) == text


# ---- drawing and symmetries --------------------------------------------------------------------------


def test_text_drawing() -> None:
    assert after("4453").render().splitlines()[-4:] == [
        ". . . . . . .",
        ". . . o . . .",
        ". . o x x . .",
        "1 2 3 4 5 6 7",
    ]
    assert game("connectfour:width=10,height=1").start_position().play("10").render().splitlines() == [
        ".  .  .  .  .  .  .  .  .  x",
        "1  2  3  4  5  6  7  8  9  10",
    ]


def test_drawing() -> None:
    drawing = after("445").drawing
    assert {(drawing.board.name(piece.cell), piece.side) for piece in drawing.pieces} == {
        *(("d1", 0), ("d2", 1), ("e1", 0)),
    }
    assert [label.text for label in drawing.board.labels] == list("1234567")


def test_the_mirror_image_is_the_only_symmetry() -> None:
    rules = game("connectfour")
    identity, mirror = rules.symmetries
    board = rules.board
    assert identity.cells == tuple(range(42))
    assert board.name(mirror.cells[board.cell("a3")]) == "g3"
    image = Position(rules, mirror.map_state(after("11237").state.copy()))
    assert image == after("77651")
    assert len(game("connectfour:width=1").symmetries) == 1


# ---- faster ways to the same -------------------------------------------------------------------------


@pytest.mark.native
@pytest.mark.parametrize("text", [START, "xx3oo/oo3xx/xx3oo/oo3xx/xx3oo/oo3xx x"])
def test_random_moves_are_equally_likely(text: str) -> None:
    position = at(text)
    buffer, rng = np.empty(position.game.max_moves, np.int64), generator(1)
    with interpreted():
        drawn = Counter(position.game.random_move(position.state[0], buffer, rng) for _ in range(2000))
    assert set(drawn) == set(position.legal_move_codes)
    expected = 2000 / len(drawn)
    chi_square = sum((n - expected) ** 2 / expected for n in drawn.values())
    freedom = len(drawn) - 1
    assert chi_square <= freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.native
def test_random_games() -> None:
    """The first player wins 55.6 percent of random games and draws a quarter of a percent."""
    _, (losses, draws, wins) = random_playouts(game("connectfour").start_position(), 100_000, seed=5)
    assert losses + draws + wins == 100_000
    assert abs(wins - 55_600) < 800
    assert abs(draws - 260) < 80


# ---- against the reference ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Falling:
    """The reference of m,n,k games, with moves that fall."""

    mnk: Reference

    def text(self) -> str:
        return self.mnk.text()

    def landings(self) -> dict[str, str]:
        """The cell where the stone comes to rest, for each column."""
        lowest: dict[int, int] = {}
        for column, row in self.mnk.cells():
            if (column, row) not in self.mnk.board:
                lowest.setdefault(column, row)
        return {} if self.over else {str(c + 1): f"{chr(ord('a') + c)}{row + 1}" for c, row in lowest.items()}

    def moves(self) -> list[str]:
        return list(self.landings())

    def play(self, move: str) -> Falling:
        return Falling(self.mnk.play(self.landings()[move]))

    def squares(self) -> int:
        """What the evaluator `lines` counts, for x."""
        total = 0
        for line in lines_of(self.mnk.width, self.mnk.height, self.mnk.k):
            stones = [self.mnk.board[cell] for cell in line if cell in self.mnk.board]
            if len(set(stones)) == 1:
                total += len(stones) ** 2 if stones[0] == "x" else -(len(stones) ** 2)
        return total

    def filled(self, from_right: bool) -> int:
        """How the plain game of the evaluator `filling` ends: 1 if x wins it, -1 if o does."""
        while not self.over:
            self = self.play(self.plain_choice(from_right))
        return {0: 1, 1: -1, None: 0}[self.mnk.winner]

    def plain_choice(self, from_right: bool) -> str:
        own, other = "xo" if self.mnk.side == 0 else "ox"
        tiers: dict[int, list[str]] = {}
        for move, cell in self.landings().items():
            column, row = int(move) - 1, int(cell[1:]) - 1
            above = (column, row + 1)
            urgency = 0 if self.wins(own, (column, row)) else 1 if self.wins(other, (column, row)) else 2
            if urgency == 2 and row + 1 < self.mnk.height:
                urgency = 4 if self.wins(other, above) else 3 if self.wins(own, above) else 2
            tiers.setdefault(urgency, []).append(move)
        return max(tiers[min(tiers)], key=int) if from_right else min(tiers[min(tiers)], key=int)

    def wins(self, side: str, cell: tuple[int, int]) -> bool:
        """Whether a stone of a side there would complete a line."""
        return any(
            all(self.mnk.board.get(other) == side for other in rest)
            for rest in rests_of_lines(self.mnk.width, self.mnk.height, self.mnk.k, cell)
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self.mnk, name)


def check_evaluations(position: Position, reference: Falling) -> None:
    if not position.is_over:
        lines = reference.squares()
        compare_evaluation(position, "lines", lines)
        if position.game.words == 1 and position.ply % 3 == 0:
            filled = reference.filled(from_right=False) + reference.filled(from_right=True)
            compare_evaluation(position, "filling", lines + 20 * filled)


@pytest.mark.slow
@pytest.mark.parametrize("parameters", [*BOARDS, *LARGE_BOARDS], ids=spec_of)
def test_against_the_reference(parameters: dict[str, int]) -> None:
    rules = game(spec_of(parameters))
    assert isinstance(rules, ConnectFour)
    start = Falling(Reference.start(rules.width, rules.height, rules.k))
    compare_games(rules, start, amount(1, 10) if rules.words == 1 else 1, check_evaluations)


# ---- four in a row -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "width", "height"),
    [("", 7, 7), ("size=5", 5, 5), ("size=9", 9, 9), ("width=6", 6, 7), ("size=5,height=8", 5, 8)],
)
def test_sizes_of_four_in_a_row(parameters: str, width: int, height: int) -> None:
    rules = four_in_a_row(parameters)
    assert (rules.width, rules.height, rules.k) == (width, height, 4)


def four_in_a_row(parameters: str) -> Mnk:
    rules: Game = game(f"fourinarow:{parameters}" if parameters else "fourinarow")
    assert isinstance(rules, Mnk)
    return rules


@pytest.mark.parametrize("parameters", ["", "size=5", "size=4", "width=9,height=6"])
def test_four_in_a_row_is_mnk_with_lines_of_four(parameters: str) -> None:
    rules = four_in_a_row(parameters)
    compare_games(rules, Reference.start(rules.width, rules.height, 4), 4, lambda position, reference: None)


def test_four_in_a_row_says_what_it_is() -> None:
    rules = four_in_a_row("")
    assert str(rules.start_position().play("d4")) == "7/7/7/3x3/7/7/7 o"
    assert "on any empty cell" in rules_text(rules)
    assert set(evaluators_of(rules).names()) == {"runs", "lines", "threats", "shapes", "none"}
