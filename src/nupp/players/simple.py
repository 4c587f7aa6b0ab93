"""Players that look a fixed number of plies ahead: random, greedy, its best reply, lines, minimax."""

from __future__ import annotations

import time
from typing import Annotated

import numpy as np

from nupp.evaluators import evaluator, evaluators_of
from nupp.kernel import run_until
from nupp.players.base import WON_AT_ONCE, Candidate, Decision, Player, Report, line_texts, score_kind
from nupp.players.budget import Budget
from nupp.rules import Game, Position
from nupp.search.lines import weigh_answers
from nupp.search.minimax import minimax
from nupp.search.table import new_table
from nupp.search.workspace import Workspace, compile_search, new_workspace, principal_variation
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
        return Decision(text, code, 0, "eval", (text,), 0, 0, 0.0)


class Minimax(ChancePlayer):
    """Every line to a fixed depth; among equally good moves a random one."""

    def __init__(
        self,
        game: Game,
        depth: Annotated[int, Between(1, 100), "plies looked ahead"] = 3,
        eval: Eval = "",
        candidates: Annotated[
            int, Between(0, 9), "search active moves only, within this reach; 0: all moves"
        ] = 0,
        seed: Seed = 0,
    ) -> None:
        super().__init__(game, seed)
        self.depth = depth
        self.evaluator = evaluator(eval, game)
        # Where the game lists all its moves as candidates, a search of them proves what it finds.
        self.reach = candidates if type(game).candidates is not Game.candidates else 0

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        depth = min(self.depth, budget.depth or self.depth)
        codes = list(position.candidate_codes(self.reach) if self.reach else position.legal_move_codes)
        self._rng.shuffle(codes)  # the first of equals is chosen, so that each is equally likely
        work = new_workspace(position, depth, new_table(0))
        control, unscored = work.control[0], np.iinfo(np.int64).min
        control.node_limit = budget.nodes or control.node_limit
        control.root_moves, control.candidates = len(codes), self.reach
        work.moves[0, : len(codes)] = codes
        work.order[0] = unscored
        compile_search(work, lambda: self._search(work, depth))
        began = time.perf_counter()
        run_until(lambda: self._search(work, depth), work.stop, budget.seconds)
        complete = not control.stopped
        exhausted = complete and control.horizon == 0
        scores = work.order[0, : len(codes)].tolist()
        seen = [i for i in self._ranked(scores) if scores[i] > unscored]
        # Stopped before anything was searched: the first move listed is legal, and worth 0 for all we know.
        code, score = (codes[seen[0]], scores[seen[0]]) if seen else (codes[0], 0)
        line = principal_variation(work)
        decision = Decision(
            move=position.format_move(code),
            code=code,
            score=score,
            score_kind=self._kind(score, exhausted, complete),
            pv=line_texts(position, line if line[:1] == (code,) else (code,)),
            depth=depth if seen else 0,
            nodes=int(control.nodes),
            seconds=time.perf_counter() - began,
            candidates=tuple(
                Candidate(
                    position.format_move(codes[i]), scores[i], score_kind=self._kind(scores[i], exhausted)
                )
                for i in seen
            ),
            unit=self.evaluator.unit,
        )
        if report:
            report(decision)
        return decision

    def _search(self, work: Workspace, depth: int) -> None:
        """Fill `order[0]` with the scores of the root's moves."""
        minimax(self.game, self.evaluator, work, 0, depth)

    def _ranked(self, scores: list[int]) -> list[int]:
        """The numbers of the root's moves, best first."""
        return sorted(range(len(scores)), key=lambda i: -scores[i])

    def _kind(self, score: int, exhausted: bool, complete: bool = True) -> str:
        """What is known of a score; see `score_kind`."""
        return score_kind(score, exhausted, complete, sound=self.reach == 0 or score == WON_AT_ONCE)


class Greedy(Minimax):
    """The move that the evaluator likes best at once (T. Rostański, 2003)."""

    def __init__(self, game: Game, eval: Eval = "", seed: Seed = 0) -> None:
        super().__init__(game, 1, eval, seed=seed)


class Reply(Minimax):
    """Greedy less the opponent's best reply (T. Rostański, 2003): the gain of two plies."""

    def __init__(self, game: Game, eval: Eval = "", seed: Seed = 0) -> None:
        super().__init__(game, 2, eval, seed=seed)


class Lines(Minimax):
    """Win at once, or else block, or else leave the opponent least (J. Henno, 2004).

    What a move leaves is counted by the evaluator `lines`, after the best answer: the lines that one could
    still fill less those that the opponent could. See `search/lines.py`.
    """

    def __init__(self, game: Game, seed: Seed = 0) -> None:
        super().__init__(game, 2, "lines", seed=seed)
        self._winning = np.zeros(game.max_moves, np.int64)

    @classmethod
    def plays(cls, game: Game) -> bool:
        return "lines" in evaluators_of(game).names()

    def _search(self, work: Workspace, depth: int) -> None:
        weigh_answers(self.game, self.evaluator, work, depth, self._winning)

    def _ranked(self, scores: list[int]) -> list[int]:
        return sorted(range(len(scores)), key=lambda i: (-scores[i], self._winning[i]))
