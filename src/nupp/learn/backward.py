"""Pattern networks that learn margins backwards: first the last stage of a game, then those before it.

Positions of the last stages are solved, and their networks learn the exact margins. Those before are valued
by searches with what was learnt so far, whose leaves lie in later stages: so knowledge of the ends comes up
stage after stage (after M. Buro, "From simple features to sophisticated evaluation functions", 1998, who
values positions by searches to later ones). Only positions are taken from the games: how these ended does not
matter, so they may be played quickly and with many random moves.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.patterns import UNIT, MarginNetwork, PatternNetwork
from nupp.kernel import kernel
from nupp.learn.checkpoints import TrainingError, uninterrupted
from nupp.learn.datafile import FACTS
from nupp.learn.datasets import Dataset
from nupp.learn.fitting import PatternTraining, error_of
from nupp.learn.recipes import BackwardRecipe
from nupp.learn.selfplay import SearchConfig, SelfPlayWorker
from nupp.rules import Game, Position
from nupp.rules.basics import States
from nupp.rules.optional import has_margin
from nupp.search.scores import WIN
from nupp.search.solve import Solver, new_solver
from nupp.search.theory import theory_of

HELD_OUT: Final = 20
"""The number of games of which one is held out for tests."""
_TRIED: Final = 20
"""Positions by which the effort of solving those of a set is estimated."""
_SOLVER_MEGABYTES: Final = 16
_SEARCH: Final = "alphabeta:eval=none,order_by_eval=2,table=8"


class _Batch(NamedTuple):
    """A step: a batch of a pass through the positions of a set of tables."""

    chosen: int
    passed: int
    place: int


class BackwardTraining(PatternTraining[BackwardRecipe]):
    """A training of a pattern network on margins, set of tables after set of tables from the last.

    A set begins with the weights of the one after it, unless `begin_with` gave others. After each pass
    through its positions it is tested on those of games that are held out. TrainingError if the game has no
    margins, or there is nothing to learn from.
    """

    kind: ClassVar[type[MarginNetwork]] = MarginNetwork

    def __init__(self, game: Game, recipe: BackwardRecipe, data: Dataset) -> None:
        digest = hashlib.sha256(data.states.tobytes()).hexdigest()[:16]
        super().__init__(game, dataclasses.replace(recipe, data=digest))
        if not has_margin(game):
            raise TrainingError(f"{game.spec} has no margins: expected a game that has")
        self._data = data
        sets = np.zeros(len(data), np.int64)
        find_sets(game, self.network, data.states, sets)
        is_tested = data.games % HELD_OUT == 0
        self._learnt = [np.flatnonzero((sets == one) & ~is_tested) for one in range(self.patterns.sets)]
        self._tested = [np.flatnonzero((sets == one) & is_tested) for one in range(self.patterns.sets)]
        self._batches = [*self._plan()]
        if not self._batches:
            raise TrainingError(f"{len(data)} positions, and none to learn from: expected more games")
        self.last_step, self.held_out_positions = len(self._batches), int(is_tested.sum())
        self._set, self.targets, self._tests = -1, np.zeros(0, np.float32), np.zeros(0, np.float32)
        self._solver: Solver | None = None
        self._worker = SelfPlayWorker(SearchConfig(game.spec, _SEARCH, depth=recipe.depth))

    def _plan(self) -> Any:
        for chosen in reversed(range(self.patterns.sets)):
            for passed in range(self.recipe.epochs):
                for place in range(0, len(self._learnt[chosen]), self.recipe.batch):
                    yield _Batch(chosen, passed, place)

    def step(self) -> None:
        batch = self._batches[self.progress.steps]
        with uninterrupted():
            if batch.chosen != self._set:
                self._begin(batch)
            rows = self.rows_learnt
            order = np.random.default_rng([self.recipe.seed, batch.chosen, batch.passed]).permutation(
                len(rows)
            )
            taken = order[batch.place : batch.place + self.recipe.batch]
            self.learn(self._data.states[rows[taken]], self.targets[taken])
            self.progress.error *= UNIT / MarginNetwork.unit
            tested = self._tested[batch.chosen]
            if batch.place + self.recipe.batch >= len(rows) and len(tested):
                error = error_of(self.game, self.network, self._data.states[tested], self._tests)
                self.progress.tested = error * UNIT / MarginNetwork.unit

    @property
    def rows_learnt(self) -> NDArray[np.int64]:
        """The positions, by their numbers, that are learnt now; `targets` has what their sums should be."""
        return self._learnt[self._set]

    def _begin(self, batch: _Batch) -> None:
        """Value the positions of a set, and begin it with the weights of the one after it."""
        self._set = batch.chosen
        self.targets = self._valued(self._data.states[self._learnt[batch.chosen]])
        self._tests = self._valued(self._data.states[self._tested[batch.chosen]])
        if (batch.passed, batch.place) == (0, 0) and not self.recipe.begin:
            values = self.weights.values
            values[: batch.chosen + 1] = values[min(batch.chosen + 1, len(values) - 1)]

    def _valued(self, states: States) -> NDArray[np.float32]:
        """The targets of positions: margins that were solved, or those that searches expect."""
        if len(states) == 0:
            return np.zeros(0, np.float32)
        if self._solver is None:
            self._solver = new_solver(Position(self.game, states[:1].copy()), _SOLVER_MEGABYTES)
        sample = states[:: max(1, len(states) // _TRIED)]
        costs = [self._solver.cost(Position(self.game, sample[i : i + 1].copy())) for i in range(len(sample))]
        if np.median([cost.positions for cost in costs]) <= self.recipe.effort:
            margins = self._solver.margins(states)
            assert margins is not None
        else:
            margins = self._searched(states)
        return margins * np.float32(MarginNetwork.unit / UNIT)

    def _searched(self, states: States) -> NDArray[np.float32]:
        """The margins that searches expect; of a game that is seen to be won the largest there can be."""
        facts = np.zeros(len(states), FACTS)
        self._worker.evaluator = self.network
        self._worker.evaluate(states, facts)
        values = facts["value"].astype(np.float32)
        most = theory_of(self.game).margin_bounds(states[0])[1]
        return np.where(np.abs(values) >= WIN, np.sign(values) * most, values / MarginNetwork.unit)

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        super().restore(arrays)
        self._set = -1


@kernel
def find_sets(game: Game, network: PatternNetwork, states: States, found: NDArray[np.int64]) -> None:
    """Fill `found` with the set of tables of each position."""
    for i in range(len(states)):
        found[i] = network.stage(game, states[i])
