"""Learning from self-play by temporal differences, TD(lambda) (R. S. Sutton, 1988).

Both sides take the move that leads to the position that the network likes best, but for a move at random now
and then. When a game is over its positions get their targets from its end backwards: a mixture of what the
best move promised and of the target of the next position, and after a random move the promise of the best one
alone. The games of a batch are played with the weights from before, so that threads can share them and their
number decides nothing; then the weights are fitted to the targets (see `fitting.py`).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator
from nupp.evaluators.patterns import UNIT
from nupp.kernel import Generator, StopFlag, below, generator, kernel, stop_flag, stop_requested, uniform
from nupp.rules import Game
from nupp.rules.basics import NO_MOVE, Moves, States

LONGEST: Final = 600
"""A game that has come so far is taken to end as the side to move then hopes."""

_CERTAIN: Final = 1 << 30


class Habits(NamedTuple):
    """How self-play goes.

    mixture: lambda, the share of the next position's target. epsilon: how often a move is random. openings:
    up to so many moves at the beginning are random, and teach nothing. breadth: of more moves than this only
    so many, drawn at random, are looked at.
    """

    mixture: float
    epsilon: float
    openings: int
    breadth: int


class Notebook(NamedTuple):
    """Room for the games of one stream.

    stack: States (2). moves, spare: int64 (max_moves). path: States (LONGEST), the positions of the running
    game. promises: float64 (LONGEST), what the best move promised at each, for the first side. drawn: int8
    (LONGEST), 1 where the move was random. states, targets: the positions that were gathered, and float32
    their targets for the side to move. stop: a flag that another thread raises to have no more games played.
    """

    stack: States
    moves: Moves
    spare: Moves
    path: States
    promises: NDArray[np.float64]
    drawn: NDArray[np.int8]
    states: States
    targets: NDArray[np.float32]
    stop: StopFlag


def new_notebook(game: Game, positions: int) -> Notebook:
    """Room for so many positions, of which the last games may take LONGEST."""
    return Notebook(
        stack=np.zeros(2, game.State),
        moves=np.zeros(game.max_moves, np.int64),
        spare=np.zeros(game.max_moves, np.int64),
        path=np.zeros(LONGEST, game.State),
        promises=np.zeros(LONGEST),
        drawn=np.zeros(LONGEST, np.int8),
        states=np.zeros(positions + LONGEST, game.State),
        targets=np.zeros(positions + LONGEST, np.float32),
        stop=stop_flag(),
    )


@kernel
def play_games(
    game: Game,
    evaluator: Evaluator[Any],
    root: States,
    book: Notebook,
    habits: Habits,
    rng: Generator,
    limit: int,
) -> tuple[int, int]:
    """Play games from `root[0]` until `limit` positions are gathered; returns how many, and the games.

    Fewer, if it is stopped.
    """
    gathered, games = 0, 0
    while gathered < limit and stop_requested(book.stop) == 0:
        book.stack[0] = root[0]
        play_opening(game, book, rng, below(rng, habits.openings + 1))
        plies, result = play_on(game, evaluator, book, habits, rng)
        gathered = write_targets(game, book, plies, result, habits.mixture, gathered)
        games += 1
    return gathered, games


@kernel
def play_opening(game: Game, book: Notebook, rng: Generator, plies: int) -> None:
    """Make random moves in `stack[0]`, but none that ends the game."""
    for _ in range(plies):
        book.stack[1] = book.stack[0]
        move = game.random_move(book.stack[1], book.moves, rng)
        if move == NO_MOVE:
            return
        game.play(book.stack[1], move)
        if game.count_moves(book.stack[1], book.moves) == 0:
            return
        book.stack[0] = book.stack[1]


@kernel
def play_on(
    game: Game, evaluator: Evaluator[Any], book: Notebook, habits: Habits, rng: Generator
) -> tuple[int, float]:
    """Play `stack[0]` to its end; returns the number of moves and the result for the first side."""
    state = book.stack[0]
    for ply in range(LONGEST):
        n = game.legal_moves(state, book.moves)
        if n == 0:
            return ply, float(game.outcome(state))
        sign = 1 - 2 * game.to_move(state)
        looked_at = shuffle_front(book.moves, n, habits.breadth, rng)
        move, worth = best_move(game, evaluator, book, looked_at)
        book.path[ply] = state
        book.promises[ply] = sign * expected(worth)
        book.drawn[ply] = uniform(rng) < habits.epsilon
        if book.drawn[ply] != 0:
            n = game.legal_moves(state, book.moves)
            move = book.moves[below(rng, n)]
        game.play(state, move)
    return LONGEST, book.promises[LONGEST - 1]


@kernel
def shuffle_front(moves: Moves, n: int, breadth: int, rng: Generator) -> int:
    """Draw `breadth` of n moves to the front, if there are more; returns how many are to be looked at."""
    if n <= breadth:
        return n
    for i in range(breadth):
        j = i + below(rng, n - i)
        moves[i], moves[j] = moves[j], moves[i]
    return breadth


@kernel
def best_move(game: Game, evaluator: Evaluator[Any], book: Notebook, n: int) -> tuple[int, int]:
    """Of `moves[:n]` in `stack[0]` the best by where they lead, and its value for the side to move."""
    state = book.stack[0]
    side, best, worth = game.to_move(state), NO_MOVE, -2 * _CERTAIN
    for i in range(n):
        move = book.moves[i]
        book.stack[1] = state
        game.play(book.stack[1], move)
        value = value_after(game, evaluator, book, side)
        if value > worth:
            best, worth = move, value
    return best, worth


@kernel
def value_after(game: Game, evaluator: Evaluator[Any], book: Notebook, side: int) -> int:
    """The value of `stack[1]` for a side: of a finished game its outcome, else the evaluation."""
    state = book.stack[1]
    if game.count_moves(state, book.spare) == 0:
        return game.outcome(state) * (1 - 2 * side) * _CERTAIN
    value = evaluator.evaluate(game, state)
    return value if game.to_move(state) == side else -value


@kernel
def expected(value: int) -> float:
    """The expected result that a value of a pattern network stands for."""
    return float(np.tanh(value / UNIT))


@kernel
def write_targets(
    game: Game, book: Notebook, plies: int, result: float, mixture: float, gathered: int
) -> int:
    """Append the positions of a game and their targets to what was gathered; returns how many it is now."""
    target = result
    for ply in range(plies - 1, -1, -1):
        promise = book.promises[ply]
        target = promise if book.drawn[ply] != 0 else (1 - mixture) * promise + mixture * target
        book.states[gathered] = book.path[ply]
        book.targets[gathered] = target * (1 - 2 * game.to_move(book.path[ply]))
        gathered += 1
    return gathered


def stream(seed: int, batch: int, number: int) -> Generator:
    """The random numbers of one stream of a batch."""
    return generator(seed, batch, number)
