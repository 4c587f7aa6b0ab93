"""A round over a slice of an endgame table: each open position is judged by those that its moves lead to.

A position of another group counts by its outcome alone, since a move that leads there is a conversion. So the
outcomes of finished slices, two bits a position, and a byte for each position of one group are enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import StopFlag, kernel, stop_requested
from nupp.rules import Game, Moves
from nupp.rules.basics import States
from nupp.search.endgames.numbering import Numbering, Slice
from nupp.search.endgames.packing import DRAWN, LOSS, LOST, NOWHERE, WIN, Values, outcome_at

FARTHEST: Final = 126
"""The largest distance; what is farther counts as this far."""

_CHUNK: Final = 1 << 15
_CHECK: Final = 1 << 8
_CHUNKS_A_WORKER: Final = 8


@kernel
def judge(
    game: Game,
    numbering: Numbering,
    packed: Values,
    before: Values,
    mirror: int,
    states: States,
    moves: Moves,
) -> int:
    """The value of `states[0]` by those of the positions that its moves lead to; DRAWN if it is open.

    before: the values of the slice to which quiet moves lead, whose first number is `mirror`. packed: the
    outcomes of all others. Uses `states[1]`.
    """
    n = game.legal_moves(states[0], moves)
    side = game.to_move(states[0])
    if n == 0:
        outcome = game.outcome(states[0]) * (1 - 2 * side)
        return LOST if outcome < 0 else outcome
    nearest, farthest, is_lost = FARTHEST + 1, 0, True
    for i in range(n):
        states[1] = states[0]
        game.play(states[1], moves[i])
        number = numbering.number(game, states[1])
        value, is_quiet = DRAWN, False
        if 0 <= number - mirror < len(before):
            value = int(before[number - mirror])
            is_quiet = game.repetition.plies(game, states[1]) > 0
        else:
            if number >= 0:
                found = outcome_at(packed, number)
                outcome = int(found == WIN) - int(found == LOSS)
            else:  # a side has too few pieces: the game is over
                outcome = game.outcome(states[1]) * (2 * side - 1)
            value = LOST if outcome < 0 else outcome
        if value >= LOST:
            nearest = min(nearest, value - LOST + 1 if is_quiet else 1)
        elif value != DRAWN:
            farthest = max(farthest, value + 1 if is_quiet else 1)
        is_lost = is_lost and DRAWN < value < LOST
    if nearest <= FARTHEST:
        return nearest
    return LOST + min(farthest, FARTHEST) if is_lost else DRAWN


@kernel
def sweep(
    game: Game,
    numbering: Numbering,
    packed: Values,
    before: Values,
    mirror: int,
    found: Values,
    begin: int,
    counts: NDArray[np.int64],
    states: States,
    moves: Moves,
    stop: StopFlag,
) -> int:
    """Judge the positions of a slice from number `begin` on that are open in `found`, and enter their values.

    counts: the material of the slice. `states` has room for three, of which the last is all zero. Others as
    for `judge`; `found` may be part of `before`. Returns how many positions were decided.
    """
    decided = 0
    for i in range(len(found)):
        if found[i] != DRAWN:
            continue
        if i % _CHECK == 0 and stop_requested(stop) != 0:
            return decided
        states[0] = states[2]
        if not numbering.set_up(game, counts, begin + i, states[0]):
            found[i] = NOWHERE
            continue
        value = judge(game, numbering, packed, before, mirror, states, moves)
        if value != DRAWN:
            found[i] = value
            decided += 1
    return decided


class Chunk(NamedTuple):
    """Positions of a slice that are swept at a time.

    part: the slice. mirror: the first number of the slice to which its quiet moves lead. begin: the first
    position, counted in the slice.
    """

    part: Slice
    mirror: int
    begin: int


def sweep_chunk(
    game: Game,
    numbering: Numbering,
    packed: Values,
    chunk: Chunk,
    before: Values,
    found: Values,
    stop: StopFlag,
) -> int:
    """`sweep` for the positions of a chunk, whose values are `found`."""
    counts, states = np.array(chunk.part.counts, np.int64), np.zeros(3, game.State)
    moves = np.zeros(game.max_moves, np.int64)
    return int(
        sweep(game, numbering, packed, before, chunk.mirror, found, chunk.begin, counts, states, moves, stop)
    )


def chunks_of(part: Slice, mirror: Slice, workers: int) -> Iterator[tuple[Chunk, slice]]:
    """The chunks of a slice for a number of workers, and where their values are among those of the slice."""
    size = max(_CHUNK, -(-part.size // (_CHUNKS_A_WORKER * workers)))
    for begin in range(0, part.size, size):
        yield Chunk(part, mirror.first, begin), slice(begin, min(begin + size, part.size))


class Sweeper(Protocol):
    """Workers that sweep slices, by the outcomes of those that were finished before."""

    def sweep(self, part: Slice, mirror: Slice, before: Values, found: Values) -> int:
        """Judge the open positions of a slice, enter their values, and return how many were decided.

        before: the values of the mirrored slice. found: those of the slice.
        """

    def finish(self, part: Slice) -> None:
        """Take note that the outcomes of a slice have been packed."""

    def close(self) -> None:
        """End the workers."""


class ThreadSweeper:
    """Threads of this process, which read the outcomes in place."""

    def __init__(
        self, game: Game, numbering: Numbering, packed: Values, threads: int, stop: StopFlag
    ) -> None:
        self._game, self._numbering, self._packed = game, numbering, packed
        self._threads, self._stop = threads, stop
        self._pool = ThreadPoolExecutor(threads)

    def sweep(self, part: Slice, mirror: Slice, before: Values, found: Values) -> int:
        def work(chunk: Chunk, own: Values) -> int:
            return sweep_chunk(self._game, self._numbering, self._packed, chunk, before, own, self._stop)

        chunks = chunks_of(part, mirror, self._threads)
        tasks = [self._pool.submit(copy_context().run, work, chunk, found[place]) for chunk, place in chunks]
        return sum(task.result() for task in tasks)

    def finish(self, part: Slice) -> None:
        """Nothing: the outcomes are where the threads read them."""

    def close(self) -> None:
        self._stop[0] = 1  # for threads that an interrupt has left at work
        self._pool.shutdown()
