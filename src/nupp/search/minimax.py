"""Minimax: every line to a fixed depth (von Neumann, 1928; Shannon, 1950).

Nothing is pruned, so it is the measure by which the other searches are proved, and at depths 1 and 2 it is
the greedy choice and the greedy choice less the best reply.
"""

from __future__ import annotations

from typing import Any

from nupp.evaluators import Evaluator
from nupp.kernel import kernel
from nupp.rules import Game
from nupp.rules.basics import NO_MOVE
from nupp.search.nodes import extend_line, generate, is_drawn, leaf, must_stop
from nupp.search.recorder import DRAWN, FINAL, SEARCHED, Recorder
from nupp.search.scores import INFINITY, final_score
from nupp.search.workspace import Workspace


@kernel
def minimax(
    game: Game, evaluator: Evaluator[Any], recorder: Recorder, work: Workspace, ply: int, depth: int
) -> int:
    """The score of `stack[ply]` when both sides play their best for `depth` plies.

    Fills `lines[ply]` with the principal variation and `order[ply, :n]` with the score of each move. Once
    `control.stopped` is set the result means nothing, but the root moves scored so far keep their scores.
    """
    if depth <= 0:
        return leaf(game, evaluator, recorder, work, ply)
    work.lines[ply, 0] = NO_MOVE
    recorder.enter(game, work, ply, depth, -INFINITY, INFINITY, 0)
    if must_stop(work.control, work.stop) or is_drawn(game, work, ply):
        return recorder.leave(work, DRAWN, NO_MOVE, 0)
    n = generate(game, work, ply)
    if n == 0:
        return recorder.leave(work, FINAL, NO_MOVE, final_score(game, work.stack[ply], ply))
    recorder.expand(work, n)
    side, best = game.to_move(work.stack[ply]), -INFINITY
    for i in range(n):
        work.stack[ply + 1] = work.stack[ply]
        game.play(work.stack[ply + 1], work.moves[ply, i])
        recorder.play(work, ply + 1, work.moves[ply, i])
        sign = 1 if game.to_move(work.stack[ply + 1]) == side else -1
        score = sign * minimax(game, evaluator, recorder, work, ply + 1, depth - 1)
        if work.control[0].stopped != 0:
            break
        work.order[ply, i] = score
        if score > best:
            best = score
            extend_line(work, ply, work.moves[ply, i])
    return recorder.leave(work, SEARCHED, work.lines[ply, 0], best)
