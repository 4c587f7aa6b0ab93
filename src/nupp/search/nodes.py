"""The steps of every tree search at a node: count it, look for draws, list its moves, evaluate a leaf."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator
from nupp.kernel import Record, StopFlag, is_due, kernel, stop_requested
from nupp.rules import Game
from nupp.rules.basics import NO_MOVE, States
from nupp.search.recorder import DRAWN, FINAL, LEAF, Recorder
from nupp.search.scores import evaluation, final_score
from nupp.search.workspace import Workspace

STOP_INTERVAL: Final = 64
"""The number of nodes between two looks of compiled code at the stop flag; a power of two."""
SPENT_INTERVAL: Final = 4096
"""The same for `is_spent`, whose callers visit positions faster."""


def copy_states(source: States, states: States) -> None:
    """Make the first of some states those of `source`, as far as those of one kind hold what the others do.

    They are of the same game, or of that game erased, or as its tactics have it.
    """
    count, size = len(source), min(source.dtype.itemsize, states.dtype.itemsize)
    found, given = (
        some.view(np.uint8).reshape(count, some.dtype.itemsize) for some in (states[:count], source)
    )
    found[:, :size] = given[:, :size]


@kernel
def must_stop(control: NDArray[Any], stop: StopFlag) -> bool:
    """Count a node; True, without counting, if the node budget is used up or the stop flag is up."""
    own = control[0]
    if own.nodes >= own.node_limit or (is_due(own.nodes, STOP_INTERVAL) and stop_requested(stop) != 0):
        own.stopped = 1
    own.nodes += own.stopped == 0
    return bool(own.stopped != 0)


@kernel
def is_spent(counts: NDArray[np.int64], stop: StopFlag) -> bool:
    """Count a position in `counts[0]`; True once `counts[1]` are reached or the stop flag is up.

    For searches that keep no control record; raises the flag when the positions are used up.
    """
    counts[0] += 1
    if counts[0] % SPENT_INTERVAL == 0 and (stop_requested(stop) != 0 or counts[0] >= counts[1]):
        stop[0] = 1
    return bool(stop[0] != 0)


@kernel
def is_spent_in_leaps(counts: NDArray[np.int64], stop: StopFlag) -> bool:
    """As `is_spent`, for searches that count some positions themselves; `counts[2]`: where it looks next."""
    counts[0] += 1
    if counts[0] >= counts[2]:
        counts[2] = counts[0] + SPENT_INTERVAL
        if stop_requested(stop) != 0 or counts[0] >= counts[1]:
            stop[0] = 1
    return bool(stop[0] != 0)


@kernel
def is_drawn(game: Game, work: Workspace, ply: int) -> bool:
    """Note the position of `stack[ply]` on the path; True if it stands there for the time that draws.

    With `control.once` a position draws as soon as it recurs in the line that is searched: a side that goes
    back to it found nothing better, and would do so again. Never true of the root, whose moves are wanted.
    Costs nothing in games that know no repetition.
    """
    if game.repetition.draws_at == 0:
        return False
    control = work.control[0]
    occurrences = count_occurrences(game, work.stack[ply], work.keys, control.past + ply)
    if ply == 0 or occurrences == 1:
        return False
    if occurrences >= game.repetition.draws_at:
        return True
    return control.once != 0 and recurs(work.keys, control.past, control.past + ply)


@kernel
def recurs(keys: NDArray[np.uint64], first: int, last: int) -> bool:
    """Return True if `keys[last]` is among `keys[first:last]`."""
    while keys[first] != keys[last]:
        first += 1
    return first < last


@kernel
def count_occurrences(game: Game, state: Record, keys: NDArray[np.uint64], last: int) -> int:
    """Record a position as `keys[last]`; returns how often it is among `keys[:last + 1]`."""
    key = game.repetition.key(game, state)
    keys[last] = key
    occurrences = 1
    for i in range(max(0, last - game.repetition.plies(game, state)), last):
        occurrences += keys[i] == key
    return occurrences


@kernel
def generate(game: Game, work: Workspace, ply: int) -> int:
    """Fill `moves[ply]` with the moves to be searched; returns how many, 0 if the game is over."""
    if ply == 0:
        return int(work.control[0].root_moves)
    if work.control[0].candidates > 0:
        return game.candidates(work.stack[ply], work.moves[ply], work.control[0].candidates)
    return game.legal_moves(work.stack[ply], work.moves[ply])


@kernel
def leaf(game: Game, evaluator: Evaluator[Any], recorder: Recorder, work: Workspace, ply: int) -> int:
    """The score of `stack[ply]` without looking further ahead.

    Leaves are most of the nodes: they are evaluated here, in the loop over the moves of the node above, and
    not by a call to `alphabeta`.
    """
    work.lines[ply, 0] = NO_MOVE
    state = work.stack[ply]
    recorder.enter(game, work, ply, 0, 0, 0, 0)
    if must_stop(work.control, work.stop) or is_drawn(game, work, ply):
        return recorder.leave(work, DRAWN, NO_MOVE, 0)
    if game.count_moves(state, work.moves[ply]) == 0:
        return recorder.leave(work, FINAL, NO_MOVE, final_score(game, state, ply))
    work.control[0].horizon += 1
    return recorder.leave(work, LEAF, NO_MOVE, evaluation(game, evaluator, state))


@kernel
def extend_line(work: Workspace, ply: int, move: int) -> None:
    """Make `lines[ply]` the move followed by `lines[ply + 1]`."""
    lines = work.lines
    lines[ply, 0] = move
    for i in range(lines.shape[1] - 1):
        lines[ply, i + 1] = lines[ply + 1, i]
        if lines[ply + 1, i] == NO_MOVE:
            break
