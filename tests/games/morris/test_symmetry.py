"""The symmetries of the morris boards."""

import random

import numpy as np
import pytest

from nupp.rules import Position, game


@pytest.mark.parametrize(("men", "count"), [(3, 8), (6, 16), (9, 16), (12, 16)])
def test_symmetries(men: int, count: int) -> None:
    rules = game(f"morris:men={men}")
    assert len({symmetry.cells for symmetry in rules.symmetries}) == count
    assert not any(symmetry.exchange for symmetry in rules.symmetries)


def test_the_inner_square_and_the_outer_one_may_be_exchanged() -> None:
    rules = game("morris")
    swap = rules.symmetries[8].cells
    names = [(rules.board.name(cell), rules.board.name(swap[cell])) for cell in range(24)]
    assert {("a1", "c3"), ("e5", "g7"), ("d6", "d6"), ("d7", "d5")} <= set(names)


@pytest.mark.slow
@pytest.mark.parametrize("parameters", ["men=6,flying=true", "men=9,flying=true", "men=12"])
def test_playing_and_mapping_commute(parameters: str) -> None:
    rng = random.Random(3)
    position = game(f"morris:{parameters}").start_position()
    while not position.is_over:
        move, symmetry = rng.choice(position.legal_move_codes), rng.choice(position.game.symmetries)
        image = Position(position.game, symmetry.map_state(position.state))
        mapped = {symmetry.map_move(code) for code in position.legal_move_codes}
        assert set(image.legal_move_codes) == mapped
        position, image = position.play(move), image.play(symmetry.map_move(move))
        assert np.array_equal(image.state, symmetry.map_state(position.state))
