"""Exact search: published values, brute force on positions of many games, stopping, and tables too small."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from nupp.conformance.amounts import amount
from nupp.kernel import interpreted, stop_flag
from nupp.rules import Position, game
from nupp.search import exact
from nupp.search.exact import ExactSearch, SearchStopped, estimated_positions
from nupp.search.solve import Value
from nupp.search.solve.solvers import ExactSolver
from nupp.search.theory import theory_of
from search.oracle import best_margin, some_positions

SOLVED = json.loads((Path(__file__).parents[1] / "data" / "solved.json").read_text())
VALUES = {"win": 1, "draw": 0, "loss": -1}
SMALL = 16  # megabytes


def value_of(spec: str, position: str = "", megabytes: float = SMALL) -> int:
    rules = game(spec)
    start = rules.parse_position(position) if position else rules.start_position()
    return ExactSearch(rules, megabytes).value(start)


# ---- published values ----------------------------------------------------------------------------------


def test_tictactoe() -> None:
    assert value_of("tictactoe") == VALUES[SOLVED["tictactoe"]]


@pytest.mark.parametrize("size", ["4x3,k=3", "4x4,k=4"])
def test_mnk(size: str) -> None:
    width, rest = size.split("x")
    assert value_of(f"mnk:width={width},height={rest}") == VALUES[SOLVED["mnk"][size]]


def test_whoever_begins_wins_on_the_small_board() -> None:
    assert value_of("mnk:width=4,height=3,k=3", "4/4/4 o") == -1


@pytest.mark.parametrize(("empties", "key"), [("none", "margin"), ("winner", "margin_empties_to_winner")])
def test_othello_4x4(empties: str, key: str) -> None:
    assert value_of(f"othello:size=4,empties={empties}") == SOLVED["othello:size=4"][key]


@pytest.mark.slow
@pytest.mark.parametrize("size", ["2x2", "3x3", "3x4"][: amount(2, 3)])
def test_dots_and_boxes(size: str) -> None:
    rows, columns = size.split("x")
    value = value_of(f"dotsandboxes:width={columns},height={rows},passing=false")
    assert value == SOLVED["dotsandboxes_rows_x_columns_margin"][size]


def test_connect_four() -> None:
    value = value_of("connectfour:width=4,height=4")
    assert value == VALUES[SOLVED["connectfour_width_x_height"]["4x4"]]


CORNER = "xxxxx/1BB1x/B2Bx/W2Wx/1WW1x w"
"""The board of 4 x 4 cells of amazons: a corner of that of 5 x 5, the rest of which is full of arrows."""


@pytest.mark.slow
@pytest.mark.parametrize(("key", "position"), [
    ("4x4 white a2 b1 c1 d2 black a3 b4 c4 d3", CORNER),
    ("5x5 white a2 b1 d1 e2 black a4 b5 d5 e4", ""),
][: amount(1, 2)])  # fmt: skip
def test_amazons(key: str, position: str) -> None:
    assert value_of("amazons:size=5", position, megabytes=256) == VALUES[SOLVED["amazons"][key]]


# ---- brute force ---------------------------------------------------------------------------------------


def margin_of(position: Position) -> int:
    """The margin under best play, by plain alpha-beta."""
    stack, moves = np.repeat(position.state, 60), np.zeros((60, position.game.max_moves), np.int64)
    return int(best_margin(position.game, stack, moves, 0, -100, 100))


SUBJECTS = {
    "tictactoe": range(9),
    "mnk:width=4,height=4,k=4": range(7, 15),
    "connectfour:width=4,height=4": range(7, 14),
    "dotsandboxes:size=2": range(8, 14),
    "dotsandboxes:size=2,passing=false": range(4, 12),
    "dotsandboxes:size=3,passing=false": range(15, 24),
    "othello:size=4,empties=winner": range(3, 10),
    "amazons:size=5": range(11, 17),
}
PLAIN = {"dotsandboxes:size=2"}
"""Searched as plain Python: compiled no other test needs them."""


@pytest.mark.parametrize("spec", SUBJECTS)
def test_against_brute_force(spec: str) -> None:
    """All positions with one table, so that wrong entries would be used."""
    rules, plain = game(spec), spec in PLAIN
    searcher = ExactSearch(rules, SMALL)
    with interpreted() if plain else nullcontext():
        for position in some_positions(rules, 30 if plain else 60, random.Random(spec), SUBJECTS[spec]):
            expected = margin_of(position)
            assert searcher.value(position) == expected, str(position)
            move = searcher.best_move(position)
            assert move in position.legal_move_codes
            assert margin_of(position.play_code(move)) == expected, str(position)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "plies"), [(5, range(7, 15)), (6, range(16, 24))])
def test_bounds_of_amazons_against_brute_force(size: int, plies: range) -> None:
    """Territories decide positions for either side, whoever is to move."""
    rules = game(f"amazons:size={size}")
    positions = some_positions(rules, amount(300, 400), random.Random(size), plies)
    with interpreted():
        bounds = [theory_of(rules).margin_bounds(position.state[0]) for position in positions]
    decided = dict.fromkeys(itertools.product((-1, 1), (0, 1)), 0)
    for position, (low, high) in zip(positions, bounds, strict=True):
        if low == high:
            assert margin_of(position) == low, str(position)
            decided[int(low), position.to_move] += 1
    assert min(decided.values()) >= 10


@pytest.mark.parametrize(("text", "bounds"), [
    ("WxBxx/1x2x/1x1xx/xxxxx/xxxxx w", (-1, -1)),  # two moves against three
    ("WxBxx/1x2x/1xxxx/xxxxx/xxxxx w", (-1, -1)),  # two against two: who begins ends first
    ("WxBxx/1x2x/1xxxx/xxxxx/xxxxx b", (1, 1)),
    ("1W1B1/xxxxx/xxxxx/xxxxx/xxxxx b", (-1, 1)),  # a cell that both come to
    ("xxxx1/xx1WB/x1xxx/1xxxx/xxxxx w", (1, 1)),  # three moves down the diagonal against one
    ("1xxxx/xBxxx/1xxxx/xxxxW/xxxx1 w", (-1, -1)),  # black has a move for sure
    ("1xxxx/xBxxx/1xxxx/xxxxW/xxxx1 b", (-1, 1)),  # but not two: she cannot walk to both cells
])  # fmt: skip
def test_territories_of_amazons(text: str, bounds: tuple[int, int]) -> None:
    rules = game("amazons:size=5")
    with interpreted():
        assert theory_of(rules).margin_bounds(rules.parse_position(text).state[0]) == bounds


def test_a_game_drawn_by_a_rule_is_a_draw_whoever_is_ahead() -> None:
    """The only move ends the game by the number of quiet moves, with black far ahead."""
    rows = "BBBBB/BBBBBB/BBBBBBB/BBB#BBBB/BBBBB#BBB/BBB#BBBB/BBBBBBB/BBBBBB/BBRB1"
    with interpreted():
        position = game("hexxagon").parse_position(f"{rows} r 99")
        assert position.play("i3-i5").margin == -49
        solver = ExactSolver(position, 1)
        assert solver.value(position) == Value(0, 0)
        assert solver.line(position, Value(0, 0)) == (position.parse_move("i3-i5"),)


@pytest.mark.parametrize("megabytes", [0, 0.001, 0.02])
def test_small_tables_do_not_change_values(megabytes: float) -> None:
    rules = game("dotsandboxes:size=2,passing=false")
    small = ExactSearch(rules, megabytes)
    assert small.value(rules.start_position()) == 2
    assert small.nodes > ExactSearch(rules, SMALL).nodes
    rules = game("othello:size=4")
    assert ExactSearch(rules, megabytes).value(rules.start_position()) == -8


def test_best_moves_keep_the_value() -> None:
    rules = game("dotsandboxes:size=2,passing=false")
    searcher, position = ExactSearch(rules, SMALL), rules.start_position()
    value, nodes = searcher.value(position), searcher.nodes
    while not position.is_over:
        assert searcher.value(position) == value
        position = position.play_code(searcher.best_move(position))
    assert (position.is_over, position.margin) == (True, value)
    assert searcher.nodes < 2 * nodes


def test_interpreted_it_visits_the_same_positions() -> None:
    rules = game("mnk:width=4,height=3,k=3")
    native, plain = ExactSearch(rules, SMALL), ExactSearch(rules, SMALL)
    value = native.value(rules.start_position())
    with interpreted():
        assert plain.value(rules.start_position()) == value
    assert plain.nodes == native.nodes


def test_a_finished_game_is_worth_its_margin() -> None:
    rules = game("tictactoe")
    over = rules.parse_position("xxx/oo1/3 o")
    searcher = ExactSearch(rules, 0)
    assert (searcher.value(over), searcher.best_move(over), searcher.nodes) == (1, -1, 0)
    assert ExactSolver(over, 1).line(over, Value.of_end(over)) == ()


# ---- limits --------------------------------------------------------------------------------------------


def test_a_raised_flag_stops_it_and_stays_up() -> None:
    rules = game("dotsandboxes:size=3,passing=false")
    searcher, stop = ExactSearch(rules, 1), stop_flag()
    stop[0] = 1
    with pytest.raises(SearchStopped):
        searcher.value(rules.start_position(), stop)
    assert stop[0] == 1


def test_it_goes_on_after_the_node_limit_was_met() -> None:
    rules = game("dotsandboxes:size=3,passing=false")
    searcher = ExactSearch(rules, SMALL)
    searcher.node_limit = 20_000
    with pytest.raises(SearchStopped, match="positions"):
        searcher.value(rules.start_position())
    assert 20_000 <= searcher.nodes < 30_000
    searcher.node_limit = 10_000_000
    assert searcher.value(rules.start_position()) == -3


@pytest.mark.parametrize("spec", ["morris", "draughts", "labyrinth"])
def test_games_that_run_in_circles_are_refused(spec: str) -> None:
    with pytest.raises(ValueError, match="repetition"):
        ExactSearch(game(spec))


def test_a_game_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "PLIES", 5)
    rules = game("tictactoe")
    with pytest.raises(ValueError, match="5 plies"):
        ExactSearch(rules, 1).value(rules.start_position())


# ---- estimates -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spec", "nodes"), [
    ("tictactoe", 42),
    ("othello:size=4", 138),
    ("mnk:width=4,height=4,k=4", 7_300),
    ("dotsandboxes:size=3,passing=false", 41_000),
    ("dotsandboxes:width=4,height=3,passing=false", 1_300_000),
])  # fmt: skip
def test_estimates_are_right_within_a_factor(spec: str, nodes: int) -> None:
    """Of the positions that were visited when this was written."""
    estimate = estimated_positions(game(spec).start_position())
    assert nodes / 40 < estimate < nodes * 40


@pytest.mark.parametrize(("spec", "nodes"), [
    ("mnk:width=5,height=5,k=4", 2_000_000),
    ("dotsandboxes:width=4,height=2,passing=false", 22_000),
])  # fmt: skip
@pytest.mark.usefixtures("hasty")
def test_estimates_without_visiting_positions_are_right_within_a_factor(spec: str, nodes: int) -> None:
    estimate = estimated_positions(game(spec).start_position())
    assert nodes / 40 < estimate < nodes * 40


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Estimates follow from a few random games in plain Python, without a search."""

    def stopped(*_: object) -> None:
        raise SearchStopped

    monkeypatch.setattr(ExactSearch, "value", stopped)
    monkeypatch.setattr(exact, "_PROBE", 5)
    monkeypatch.setattr(exact, "_GAMES", 8)
    with interpreted():
        yield


@pytest.mark.slow
@pytest.mark.usefixtures("hasty")
def test_estimates_tell_small_boards_from_hopeless_ones() -> None:
    def estimate(spec: str) -> float:
        return estimated_positions(game(spec).start_position())

    assert estimate("dotsandboxes:size=2,passing=false") < estimate("dotsandboxes:size=3,passing=false")
    assert estimate("dotsandboxes:size=5,passing=false") > 1e9
    assert estimate("othello:size=8") > 1e12
    assert estimate("mnk:width=15,height=15,k=5") > 1e12


def test_estimates_are_the_same_each_time() -> None:
    start = game("dotsandboxes:width=4,height=3,passing=false").start_position()
    assert estimated_positions(start) == estimated_positions(start)
