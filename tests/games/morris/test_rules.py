"""The morris games: examples worked by hand for every rule, and random games."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from games.differential import forcing
from games.morris.positions import FULL_WHITE, MEN, STARTS, at, full_black, text
from nupp.boards import GraphBoard
from nupp.kernel import generator, interpreted
from nupp.rules import Position, game
from nupp.search.perft import perft
from nupp.search.playout import random_playouts
from nupp.spec import SpecError
from plain import start_of

COUNTS = json.loads((Path(__file__).parents[2] / "data" / "perft.json").read_text())


# ---- boards and starts -------------------------------------------------------------------------------


@pytest.mark.parametrize("men", MEN)
def test_start(men: int) -> None:
    rules = game(f"morris:men={men}")
    assert str(rules.start_position()) == STARTS[men]
    assert str(rules.parse_position(STARTS[men].upper())) == STARTS[men]
    assert rules.start_position().legal_moves == tuple(cell.name for cell in rules.board.cells)


@pytest.mark.parametrize(("men", "points", "edges"), [(3, 9, 16), (6, 16, 20), (9, 24, 32), (12, 24, 40)])
def test_boards(men: int, points: int, edges: int) -> None:
    board = game(f"morris:men={men}").board
    assert isinstance(board, GraphBoard)
    assert (len(board), len(board.edges)) == (points, edges)


def test_default_parameters_are_left_out_of_the_spec() -> None:
    assert game("morris:men=9,flying=false,quiet=100").spec == "morris"


@pytest.mark.parametrize(
    "wrong", ["men=2", "men=5", "men=13", "flying=2", "quiet=0", "quiet=10001", "size=7"]
)
def test_refused_parameters(wrong: str) -> None:
    with pytest.raises(SpecError, match=wrong.split("=")[0]):
        game(f"morris:{wrong}")


@pytest.mark.native
@pytest.mark.parametrize(("men", "depth"), [(9, 5), (6, 6)])
def test_perft(men: int, depth: int) -> None:
    counts = COUNTS["morris" if men == 9 else f"morris:men={men}"][:depth]
    start = start_of(f"morris:men={men}")
    assert [perft(start, n) for n in range(1, depth + 1)] == counts


@pytest.mark.native
def test_perft_of_three_men_is_that_of_tic_tac_toe_while_placing() -> None:
    counts = COUNTS["tictactoe"][:6]
    start = start_of("morris:men=3")
    assert [perft(start, n) for n in range(1, 7)] == counts


# ---- placing and moving ------------------------------------------------------------------------------


def test_a_man_placed_leaves_the_hand() -> None:
    position = game("morris").start_position().play_all(["a7", "d6"])
    assert str(position) == text("a7", "d6", "w", "8,8")


@pytest.mark.parametrize(
    ("men", "point", "neighbours"),
    [
        (9, "a7", "d7 a4"),
        (9, "d6", "d7 b6 f6 d5"),
        (9, "c4", "c5 c3 b4"),
        (12, "a7", "d7 a4 b6"),
        (12, "b6", "d6 b4 a7 c5"),
        (12, "e3", "d3 e4 f2"),
        (6, "a1", "a3 c1"),
        (6, "a3", "a1 a5 b3"),
        (6, "c4", "b4 d4 c5"),
        (6, "b2", "b3 c2"),
        (3, "b2", "a1 a2 a3 b1 b3 c1 c2 c3"),
        (3, "b1", "a1 c1 b2"),
        (3, "c3", "b3 c2 b2"),
    ],
)
def test_points_are_adjacent_along_lines(men: int, point: str, neighbours: str) -> None:
    board = game(f"morris:men={men}").board
    near = {board.name(cell) for cell in board.neighbours[board.cell(point)] if cell >= 0}
    assert near == set(neighbours.split())


@pytest.mark.parametrize(
    ("men", "white", "black", "moves"),
    [
        (3, "b2 c3 a3", "a1 a2 b1", "b2-c1 b2-c2 b2-b3 c3-c2 c3-b3 a3-b3"),
        (6, "a1 b3 d4", "c4 e5 e1", "a1-a3 a1-c1 b3-a3 b3-b2 b3-b4 d4-d3"),
        (9, "a7 d6 e3", "d7 b4 e4", "a7-a4 d6-b6 d6-f6 d6-d5 e3-d3"),
        (12, "a7 d6 e3", "d7 b4 e4", "a7-a4 a7-b6 d6-b6 d6-f6 d6-d5 e3-d3 e3-f2"),
    ],
)
def test_men_move_to_adjacent_empty_points(men: int, white: str, black: str, moves: str) -> None:
    assert set(at(white, black, parameters=f"men={men}").legal_moves) == set(moves.split())


def test_a_move_on_the_board() -> None:
    position = at("a7 b4 g1", "d6 f6 e3", quiet=3).play("b4-c4")
    assert str(position) == text("a7 c4 g1", "d6 f6 e3", "b", quiet=4)


def test_who_has_men_in_hand_places_them_and_who_has_none_moves() -> None:
    position = at("a7 d7 g1", "d6 f6", "w", "0,3")
    assert set(position.legal_moves) == {"a7-a4", "d7-g7", "g1-g4", "g1-d1"}
    assert str(position.play("a7-a4")) == text("a4 d7 g1", "d6 f6", "b", "0,3")
    assert "a7" in position.play("a7-a4").legal_moves


# ---- mills -------------------------------------------------------------------------------------------


def test_placing_closes_a_mill() -> None:
    position = game("morris").start_position().play_all(["a7", "d6", "d7", "b4"])
    assert {move for move in position.legal_moves if "g7" in move} == {"g7xd6", "g7xb4"}
    assert len(position.legal_moves) == 19 + 2
    assert forcing(position) == {"g7xd6", "g7xb4"}
    assert str(position.play("g7xb4")) == text("a7 d7 g7", "d6", "b", "6,7")


def test_moving_closes_a_mill() -> None:
    position = at("a7 d7 g4", "b4 d6 f2 e3", quiet=7)
    assert forcing(position) == {f"g4-g7x{point}" for point in ("b4", "d6", "f2", "e3")}
    assert str(position.play("g4-g7xf2")) == text("a7 d7 g7", "b4 d6 e3", "b")


def test_men_in_mills_are_safe_while_another_is_not() -> None:
    position = at("a7 d7 g4", "b6 d6 f6 b2")
    assert forcing(position) == {"g4-g7xb2"}


def test_if_all_are_in_mills_any_may_be_removed() -> None:
    position = at("a7 d7 g4", "b6 d6 f6 b4 b2")
    assert forcing(position) == {f"g4-g7x{point}" for point in ("b6", "d6", "f6", "b4", "b2")}


def test_a_move_that_closes_two_mills_removes_one_man() -> None:
    position = game("morris").parse_position(text("a7 d7 g4 g1", "b4 b6 d6 d5", "w", "3,3"))
    assert forcing(position) == {f"g7x{point}" for point in ("b4", "b6", "d6", "d5")}


def test_a_man_does_not_count_where_it_comes_from() -> None:
    # d7 to g7 leaves its line with two men; the side g7 g4 g1 lacks g4.
    assert forcing(at("a7 d7 g1", "b4 d6 f2")) == set()


def test_a_step_along_a_line_closes_the_other_line() -> None:
    assert forcing(at("a7 d7 g1 g4", "b4 d6 f2")) == {f"d7-g7x{p}" for p in ("b4", "d6", "f2")} | {
        f"g4-g7x{p}" for p in ("b4", "d6", "f2")
    }


def test_a_mill_may_be_opened_and_closed_again() -> None:
    position = at("a7 d7 g7 b2", "b4 f2 e3 c5", parameters="men=9")
    opened = position.play("g7-g4").play("f2-d2")
    assert forcing(opened) == {f"g4-g7x{point}" for point in ("b4", "d2", "e3", "c5")}


def test_diagonals_are_mills_with_twelve_men_only() -> None:
    white, black = "a7 b6 c4", "f2 e3 d1"
    assert forcing(at(white, black, parameters="men=12")) == {f"c4-c5x{point}" for point in black.split()}
    assert forcing(at(white, black, parameters="men=9")) == set()


def test_links_are_no_mills_with_six_men() -> None:
    # a3-b3 is an edge, but no line of three.
    assert forcing(at("a1 a3 b2", "e1 e3 d4", parameters="men=6")) == set()
    assert forcing(at("a1 a3 c5", "e1 e3 d4", parameters="men=6")) == {
        f"c5-a5x{p}" for p in ("e1", "e3", "d4")
    }


def test_a_mill_without_an_enemy_on_the_board_removes_nobody() -> None:
    position = at("a7 d7", "", "w", "7,9")
    assert forcing(position) == {"g7"}
    assert str(position.play("g7")) == text("a7 d7 g7", "", "b", "6,9")


# ---- flying ------------------------------------------------------------------------------------------


def test_three_men_fly_if_they_may() -> None:
    white, black = "a7 d7 c3", "b4 d6 f2 e3"
    walking = at(white, black)
    flying = at(white, black, parameters="men=9,flying=true")
    assert "c3-g7xb4" not in walking.legal_moves
    assert forcing(walking) == set()
    assert forcing(flying) == {f"c3-g7x{point}" for point in black.split()}
    assert len(flying.legal_moves) == 3 * 17 + 3


def test_a_man_does_not_fly_onto_its_own_place() -> None:
    flying = at("a7 d7 g7", "b4 d6 f2", parameters="men=9,flying=true")
    assert forcing(flying) == set()
    assert len(flying.legal_moves) == 3 * 18


@pytest.mark.parametrize(("white", "hands"), [("a7 d7 c3 b6", "0,0"), ("a7 d7 c3", "1,0")])
def test_only_exactly_three_men_with_none_in_hand_fly(white: str, hands: str) -> None:
    flying = at(white, "b4 d6 f2", hands=hands, parameters="men=9,flying=true")
    assert "c3-g7xb4" not in flying.legal_moves


def test_three_men_on_the_board_of_three_fly_if_they_may() -> None:
    white, black = "a1 b1 a3", "a2 b2 c3"
    assert forcing(at(white, black, parameters="men=3,flying=true")) == {"a3-c1"}
    assert set(at(white, black, parameters="men=3").legal_moves) == {"a3-b3", "b1-c1"}


def test_two_men_and_one_in_hand_do_not_fly() -> None:
    assert at("a1 b1", "a2 b2 c3", "w", "1,0", parameters="men=3,flying=true").legal_moves == (
        *("c1", "c2", "a3", "b3"),
    )


# ---- ends --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("men", [6, 9, 12])
def test_fewer_than_three_men_lose(men: int) -> None:
    line = "a1 a3 c5" if men == 6 else "a1 a4 d7"
    move = "c5-a5xb4" if men == 6 else "d7-a7xb4"
    position = at(line, "b4 b2 e1" if men == 6 else "b4 d2 e3", parameters=f"men={men}").play(move)
    assert position.is_over
    assert (position.outcome, position.margin, position.to_move) == (1, 1, 1)
    assert position.result == "white wins"


def test_with_men_in_hand_two_are_enough() -> None:
    position = at("a1 a4", "b4 d2 e3", "w", "1,1").play("a7xb4")
    assert not position.is_over
    assert "b4" in position.legal_moves


def test_who_places_the_last_of_two_men_loses() -> None:
    position = at("a1", "b4 d2 e3", "w", "1,0").play("a7")
    assert (position.outcome, position.to_move) == (-1, 1)


def test_black_wins_alike() -> None:
    position = at("b4 d2 e3", "a1 a4 d7", "b").play("d7-a7xb4")
    assert (position.outcome, position.to_move) == (-1, 0)


def test_a_side_that_cannot_move_loses() -> None:
    position = at("a7 g7 a1", "d7 a4 g4 c3 d6", "b").play("c3-d3")
    assert not position.is_over  # a1 can still go to d1
    stuck = position.play("a1-d1").play("d3-d2").play("d1-a1").play("d2-d1")
    assert stuck.is_over
    assert (stuck.outcome, stuck.to_move) == (-1, 0)


def test_a_side_that_cannot_move_while_the_other_has_men_in_hand_loses() -> None:
    assert at("a7 g7 a1", "d7 a4 g4 d1", "w", "0,2").result == "black wins"


def test_blocked_men_fly_if_there_are_three() -> None:
    assert not at("a7 g7 a1", "d7 a4 g4 d1", parameters="men=9,flying=true").is_over


def test_a_full_board_is_drawn() -> None:
    position = at(FULL_WHITE, full_black("g7"), "b", "0,1", parameters="men=12").play("g7")
    assert position.is_over
    assert (position.outcome, position.result) == (0, "drawn")


def test_a_last_man_that_closes_a_mill_leaves_no_full_board() -> None:
    position = at(FULL_WHITE, full_black("e4"), "b", "0,1", parameters="men=12")
    assert forcing(position) == set(position.legal_moves) != set()
    assert position.play("e4xa7").legal_moves == ("d7-a7", "b6-a7")


@pytest.mark.parametrize(
    ("white", "black", "move"),
    [
        ("a1 b1 b2", "a2 c3 b3", "b2-c1"),  # a row
        ("a1 a2 b2", "b1 c3 c2", "b2-a3"),  # a column
        ("a1 b2 b3", "a2 c2 b1", "b3-c3"),  # a diagonal
        ("c1 b2 b3", "a2 c2 b1", "b3-a3"),  # the other
    ],
)
def test_closing_any_line_wins_with_three_men(white: str, black: str, move: str) -> None:
    position = at(white, black, quiet=5, parameters="men=3")
    assert move in forcing(position)
    after = position.play(move)
    assert after.is_over
    assert (after.outcome, after.to_move) == (1, 1)
    assert str(after).endswith(" b 0,0 0")


def test_three_men_win_while_placing() -> None:
    position = game("morris:men=3").start_position().play_all(["b2", "a1", "b1", "b3", "c1", "a3"])
    assert not position.is_over
    position = game("morris:men=3").start_position().play_all(["b2", "a1", "c3", "a3", "b1", "a2"])
    assert (position.outcome, position.to_move) == (-1, 0)
    assert str(position) == "B1W/BW1/BW1 w 0,0 0"


def test_quiet_moves_draw() -> None:
    position = at("a7 b4 g1", "d6 f6 e3", quiet=99).play("b4-c4")
    assert position.result == "drawn"


def test_a_mill_starts_the_count_anew() -> None:
    position = at("a7 d7 g4", "b4 d6 f2 e3", quiet=99).play("g4-g7xf2")
    assert not position.is_over
    assert str(position).endswith(" b 0,0 0")


def test_a_win_goes_before_the_quiet_limit() -> None:
    blocked = at("a7 g7 a1", "d7 a4 g4 d2", "b", quiet=99).play("d2-d1")
    assert blocked.result == "black wins"
    line = at("a1 b1 b2", "a2 c3 b3", quiet=99, parameters="men=3").play("b2-c1")
    assert line.result == "white wins"


def test_nothing_is_quiet_while_anybody_has_a_man_in_hand() -> None:
    position = at("a7 d7 g1", "d6 f6", "w", "0,1").play("g1-g4")
    assert str(position).endswith(" b 0,1 0")
    position = position.play("b2")
    assert str(position).endswith(" w 0,0 0")
    assert str(position.play("g4-g1")).endswith(" b 0,0 1")


def test_the_third_occurrence_of_a_position_draws() -> None:
    position = at("a7 b4 g1", "d6 f6 e3")
    for _ in range(2):
        assert not position.is_over
        position = position.play_all(["b4-c4", "e3-e4", "c4-b4", "e4-e3"])
    assert position.occurrences == 3
    assert position.result == "drawn"


def test_positions_repeat_whatever_the_quiet_count() -> None:
    one, other = at("a7 b4 g1", "d6 f6 e3", quiet=3), at("a7 b4 g1", "d6 f6 e3", quiet=4)
    assert one.repetition_key == other.repetition_key
    assert one.hash_key != other.hash_key
    assert one.repetition_key != at("a7 b4 g1", "d6 f6 e3", "b").repetition_key
    with interpreted():
        assert one.game.repetition.plies(game, one.state[0]) == 3
    left = [position.state.copy() for position in (one, other)]
    for state in left:
        one.game.repetition.forget(state[0])
    assert left[0].tobytes() == left[1].tobytes() == at("a7 b4 g1", "d6 f6 e3").state.tobytes()


# ---- faster ways to the same -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize(
    "position",
    [
        at("a7 d7 a4", "b4 b6 d6", "w", "6,6"),  # mills by placing
        at("a7 d7 g4 g1 c5", "b4 d6 f2 b2"),  # by moving
        at("a7 d7 c3", "b4 b2 d6 f2", parameters="men=9,flying=true"),  # by flying
        at("a7 d7 g7", "b4 b2 d6 f2", parameters="men=9,flying=true"),
    ],
    ids=str,
)
def test_random_moves_are_equally_likely(position: Position) -> None:
    buffer, rng = np.empty(position.game.max_moves, np.int64), generator(1)
    with interpreted():
        drawn = Counter(
            position.game.random_move(position.state[0], buffer, rng)
            for _ in range(40 * len(position.legal_moves))
        )
        assert position.game.count_moves(position.state[0], buffer) == len(position.legal_moves)
    assert set(drawn) == set(position.legal_move_codes)
    chi_square = sum((n - 40) ** 2 / 40 for n in drawn.values())
    freedom = len(drawn) - 1
    assert chi_square <= freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.native
def test_random_games_end() -> None:
    plies, results = random_playouts(game("morris").start_position(), 200, seed=5)
    assert sum(results) == 200
    assert plies > 200 * 20
