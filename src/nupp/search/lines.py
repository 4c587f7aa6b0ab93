"""The rule of a teaching page: win, or else block, or else leave the opponent least.

J. Henno, "Trips-traps-trull ja minimax", 2004. A move that wins is worth a won game; of the others each is
worth what the opponent's best answer leaves. Blocking needs no rule of its own, since a move that blocks is
one after which no answer wins. Only where the opponent threatens to win in several ways do all moves
lose, and then the best is the one that leaves the fewest of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator
from nupp.kernel import kernel
from nupp.rules import Game
from nupp.search.minimax import minimax
from nupp.search.nodes import extend_line
from nupp.search.recorder import OFF
from nupp.search.scores import INFINITY, WIN
from nupp.search.workspace import Workspace


@kernel
def weigh_answers(
    game: Game, evaluator: Evaluator[Any], work: Workspace, depth: int, winning: NDArray[np.int64]
) -> None:
    """Fill `order[0]` with the scores of the root's moves, `depth` >= 1 plies deep, as `minimax` does.

    Fills `lines[0]`, too, and `winning` with the number of answers to each move that win at once. Once
    `control.stopped` is set, the moves weighed so far keep their scores.
    """
    side, best = game.to_move(work.stack[0]), -INFINITY
    for i in range(work.control[0].root_moves):
        work.stack[1] = work.stack[0]
        game.play(work.stack[1], work.moves[0, i])
        sign = 1 if game.to_move(work.stack[1]) == side else -1
        score = sign * minimax(game, evaluator, OFF, work, 1, depth - 1)
        if work.control[0].stopped != 0:
            return
        work.order[0, i] = score
        winning[i] = 0
        if score <= -WIN:
            for j in range(game.count_moves(work.stack[1], work.moves[2])):
                winning[i] += work.order[1, j] >= WIN
        if score > best:
            best = score
            extend_line(work, 0, work.moves[0, i])
