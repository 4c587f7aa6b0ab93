"""Players that look a fixed number of plies ahead: random, greedy, its best reply, lines, minimax."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators import Evaluator, evaluator, evaluators_of
from nupp.kernel import run_until
from nupp.players.base import (
    WON_AT_ONCE,
    Candidate,
    Decision,
    Player,
    Report,
    line_texts,
    score_kind,
    usable_reach,
)
from nupp.players.budget import Budget
from nupp.players.expectation import scale_of
from nupp.players.searchtree import AlphaBetaTree
from nupp.rules import Game, Position
from nupp.search.lines import weigh_answers
from nupp.search.minimax import minimax
from nupp.search.recorder import NO_TRACE, OFF, TREE, new_trace
from nupp.search.table import new_table
from nupp.search.workspace import Workspace, compile_search, new_workspace, principal_variation
from nupp.spec import Between

Seed = Annotated[int, Between(0, 2**63 - 1), "seed of its random choices"]
Eval = Annotated[str, "evaluator; by default the game's first"]
_UNSCORED: Final = np.iinfo(np.int64).min


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

    def compile(self, position: Position) -> None:
        """It needs no more than the rules."""

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        code = int(self._rng.choice(position.legal_move_codes))
        text = position.format_move(code)
        return Decision(text, code, 0, "eval", (text,), 0, 0, 0.0)


class Minimax(ChancePlayer):
    """Every line to a fixed depth; among equally good moves a random one."""

    records = True

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
        self.reach = usable_reach(game, candidates)

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)

        recorder = TREE if self.record else OFF

        def weigh(work: Workspace, depth: int) -> None:
            minimax(self.game, self.evaluator, recorder, work, 0, depth)

        found = _Weighing(position, self.evaluator, self.reach, weigh, record=self.record)
        return found.choose(self.depth, budget or Budget(), self._rng, report)


class Greedy(Minimax):
    """The move that the evaluator likes best at once (T. Rostański, 2003)."""

    def __init__(self, game: Game, eval: Eval = "", seed: Seed = 0) -> None:
        super().__init__(game, 1, eval, seed=seed)


class Reply(Minimax):
    """Greedy less the opponent's best reply (T. Rostański, 2003): the gain of two plies."""

    def __init__(self, game: Game, eval: Eval = "", seed: Seed = 0) -> None:
        super().__init__(game, 2, eval, seed=seed)


class Lines(ChancePlayer):
    """Win at once, or else block, or else leave the opponent least (J. Henno, 2004).

    What a move leaves is counted by the evaluator `lines`, after the best answer: the lines that one could
    still fill less those that the opponent could. See `search/lines.py`.
    """

    def __init__(self, game: Game, seed: Seed = 0) -> None:
        super().__init__(game, seed)
        self.evaluator = evaluator("lines", game)
        self._winning = np.zeros(game.max_moves, np.int64)

    @classmethod
    def plays(cls, game: Game) -> bool:
        return "lines" in evaluators_of(game).names()

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)

        def weigh(work: Workspace, depth: int) -> None:
            weigh_answers(self.game, self.evaluator, work, depth, self._winning)

        found = _Weighing(position, self.evaluator, 0, weigh, self._winning)
        return found.choose(2, budget or Budget(), self._rng, report)


class _Weighing:
    """Weighs the moves of a position, to a fixed depth in plies, and chooses the best.

    reach: of the candidates that are searched; 0: all moves. weigh: fills `order[0]` of a workspace with the
    scores of the root's moves, at that depth. ties: of moves of equal scores that with the least of
    these numbers is best, and of those the first. record: the most rows of a record.
    """

    def __init__(
        self,
        position: Position,
        evaluator: Evaluator[Any],
        reach: int,
        weigh: Callable[[Workspace, int], None],
        ties: NDArray[np.int64] | None = None,
        record: int = 0,
    ) -> None:
        self._position, self._evaluator, self._reach = position, evaluator, reach
        self._weigh, self._ties, self._record = weigh, ties, record

    def choose(self, most: int, budget: Budget, rng: np.random.Generator, report: Report | None) -> Decision:
        """The decision; most: plies to look ahead, if the budget allows."""
        depth = min(most, budget.depth or most)
        codes = self._codes(rng)
        work = self._workspace(codes, depth, budget)
        compile_search(work, lambda: self._weigh(work, depth))
        began = time.perf_counter()
        run_until(lambda: self._weigh(work, depth), work.stop, budget.seconds)
        decision = self._decision(work, codes, depth, time.perf_counter() - began)
        if report:
            report(decision)
        return decision

    def _codes(self, rng: np.random.Generator) -> list[int]:
        """The moves in an order by chance: the first of equals is chosen, so that each is equally likely."""
        position = self._position
        codes = list(position.candidate_codes(self._reach) if self._reach else position.legal_move_codes)
        rng.shuffle(codes)
        return codes

    def _workspace(self, codes: Sequence[int], depth: int, budget: Budget) -> Workspace:
        trace = new_trace(self._record, depth) if self._record else NO_TRACE
        work = new_workspace(self._position, depth, new_table(0), trace=trace)
        control = work.control[0]
        control.node_limit = budget.nodes or control.node_limit
        control.root_moves, control.candidates = len(codes), self._reach
        work.moves[0, : len(codes)] = codes
        work.order[0] = _UNSCORED
        return work

    def _decision(self, work: Workspace, codes: Sequence[int], depth: int, seconds: float) -> Decision:
        position, control = self._position, work.control[0]
        complete = not control.stopped
        exhausted = complete and control.horizon == 0
        scores = work.order[0, : len(codes)].tolist()
        seen = [i for i in self._ranked(scores) if scores[i] > _UNSCORED]
        # Stopped before anything was searched: the first move listed is legal, and worth 0 for all we know.
        code, score = (codes[seen[0]], scores[seen[0]]) if seen else (codes[0], 0)
        line = principal_variation(work)
        return Decision(
            move=position.format_move(code),
            code=code,
            score=score,
            score_kind=self._kind(score, exhausted, complete),
            pv=line_texts(position, line if line[:1] == (code,) else (code,)),
            depth=depth if seen else 0,
            nodes=int(control.nodes),
            seconds=seconds,
            candidates=tuple(
                Candidate(
                    position.format_move(codes[i]), scores[i], score_kind=self._kind(scores[i], exhausted)
                )
                for i in seen
            ),
            unit=self._evaluator.unit,
            scale=scale_of(self._evaluator, position.game),
            tree=AlphaBetaTree.of(position, work.trace, int(control.nodes), self._evaluator.unit)
            if work.trace
            else None,
        )

    def _ranked(self, scores: Sequence[int]) -> list[int]:
        """The numbers of the root's moves, best first."""
        ties = [0] * len(scores) if self._ties is None else self._ties.tolist()
        return sorted(range(len(scores)), key=lambda i: (-scores[i], ties[i]))

    def _kind(self, score: int, exhausted: bool, complete: bool = True) -> str:
        """The kind of a score; see `score_kind`."""
        return score_kind(score, exhausted, complete, sound=self._reach == 0 or score == WON_AT_ONCE)
