"""Flat Monte Carlo: random games behind each move of the root, and no tree (the thesis on L-put, 2017)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator
from nupp.kernel import Generator, StopFlag, kernel, stop_flag, stop_requested
from nupp.rules import Game, Position
from nupp.rules.basics import Moves, States
from nupp.search.playout import playout


class Trial(NamedTuple):
    """The arrays of one search.

    states: States (2), the root and the position of a simulation. moves: int64 (max_moves). roots: int64, the
    moves on trial. tries: int64, how often each was simulated. wins: float64, the sum of its results for the
    side to move: 1, 1/2 or 0. rng: random numbers. stop: the stop flag.
    """

    states: States
    moves: Moves
    roots: Moves
    tries: NDArray[np.int64]
    wins: NDArray[np.float64]
    rng: Generator
    stop: StopFlag


def new_trial(position: Position, roots: list[int], rng: Generator) -> Trial:
    """Nothing tried yet."""
    return Trial(
        states=np.repeat(position.state, 2),
        moves=np.zeros(position.game.max_moves, np.int64),
        roots=np.array(roots, np.int64),
        tries=np.zeros(len(roots), np.int64),
        wins=np.zeros(len(roots), np.float64),
        rng=rng,
        stop=stop_flag(),
    )


@kernel
def try_moves(game: Game, evaluator: Evaluator[Any], trial: Trial, plies: int, n: int) -> int:
    """Simulate every move once, and then `n` times the one with the best share of wins so far.

    A simulation is a move of the root, `plies` random moves, and the sign of the evaluation. Of equal shares
    the first listed counts as the best. Returns how many simulations were made: fewer if stopped.
    """
    total = len(trial.roots) + n
    for made in range(total):
        if stop_requested(trial.stop) != 0:
            return made
        i = made if made < len(trial.roots) else best_share(trial)
        trial.wins[i] += simulate_move(game, evaluator, trial, trial.roots[i], plies)
        trial.tries[i] += 1
    return total


@kernel
def best_share(trial: Trial) -> int:
    """The index of the move with the best share of wins; all have been tried."""
    best = 0
    for i in range(1, len(trial.roots)):
        if trial.wins[i] * trial.tries[best] > trial.wins[best] * trial.tries[i]:
            best = i
    return best


@kernel
def simulate_move(game: Game, evaluator: Evaluator[Any], trial: Trial, move: int, plies: int) -> float:
    """1, 1/2 or 0: whether the side to move stands better a number of random moves after its move."""
    states, state = trial.states, trial.states[1]
    states[1] = states[0]
    side = game.to_move(state)
    game.play(state, move)
    playout(game, states[1:], trial.moves, trial.rng, plies)
    if game.count_moves(state, trial.moves) == 0:
        value = game.outcome(state) if side == 0 else -game.outcome(state)
    else:
        value = evaluator.evaluate(game, state)
        value = value if game.to_move(state) == side else -value
    return 0.5 + 0.5 * (int(value > 0) - int(value < 0))
