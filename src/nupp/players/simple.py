"""Players that look a fixed number of plies ahead: random, greedy, greedy less the best reply, minimax."""

from __future__ import annotations

import time
from typing import Annotated

import numpy as np

from nupp.evaluators import evaluator
from nupp.games import Game, Position
from nupp.kernel import run_until
from nupp.players.base import Candidate, Decision, Player, Report, line_texts, score_kind
from nupp.players.budget import Budget
from nupp.search.minimax import minimax
from nupp.search.table import new_table
from nupp.search.workspace import compile_search, new_workspace, principal_variation
from nupp.spec import Between

Seed = Annotated[int, Between(0, 2**63 - 1), "seed of its random choices"]
Eval = Annotated[str, "evaluator; by default the game's first"]


class ChancePlayer(Player):
    """A player that draws random numbers, from a stream that its seed determines."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game)
        self.seed(seed)

    def seed(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)


class RandomPlayer(ChancePlayer):
    """Any legal move, each equally likely."""

    def __init__(self, game: Game, seed: Seed = 0) -> None:
        super().__init__(game, seed)

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        code = int(self._rng.choice(position.legal_move_codes))
        text = position.format_move(code)
        return Decision(text, code, 0, "eval", (text,), 0, 1, 0.0)


class Minimax(ChancePlayer):
    """Every line to a fixed depth; among equally good moves a random one."""

    def __init__(
        self,
        game: Game,
        depth: Annotated[int, Between(1, 100), "plies looked ahead"] = 3,
        eval: Eval = "",
        seed: Seed = 0,
    ) -> None:
        super().__init__(game, seed)
        self.depth = depth
        self.evaluator = evaluator(eval, game)

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        depth = min(self.depth, budget.depth or self.depth)
        codes = list(position.legal_move_codes)
        self._rng.shuffle(codes)  # the first of equals is chosen, so that each is equally likely
        work = new_workspace(position, depth, new_table(0))
        control, unscored = work.control[0], np.iinfo(np.int64).min
        control.node_limit = budget.nodes or control.node_limit
        control.root_moves = len(codes)
        work.moves[0, : len(codes)] = codes
        work.order[0] = unscored

        def search() -> int:
            return minimax(self.game, self.evaluator, work, 0, depth)

        compile_search(work, search)
        began = time.perf_counter()
        run_until(search, work.stop, budget.seconds)
        scores = {
            code: int(score) for code, score in zip(codes, work.order[0], strict=False) if score > unscored
        }
        ranked = sorted(scores, key=lambda code: -scores[code]) or codes[:1]
        code, score = ranked[0], scores.get(ranked[0], 0)
        exhausted = not control.stopped and control.horizon == 0
        decision = Decision(
            move=position.format_move(code),
            code=code,
            score=score,
            score_kind=score_kind(score, exhausted, complete=not control.stopped),
            pv=line_texts(position, principal_variation(work) or (code,)),
            depth=depth if scores else 0,
            nodes=int(control.nodes),
            seconds=time.perf_counter() - began,
            candidates=tuple(
                Candidate(
                    position.format_move(move),
                    scores[move],
                    score_kind=score_kind(scores[move], exhausted),
                )
                for move in ranked
                if move in scores
            ),
            unit=self.evaluator.unit,
        )
        if report:
            report(decision)
        return decision


class Greedy(Minimax):
    """The move that the evaluator likes best at once (T. Rostański, 2003)."""

    def __init__(self, game: Game, eval: Eval = "", seed: Seed = 0) -> None:
        super().__init__(game, 1, eval, seed)


class Reply(Minimax):
    """Greedy less the opponent's best reply (T. Rostański, 2003): the gain of two plies."""

    def __init__(self, game: Game, eval: Eval = "", seed: Seed = 0) -> None:
        super().__init__(game, 2, eval, seed)
