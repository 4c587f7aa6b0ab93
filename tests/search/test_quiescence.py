"""Quiescence search finds what a plain search of the forcing moves finds."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from nupp.evaluators import Evaluator, evaluator
from nupp.kernel import interpreted
from nupp.players.alphabeta import AlphaBeta, AlphaBetaOptions
from nupp.rules import Position, game
from nupp.search.scores import MATE
from search.oracle import some_positions

GAMES = [
    ("dotsandboxes:size=4,passing=false", "boxes", range(32, 39)),
    ("morris", "mobility", range(8, 40)),
    ("draughts", "material", range(10, 50)),
]


def forcing_moves(position: Position) -> list[int]:
    buffer = np.empty(position.game.max_moves, np.int64)
    return [int(code) for code in buffer[: position.game.forcing_moves(position.state[0], buffer)]]


def plain(position: Position, judge: Evaluator[Any], depth: int, quiescence: int, ply: int = 0) -> int:
    """The value of a position for the side to move, without any pruning."""
    if position.is_over:
        return (1 - 2 * position.to_move) * position.outcome * (MATE - ply)
    codes = (
        list(position.legal_move_codes) if depth > 0 else forcing_moves(position) if quiescence > 0 else []
    )
    values = []
    if depth == 0 and len(codes) < len(position.legal_move_codes):
        values.append(int(judge.evaluate(position.game, position.state[0])))
    for code in codes:
        child = position.play_code(code)
        rest = (depth - 1, quiescence) if depth > 0 else (0, quiescence - 1)
        value = plain(child, judge, *rest, ply + 1)
        values.append(value if child.to_move == position.to_move else -value)
    return max(values)


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "judge", "plies"), GAMES)
@pytest.mark.parametrize("quiescence", [1, 3])
def test_quiescence_search(spec: str, judge: str, plies: range, quiescence: int) -> None:
    rules = game(spec)
    differing = 0
    # Without draws by repetition in sight, whatever the table remembers is the same on every way.
    parts = {"table": 0, "quiescence": quiescence, "eval": judge}
    players = {depth: AlphaBeta(rules, AlphaBetaOptions(depth=depth, **parts)) for depth in (1, 2)}
    for position in some_positions(rules, 6, random.Random(spec), plies):
        depth = 1 if len(position.legal_moves) > 15 else 2
        players[depth].spec = "alphabeta"
        with interpreted():
            expected = plain(position, evaluator(judge, rules), depth, quiescence)
            differing += expected != plain(position, evaluator(judge, rules), depth, 0)
        decision = players[depth].choose(position)
        assert decision.score == expected, (spec, str(position))
    assert differing > 0, "no forcing move has changed a value"
