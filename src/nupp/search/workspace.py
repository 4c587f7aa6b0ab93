"""The memory that a tree search works in: arrays by ply, a record of limits and counts, and its pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import StopFlag, record_dtype, stop_flag
from nupp.rules import Position
from nupp.rules.basics import NO_MOVE, Moves, States
from nupp.search.recorder import NO_TRACE, Trace
from nupp.search.tactics import Tactics

CONTROL: Final = record_dtype(
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("horizon", np.int64),
    ("root_moves", np.int64),
    ("past", np.int64),
    ("plies", np.int64),
    ("generation", np.int64),
    ("stopped", np.int8),
    ("candidates", np.int8),
    ("pvs", np.int8),
    ("table", np.int8),
    ("tt_deeper", np.int8),
    ("once", np.int8),
    ("killers", np.int8),
    ("history", np.int8),
    ("order_by_eval", np.int8),
    ("reductions", np.int8),
    ("quiescence", np.int16),
    ("late", np.int16),
    ("futility", np.int64),
    ("probcut", np.float64),
)
"""The limits of a search, its options, and its state so far.

nodes, node_limit: positions visited, and how many may be. horizon: how many of them were evaluated because
the depth was used up, and how many values rest on such in the table; 0 after a search that saw the end of
every line. root_moves: how many moves of `moves[0]` are searched at the root. past: how many positions of
`keys` come before the root. plies: from here on forced replies add no depth. generation: of this search in
the transposition table. stopped: 1 once the search has been asked to stop; its result is then incomplete.
probcut: the standard deviations by which ProbCut has to be sure; 0: it is off. futility: in points of the
evaluator. The rest are the parts of alpha-beta, with 0 for those that are off: see `AlphaBetaOptions`.
"""


NO_CUTS: Final = np.zeros((1, 1, 4))
"""Nothing for ProbCut to expect."""


class Workspace(NamedTuple):
    """The arrays of one search, for lines of up to `plies` plies.

    stack: States (plies + 1), the positions of the current line.
    moves: int64 (plies + 1, max_moves), their moves.
    order: int64 (plies + 1, max_moves), what the moves are sorted by.
    lines: int64 (plies + 1, plies + 1), the principal variation from each ply, ended by NO_MOVE.
    killers: int64 (plies + 1, 2), moves that caused a cut-off at this ply last.
    history: int64 (2 * move_classes), how moves of a class did as refutations, by side; see `order.py`.
    keys: uint64, the repetition keys of the positions of the game so far and of the current line.
    table: the transposition table.
    cuts: float64 (stages, depths, 4), what ProbCut expects; see `nupp.search.probcut`.
    control: CONTROL (1).
    stop: the stop flag.
    trace: what a recorder writes; nothing unless the search is recorded.
    """

    stack: States
    moves: Moves
    order: NDArray[np.int64]
    lines: NDArray[np.int64]
    killers: NDArray[np.int64]
    history: NDArray[np.int64]
    keys: NDArray[np.uint64]
    table: NDArray[Any]
    cuts: NDArray[np.float64]
    control: NDArray[Any]
    stop: StopFlag
    trace: Trace | tuple[()] = NO_TRACE


def new_workspace(
    position: Position,
    plies: int,
    table: NDArray[Any],
    cuts: NDArray[np.float64] = NO_CUTS,
    trace: Trace | tuple[()] = NO_TRACE,
    tactics: Tactics[Any] | None = None,
) -> Workspace:
    """A workspace with `position` at its root and all parts switched off.

    tactics: those of the search, which may have states of another kind.
    """
    game = tactics.game if tactics else position.game
    past = position.past_keys if game.repetition.draws_at else ()
    stack = np.zeros(plies + 1, game.State)
    stack[0] = (tactics.states(position.state) if tactics else position.state)[0]
    control = np.zeros(1, CONTROL)
    control[0].past = len(past)
    control[0].node_limit = np.iinfo(np.int64).max
    keys = np.zeros(len(past) + plies + 1, np.uint64)
    keys[: len(past)] = past
    return Workspace(
        stack=stack,
        moves=np.zeros((plies + 1, game.max_moves), np.int64),
        order=np.zeros((plies + 1, game.max_moves), np.int64),
        lines=np.full((plies + 1, plies + 1), -1, np.int64),
        killers=np.full((plies + 1, 2), -1, np.int64),
        history=np.zeros(2 * game.move_classes, np.int64),
        keys=keys,
        table=table,
        cuts=cuts,
        control=control,
        stop=stop_flag(),
        trace=trace,
    )


def principal_variation(work: Workspace) -> tuple[int, ...]:
    """The move codes of the principal variation from the root; empty if no move was searched to the end."""
    line = work.lines[0].tolist()
    return tuple(line[: line.index(NO_MOVE)])


def compile_search(work: Workspace, search: Callable[[], object]) -> None:
    """Call a search that may not visit any position: it is then compiled, or loaded, before a clock runs."""
    control = work.control[0]
    limit = int(control.node_limit)
    control.node_limit = 0
    search()
    control.node_limit, control.stopped = limit, 0
    if work.trace:
        work.trace.cursor[0].used = 0
