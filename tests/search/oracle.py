"""Oracles: plain negamax without any pruning, once in Python and once compiled.

The Python one follows `Position` and so knows draws by repetition; the compiled one is compared with it.
"""

from __future__ import annotations

import random

import numpy as np

from nupp.evaluators import Evaluator
from nupp.kernel import interpreted, kernel
from nupp.rules import Game, Position
from nupp.rules.basics import Moves, States
from nupp.search.scores import MATE


@kernel
def negamax(game: Game, judge: Evaluator, stack: States, moves: Moves, ply: int, depth: int) -> int:  # type: ignore[type-arg]
    """The value of `stack[ply]` for the side to move, `depth` plies deep; won in n plies is MATE - n."""
    side = game.to_move(stack[ply])
    n = game.legal_moves(stack[ply], moves[ply])
    if n == 0:
        return (1 - 2 * side) * game.outcome(stack[ply]) * (MATE - ply)
    if depth == 0:
        return judge.evaluate(game, stack[ply])
    best = -MATE - 1
    for i in range(n):
        stack[ply + 1] = stack[ply]
        game.play(stack[ply + 1], moves[ply, i])
        value = negamax(game, judge, stack, moves, ply + 1, depth - 1)
        if game.to_move(stack[ply + 1]) != side:
            value = -value
        best = max(best, value)
    return best


def value(position: Position, judge: Evaluator, depth: int) -> int:  # type: ignore[type-arg]
    """The compiled oracle's value of a position."""
    game = position.game
    assert game.repetition.draws_at == 0, "this oracle does not see repetitions"
    stack, moves = np.repeat(position.state, depth + 1), np.zeros((depth + 1, game.max_moves), np.int64)
    return int(negamax(game, judge, stack, moves, 0, depth))


def values_of_moves(position: Position, judge: Evaluator, depth: int) -> dict[int, int]:  # type: ignore[type-arg]
    """The value of each move by its code, `depth` >= 1 plies deep, for the side to move."""
    return {code: value_of_move(position, code, judge, depth) for code in position.legal_move_codes}


def value_of_move(position: Position, code: int, judge: Evaluator, depth: int) -> int:  # type: ignore[type-arg]
    """The value of one move, `depth` >= 1 plies deep, for the side to move."""
    child = position.play_code(code)
    worth = value(child, judge, depth - 1)
    worth -= (worth > MATE // 2) - (worth < -MATE // 2)  # one ply further from the end
    return worth if child.to_move == position.to_move else -worth


def python_value(
    position: Position,
    judge: Evaluator,  # type: ignore[type-arg]
    depth: int,
    ply: int = 0,
    once: bool = False,
) -> int:
    """The same in Python, with draws by repetition; once: at the first recurrence in the line."""
    if once and ply > 0 and recurs(position, ply):
        return 0
    if position.is_over:
        return (1 - 2 * position.to_move) * position.outcome * (MATE - ply)
    if depth == 0:
        with interpreted():
            return int(judge.evaluate(position.game, position.state[0]))
    values = []
    for code in position.legal_move_codes:
        child = position.play_code(code)
        sign = 1 if child.to_move == position.to_move else -1
        values.append(sign * python_value(child, judge, depth - 1, ply + 1, once))
    return max(values)


def recurs(position: Position, plies: int) -> bool:
    """True if a position is one of those of the last few plies."""
    rules = position.game
    with interpreted():
        return rules.repetition.key(rules, position.state[0]) in position.past_keys[-plies:]


def some_positions(game: Game, n: int, rng: random.Random, plies: range) -> list[Position]:
    """Positions from random games of so many plies that are not over."""
    found: list[Position] = []
    while len(found) < n:
        position = game.start_position()
        for _ in range(rng.choice(plies)):
            following = position.play_code(rng.choice(position.legal_move_codes))
            if following.is_over:
                break
            position = following
        found.append(position)
    return found


@kernel
def best_margin(game: Game, stack: States, moves: Moves, ply: int, low: int, high: int) -> int:
    """The margin under best play as the first player sees it, by plain alpha-beta."""
    side = game.to_move(stack[ply])
    n = game.legal_moves(stack[ply], moves[ply])
    if n == 0:
        return game.margin(stack[ply])
    for i in range(n):
        stack[ply + 1] = stack[ply]
        game.play(stack[ply + 1], moves[ply, i])
        margin = best_margin(game, stack, moves, ply + 1, low, high)
        if side == 0:
            low = max(low, margin)
        else:
            high = min(high, margin)
        if low >= high:
            break
    return low if side == 0 else high
