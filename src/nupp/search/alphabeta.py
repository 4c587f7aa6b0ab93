"""Alpha-beta, built from parts that can each be switched off.

With every part off this is the textbook algorithm (Knuth and Moore, 1975): the whole window for every
move, moves in the order in which the game lists them. The parts:

- principal variation search (Marsland and Campbell, 1982; Reinefeld's NegaScout, 1983): moves after
  the first are searched with a null window, and again only if they turn out better;
- the transposition table (Greenblatt, Eastlake and Crocker, 1967) cuts off and supplies the first move;
- quiescence search (Harris, 1975) goes on with forcing moves where the depth is used up;
- killer moves, the history heuristic and evaluations order the rest; see `order.py`;
- moves that come late in that order are first searched less deep (T. Romstad, "An introduction to late move
  reductions", 2006), and again if they turn out better all the same;
- where a game's tactics say so, forced replies are searched alone, and a single one adds no depth;
- near the leaves, positions far outside the bounds are taken as they stand (futility pruning: Heinz, 1998);
- moves that come very late, by a game's own guess at good moves, are left out (`late`);
- where the window is null, nodes are cut off by shallow searches (ProbCut: see `probcut.py`);
- iterative deepening and aspiration windows, in `deepen`.

Most of them do not change the value of a search to a fixed depth. Quiescence does, which replaces the values
of the leaves, and so do `tt_deeper`, which lets the table answer with what a deeper search found, late move
reductions, ProbCut, and draws by repetition, which depend on the path (with `once`, at the first recurrence).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nupp.evaluators import Evaluator
from nupp.kernel import kernel
from nupp.kernel.bits import whole_log2
from nupp.rules import Game
from nupp.rules.basics import NO_MOVE
from nupp.search.nodes import extend_line, generate, is_drawn, leaf, must_stop
from nupp.search.order import (
    SPECIAL,
    pick_next,
    rank_by_evaluation,
    rank_by_history,
    rank_by_promise,
    reward,
)
from nupp.search.probcut import DEEPEST, DEVIATION, OFFSET, SHALLOW, SLOPE
from nupp.search.recorder import CUT, DRAWN, FINAL, LEAF, OFF, PROBCUT, SEARCHED, STOPPED, Recorder
from nupp.search.recorder import TABLE as BY_TABLE
from nupp.search.scores import INFINITY, MATE, WIN, evaluation, final_score
from nupp.search.table import EXACT, LOWER, OPEN, UPPER, probe, salted, store
from nupp.search.tactics import Tactics
from nupp.search.workspace import Workspace, principal_variation

_REDUCED_DEPTH, _REDUCED_MOVE = 3, 3
"""The least depth in plies, and the first move, counted from 0, at which searches are reduced."""

_FUTILE_DEPTH, _RAZORED_DEPTH = 6, 2
"""The depths up to which a position is taken as it stands if it is much too good, and much too bad."""

_FIRST_WIDTH, _WIDENING, _GREATEST_WIDTH = 16, 4, 2000
"""Aspiration, in points: the distance of the first bounds from the score of the iteration before, the factor
by which it grows, and the distance beyond which a bound is dropped. See docs/experiments/selectivity.md."""


@kernel
def alphabeta(
    game: Game,
    evaluator: Evaluator[Any],
    tactics: Tactics[Any],
    recorder: Recorder,
    work: Workspace,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The score of `stack[ply]`, searched `depth` >= 1 plies deep, as far as it matters between the bounds.

    Fail-soft: a result between alpha and beta is exact; one <= alpha is an upper bound of the value, one
    >= beta a lower bound. `lines[ply]` becomes the principal variation if the result is exact. Once
    `control.stopped` is set the result means nothing, but `lines[0]` is that of the best root move among
    those searched to the end.
    """
    control = work.control[0]
    state = work.stack[ply]
    work.lines[ply, 0] = NO_MOVE

    # 1. Budget, and draws by repetition.
    recorder.enter(game, work, ply, depth, alpha, beta, 0)
    if must_stop(work.control, work.stop) or is_drawn(game, work, ply):
        return recorder.leave(work, DRAWN, NO_MOVE, 0)

    # 2. What the table knows. Not of the root: there some moves may be left out on purpose.
    table_move, key, horizon = NO_MOVE, np.uint64(0), control.horizon
    uses_table = control.table != 0 and ply > 0
    if uses_table:
        key = salted(game.hash(state), control.generation)
        is_known, table_move, score = look_up(work, key, ply, depth, alpha, beta)
        if is_known:
            return recorder.leave(work, BY_TABLE, table_move, score)

    # 3. ProbCut: a shallow search may make it likely that a deep one ends outside the bounds.
    is_narrow = ply > 0 and beta - alpha == 1 and alpha > -WIN and beta < WIN
    if control.probcut > 0 and is_narrow:
        shallow, low, is_good = probcut_question(game, evaluator, work, ply, depth, alpha, beta)
        if shallow > 0:
            score = alphabeta(game, evaluator, tactics, recorder, work, ply, shallow, low, low + 1)
            if control.stopped != 0:
                return recorder.leave(work, STOPPED, NO_MOVE, 0)
            if (score > low) == is_good:
                control.horizon += 1
                return recorder.leave(work, PROBCUT, NO_MOVE, beta if is_good else alpha)
            work.lines[ply, 0] = NO_MOVE
            if uses_table:
                table_move = probe(work.table, key, ply)[1]

    # 4. Moves.
    n = tactics.forced_replies(state, work.moves[ply]) if ply > 0 else 0
    is_forced = n > 0
    if not is_forced:
        n = generate(game, work, ply)
    if n == 0:
        return recorder.leave(work, FINAL, NO_MOVE, final_score(game, state, ply))
    recorder.expand(work, n)
    if ply > 0 and evaluator.is_certain(game, state):
        return recorder.leave(work, LEAF, NO_MOVE, evaluation(game, evaluator, state))

    # 5. With little depth left, a position far outside the bounds is taken as it stands.
    if control.futility > 0 and is_narrow and not is_forced and depth <= _FUTILE_DEPTH:
        is_futile, score = futile(game, evaluator, tactics, recorder, work, ply, depth, alpha, beta)
        if is_futile:
            return recorder.leave(work, LEAF, NO_MOVE, score)
        if depth <= _RAZORED_DEPTH:  # quiescence may have put other moves there
            n = generate(game, work, ply)

    # 6. Sort them, best guess first.
    side = game.to_move(state)
    if ply == 0:
        table_move = work.moves[0, 0]  # the best so far, as `deepen` has it
    if tactics.orders:
        rank_by_promise(game, tactics, work, ply, n, side, table_move)
    elif control.order_by_eval != 0 and depth >= control.order_by_eval:
        rank_by_evaluation(game, evaluator, work, ply, n, side, table_move)
    else:
        rank_by_history(game, work, ply, n, side, table_move)

    # 7. Search them, a single forced reply as deep as though it were no move.
    best, best_move, floor = -INFINITY, NO_MOVE, alpha
    below = depth if is_forced and n == 1 and ply + depth < control.plies else depth - 1
    last = n
    if tactics.orders and control.late > 0 and not is_forced and ply > 0:
        last = control.late * (1 + depth)
    for i in range(n):
        if i >= last and best > -WIN:  # a side is lost only if all its moves lose
            control.horizon += 1
            break
        move = pick_next(work, ply, i, n)
        work.stack[ply + 1] = work.stack[ply]
        game.play(work.stack[ply + 1], move)
        recorder.play(work, ply + 1, move)
        sign = 1 if game.to_move(work.stack[ply + 1]) == side else -1
        low, high = (floor, beta) if sign > 0 else (-beta, -floor)
        if below <= 0 and control.quiescence > 0:
            score = sign * quiesce(
                game, evaluator, tactics, recorder, work, ply + 1, control.quiescence, low, high
            )
        elif below <= 0:
            score = sign * leaf(game, evaluator, recorder, work, ply + 1)
        else:
            score, is_open = 0, True
            if i > 0 and control.pvs != 0:
                reduction = 0 if is_forced else reduction_of(work, ply, depth, i)
                if reduction > 0 or beta - floor > 1:
                    least = floor if sign > 0 else -floor - 1
                    score = sign * alphabeta(
                        game, evaluator, tactics, recorder, work, ply + 1, below - reduction, least, least + 1
                    )
                    is_open = floor < score and (score < beta or reduction > 0)
            if is_open and control.stopped == 0:
                score = sign * alphabeta(game, evaluator, tactics, recorder, work, ply + 1, below, low, high)
        if control.stopped != 0:
            return recorder.leave(work, STOPPED, best_move, best)

        # 8. Keep the best; a move that beats beta refutes the one before.
        if score > best:
            best, best_move = score, move
            if score > floor:
                floor = score
                extend_line(work, ply, move)
                if score >= beta:
                    reward(game, work, ply, depth, side, i)
                    break

    if uses_table:
        bound = LOWER if best >= beta else EXACT if best > alpha else UPPER
        bound |= OPEN if control.horizon != horizon else 0
        store(work.table, control.generation, key, best_move, best, depth, bound, ply)
    return recorder.leave(work, CUT if best >= beta else SEARCHED, best_move, best)


@kernel
def look_up(
    work: Workspace, key: np.uint64, ply: int, depth: int, alpha: int, beta: int
) -> tuple[bool, int, int]:
    """Ask the table about a position: True if it answers the search, its best move, and the score."""
    control = work.control[0]
    found, move, score, kept, kind = probe(work.table, key, ply)
    if not found or not (kept == depth or (control.tt_deeper != 0 and kept > depth)):
        return False, move, 0
    bound = kind & ~OPEN
    if bound == EXACT:
        work.lines[ply, 0], work.lines[ply, 1] = move, NO_MOVE
    if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
        control.horizon += kind & OPEN != 0
        return True, move, score
    return False, move, 0


@kernel
def probcut_question(
    game: Game, evaluator: Evaluator[Any], work: Workspace, ply: int, depth: int, alpha: int, beta: int
) -> tuple[int, int, bool]:
    """The question of ProbCut to a shallow search: (plies, low, is_good); 0 plies where nothing is expected.

    The search has the window from `low` to `low + 1`. If `is_good`, the position is cut off by a score above
    `low`, else by one of `low` or less.
    """
    control = work.control[0]
    stage = min(evaluator.stage(game, work.stack[ply]), len(work.cuts) - 1)
    expected = work.cuts[stage, min(depth, DEEPEST)]
    if expected[DEVIATION] <= 0:
        return 0, 0, False
    is_good = evaluation(game, evaluator, work.stack[ply]) >= beta
    margin = control.probcut * expected[DEVIATION]
    bound = beta + margin if is_good else alpha - margin
    bound = (bound - expected[OFFSET]) / expected[SLOPE]
    if not -WIN < bound < WIN:
        return 0, 0, False
    return int(expected[SHALLOW]), int(bound) - is_good, is_good


@kernel
def futile(
    game: Game,
    evaluator: Evaluator[Any],
    tactics: Tactics[Any],
    recorder: Recorder,
    work: Workspace,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> tuple[bool, int]:
    """True if a position is so far outside the bounds that it is not searched, and its score.

    One that is much too bad is still looked at for forcing moves, which overwrites `moves[ply]`. True, too,
    if the search was stopped there.
    """
    control = work.control[0]
    margin = control.futility * depth
    static = evaluation(game, evaluator, work.stack[ply])
    if static - margin >= beta:
        control.horizon += 1
        return True, static
    if depth > _RAZORED_DEPTH or static + margin > alpha:
        return False, 0
    score = quiesce(game, evaluator, tactics, recorder, work, ply, control.quiescence, alpha, beta)
    return control.stopped != 0 or score <= alpha, score


@kernel
def reduction_of(work: Workspace, ply: int, depth: int, i: int) -> int:
    """By how many plies the search of move `i` is reduced at first.

    The more the deeper the search is and the later the move comes; never of a move that has shown its worth
    already, and so that one ply is left.
    """
    strength = work.control[0].reductions
    if strength == 0 or ply == 0 or depth < _REDUCED_DEPTH or i < _REDUCED_MOVE:
        return 0
    if work.order[ply, i] >= SPECIAL:
        return 0
    return min(depth - 2, (whole_log2(depth) * whole_log2(i) * int(strength) + 4) // 8)


@kernel
def quiesce(
    game: Game,
    evaluator: Evaluator[Any],
    tactics: Tactics[Any],
    recorder: Recorder,
    work: Workspace,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The score of `stack[ply]` once no forcing move is worth making, `depth` plies on at the most.

    The side to move may stop at any time and take the evaluation, unless all its moves are forcing, as where
    captures are compulsory (Harris, 1975). Bounds and result as those of `alphabeta`.
    """
    work.lines[ply, 0] = NO_MOVE
    state = work.stack[ply]
    recorder.enter(game, work, ply, depth, alpha, beta, 1)
    if must_stop(work.control, work.stop) or is_drawn(game, work, ply):
        return recorder.leave(work, DRAWN, NO_MOVE, 0)
    total = game.count_moves(state, work.moves[ply])
    if total == 0:
        return recorder.leave(work, FINAL, NO_MOVE, final_score(game, state, ply))
    n = tactics.forced_replies(state, work.moves[ply]) if depth > 0 else 0
    is_forced = n == 1  # of several, that many are looked at only by the search above
    if depth > 0 and not is_forced:
        n = game.forcing_moves(state, work.moves[ply])
    best = -INFINITY
    if n < total and not is_forced:
        work.control[0].horizon += 1
        best = evaluation(game, evaluator, state)
    recorder.expand(work, n)
    side = game.to_move(state)
    for i in range(n):
        if best >= beta:
            break
        floor = max(alpha, best)
        work.stack[ply + 1] = work.stack[ply]
        game.play(work.stack[ply + 1], work.moves[ply, i])
        recorder.play(work, ply + 1, work.moves[ply, i])
        sign = 1 if game.to_move(work.stack[ply + 1]) == side else -1
        low, high = (floor, beta) if sign > 0 else (-beta, -floor)
        score = sign * quiesce(game, evaluator, tactics, recorder, work, ply + 1, depth - 1, low, high)
        if work.control[0].stopped != 0:
            break
        if score > best:
            best = score
            if score > alpha:
                extend_line(work, ply, work.moves[ply, i])
    cause = LEAF if n == 0 else CUT if best >= beta else SEARCHED
    return recorder.leave(work, cause, work.lines[ply, 0], best)


@dataclass(frozen=True)
class Iteration:
    """The result of one iteration of iterative deepening.

    depth: plies searched. score: from the root side's view. line: the principal variation, as move codes.
    complete: False for an iteration that was stopped half-way; its line is then the best of the root
    moves that were searched. exhausted: every line was seen to its end, so the score is exact.
    """

    depth: int
    score: int
    line: tuple[int, ...]
    complete: bool
    exhausted: bool


def deepen(
    game: Game,
    evaluator: Evaluator[Any],
    tactics: Tactics[Any],
    work: Workspace,
    root_moves: Sequence[int],
    depths: Iterable[int],
    aspiration: bool,
    multipv: int,
    report: Callable[[list[Iteration]], None],
    recorder: Recorder = OFF,
) -> list[Iteration]:
    """Search to each depth in turn until the work is stopped or nothing deeper can matter.

    At each depth the best `multipv` of the root moves are found one after another, each among those that
    no better one begins with. Calls `report` after each depth with what was found, best first, and returns
    the last; an empty list if the search was stopped before it had searched a single move. recorder: writes
    down the nodes.
    """
    found: list[Iteration] = []
    for depth in depths:
        windows = _Windows(game, evaluator, tactics, recorder, work, aspiration)
        latest = list(_search_depth(windows, root_moves, depth, found, multipv))
        begun = {iteration.line[0] for iteration in latest}
        found = (latest + [old for old in found if old.line[0] not in begun])[:multipv]
        if latest:
            report(found)
        if work.control[0].stopped or found[0].exhausted or MATE - abs(found[0].score) <= depth:
            break
    return found


@dataclass(frozen=True)
class _Windows:
    """A search of the root with one window after another."""

    game: Game
    evaluator: Evaluator[Any]
    tactics: Tactics[Any]
    recorder: Recorder
    work: Workspace
    aspiration: bool

    def search(self, depth: int, before: Iteration | None) -> int:
        """The score of the root.

        With aspiration first by a narrow window around the score of the iteration before, if there is one.
        Where the score is outside a bound, the search is repeated with that bound beyond it, further each
        time; a bound is dropped once it would be too far, and where a game is won or lost.
        """
        alpha, beta, width = -INFINITY, INFINITY, _FIRST_WIDTH
        if self.aspiration and before is not None and abs(before.score) < WIN:
            width += abs(before.score) // 8
            alpha, beta = before.score - width, before.score + width
        while True:
            score = int(
                alphabeta(
                    self.game, self.evaluator, self.tactics, self.recorder, self.work, 0, depth, alpha, beta
                )
            )
            if self.work.control[0].stopped or alpha < score < beta:
                return score
            width *= _WIDENING
            is_wide = width > _GREATEST_WIDTH or abs(score) >= WIN
            if score <= alpha:
                alpha = -INFINITY if is_wide else score - width
            else:
                beta = INFINITY if is_wide else score + width
                _bring_first(self.work, int(self.work.lines[0, 0]))


def _search_depth(
    windows: _Windows, root_moves: Sequence[int], depth: int, found: list[Iteration], multipv: int
) -> Iterator[Iteration]:
    """The iterations of one depth, best first; fewer than `multipv` if stopped."""
    work = windows.work
    taken: set[int] = set()
    for place in range(min(multipv, len(root_moves))):
        before = found[place] if place < len(found) else None
        _set_root(work, [move for move in root_moves if move not in taken], before)
        work.control[0].horizon = 0
        score = windows.search(depth, before)
        stopped = bool(work.control[0].stopped)
        line = principal_variation(work)
        if line:
            taken.add(line[0])
            exhausted = not stopped and bool(work.control[0].horizon == 0)
            yield Iteration(depth, score, line, not stopped, exhausted)
        if stopped:
            break


def _set_root(work: Workspace, moves: list[int], before: Iteration | None) -> None:
    """Let the root search these moves, beginning with the best of the iteration before."""
    work.moves[0, : len(moves)] = moves
    work.control[0].root_moves = len(moves)
    if before:
        _bring_first(work, before.line[0])


def _bring_first(work: Workspace, move: int) -> None:
    """Have the root search a move before the others, if it is one of its moves."""
    count = work.control[0].root_moves
    work.moves[0, :count] = sorted(work.moves[0, :count].tolist(), key=lambda other: other != move)
