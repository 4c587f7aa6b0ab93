"""Breakthrough: moves, captures and both ways to win. OpenSpiel's rules are compared in `tests/peers`."""

from __future__ import annotations

import pytest

from nupp.rules import IllegalMoveError, NotationError, Position, game
from nupp.search.perft import perft
from plain import start_of


def at(text: str) -> Position:
    return game("breakthrough:width=3,height=5").parse_position(text)


def test_men_go_forward_and_take_aside() -> None:
    position = at("3/1B1/BWB/1W1/3 w")
    assert sorted(position.legal_moves) == ["b2xa3", "b2xc3", "b3-a4", "b3-c4"]
    assert str(position.play("b2xc3")) == "3/1B1/BWW/3/3 b"
    assert sorted(at("3/1B1/BWB/1W1/3 b").legal_moves) == ["a3-a2", "a3xb2", "c3-c2", "c3xb2"]


def test_a_position_with_more_men_than_a_game_has_can_be_read() -> None:
    rows = "B7/8/8/WWWWWWWW/8/WWWWWWWW/8/WWWWWWWW"
    assert len(game("breakthrough").parse_position(f"{rows} w").legal_moves) == 3 * 22


@pytest.mark.parametrize(
    ("text", "outcome"), [("1W1/3/3/B2/3 b", 1), ("3/3/1W1/3/B2 w", -1), ("3/3/1W1/3/3 b", 1)]
)
def test_who_comes_through_or_has_taken_all_wins(text: str, outcome: int) -> None:
    position = at(text)
    assert position.is_over
    assert position.outcome == outcome


def test_symmetries_turn_left_and_right() -> None:
    position = at("3/1B1/BW1/1W1/3 w")
    rules = position.game
    _, mirror = rules.symmetries
    image = Position(rules, mirror.map_state(position.state))
    assert str(image) == "3/1B1/1WB/1W1/3 w"
    moved = {mirror.map_move(code) for code in position.legal_move_codes}
    assert moved == set(image.legal_move_codes)


@pytest.mark.slow
@pytest.mark.native
def test_counts_of_the_tutorial() -> None:
    assert perft(start_of("breakthrough:width=5,height=5"), 5) == 289828


def test_what_cannot_go_there_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="'a2-a4' is not legal here: expected one of 22 moves"):
        game("breakthrough").start_position().play("a2-a4")


@pytest.mark.parametrize("text", ["1W1/3/3/B2/3 w", "3/3/1W1/3/B2 b"])
def test_who_has_come_through_is_not_to_move(text: str) -> None:
    with pytest.raises(NotationError, match="man on the last row"):
        at(text)
