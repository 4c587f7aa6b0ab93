"""Learning from self-play by temporal differences, TD(lambda) (R. S. Sutton, 1988).

Both sides take the move that leads to the position with the best value, or now and then a random move. When a
game is over its positions get their targets from its end backwards: a mixture of the value of the best move
and of the target of the next position; where a random move was played, the value of the best move alone. The
games of a batch are played with the weights from before it, so that threads share them and their number
decides nothing; then the weights are fitted to the targets (see `fitting.py`).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator
from nupp.evaluators.patterns import UNIT
from nupp.kernel import Generator, StopFlag, below, generator, kernel, stop_flag, stop_requested, uniform
from nupp.learn.checkpoints import uninterrupted
from nupp.learn.fitting import PatternTraining
from nupp.learn.recipes import TdRecipe
from nupp.rules import Game, start_state
from nupp.rules.basics import NO_MOVE, Moves, States

LONGEST: Final = 600
"""A game of this many moves ends with the value of its last position."""
STREAMS: Final = 4
"""Streams of random numbers from which the games of a batch come, whatever the number of threads."""

_CERTAIN: Final = 1 << 30


class TdSettings(NamedTuple):
    """The settings by which self-play chooses its moves and targets.

    mixture: lambda, the share of the next position's target. epsilon: the share of random moves. openings:
    the most random moves at the beginning, from which nothing is learnt. breadth: where there are more moves,
    this many are drawn and searched.
    """

    mixture: float
    epsilon: float
    openings: int
    breadth: int


class TdBuffer(NamedTuple):
    """The memory for the games of one stream.

    stack: States (2). moves, spare: int64 (max_moves). path: States (LONGEST), the positions of the running
    game. values: float64 (LONGEST), of the best move at each, for the first side. explored: int8 (LONGEST), 1
    where the move was random. states, targets: the gathered positions, and float32 their targets for the side
    to move. stop: a flag by which another thread ends the games.
    """

    stack: States
    moves: Moves
    spare: Moves
    path: States
    values: NDArray[np.float64]
    explored: NDArray[np.int8]
    states: States
    targets: NDArray[np.float32]
    stop: StopFlag


def new_buffer(game: Game, positions: int) -> TdBuffer:
    """A buffer for a number of positions, and LONGEST more of the game that goes beyond them."""
    return TdBuffer(
        stack=np.zeros(2, game.State),
        moves=np.zeros(game.max_moves, np.int64),
        spare=np.zeros(game.max_moves, np.int64),
        path=np.zeros(LONGEST, game.State),
        values=np.zeros(LONGEST),
        explored=np.zeros(LONGEST, np.int8),
        states=np.zeros(positions + LONGEST, game.State),
        targets=np.zeros(positions + LONGEST, np.float32),
        stop=stop_flag(),
    )


@kernel
def play_batch(
    game: Game,
    evaluator: Evaluator[Any],
    root: States,
    buffer: TdBuffer,
    settings: TdSettings,
    rng: Generator,
    limit: int,
) -> tuple[int, int]:
    """Play games from `root[0]` until `limit` positions are gathered, or it is stopped.

    Returns the numbers of positions and of games.
    """
    gathered, games = 0, 0
    while gathered < limit and stop_requested(buffer.stop) == 0:
        buffer.stack[0] = root[0]
        play_opening(game, buffer, rng, below(rng, settings.openings + 1))
        plies, result = play_on(game, evaluator, buffer, settings, rng)
        gathered = write_targets(game, buffer, plies, result, settings.mixture, gathered)
        games += 1
    return gathered, games


@kernel
def play_opening(game: Game, buffer: TdBuffer, rng: Generator, plies: int) -> None:
    """Play random moves in `stack[0]`, but none that ends the game."""
    for _ in range(plies):
        buffer.stack[1] = buffer.stack[0]
        move = game.random_move(buffer.stack[1], buffer.moves, rng)
        if move == NO_MOVE:
            return
        game.play(buffer.stack[1], move)
        if game.count_moves(buffer.stack[1], buffer.moves) == 0:
            return
        buffer.stack[0] = buffer.stack[1]


@kernel
def play_on(
    game: Game, evaluator: Evaluator[Any], buffer: TdBuffer, settings: TdSettings, rng: Generator
) -> tuple[int, float]:
    """Play `stack[0]` to its end; returns the number of moves and the result for the first side."""
    state = buffer.stack[0]
    for ply in range(LONGEST):
        n = game.legal_moves(state, buffer.moves)
        if n == 0:
            return ply, float(game.outcome(state))
        sign = 1 - 2 * game.to_move(state)
        looked_at = shuffle_front(buffer.moves, n, settings.breadth, rng)
        move, worth = best_move(game, evaluator, buffer, looked_at)
        buffer.path[ply] = state
        buffer.values[ply] = sign * expected(worth)
        buffer.explored[ply] = uniform(rng) < settings.epsilon
        if buffer.explored[ply] != 0:
            n = game.legal_moves(state, buffer.moves)
            move = buffer.moves[below(rng, n)]
        game.play(state, move)
    return LONGEST, buffer.values[LONGEST - 1]


@kernel
def shuffle_front(moves: Moves, n: int, breadth: int, rng: Generator) -> int:
    """Draw `breadth` of n moves to the front, if there are more; returns how many to look at."""
    if n <= breadth:
        return n
    for i in range(breadth):
        j = i + below(rng, n - i)
        moves[i], moves[j] = moves[j], moves[i]
    return breadth


@kernel
def best_move(game: Game, evaluator: Evaluator[Any], buffer: TdBuffer, n: int) -> tuple[int, int]:
    """The best of `moves[:n]` in `stack[0]`, and its value for the side to move."""
    state = buffer.stack[0]
    side, best, worth = game.to_move(state), NO_MOVE, -2 * _CERTAIN
    for i in range(n):
        move = buffer.moves[i]
        buffer.stack[1] = state
        game.play(buffer.stack[1], move)
        value = value_after(game, evaluator, buffer, side)
        if value > worth:
            best, worth = move, value
    return best, worth


@kernel
def value_after(game: Game, evaluator: Evaluator[Any], buffer: TdBuffer, side: int) -> int:
    """The value of `stack[1]` for a side: the outcome of a finished game, else the evaluation."""
    state = buffer.stack[1]
    if game.count_moves(state, buffer.spare) == 0:
        return game.outcome(state) * (1 - 2 * side) * _CERTAIN
    value = evaluator.evaluate(game, state)
    return value if game.to_move(state) == side else -value


@kernel
def expected(value: int) -> float:
    """The expected result that a value of a pattern network stands for."""
    return float(np.tanh(value / UNIT))


@kernel
def write_targets(
    game: Game, buffer: TdBuffer, plies: int, result: float, mixture: float, gathered: int
) -> int:
    """Append the positions of a game and their targets to those gathered; returns how many they are now."""
    target = result
    for ply in range(plies - 1, -1, -1):
        value = buffer.values[ply]
        target = value if buffer.explored[ply] != 0 else (1 - mixture) * value + mixture * target
        buffer.states[gathered] = buffer.path[ply]
        buffer.targets[gathered] = target * (1 - 2 * game.to_move(buffer.path[ply]))
        gathered += 1
    return gathered


class TdTraining(PatternTraining[TdRecipe]):
    """A training of a pattern network from its own games, played by some threads."""

    def __init__(self, game: Game, recipe: TdRecipe, threads: int = 1) -> None:
        super().__init__(game, recipe)
        self.threads, self.share = threads, -(-recipe.batch // STREAMS)
        self.buffers = [new_buffer(game, self.share) for _ in range(STREAMS)]

    def step(self) -> None:
        network, root, one = self.network, start_state(self.game), self.recipe
        settings = TdSettings(one.mixture, one.epsilon, one.openings, one.breadth)

        def play(number: int) -> tuple[int, int]:
            rng = generator(one.seed, self.progress.steps, number)
            return play_batch(self.game, network, root, self.buffers[number], settings, rng, self.share)

        for buffer in self.buffers:
            buffer.stop[0] = 0
        with ThreadPoolExecutor(self.threads) as pool:
            tasks = [pool.submit(copy_context().run, play, number) for number in range(STREAMS)]
            try:
                counts = [task.result() for task in tasks]
            finally:
                for buffer in self.buffers:  # the pool waits for the games that are still played
                    buffer.stop[0] = 1
        pairs = [(buffer, n) for buffer, (n, _) in zip(self.buffers, counts, strict=True)]
        states = np.concatenate([buffer.states[:n] for buffer, n in pairs])
        targets = np.concatenate([buffer.targets[:n] for buffer, n in pairs])
        with uninterrupted():
            self.learn(states, targets)
            self.progress.games += sum(games for _, games in counts)
