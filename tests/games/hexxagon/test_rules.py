"""Hexxagon: examples worked by hand for every rule, and games against the slow reference."""

import random
from collections import Counter
from contextlib import nullcontext
from itertools import product

import numpy as np
import pytest

from nupp.boards import HexagonBoard
from nupp.conformance.amounts import amount
from nupp.kernel import generator, interpreted
from nupp.rules import IllegalMoveError, NotationError, Position, game, start_state
from nupp.rules.notation import format_rows
from nupp.search.perft import perft
from nupp.search.playout import random_playouts
from nupp.spec import SpecError
from plain import start_of
from reference.hexxagon import Hexxagon as Reference

STARTS = {"three": "R3B/6/7/3#4/B4#2R/3#4/7/6/R3B r 0", "none": "R3B/6/7/8/B7R/8/7/6/R3B r 0"}
START = STARTS["three"]
PARAMETERS = list(product(("three", "none"), ("ends", "fill", "pass"), (4, 100)))
#: Blue everywhere but on a1 (red) and i1 (empty), red to move: red's only piece is far from i1.
RED_IS_BLOCKED = "RBBBB/BBBBBB/BBBBBBB/BBB#BBBB/BBBBB#BBB/BBB#BBBB/BBBBBBB/BBBBBB/1BBBB"


def at(text: str, parameters: str = "") -> Position:
    return game(f"hexxagon:{parameters}" if parameters else "hexxagon").parse_position(text)


# ---- board and start ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("holes", "cells"), [("three", 58), ("none", 61)])
def test_start(holes: str, cells: int) -> None:
    start = STARTS[holes]
    rules = game(f"hexxagon:holes={holes}")
    assert len(rules.board) == cells
    assert str(rules.start_position()) == start
    assert str(rules.parse_position(start.upper())) == start


def test_default_parameters_are_left_out_of_the_spec() -> None:
    assert game("hexxagon:holes=three,blocked=ends,quiet=100").spec == "hexxagon"


@pytest.mark.parametrize("wrong", ["holes=two", "blocked=stays", "quiet=0", "quiet=10001", "side=5"])
def test_refused_parameters(wrong: str) -> None:
    with pytest.raises(SpecError, match=wrong.split("=")[0]):
        game(f"hexxagon:{wrong}")


@pytest.mark.native
@pytest.mark.parametrize(("holes", "counts"), [("three", [24, 570, 16548]), ("none", [24, 570, 16824])])
def test_perft(holes: str, counts: list[int]) -> None:
    start = start_of(f"hexxagon:holes={holes}")
    assert [perft(start, depth) for depth in (1, 2, 3)] == counts


# ---- moves -------------------------------------------------------------------------------------------


def test_moves_from_a_corner() -> None:
    assert at("R4/6/7/3#4/5#3/3#4/7/6/4B r 0").legal_moves == (
        *("a2", "b1", "b2"),
        *("a1-a3", "a1-b3", "a1-c1", "a1-c2", "a1-c3"),
    )


def test_clones_from_two_origins_are_one_move() -> None:
    assert at("R1R2/6/7/3#4/5#3/3#4/7/6/4B r 0").legal_moves.count("a2") == 1


def test_a_hole_is_no_target_but_is_jumped_over() -> None:
    moves = at("5/6/7/3#4/4R#3/3#4/7/6/4B r 0").legal_moves
    assert {move for move in moves if "-" not in move} == {"d5", "e4", "f5"}
    assert "e5-e7" in moves
    assert len(moves) == 3 + 12


def test_a_clone_keeps_its_origin_and_turns_its_neighbours() -> None:
    position = at("R1B2/6/1B5/3#4/5#3/3#4/7/6/5 r 7").play("b2")
    assert str(position) == "R1B2/1R4/1R5/3#4/5#3/3#4/7/6/5 b 0"


def test_a_jump_leaves_its_origin_and_turns_only_neighbours_of_its_target() -> None:
    position = at("RB1B1/6/7/3#4/5#3/3#4/7/6/4B r 7").play("a1-a3")
    assert str(position) == "1RRR1/6/7/3#4/5#3/3#4/7/6/4B b 8"


def test_blue_moves_alike() -> None:
    position = at("R1B2/6/7/3#4/5#3/3#4/7/6/R4 b 0").play("a2")
    assert str(position) == "BBB2/6/7/3#4/5#3/3#4/7/6/R4 r 0"


@pytest.mark.parametrize("text", ["a1-a3", "A1A3", " a1 a3 ", "a1 - a3", "a1->a3", "a1–a3"])
def test_spellings_of_a_jump(text: str) -> None:
    start = game("hexxagon").start_position()
    assert start.play(text).last_move == "a1-a3"


@pytest.mark.parametrize("text", ["a2", " A2 "])
def test_spellings_of_a_clone(text: str) -> None:
    assert game("hexxagon").start_position().play(text).last_move == "a2"


@pytest.mark.parametrize("text", ["pass", "Pass", "--", "ps"])
def test_spellings_of_the_pass(text: str) -> None:
    assert at(RED_IS_BLOCKED + " r 0", "blocked=pass").play(text).last_move == "pass"


@pytest.mark.parametrize("text", ["", "j1", "a0", "a10", "a1-a3-a5", "a1-", "a2x", "resign"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="such as d5"):
        game("hexxagon").start_position().play(text)


@pytest.mark.parametrize("text", ["e6", "e5", "a1", "a9", "a1-a2", "a1-a4", "a5-a3", "pass"])
def test_illegal_moves(text: str) -> None:
    with pytest.raises(IllegalMoveError, match=rf"'{text}'.*legal"):
        game("hexxagon").start_position().play(text)


# ---- ends --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("blocked", ["ends", "fill", "pass"])
def test_a_full_board_ends_the_game(blocked: str) -> None:
    position = at(RED_IS_BLOCKED.replace("R", "B") + " b 3", f"blocked={blocked}")
    assert position.is_over  # red has no piece
    position = at(RED_IS_BLOCKED + " b 3", f"blocked={blocked}").play("i1")
    assert position.is_over
    assert (position.outcome, position.margin) == (-1, 1 - 57)
    assert position.result == "blue wins by 56"


@pytest.mark.parametrize(("blocked", "margin"), [("ends", 3), ("fill", 58), ("pass", 3)])
def test_a_side_without_pieces_has_lost(blocked: str, margin: int) -> None:
    position = at("R1B2/6/7/3#4/5#3/3#4/7/6/5 r 7", f"blocked={blocked}").play("a2")
    assert position.is_over
    assert (position.outcome, position.margin) == (1, margin)


@pytest.mark.parametrize("side", ["r", "b"])
def test_fill_credits_the_side_with_pieces_whoever_is_to_move(side: str) -> None:
    position = at(f"5/6/7/3#4/4B#3/3#4/7/6/5 {side} 0", "blocked=fill")
    assert (position.outcome, position.margin) == (-1, -58)


@pytest.mark.parametrize(("blocked", "margin"), [("ends", -55), ("fill", -56)])
def test_a_blocked_side_ends_the_game(blocked: str, margin: int) -> None:
    position = at(RED_IS_BLOCKED + " r 3", f"blocked={blocked}")
    assert position.is_over
    assert (position.outcome, position.margin) == (-1, margin)


def test_a_blocked_side_passes() -> None:
    position = at(RED_IS_BLOCKED + " r 3", "blocked=pass")
    assert position.legal_moves == ("pass",)
    assert str(position.play("pass")) == RED_IS_BLOCKED + " b 4"


@pytest.mark.parametrize("blocked", ["ends", "fill", "pass"])
def test_an_empty_board_is_drawn(blocked: str) -> None:
    position = at("5/6/7/3#4/5#3/3#4/7/6/5 r 0", f"blocked={blocked}")
    assert position.is_over
    assert (position.outcome, position.margin) == (0, 0)


@pytest.mark.parametrize("blocked", ["ends", "fill", "pass"])
def test_quiet_moves_draw_with_the_margin_of_the_pieces(blocked: str) -> None:
    position = at("R2B1/6/7/3#4/5#3/3#4/7/6/4B r 3", f"blocked={blocked},quiet=4").play("a1-a3")
    assert position.is_over
    assert (position.outcome, position.margin) == (0, 1)
    assert position.result == "drawn"


def test_a_clone_starts_the_count_anew() -> None:
    position = at("R2B1/6/7/3#4/5#3/3#4/7/6/4B r 3", "quiet=4").play("a2")
    assert str(position).endswith(" b 0")
    assert not position.is_over


def test_a_pass_is_a_quiet_move() -> None:
    position = at(RED_IS_BLOCKED + " r 3", "blocked=pass,quiet=4").play("pass")
    assert position.is_over
    assert (position.outcome, position.margin) == (0, -55)


@pytest.mark.parametrize(("blocked", "margin"), [("ends", 2), ("fill", 58), ("pass", 2)])
def test_an_end_on_the_board_goes_before_the_quiet_limit(blocked: str, margin: int) -> None:
    position = at("R2B1/6/7/3#4/5#3/3#4/7/6/5 r 3", f"blocked={blocked},quiet=4").play("a1-a3")
    assert (position.outcome, position.margin) == (1, margin)


@pytest.mark.parametrize(
    ("blocked", "expected"), [("ends", (-1, -55)), ("fill", (-1, -56)), ("pass", (0, -55))]
)
def test_a_blocked_side_at_the_quiet_limit(blocked: str, expected: tuple[int, int]) -> None:
    position = at(RED_IS_BLOCKED + " r 4", f"blocked={blocked},quiet=4")
    assert position.is_over
    assert (position.outcome, position.margin) == expected


# ---- position texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "3 fields"),
        (START[:-2], r"3 fields.*columns, side, moves without a clone.* 2"),
        (START + " 1", "3 fields"),
        ("R3B/6/7/3#4/B4#2R/3#4/7/6 r 0", "9 rows"),
        ("R4B/6/7/3#4/B4#2R/3#4/7/6/R3B r 0", r"5 cells.*row 1.* 6"),
        ("R3B/5/7/3#4/B4#2R/3#4/7/6/R3B r 0", r"6 cells.*row 2.* 5"),
        ("R3B/6/7/8/B7R/8/7/6/R3B r 0", "'#' for a hole"),
        ("R3B/6/7/3#4/B4#2R/3#4/7/6/#3B r 0", "'#' for a hole"),
        ("X3B/6/7/3#4/B4#2R/3#4/7/6/R3B r 0", "'x'"),
        (START.replace(" r ", " w "), r"'w'.*r or b"),
        (START.replace(" r 0", " r -1"), r"moves without a clone '-1'.*0 to 100"),
        (START.replace(" r 0", " r 101"), r"moves without a clone '101'.*0 to 100"),
    ],
)
def test_refused_positions(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as raised:
        at(text)
    assert repr(text) in str(raised.value)


def test_a_board_without_holes_has_none() -> None:
    with pytest.raises(NotationError, match="'#' for a hole"):
        at(START, "holes=none")


def test_a_finished_position_is_read() -> None:
    assert at(START.replace(" r 0", " b 100")).result == "drawn"


# ---- drawing and symmetries --------------------------------------------------------------------------


def test_drawing() -> None:
    position = game("hexxagon").start_position().play("e9-e7")
    drawing = position.drawing
    assert drawing.colours == ("red", "blue")
    assert {(drawing.board.name(piece.cell), piece.side) for piece in drawing.pieces} == {
        *(("a1", 0), ("e7", 0), ("i1", 0)),
        *(("a5", 1), ("e1", 1), ("i5", 1)),
    }
    assert [drawing.board.name(cell) for cell in drawing.marks] == ["e9", "e7"]
    assert [drawing.board.name(cell) for cell in position.play("a4").drawing.marks] == ["a4"]


def test_a_pass_marks_nothing() -> None:
    assert at(RED_IS_BLOCKED + " r 0", "blocked=pass").play("pass").drawing.marks == ()


@pytest.mark.parametrize(("holes", "keeping", "exchanging"), [("three", 6, 0), ("none", 6, 6)])
def test_symmetries(holes: str, keeping: int, exchanging: int) -> None:
    rules = game(f"hexxagon:holes={holes}")
    assert Counter(symmetry.exchange for symmetry in rules.symmetries) == Counter(
        {False: keeping, True: exchanging}
    )
    assert rules.symmetries[0].cells == tuple(range(len(rules.board)))
    start = start_state(rules)
    for symmetry in rules.symmetries:
        image = symmetry.map_state(start)
        assert image[0].red == start[0].red
        assert image[0].blue == start[0].blue
        assert image[0].turn == symmetry.exchange


@pytest.mark.slow
@pytest.mark.parametrize("parameters", ["holes=three,blocked=pass", "holes=none,blocked=fill"])
def test_playing_and_mapping_commute(parameters: str) -> None:
    rng = random.Random(3)
    position = game(f"hexxagon:{parameters}").start_position()
    while not position.is_over:
        move = rng.choice(position.legal_move_codes)
        symmetry = rng.choice(position.game.symmetries)
        image = Position(position.game, symmetry.map_state(position.state))
        position = position.play(move)
        image = image.play(symmetry.map_move(move))
        assert np.array_equal(image.state, symmetry.map_state(position.state))
    assert image.outcome == (-position.outcome if symmetry.exchange else position.outcome)


# ---- faster ways to the same -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize(
    "text", [START, "RB3/RR4/1BR4/3#4/2R2#3/3#B3/5BR/6/R3B b 0", RED_IS_BLOCKED + " b 0"]
)
def test_random_moves_are_equally_likely(text: str) -> None:
    position = at(text)
    buffer, rng = np.empty(position.game.max_moves, np.int64), generator(1)
    with interpreted():
        drawn = Counter(
            position.game.random_move(position.state[0], buffer, rng)
            for _ in range(100 * len(position.legal_moves))
        )
    assert set(drawn) == set(position.legal_move_codes)
    chi_square = sum((n - 100) ** 2 / 100 for n in drawn.values())
    freedom = len(drawn) - 1
    assert chi_square <= freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.native
def test_random_games_end() -> None:
    plies, results = random_playouts(game("hexxagon:blocked=pass").start_position(), 200, seed=5)
    assert sum(results) == 200
    assert plies > 200 * 52 / 2


# ---- against the reference ---------------------------------------------------------------------------


def random_text(rng: random.Random, holes: str) -> str:
    """A position text without its count: any share of empty cells, any share of red ones."""
    empty, red = rng.choice((0.98, 0.9, 0.6, 0.2, 0.07, 0.03)), rng.choice((0.02, 0.1, 0.5, 0.9, 0.98))
    board = game(f"hexxagon:holes={holes}").board
    assert isinstance(board, HexagonBoard)
    symbols = ["." if rng.random() < empty else "R" if rng.random() < red else "B" for _ in board.cells]
    return f"{format_rows(symbols, board.columns)} {rng.choice('rb')}"


def compare(position: Position, reference: Reference, rng: random.Random) -> str:
    """Play a random game in both and return how it ended."""
    jumpiness = rng.random()
    while True:
        assert str(position) == reference.text()
        moves = position.legal_moves
        assert sorted(moves) == sorted(reference.moves())
        buffer = np.empty(position.game.max_moves, np.int64)
        with interpreted():
            assert position.game.count_moves(position.state[0], buffer) == len(moves)
        if not moves:
            assert (position.outcome, position.margin) == (reference.outcome, reference.margin)
            return how_ended(reference)
        clones = [move for move in moves if "-" not in move]
        move = rng.choice(moves if not clones or rng.random() < jumpiness else clones)
        position, reference = position.play(move), reference.play(move)


def how_ended(reference: Reference) -> str:
    if not reference.pieces(0) or not reference.pieces(1):
        return "a side without pieces"
    if not reference.ended_on_board:
        return "quiet"
    return "blocked" if reference.can_move(1 - reference.side) else "full"


@pytest.mark.slow
@pytest.mark.native
def test_random_games_agree_with_the_reference() -> None:
    """The short ones in plain Python, the others compiled."""
    rng = random.Random(20)
    ends: Counter[tuple[str, str]] = Counter()
    for number in range(amount(78, 300)):
        holes, blocked, quiet = PARAMETERS[number % len(PARAMETERS)]
        rules = game(f"hexxagon:holes={holes},blocked={blocked},quiet={quiet}")
        text = f"{random_text(rng, holes)} {rng.randint(0, quiet)}" if number % 6 else STARTS[holes]
        with interpreted() if quiet == 4 else nullcontext():
            end = compare(rules.parse_position(text), Reference.parse(text, holes, blocked, quiet), rng)
        ends[blocked, end] += 1
    assert set(ends) == {
        *product(("ends", "fill", "pass"), ("a side without pieces", "full", "quiet")),
        ("ends", "blocked"),
        ("fill", "blocked"),
    }
