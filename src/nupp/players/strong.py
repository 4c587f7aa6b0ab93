"""The strong player: the best search for the game, and exact play where that takes no time."""

from __future__ import annotations

from typing import Annotated

from nupp.players.base import Decision, Player, Report
from nupp.players.best import best_search
from nupp.players.budget import USUAL, Budget
from nupp.players.solving import SolveFirst
from nupp.rules import Game, Position
from nupp.search.solve import Solver, solver_of
from nupp.spec import Between


class Strong(Player):
    """The best that nupp has for the game within the budget.

    search: the player that searches. solver: the kind of solver that is tried before, None if there is none
    that is fast enough.
    """

    code = "strong"

    def __init__(
        self,
        game: Game,
        table: Annotated[int, Between(1, 65536), "memory for its search in MB"] = 64,
        threads: Annotated[int, Between(1, 256), "threads that search with one table"] = 1,
    ) -> None:
        super().__init__(game)
        search = self.search = best_search(game, table, threads)
        kind = solver_of(game)
        self.solver = kind if kind.haste else None
        self.remembers = self.solver is not None or self.search.remembers
        # Without `self`: a circle would keep its tables in memory until the garbage collector comes by.
        self._solve_first = SolveFirst(
            lambda position: kind(position, table), _is_worth_trying, lambda: search
        )

    def compile(self, position: Position) -> None:
        if self.solver is not None:
            self._solve_first.compile(position)
        else:
            self.search.compile(position)

    def stand_in(self) -> Player:
        return self.search

    def first_tier(self) -> Player | None:
        return self.search.first_tier()

    def compile_shared(self) -> bool:
        return self.search.compile_shared()

    def get_ready(self) -> None:
        self.search.get_ready()

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        if budget.unlimited:
            budget = USUAL
        if self.solver is not None:
            return self._solve_first.choose(position, budget, report, self.multipv)
        self.search.multipv = self.multipv
        return self.search.choose(position, budget, report)

    def forget(self) -> None:
        self.search.forget()
        self._solve_first.forget()


def _is_worth_trying(solver: Solver, position: Position, budget: Budget) -> bool:
    """True if it may well be found out within the budget who wins."""
    solver.allow(None)
    cost = solver.cost_of_outcome(position)
    in_time = budget.seconds is None or cost.seconds <= solver.haste * budget.seconds
    in_nodes = budget.nodes is None or cost.positions <= solver.haste * budget.nodes
    return budget.depth is None and in_time and in_nodes
