"""Recorders: what a search writes down of itself, node by node, for those who want to see how it works.

A recorder is an argument of a search, which is compiled for it. `OFF` writes nothing: its methods compile to
nothing, so a search that nobody watches does none of this. The others write rows
into a `Trace` or a `Log`, which the arrays of the search then hold; without one that place is empty.

Rows lie in the order in which the nodes were entered (preorder). A row states how many rows its subtree has,
itself included, so children are found by skipping whole subtrees. When the room is nearly used up, only
nodes close to the root are written; so every move of the root has its row, in the last iteration, too.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import KernelObject, Record, kernel, record_dtype
from nupp.rules import Game
from nupp.rules.basics import NO_MOVE, Moves

SEARCHED: Final = 0
"""All moves were searched."""
CUT: Final = 1
"""A move refuted the one before; the rest were left out."""
TABLE: Final = 2
"""The transposition table had the answer."""
PROBCUT: Final = 3
"""A shallow search made the result likely enough."""
LEAF: Final = 4
"""The depth was used up: the evaluation."""
FINAL: Final = 5
"""The game is over."""
DRAWN: Final = 6
"""The position has recurred."""
STOPPED: Final = 7
"""The budget was used up."""
CAUSES: Final = ("searched", "cut", "table", "probcut", "leaf", "final", "drawn", "stopped")
"""The names of the causes by which a node ends."""

_RESERVE: Final = 8
"""The last eighth of the room is for the first ply, and the one before it for the first two plies."""

ROW: Final = record_dtype(
    ("move", np.int64),
    ("best", np.int64),
    ("nodes", np.int64),
    ("low", np.int64),
    ("high", np.int64),
    ("score", np.int64),
    ("other", np.int64),
    ("parent", np.int32),
    ("extent", np.int32),
    ("moves", np.int32),
    ("ply", np.int16),
    ("depth", np.int16),
    ("side", np.int8),
    ("cause", np.int8),
    ("quiet", np.int8),
)
"""move: that led to the node; NO_MOVE of a root, and of a search of the same position. best: the best move
found. nodes: positions visited in the subtree. low, high: the window; of a proof-number search the limits of
the proof and the disproof number. score: the result, from the side to move's view; the proof number. other:
the disproof number. parent: the row above; -1 of a root. extent: rows of the subtree. moves: how many were
listed; 0 if none. ply, depth: plies from the root, and plies that were to be searched. side: to move. cause:
why the node ended. quiet: 1 in quiescence search."""

CURSOR: Final = record_dtype(("used", np.int64), ("open", np.int64), ("skipped", np.int64))
"""used: rows written. open: the row of the node that is being searched; -1 for none. skipped: nodes that are
being searched and have no row."""


class Trace(NamedTuple):
    """The record of a search in depth.

    rows: ROW (limit). cursor: CURSOR (1). pending: int64 (plies + 2), the move that leads to each ply of the
    current line.
    """

    rows: NDArray[Any]
    cursor: NDArray[Any]
    pending: Moves


class Log(NamedTuple):
    """The record of simulations, for trees that are there themselves when the search has ended.

    leaves: int32 (limit), the node to which each simulation came. results: float32 (limit), what was taken
    back from there. proven: int32 (capacity), the simulation, counted from 1, after which a node was proven.
    made: int64 (1), the simulations written.
    """

    leaves: NDArray[np.int32]
    results: NDArray[np.float32]
    proven: NDArray[np.int32]
    made: NDArray[np.int64]


NO_TRACE: Final[tuple[()]] = ()
"""Nothing: held by searches that are not recorded."""


def new_trace(limit: int, plies: int) -> Trace:
    """An empty record of at most `limit` rows, of a search of lines of up to `plies` plies."""
    cursor = np.zeros(1, CURSOR)
    cursor[0].open = -1
    return Trace(np.zeros(limit, ROW), cursor, np.full(plies + 2, NO_MOVE, np.int64))


def new_log(limit: int, capacity: int) -> Log:
    """An empty record of at most `limit` simulations, of a tree of `capacity` nodes."""
    return Log(
        np.zeros(limit, np.int32),
        np.zeros(limit, np.float32),
        np.zeros(capacity, np.int32),
        np.zeros(1, np.int64),
    )


class Recorder(KernelObject):
    """Writes nothing; searches call its methods at the places where others do.

    Every search calls only those of its own kind. `work`, `tree` and `proof` are its arrays.
    """

    def play(self, work: Any, ply: int, move: int) -> None:
        """Note the move that leads to a ply, before the node there is entered."""

    def enter(self, game: Game, work: Any, ply: int, depth: int, low: int, high: int, quiet: int) -> None:
        """Note that the search of `stack[ply]` begins."""

    def expand(self, work: Any, moves: int) -> None:
        """Note how many moves the node has."""

    def leave(self, work: Any, cause: int, best: int, score: int) -> int:
        """Note why and with what the node ended; returns the score."""
        return score

    def simulate(self, tree: Any, length: int, result: float) -> None:
        """Note a simulation, whose path is complete and whose result was taken back."""

    def enter_proof(self, game: Game, proof: Any, ply: int, limits: tuple[int, int], moves: int) -> None:
        """Note that a proof-number search comes to `stack[ply]`."""

    def leave_proof(self, proof: Any, numbers: tuple[int, int], best: int) -> None:
        """Note the numbers with which it leaves a position."""


class TreeRecorder(Recorder):
    """Writes a row for each node of a search in depth, into `work.trace` or `proof.trace`."""

    def play(self, work: Any, ply: int, move: int) -> None:
        work.trace.pending[ply] = move

    def enter(self, game: Game, work: Any, ply: int, depth: int, low: int, high: int, quiet: int) -> None:
        side = game.to_move(work.stack[ply])
        open_row(work.trace, ply, depth, low, high, side, quiet, work.control[0].nodes)

    def expand(self, work: Any, moves: int) -> None:
        cursor = work.trace.cursor[0]
        if cursor.skipped == 0:
            work.trace.rows[cursor.open].moves = moves

    def leave(self, work: Any, cause: int, best: int, score: int) -> int:
        reason = STOPPED if work.control[0].stopped != 0 else cause
        close_row(work.trace, reason, best, score, 0, work.control[0].nodes)
        return score

    def enter_proof(self, game: Game, proof: Any, ply: int, limits: tuple[int, int], moves: int) -> None:
        side = game.to_move(proof.stack[ply])
        open_row(proof.trace, ply, 0, limits[0], limits[1], side, 0, proof.question[0].nodes)
        cursor = proof.trace.cursor[0]
        if cursor.skipped == 0:
            proof.trace.rows[cursor.open].moves = moves

    def leave_proof(self, proof: Any, numbers: tuple[int, int], best: int) -> None:
        stopped = proof.question[0].stopped != 0
        cause = STOPPED if stopped else SEARCHED
        close_row(proof.trace, cause, best, numbers[0], numbers[1], proof.question[0].nodes)


class SimulationRecorder(Recorder):
    """Writes the leaf and the result of each simulation into `tree.log`."""

    def simulate(self, tree: Any, length: int, result: float) -> None:
        log = tree.log
        made = log.made[0]
        if made < len(log.leaves):
            log.leaves[made] = tree.path[length]
            log.results[made] = result
            log.made[0] = made + 1
            for i in range(length + 1):
                node = tree.path[i]
                if tree.nodes[node].proven != 0 and log.proven[node] == 0:
                    log.proven[node] = made + 1


OFF: Final = Recorder()
TREE: Final = TreeRecorder()
SIMULATIONS: Final = SimulationRecorder()


@kernel
def open_row(
    trace: Trace, ply: int, depth: int, low: int, high: int, side: int, quiet: int, nodes: int
) -> None:
    """Begin the row of a node, if there is room for one; nodes: visited before it."""
    cursor: Record = trace.cursor[0]
    room = len(trace.rows)
    if ply > 1:
        room -= min(ply - 1, 2) * (room // _RESERVE)
    if cursor.skipped > 0 or cursor.used >= room:
        cursor.skipped += 1
        return
    row = trace.rows[cursor.used]
    row.parent, row.extent, row.moves = cursor.open, 1, 0
    row.move, row.best = NO_MOVE, NO_MOVE
    if ply > 0 and (cursor.open < 0 or trace.rows[cursor.open].ply < ply):
        row.move = trace.pending[ply]
    row.ply, row.depth, row.side, row.quiet = ply, depth, side, quiet
    row.low, row.high, row.nodes = low, high, nodes
    cursor.open = cursor.used
    cursor.used += 1


@kernel
def close_row(trace: Trace, cause: int, best: int, score: int, other: int, nodes: int) -> None:
    """End the row of the node that is being searched; nodes: visited by now."""
    cursor: Record = trace.cursor[0]
    if cursor.skipped > 0:
        cursor.skipped -= 1
        return
    row = trace.rows[cursor.open]
    row.extent = cursor.used - cursor.open
    row.cause, row.best, row.score, row.other = cause, best, score, other
    row.nodes = nodes - row.nodes
    cursor.open = row.parent
