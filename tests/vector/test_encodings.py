"""Encodings: what learners see of positions."""

from __future__ import annotations

import numpy as np
import pytest

import nupp
from nupp.evaluators.networks.planes import planes
from nupp.kernel import interpreted
from nupp.vector import encoding
from plain import plain_rules  # noqa: F401


@pytest.mark.parametrize("name", nupp.GAMES.names())
def test_planes_are_the_contents_and_the_side(name: str) -> None:
    game = nupp.game(name)
    seen, room = encoding("planes", game), np.zeros(len(game.board), np.int64)
    position, row = game.start_position(), np.full(seen.size, 7, np.float32)
    for ply in range(4):
        seen.write(game, position.state[0], row, room)
        found = row.reshape(seen.shape)
        assert (found[: game.kinds.values - 1] == planes(game, position.state)[0]).all()
        assert (found[-1] == position.to_move).all()
        position = position.play_code(position.legal_move_codes[ply % len(position.legal_moves)])


def test_an_unknown_encoding_is_refused() -> None:
    with interpreted(), pytest.raises(ValueError, match=r"'pixels'.*planes"):
        encoding("pixels", nupp.game("tictactoe"))
