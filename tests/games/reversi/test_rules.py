"""Reversi and Othello: random games against the slow reference, and examples worked by hand."""

from __future__ import annotations

from itertools import product

import pytest

from games.differential import compare, compare_evaluation, compare_games
from nupp.conformance.amounts import amount
from nupp.rules import IllegalMoveError, NotationError, Position, game
from nupp.spec import SpecError
from reference.reversi import Reversi as Reference

RULES = list(product(("placed", "fixed"), ("ends", "pass"), ("none", "winner")))
SIZES = [(4, amount(4, 25)), (6, amount(2, 10)), (8, amount(1, 4)), (10, 1)]


def check_all(position: Position, reference: Reference) -> None:
    compare_evaluation(position, "discs", reference.discs())
    if not position.is_over:
        compare_evaluation(position, "mobility", reference.mobility())


@pytest.mark.slow
@pytest.mark.parametrize(("opening", "blocked", "empties"), RULES)
@pytest.mark.parametrize(("size", "games"), SIZES)
def test_against_the_reference(size: int, games: int, opening: str, blocked: str, empties: str) -> None:
    rules = game(f"reversi:size={size},opening={opening},blocked={blocked},empties={empties}")
    compare_games(rules, Reference.start(size, opening, blocked, empties), games, check_all)


@pytest.mark.slow
@pytest.mark.parametrize("size", [16, 12][: amount(1, 2)])
def test_large_boards_against_the_reference(size: int) -> None:
    """Positions along one game, a third of them."""
    rules, reference = game(f"othello:size={size}"), Reference.start(size, "fixed", "pass")
    position = rules.start_position()
    while not position.is_over:
        if position.ply % 8 == 0:
            compare(position, reference)
            check_all(position, reference)
        move = position.legal_moves[position.ply % len(position.legal_moves)]
        position, reference = position.play(move), reference.play(move)
    compare(position, reference)


def test_othello_is_reversi_with_other_defaults() -> None:
    assert str(game("othello").start_position()) == "8/8/8/3OX3/3XO3/8/8/8 x"
    assert str(game("reversi").start_position()) == "8/8/8/8/8/8/8/8 x"
    same = game("reversi:opening=fixed,blocked=pass")
    assert same.start_position().legal_moves == game("othello").start_position().legal_moves


def test_the_first_moves_of_othello() -> None:
    start = game("othello").start_position()
    assert start.legal_moves == ("d3", "c4", "f5", "e6")
    assert str(start.play("F5")) == "8/8/8/3OX3/3XXX2/8/8/8 o"


def test_the_centre_is_filled_first_and_nothing_turns() -> None:
    start = game("reversi").start_position()
    assert start.legal_moves == ("d4", "e4", "d5", "e5")
    filled = start.play_all(["d4", "e4", "d5", "e5"])
    assert str(filled) == "8/8/8/3XO3/3XO3/8/8/8 x"
    with pytest.raises(IllegalMoveError, match=r"'c3'.*legal"):
        start.play("c3")


def test_a_blocked_side_passes_or_ends_the_game() -> None:
    """White has only the corner, enclosed by black discs all along its lines."""
    text = "O3/X3/X3/4 o"
    passing = game("reversi:size=4,opening=fixed,blocked=pass").parse_position("OX2/4/4/4 o")
    assert passing.legal_moves == ("c1",)
    blocked = game("reversi:size=4,opening=fixed,blocked=pass").parse_position("OX2/4/4/4 x")
    assert blocked.legal_moves == ("pass",)
    assert str(blocked.play("pass")) == "OX2/4/4/4 o"
    assert [blocked.parse_move(spelling) for spelling in ("PA", "ps", "--", "@@")] == [16] * 4
    ended = game("reversi:size=4,opening=fixed,blocked=ends").parse_position("OX2/4/4/4 x")
    assert (ended.is_over, ended.result) == (True, "drawn")
    assert game("othello:size=4").parse_position(text).legal_moves == ("a4",)


@pytest.mark.parametrize(("empties", "margin"), [("none", -3), ("winner", -16)])
def test_the_winner_may_get_the_empty_cells(empties: str, margin: int) -> None:
    over = game(f"othello:size=4,empties={empties}").parse_position("OOO1/4/4/4 x")
    assert (over.outcome, over.margin) == (-1, margin)
    assert over.result == f"white wins by {-margin}"


def test_nobody_gets_the_empty_cells_of_a_draw() -> None:
    over = game("othello:size=4,empties=winner").parse_position("O2X/4/4/4 x")
    assert (over.outcome, over.margin, over.result) == (0, 0, "drawn")


@pytest.mark.parametrize(
    "wrong", ["size=5", "size=2", "size=18", "opening=free", "blocked=waits", "empties=both"]
)
def test_refused_parameters(wrong: str) -> None:
    with pytest.raises(SpecError, match=wrong):
        game(f"othello:{wrong}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4/4/4 x", "4 rows"),
        ("4/4/4/3Z x", r"'z'.*row 4"),
        ("X3/4/4/4 x", "centre"),
        ("4/4/4/4", "2 fields"),
    ],
)
def test_refused_positions(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        game("reversi:size=4").parse_position(text)
