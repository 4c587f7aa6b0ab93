"""Players that judge each move by random games, without a tree: flat and greedy Monte Carlo."""

from __future__ import annotations

import time
from typing import Annotated

import numpy as np

from nupp.evaluators import evaluator
from nupp.games import Game, Position
from nupp.kernel import generator, run_until
from nupp.players.base import Candidate, Decision, Player, Report
from nupp.players.budget import Budget
from nupp.players.simple import Eval, Greedy, Seed
from nupp.search.montecarlo import Trial, new_trial, try_moves
from nupp.spec import Between

Plies = Annotated[int, Between(0, 10_000), "random moves before a simulation is evaluated"]
Simulations = Annotated[int, Between(0, 2**40), "simulations besides one for every move"]


class FlatMonteCarlo(Player):
    """Random games behind each move, most of them behind the best so far (the thesis on L-put, 2017)."""

    def __init__(
        self, game: Game, k: Plies = 10, n: Simulations = 100, eval: Eval = "", seed: Seed = 0
    ) -> None:
        super().__init__(game)
        self.k, self.n = k, n
        self.evaluator = evaluator(eval, game)
        self.seed(seed)

    def seed(self, seed: int) -> None:
        self._rng = generator(seed)

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        roots = self._roots(position)[: budget.nodes]
        more = self.n if budget.nodes is None else min(self.n, budget.nodes - len(roots))
        trial = new_trial(position, roots, self._rng)
        trial.stop[0] = 1
        self._try(trial, 0)  # compiled, or loaded, before a clock runs
        trial.stop[0] = 0
        began = time.perf_counter()
        run_until(lambda: self._try(trial, more), trial.stop, budget.seconds)
        decision = _decision(position, trial, self.k, time.perf_counter() - began)
        if report:
            report(decision)
        return decision

    def _try(self, trial: Trial, n: int) -> int:
        return int(try_moves(self.game, self.evaluator, trial, self.k, n))

    def _roots(self, position: Position) -> list[int]:
        """The moves on trial."""
        return list(position.legal_move_codes)


class GreedyMonteCarlo(FlatMonteCarlo):
    """Flat Monte Carlo on the moves that the evaluator likes best (the thesis on L-put, 2017)."""

    def __init__(
        self,
        game: Game,
        k: Plies = 10,
        n: Simulations = 100,
        top: Annotated[int, Between(1, 1000), "moves on trial"] = 10,
        eval: Eval = "",
        seed: Seed = 0,
    ) -> None:
        self.top = top
        self._greedy = Greedy(game, eval, seed)
        super().__init__(game, k, n, eval, seed)

    def seed(self, seed: int) -> None:
        super().seed(seed)
        self._greedy.seed(seed)

    def _roots(self, position: Position) -> list[int]:
        liked = self._greedy.choose(position).candidates
        return [position.parse_move(candidate.move) for candidate in liked[: self.top]]


def _decision(position: Position, trial: Trial, plies: int, seconds: float) -> Decision:
    """The move with the best share of wins; its score is the share of wins less that of losses."""
    shares = 2 * trial.wins / np.maximum(trial.tries, 1) - 1
    order = sorted(range(len(shares)), key=lambda i: (trial.tries[i] == 0, -shares[i]))
    code = int(trial.roots[order[0]])
    text = position.format_move(code)
    return Decision(
        move=text,
        code=code,
        score=float(shares[order[0]]),
        score_kind="eval",
        pv=(text,),
        depth=1 + plies,
        nodes=int(trial.tries.sum()),
        seconds=seconds,
        candidates=tuple(
            Candidate(position.format_move(int(trial.roots[i])), float(shares[i]), int(trial.tries[i]))
            for i in order
            if trial.tries[i]
        ),
    )
