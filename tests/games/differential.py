"""Random games played side by side with the slow references."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from evaluators.positions import worth
from nupp.kernel import interpreted
from nupp.rules import Game, Position


def compare_games(rules: Game, start: Any, games: int, check: Callable[[Position, Any], None]) -> None:
    """Play random games of `rules` and of its reference at once; every position must be the same."""
    rng = random.Random(rules.spec)
    for _ in range(games):
        for position, reference in one_game(rules, start, rng):
            compare(position, reference)
            check(position, reference)


def one_game(rules: Game, start: Any, rng: random.Random) -> Iterator[tuple[Position, Any]]:
    position, reference = rules.start_position(), start
    yield position, reference
    while not position.is_over:
        move = rng.choice(position.legal_moves)
        position, reference = position.play(move), reference.play(move)
        yield position, reference


def compare(position: Position, reference: Any) -> None:
    text = reference.text()
    assert str(position) == text
    assert sorted(position.legal_moves) == sorted(reference.moves()), text
    assert (position.to_move, position.is_over) == (reference.side, reference.over), text
    if reference.over:
        assert (position.outcome, position.margin) == (reference.outcome, reference.margin), text


def compare_evaluation(position: Position, name: str, expected: int) -> None:
    """An evaluator's value, which is for the side to move, with the first player's."""
    assert worth(position, name) == (expected if position.to_move == 0 else -expected), (name, str(position))


def forcing(position: Position) -> set[str]:
    """The moves that the game calls forcing, each of them once, worked out as plain Python."""
    buffer = np.empty(position.game.max_moves, np.int64)
    with interpreted():
        n = position.game.forcing_moves(position.state[0], buffer)
    found = {position.format_move(int(move)) for move in buffer[:n]}
    assert len(found) == n, str(position)
    return found
