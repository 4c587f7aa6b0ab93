"""From planes back to positions: nothing that decides a game is hidden."""

from __future__ import annotations

import numpy as np
import pytest

import nupp
from evaluators.positions import random_states
from nupp.kernel import identity_bytes
from nupp.vector import encoding, state_of
from plain import plain_rules  # noqa: F401
from vector.test_encodings import written

VARIANTS = ["draughts:variant=english", "draughts:variant=international", "morris:men=6,flying=true"]


@pytest.mark.parametrize("spec", [*nupp.GAMES.names(), *VARIANTS])
def test_planes_hold_all_of_a_position(spec: str) -> None:
    game, states = nupp.game(spec), random_states(spec)
    seen = encoding("planes", game)
    for state in states:
        found = state_of(game, written(game, seen, state))
        assert identity_bytes(found) == identity_bytes(state.reshape(1))


def test_planes_of_no_position_are_refused() -> None:
    game = nupp.game("connectfour")
    with pytest.raises(ValueError, match=r"\(3, 2, 2\).*\(3, 6, 7\)"):
        state_of(game, np.zeros((3, 2, 2), np.float32))
    hanging = np.zeros((3, 6, 7), np.float32)
    hanging[1, 0, 0] = 1
    with pytest.raises(ValueError, match="no position of connectfour"):
        state_of(game, hanging)
