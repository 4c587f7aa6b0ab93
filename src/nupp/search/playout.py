"""Random playouts: games in which both sides choose among the legal moves at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import Generator, generator, kernel
from nupp.rules import Game, Position
from nupp.rules.basics import Moves, States


@kernel
def playout(game: Game, stack: States, moves: Moves, rng: Generator, limit: int) -> int:
    """Play random moves in `stack[0]` until the game is over or `limit` moves were made; returns how many."""
    state = stack[0]
    for plies in range(limit):
        move = game.random_move(state, moves, rng)
        if move < 0:
            return plies
        game.play(state, move)
    return limit


@kernel
def playouts(
    game: Game,
    root: States,
    stack: States,
    moves: Moves,
    rng: Generator,
    n: int,
    limit: int,
    tally: NDArray[np.int64],
) -> int:
    """Play `n` random games from `root[0]`; returns the moves made.

    `tally[:3]` gains the number of losses, draws and wins of the first player; a game cut off by `limit`
    counts as a draw.
    """
    plies = 0
    for _ in range(n):
        stack[0] = root[0]
        made = playout(game, stack, moves, rng, limit)
        plies += made
        finished = made < limit or game.legal_moves(stack[0], moves) == 0
        tally[1 + (game.outcome(stack[0]) if finished else 0)] += 1
    return plies


def random_playouts(
    position: Position, n: int, seed: int, limit: int = 10_000
) -> tuple[int, tuple[int, int, int]]:
    """Play `n` random games from a position.

    Returns the number of moves made, and (losses, draws, wins) of the first player.
    """
    game = position.game
    stack, moves = position.state.copy(), np.empty(game.max_moves, np.int64)
    tally = np.zeros(3, np.int64)
    plies = playouts(game, position.state, stack, moves, generator(seed), n, limit, tally)
    return int(plies), (int(tally[0]), int(tally[1]), int(tally[2]))
