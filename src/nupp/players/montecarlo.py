"""Players that evaluate each move by random games, without a tree: flat and greedy Monte Carlo."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Annotated

import numpy as np

from nupp.evaluators import evaluator
from nupp.kernel import generator, run_until
from nupp.players.base import Candidate, Decision, Player, Report
from nupp.players.budget import Budget
from nupp.players.simple import Eval, Greedy, Seed
from nupp.rules import Game, Position
from nupp.search.montecarlo import Trial, new_trial, try_moves
from nupp.spec import Between

Plies = Annotated[int, Between(0, 10_000), "random moves before a simulation is evaluated"]
Simulations = Annotated[int, Between(0, 2**40), "simulations besides one for every move"]


class _Trials:
    """Tries moves by random games.

    k: random moves before a simulation is evaluated. n: simulations besides one for every move.
    """

    def __init__(self, game: Game, k: int, n: int, eval: str) -> None:
        self._game, self._evaluator, self._k, self._n = game, evaluator(eval, game), k, n

    def seed(self, seed: int) -> None:
        """Begin a new stream of random numbers."""
        self._rng = generator(seed)

    def compile(self, position: Position) -> None:
        """Compile the search, or load it, before a clock runs."""
        trial = new_trial(position, [], self._rng)
        trial.stop[0] = 1
        self._try(trial, 0)

    def choose(
        self, position: Position, roots: Sequence[int], spent: int, budget: Budget, began: float
    ) -> Decision:
        """The best of the moves on trial, those to be tried first in front.

        spent: the nodes that it took to find them; they count as those of the trial do.
        """
        left = None if budget.nodes is None else max(0, budget.nodes - spent)
        trial = new_trial(position, list(roots), self._rng)
        if left is not None and left < len(roots):
            trial = trial._replace(roots=trial.roots[: max(1, left)])
        more = self._n if left is None else max(0, min(self._n, left - len(trial.roots)))
        if left != 0:
            wait = None if budget.seconds is None else budget.seconds - (time.perf_counter() - began)
            run_until(lambda: self._try(trial, more), trial.stop, wait)
        return _decision(position, trial, self._k, spent, time.perf_counter() - began)

    def _try(self, trial: Trial, n: int) -> int:
        return int(try_moves(self._game, self._evaluator, trial, self._k, n))


class FlatMonteCarlo(Player):
    """Random games behind each move, most of them behind the best so far (the thesis on L-put, 2017).

    Its nodes are simulations, `n` and one for every move at the most. A depth limits nothing.
    """

    def __init__(
        self, game: Game, k: Plies = 10, n: Simulations = 100, eval: Eval = "", seed: Seed = 0
    ) -> None:
        super().__init__(game)
        self._trials = _Trials(game, k, n, eval)
        self.seed(seed)

    def seed(self, seed: int) -> None:
        self._trials.seed(seed)
        self._draw = random.Random(seed)

    def compile(self, position: Position) -> None:
        self._trials.compile(position)

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        self._trials.compile(position)
        began, codes = time.perf_counter(), list(position.legal_move_codes)
        if budget.nodes is not None and budget.nodes < len(codes):
            self._draw.shuffle(codes)
        decision = self._trials.choose(position, codes, 0, budget, began)
        if report:
            report(decision)
        return decision


class GreedyMonteCarlo(Player):
    """Flat Monte Carlo on the moves that the evaluator likes best (the thesis on L-put, 2017).

    The positions that are evaluated to find those count as nodes, too.
    """

    def __init__(
        self,
        game: Game,
        k: Plies = 10,
        n: Simulations = 100,
        top: Annotated[int, Between(1, 1000), "moves on trial"] = 10,
        eval: Eval = "",
        seed: Seed = 0,
    ) -> None:
        super().__init__(game)
        self._top, self._greedy, self._trials = top, Greedy(game, eval, seed), _Trials(game, k, n, eval)
        self.seed(seed)

    def seed(self, seed: int) -> None:
        self._trials.seed(seed)
        self._greedy.seed(seed)

    def compile(self, position: Position) -> None:
        self._trials.compile(position)
        self._greedy.choose(position, Budget(nodes=1))

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        self.compile(position)
        began = time.perf_counter()
        liked = self._greedy.choose(position, budget)
        texts = [one.move for one in liked.candidates[: self._top]] or [liked.move]
        codes = dict(zip(position.legal_moves, position.legal_move_codes, strict=True))
        roots = [codes[text] for text in texts]
        decision = self._trials.choose(position, roots, liked.nodes, budget, began)
        if report:
            report(decision)
        return decision


def _decision(position: Position, trial: Trial, plies: int, spent: int, seconds: float) -> Decision:
    """The move with the best share of wins; its score is the share of wins less that of losses."""
    shares = 2 * trial.wins / np.maximum(trial.tries, 1) - (trial.tries > 0)
    order = sorted(range(len(trial.roots)), key=lambda i: (trial.tries[i] == 0, -shares[i]))
    code = int(trial.roots[order[0]])
    text = position.format_move(code)
    return Decision(
        move=text,
        code=code,
        score=float(shares[order[0]]),
        score_kind="eval",
        pv=(text,),
        depth=1 + plies,
        nodes=spent + int(trial.tries.sum()),
        seconds=seconds,
        candidates=tuple(
            Candidate(position.format_move(int(trial.roots[i])), float(shares[i]), int(trial.tries[i]))
            for i in order
            if trial.tries[i]
        ),
    )
