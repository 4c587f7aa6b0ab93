"""Positions on which evaluators are compared, and what they are worth to one."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import nupp
from nupp.conformance.observe import Sample, state_of
from nupp.evaluators import Evaluator, evaluator
from nupp.evaluators.patterns import PatternNetwork, Patterns
from nupp.kernel import interpreted
from nupp.rules import Game, Position
from nupp.rules.basics import States


def worth(position: Position, name: str) -> int:
    """An evaluator's value of a position, worked out as plain Python."""
    with interpreted():
        return int(_evaluator(name, position.game).evaluate(position.game, position.state[0]))


@cache
def _evaluator(name: str, game: Game) -> Evaluator[Any]:
    """The evaluator of a name: to find it takes longer than to evaluate a position."""
    return evaluator(name, game)


def positions(played: Sample) -> list[States]:
    return [state_of(played.game, seen.before) for seen in played.spread(12 if played.compiled else 36)]


def random_network(patterns: Patterns, seed: int = 1) -> PatternNetwork:
    """A network with random weights, equal where they are tied."""
    rng = np.random.default_rng(seed)
    weights = rng.integers(-3000, 3000, (patterns.sets, patterns.entries)).astype(np.int16)[:, patterns.ties]
    weights[:, 0] = 0
    return PatternNetwork(patterns, weights)


def random_states(spec: str, n: int = 12) -> States:
    game, rng = nupp.game(spec), np.random.default_rng(1)
    position = game.start_position()
    found = []
    while len(found) < n:
        if position.is_over:
            position = game.start_position()
        found.append(position.state)
        position = position.play_code(int(rng.choice(position.legal_move_codes)))
    return np.concatenate(found)
