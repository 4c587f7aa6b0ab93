"""The exact player: it knows what its position is worth, and never gives any of it away."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Annotated, Final

from nupp.kernel import run_until
from nupp.players.base import Candidate, Decision, Player, Report, line_texts
from nupp.players.best import best_search
from nupp.players.budget import SHORTEST, Budget
from nupp.rules import Game, Position
from nupp.search.scores import MATE, MAX_PLY
from nupp.search.solve import Solver, TooLargeError, Value, check_cost, new_solver
from nupp.spec import Between

_SHARE: Final = 0.75
"""The part of a budget that goes into solving; the rest is for choosing a move if that fails."""
_HOPE: Final = 4.0
"""Solving is tried although it is expected to take so many times the budget: estimates are rough."""
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
        self.memory, self.force = memory, force
        self._solver: Solver | None = None
        self._stand_in: Player | None = None

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        """Without any limit, ValueError if solving the position is expected to take too long."""
        self._require_turn(position)
        budget = budget or Budget()
        solver = self._solver or self._new_solver(position)
        began = time.perf_counter()
        if self._is_worth_trying(solver, position, budget):
            decision = self._solve(solver, position, budget, began)
            if decision is not None:
                if report:
                    report(decision)
                return decision
        return self._without_answer(solver, position, budget, began, report)

    def _new_solver(self, position: Position) -> Solver:
        """The solver for the games from here on, with its code compiled."""
        self._solver = new_solver(position, self.memory)
        self._solver.compile(position)
        return self._solver

    def _is_worth_trying(self, solver: Solver, position: Position, budget: Budget) -> bool:
        """Whether solving may succeed within a budget; TooLargeError if it may not and there is no limit."""
        solver.allow(None)
        if self.force or solver.knows(position):
            return True
        if budget.seconds is not None and budget.seconds < _TIME_TO_ESTIMATE:
            return True
        cost = solver.cost(position)
        if budget.seconds is not None and cost.seconds > _HOPE * budget.seconds:
            return False
        if budget.nodes is not None and cost.positions > _HOPE * budget.nodes:
            return False
        try:
            check_cost(position, cost, self.memory)
        except TooLargeError as error:
            if budget.unlimited:
                raise TooLargeError(f"{error}; force=true tries it nevertheless") from None
            return False
        return True

    def _solve(self, solver: Solver, position: Position, budget: Budget, began: float) -> Decision | None:
        """The decision, or None if the budget does not suffice for it."""
        solver.stop[0] = 0
        solver.allow(None if budget.nodes is None else int(_SHARE * budget.nodes))
        if solver.stop[0]:  # so few that it cannot even begin
            return None

        def work() -> tuple[Value, tuple[int, ...], dict[int, Value]] | None:
            value = solver.value(position)
            line = () if value is None else solver.line(position, value)
            if value is None or not line:
                return None
            return value, line, self._values(solver, position, value, line[0])

        used = time.perf_counter() - began
        seconds = None if budget.seconds is None else max(SHORTEST, _SHARE * budget.seconds - used)
        try:
            found = run_until(work, solver.stop, seconds)
        except TooLargeError:
            if budget.unlimited:
                raise
            found = None
        if found is None:
            return None
        value, line, values = found
        candidates = tuple(_candidate(position, code, worth) for code, worth in values.items())
        score, kind = _score(value, position.to_move)
        pv = line_texts(position, line)
        return Decision(
            move=pv[0],
            code=line[0],
            score=score,
            score_kind=kind,
            pv=pv,
            depth=len(pv) if value.plies is None else value.plies,
            nodes=solver.nodes,
            seconds=time.perf_counter() - began,
            candidates=candidates,
        )

    def _values(self, solver: Solver, position: Position, value: Value, best: int) -> dict[int, Value]:
        """The values of moves, the best first: of all, if that costs little or somebody asks for it."""
        values = {best: value}
        if self.multipv > 1 or solver.cheap:
            for code in position.legal_move_codes:
                worth = None if code == best else solver.worth(position.play_code(code))
                if worth is not None:
                    values[code] = worth.before()
        others = sorted(values.items(), key=lambda item: item[1].rank(position.to_move), reverse=True)
        return {best: value, **dict(others)}

    def _without_answer(
        self, solver: Solver, position: Position, budget: Budget, began: float, report: Report | None
    ) -> Decision:
        """What the strong player does with the rest of a budget."""
        if self._stand_in is None:
            self._stand_in = best_search(self.game)
        used, nodes = time.perf_counter() - began, solver.nodes
        rest = Budget(
            seconds=None if budget.seconds is None else max(SHORTEST, budget.seconds - used),
            nodes=None if budget.nodes is None else max(1, budget.nodes - nodes),
            depth=budget.depth,
            soft=None if budget.soft is None else max(SHORTEST, budget.soft - used),
        )
        self._stand_in.multipv = self.multipv
        decision = self._stand_in.choose(position, rest, report)
        return replace(decision, nodes=decision.nodes + nodes, seconds=decision.seconds + used)


def _candidate(position: Position, code: int, value: Value) -> Candidate:
    score, kind = _score(value, position.to_move)
    return Candidate(position.format_move(code), score, score_kind=kind)


def _score(value: Value, side: int) -> tuple[int, str]:
    """The score of a value for a side, and its kind."""
    sign = value.outcome if side == 0 else -value.outcome
    if sign == 0:
        return 0, "draw"
    if value.plies is None or value.plies >= MAX_PLY:
        return sign, "proven"
    return sign * (MATE - value.plies), "win" if sign > 0 else "loss"
