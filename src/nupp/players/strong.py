"""The strong player: the best search for the game, and exact play where that takes no time."""

from __future__ import annotations

from typing import Annotated, Final

from nupp.players.base import Decision, Report
from nupp.players.best import best_search
from nupp.players.budget import Budget
from nupp.players.exact import Exact
from nupp.rules import Game, Position
from nupp.search.solve import Solver, solver_of
from nupp.spec import Between

_SECONDS: Final = 1.0
"""Time for a move if there is no budget."""


class Strong(Exact):
    """The best that nupp has for the game within the budget."""

    def __init__(
        self,
        game: Game,
        table: Annotated[int, Between(1, 65536), "memory for its search in MB"] = 64,
        threads: Annotated[int, Between(1, 256), "threads that search with one table"] = 1,
    ) -> None:
        super().__init__(game, memory=table)
        self._search = self._stand_in = best_search(game, table, threads)
        self._kind = solver_of(game) if solver_of(game).haste else None
        self.remembers = self._kind is not None  # solving does, and the search does not

    def get_ready(self) -> None:
        self._search.get_ready()

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        if budget.unlimited:
            budget = Budget(seconds=_SECONDS)
        if self._kind is None:
            self._search.multipv = self.multipv
            return self._search.choose(position, budget, report)
        return super().choose(position, budget, report)

    def _new_solver(self, position: Position) -> Solver:
        assert self._kind is not None
        self._solver = self._kind(position, self.memory)
        self._solver.compile(position)
        return self._solver

    def _is_worth_trying(self, solver: Solver, position: Position, budget: Budget) -> bool:
        """Whether solving may well succeed within the budget."""
        assert self._kind is not None
        solver.allow(None)
        cost, haste = solver.cost(position), self._kind.haste
        in_time = budget.seconds is None or cost.seconds <= haste * budget.seconds
        in_nodes = budget.nodes is None or cost.positions <= haste * budget.nodes
        return budget.depth is None and in_time and in_nodes
