"""Positions of the Game of the Amazons, for tests of its rules and of its evaluators."""

from __future__ import annotations

import random
from collections.abc import Iterator

from nupp.rules import Position, game
from reference.amazons import STARTS

SIZES = (10, 8, 6, 5)
FIVE = f"{STARTS[5]} w"


def spec(size: int, staged: bool = False) -> str:
    return f"amazons:size={size},staged={str(staged).lower()}"


def at(text: str, staged: bool = False) -> Position:
    return game(spec(text.count("/") + 1, staged)).parse_position(text)


def walk(size: int, seed: int, staged: bool = False) -> Iterator[Position]:
    """A random game."""
    rng, position = random.Random(seed), game(spec(size, staged)).start_position()
    yield position
    while not position.is_over:
        position = position.play_code(rng.choice(position.legal_move_codes))
        yield position
