"""Positions for the tests of the protocols."""

from __future__ import annotations

import random

from nupp.rules import Position, game


def wander(spec: str, seed: int, plies: int) -> Position:
    """A position that is reached by random moves, from the start or, for odd seeds, as if set up."""
    rng, position = random.Random(seed), game(spec).start_position()
    for ply in range(plies):
        following = position.play_code(rng.choice(position.legal_move_codes))
        if following.is_over:
            break
        position = following
        if seed % 2 and ply == plies // 2:
            position = game(spec).parse_position(str(position))
    return position
