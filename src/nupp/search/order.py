"""The order in which alpha-beta tries moves: the better the first, the less is left to search.

The move that the transposition table remembers comes first, then killer moves (Akl and Newborn, 1977), which
refuted another move of the same ply. The rest follow by the history heuristic (Schaeffer, 1989), or by the
evaluation of the positions that they lead to. Of equals the one that the game lists first.

The history of a move rises when it refutes another, and falls when it was tried before the one that did. The
nearer it is to its limit the less it changes, so that what happened last counts most.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator
from nupp.kernel import kernel
from nupp.kernel.bits import whole_log2
from nupp.rules import Game
from nupp.rules.basics import Moves
from nupp.search.scores import INFINITY, evaluation, final_score
from nupp.search.tactics import Tactics
from nupp.search.workspace import Workspace

_TABLE_MOVE: Final = 1 << 60
SPECIAL: Final = 1 << 50
"""Moves of this rank and higher have shown their worth already; killer moves begin here."""
_HISTORY_LIMIT: Final = 1 << 15
"""No history is greater, and none is less than its negative."""
_BONUS: Final = 16
"""The change of a history by a refutation of one ply; deeper ones count by the square of their plies."""
_MOST_BONUS: Final = 1 << 12
"""The most that one refutation adds."""
_LEAP: Final = 2
"""The points of promise that twice the history of a move is worth."""


@kernel
def rank_by_history(game: Game, work: Workspace, ply: int, n: int, side: int, table_move: int) -> None:
    """Fill `order[ply, :n]`: special moves, then by history, from 1 up; 0 for what is switched off."""
    history = work.control[0].history != 0
    for i in range(n):
        move = work.moves[ply, i]
        rank = special_rank(work, ply, move, table_move)
        if rank == 0 and history:
            rank = 1 + _HISTORY_LIMIT + work.history[2 * game.move_class(move) + side]
        work.order[ply, i] = rank


@kernel
def rank_by_evaluation(
    game: Game, evaluator: Evaluator[Any], work: Workspace, ply: int, n: int, side: int, table_move: int
) -> None:
    """Fill `order[ply, :n]`: special moves, then by the evaluation of what they lead to."""
    for i in range(n):
        move = work.moves[ply, i]
        rank = special_rank(work, ply, move, table_move)
        if rank == 0:
            work.stack[ply + 1] = work.stack[ply]
            game.play(work.stack[ply + 1], move)
            rank = 1 + INFINITY + value_after(game, evaluator, work, ply + 1, side)
        work.order[ply, i] = rank


@kernel
def rank_by_promise(
    game: Game, tactics: Tactics[Any], work: Workspace, ply: int, n: int, side: int, table_move: int
) -> None:
    """Fill `order[ply, :n]`: special moves, then by what tactics promise of them, and a little by history."""
    history = work.control[0].history != 0
    for i in range(n):
        move = work.moves[ply, i]
        rank = special_rank(work, ply, move, table_move)
        if rank == 0:
            rank = 1 + tactics.promise(work.stack[ply], move)
            if history:
                rank += whole_log2(1 + max(0, work.history[2 * game.move_class(move) + side])) * _LEAP
        work.order[ply, i] = rank


@kernel
def value_after(game: Game, evaluator: Evaluator[Any], work: Workspace, ply: int, side: int) -> int:
    """The evaluation of `stack[ply]` for a side, be it to move there or not."""
    state = work.stack[ply]
    over = game.count_moves(state, work.moves[ply]) == 0
    value = final_score(game, state, 0) if over else evaluation(game, evaluator, state)
    return value if game.to_move(state) == side else -value


@kernel
def special_rank(work: Workspace, ply: int, move: int, table_move: int) -> int:
    """The rank of a move that has shown its worth in this position or others of its ply; 0 for the rest."""
    if move == table_move:
        return _TABLE_MOVE
    if work.control[0].killers != 0 and (move == work.killers[ply, 0] or move == work.killers[ply, 1]):
        return SPECIAL + int(move == work.killers[ply, 0])
    return 0


@kernel
def pick_next(work: Workspace, ply: int, i: int, n: int) -> int:
    """Bring the best ranked of the moves from `i` on to place `i`, and return it."""
    if i > 0 and work.order[ply, i - 1] == 0:  # then so are all that follow, as in most nodes
        return int(work.moves[ply, i])
    return bring_best(work.moves, work.order, ply, i, n)


@kernel
def bring_best(moves: Moves, order: NDArray[np.int64], ply: int, i: int, n: int) -> int:
    """Bring the best ranked of `moves[ply, i:n]` to place `i`, the first listed among equals; returns it."""
    best = i
    for j in range(i + 1, n):
        if order[ply, j] > order[ply, best]:
            best = j
    move, rank = moves[ply, best], order[ply, best]
    for j in range(best, i, -1):  # shift instead of swap, to leave the others in the order listed
        moves[ply, j], order[ply, j] = moves[ply, j - 1], order[ply, j - 1]
    moves[ply, i], order[ply, i] = move, rank
    return int(move)


@kernel
def reward(game: Game, work: Workspace, ply: int, depth: int, side: int, tried: int) -> None:
    """Remember that `moves[ply, tried]` caused a cut-off, and that those tried before it did not."""
    moves, killers = work.moves[ply], work.killers[ply]
    if moves[tried] != killers[0]:
        killers[0], killers[1] = moves[tried], killers[0]
    bonus = min(_BONUS * depth * depth, _MOST_BONUS)
    refuting = 2 * game.move_class(moves[tried]) + side
    shift(work.history, refuting, bonus)
    for i in range(tried):
        index = 2 * game.move_class(moves[i]) + side
        if index != refuting:
            shift(work.history, index, -bonus)


@kernel
def shift(history: NDArray[np.int64], index: int, change: int) -> None:
    """Change a number by as much, less the share of it by which the number is near its limit."""
    history[index] += change - history[index] * abs(change) // _HISTORY_LIMIT
