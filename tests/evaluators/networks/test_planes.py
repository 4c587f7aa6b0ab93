"""What a neural network is shown."""

from __future__ import annotations

import numpy as np
import pytest

import nupp
from evaluators.networks.little import GAME, states_after
from evaluators.positions import random_states
from nupp.evaluators.networks.planes import (
    absolute_planes,
    grid_of,
    plane_images,
    planes,
    planes_seen,
    shape_seen,
)
from nupp.games.amazons import Amazons
from nupp.rules import GAMES, game, start_state


def test_what_is_seen_tells_the_edges_and_the_side() -> None:
    hexes = game("hexxagon")
    found = planes_seen(hexes, start_state(hexes), "own")
    assert found.shape == (1, *shape_seen(hexes, "own")) == (1, 4, 9, 9)
    assert found[0, 2].sum() == len(hexes.board)
    assert not found[0, 3].any()
    assert planes_seen(GAME, states_after("a1"), "own")[0, 3].all()
    with pytest.raises(ValueError, match=r"'all'.*own or absolute"):
        planes_seen(GAME, start_state(GAME), "all")


@pytest.mark.parametrize("spec", GAMES.names())
def test_planes_of_images_are_images_of_planes(spec: str) -> None:
    game, states = nupp.game(spec), random_states(spec)
    if game.kinds.values == 1:
        with pytest.raises(ValueError, match="cells"):
            planes(game, states)
        return
    grid, found = grid_of(game), planes(game, states)
    assert found.shape == (len(states), game.kinds.values - 1, grid.height, grid.width)
    assert found.dtype == np.float32
    assert set(np.unique(found)) <= {0, 1}
    assert len(set(grid.places.tolist())) == len(game.board)
    rows = found.reshape(*found.shape[:2], -1)
    for symmetry, order in zip(game.symmetries, plane_images(game), strict=False):
        images = np.concatenate([symmetry.map_state(states[i : i + 1]) for i in range(len(states))])
        assert (planes(game, images).reshape(rows.shape) == rows[..., order]).all()


def test_the_planes_of_the_source_for_amazons() -> None:
    """White's amazons, black's, arrows, and what is not empty, as the position text has them."""
    game = nupp.game("amazons")
    assert isinstance(game, Amazons)
    states = random_states("amazons", 6)
    sides = np.array([game.to_move(state) for state in states], np.int8)
    found = absolute_planes(game, states, sides)
    assert found.shape == (6, 4, 10, 10)
    for state, own in zip(states, found, strict=True):
        rows = game.format_position(state).split()[0].split("/")
        for row, text in enumerate(rows):
            line = "".join("." * int(part) if part.isdigit() else part for part in split(text))
            for column, symbol in enumerate(line):
                wanted = [float(symbol == one) for one in "WBx"] + [float(symbol != ".")]
                assert own[:, row, column].tolist() == wanted


def split(text: str) -> list[str]:
    """The letters and numbers of a row."""
    import re

    return re.findall("[0-9]+|.", text)


def test_a_board_that_is_turned_to_each_side_has_no_absolute_planes() -> None:
    game = nupp.game("draughts")
    with pytest.raises(ValueError, match=r"draughts.*each side"):
        absolute_planes(game, random_states("draughts"), np.zeros(12, np.int8))
