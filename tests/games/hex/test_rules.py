"""Hex: who wins, the swap rule, and values of small boards. `tests/peers` compares it with OpenSpiel's."""

from __future__ import annotations

import random

import pytest

from nupp.conformance.amounts import amount
from nupp.rules import IllegalMoveError, Position, game
from nupp.search.solve import solve


def connected(position: Position, side: int) -> bool:
    """Whether a side has connected its edges, found by spreading over the board."""
    rules, board = position.game, position.game.board
    own = {cell for cell, kind in enumerate(position.state[0].cells) if kind == side + 1}
    line = [divmod(cell, rules.width)[side] for cell in range(len(board))]
    group = {cell for cell in own if line[cell] == 0}
    while True:
        wider = group | {cell for cell in own if group & set(board.neighbours[cell].tolist())}
        if wider == group:
            return any(line[cell] == rules.width - 1 for cell in group)
        group = wider


@pytest.mark.parametrize("size", [2, 3, 5, 11])
def test_random_games_end_with_one_connection(size: int) -> None:
    rng = random.Random(size)
    for _ in range(6):
        position = game(f"hex:size={size}").start_position()
        while not position.is_over:
            assert not connected(position, 0)
            assert not connected(position, 1)
            position = position.play_code(rng.choice(position.legal_move_codes))
        winner = 0 if position.outcome == 1 else 1
        assert connected(position, winner)
        assert position.to_move == 1 - winner


def test_swap_takes_over_the_first_stone_on_the_other_side_of_the_long_diagonal() -> None:
    start = game("hex:size=4").start_position()
    assert "swap" not in start.legal_moves
    first = start.play("b4")
    assert len(first.legal_moves) == 16
    swapped = first.play("swap")
    assert str(swapped) == "4/3B/4/4 r"
    assert "swap" not in swapped.legal_moves
    assert len(swapped.legal_moves) == 15
    assert "swap" not in first.play("a1").play("a2").legal_moves
    with pytest.raises(IllegalMoveError, match="'swap' is not legal here"):
        game("hex:size=4,swap=false").start_position().play("b4").play("swap")


@pytest.mark.parametrize(("size", "swap", "outcome"), [
    (2, False, 1),
    pytest.param(3, False, 1, marks=pytest.mark.slow),
    pytest.param(amount(2, 3), True, -1, marks=pytest.mark.slow),
    pytest.param(4, False, 1, marks=[pytest.mark.slow, pytest.mark.native]),
])  # fmt: skip
def test_values_of_small_boards(size: int, swap: bool, outcome: int) -> None:
    """The first side wins (J. Nash, 1952), and the second with the swap rule."""
    start = game(f"hex:size={size},swap={str(swap).lower()}").start_position()
    assert solve(start).value.outcome == outcome


def test_the_half_turn_is_a_symmetry() -> None:
    rules = game("hex:size=5")
    identity, turned = rules.symmetries
    assert identity.cells == tuple(range(25))
    assert turned.cells == tuple(range(24, -1, -1))
    position = rules.start_position().play("b4").play("c3")
    image = Position(rules, turned.map_state(position.state))
    assert str(image) == "5/3R1/2B2/5/5 r"
