"""The exact player: it knows what its position is worth, and never gives any of it away."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from nupp.players.base import Decision, Player, Report
from nupp.players.best import best_search
from nupp.players.budget import Budget
from nupp.players.solving import SolveFirst
from nupp.rules import Game, Position
from nupp.search.solve import Solver, TooLargeError, check_cost, new_solver
from nupp.spec import Between

_HOPE: Final = 4.0
"""Solving is tried up to this multiple of the budget in expected time: estimates are rough."""
_TIME_TO_ESTIMATE: Final = 1.0
"""With fewer seconds an estimate would take too large a part of them, and solving is tried without one."""


class Exact(Player):
    """Perfect play, by the solver that suits the game; within a budget that does not suffice, strong play."""

    remembers = True

    def __init__(
        self,
        game: Game,
        memory: Annotated[int, Between(1, 1 << 20), "memory that solving may take in MB"] = 256,
        force: Annotated[bool, "solve also what is expected to take hours or more"] = False,
    ) -> None:
        super().__init__(game)
        self._solve_first = SolveFirst(
            lambda position: new_solver(position, memory),
            partial(_is_worth_trying, force, memory),  # not a method, which would make a circle
            lambda: best_search(game),
        )

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        """Without any limit, ValueError if solving the position is expected to take too long."""
        self._require_turn(position)
        return self._solve_first.choose(position, budget or Budget(), report, self.multipv)

    def compile(self, position: Position) -> None:
        self._solve_first.compile(position)

    def stand_in(self) -> Player:
        return best_search(self.game)

    def forget(self) -> None:
        self._solve_first.forget()


def _is_worth_trying(force: bool, memory: int, solver: Solver, position: Position, budget: Budget) -> bool:
    """True if solving may succeed within a budget; TooLargeError if it may not and there is no limit."""
    solver.allow(None)
    if force or solver.knows(position):
        return True
    if budget.seconds is not None and budget.seconds < _TIME_TO_ESTIMATE:
        return True
    cost = solver.cost(position)
    if budget.seconds is not None and cost.seconds > _HOPE * budget.seconds:
        return False
    if budget.nodes is not None and cost.positions > _HOPE * budget.nodes:
        return False
    try:
        check_cost(position, cost, memory)
    except TooLargeError as error:
        if budget.unlimited:
            raise TooLargeError(f"{error}; force=true tries it nevertheless") from None
        return False
    return True
