"""perft: counting the paths of the game tree, the proof that the rules are right and fast."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import numpy as np

from nupp.kernel import StopFlag, kernel, stop_flag, stop_requested
from nupp.rules import Game, Position
from nupp.rules.basics import Moves, States


@kernel
def count_paths(
    game: Game, stack: States, moves: Moves, ply: int, move: int, depth: int, stop: StopFlag
) -> int:
    """The number of sequences of exactly `depth` legal moves from `stack[ply]` that begin with `move`.

    Plays `move` in `stack[ply]`; `stack` and `moves` need `depth` rows from `ply` on. Leaves are counted, not
    played. Once `stop` has been raised it returns soon, with a number that means nothing.
    """
    game.play(stack[ply], move)
    if depth <= 2:
        return game.count_moves(stack[ply], moves[ply]) if depth == 2 else 1
    if stop_requested(stop) != 0:
        return 0
    paths = 0
    for i in range(game.legal_moves(stack[ply], moves[ply])):
        stack[ply + 1] = stack[ply]
        paths += count_paths(game, stack, moves, ply + 1, moves[ply, i], depth - 1, stop)
    return paths


def perft(position: Position, depth: int, threads: int = 1) -> int:
    """The number of sequences of exactly `depth` legal moves from a position.

    A finished game has no moves; depth 0 counts the one empty sequence. Draws by repetition are not
    looked for. With several threads the first moves are shared out. ValueError for a negative depth or
    fewer than one thread.
    """
    if depth < 0:
        raise ValueError(f"depth {depth}: expected 0 or more")
    if depth <= 1 and threads > 0:
        return len(position.legal_move_codes) if depth == 1 else 1
    return sum(paths for _, paths in divide(position, depth, threads))


def divide(position: Position, depth: int, threads: int = 1) -> Iterator[tuple[str, int]]:
    """Perft by first move: yields each move's text with the number of sequences that begin with it."""
    if threads < 1:
        raise ValueError(f"threads {threads}: expected 1 or more")
    if depth < 1:
        raise ValueError(f"depth {depth}: expected 1 or more")
    game, stop = position.game, stop_flag()

    def count(move: int) -> int:
        stack = np.repeat(position.state, depth)
        moves = np.empty((depth, game.max_moves), np.int64)
        return int(count_paths(game, stack, moves, 0, move, depth, stop))

    codes = position.legal_move_codes
    if depth == 1:
        yield from ((position.format_move(move), 1) for move in codes)
        return
    contexts = [copy_context() for _ in codes]  # the threads interpret kernels if this one does
    with ThreadPoolExecutor(threads) as pool:
        try:
            counts = pool.map(lambda context, move: context.run(count, move), contexts, codes)
            for move, paths in zip(codes, counts, strict=True):
                yield position.format_move(move), paths
        except BaseException:
            stop[0] = 1
            raise
