"""What a neural network is shown."""

from __future__ import annotations

import pytest

from evaluators.networks.little import GAME, states_after
from nupp.evaluators.networks.planes import planes_seen, shape_seen
from nupp.games import game


def test_what_is_seen_tells_the_edges_and_the_side() -> None:
    hexes = game("hexxagon")
    found = planes_seen(hexes, hexes.start_state(), "own")
    assert found.shape == (1, *shape_seen(hexes, "own")) == (1, 4, 9, 9)
    assert found[0, 2].sum() == len(hexes.board)
    assert not found[0, 3].any()
    assert planes_seen(GAME, states_after("a1"), "own")[0, 3].all()
    with pytest.raises(ValueError, match="it sees 'all': expected own or absolute"):
        planes_seen(GAME, GAME.start_state(), "all")
