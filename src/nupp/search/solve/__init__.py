"""Exact answers: the value of a position under best play, how the game then goes, and how that was proved.

Each solver knows for which games it is made and what a position will cost it. Games may bring solvers of
their own (`register_solver`), which are chosen before those for any game. All are exact.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from nupp.kernel import run_until, stop_flag
from nupp.rules import Game, Position
from nupp.search.solve.base import TOO_LONG, Cost, Solver, TooLargeError, UnsolvedError, Value, size_text
from nupp.search.solve.endgames import EndgameSolver
from nupp.search.solve.solvers import Counted, ExactSolver, OutcomeSolver, RetrogradeSolver

__all__ = [
    "SOLVERS",
    "Cost",
    "Counted",
    "ExactSolver",
    "Solution",
    "Solver",
    "TooLargeError",
    "UnsolvedError",
    "Value",
    "check_cost",
    "new_solver",
    "register_solver",
    "solve",
    "solver_of",
]

SOLVERS: Final[list[type[Solver]]] = [EndgameSolver, RetrogradeSolver, OutcomeSolver, ExactSolver]
"""All solvers; of those that fit a game the first solves it."""

_ABSURD: Final = 10**9
"""MB of memory, a thousand TB, from which on the number itself says nothing."""

S = TypeVar("S", bound=type[Solver])


def register_solver(kind: S) -> S:
    """Enter a solver, before those that are there; usable as a decorator."""
    SOLVERS.insert(0, kind)
    return kind


def solver_of(game: Game) -> type[Solver]:
    """The solver for a game."""
    return next(kind for kind in SOLVERS if kind.fits(game))


@dataclass(frozen=True)
class Solution:
    """An exact answer.

    line: the codes of a line of best play, shorter than the game if the search was stopped while it looked
    for it. method: how the value was proved, in words. nodes: positions visited. seconds: time taken.
    """

    position: Position
    value: Value
    line: tuple[int, ...]
    method: str
    nodes: int
    seconds: float


def new_solver(position: Position, megabytes: int) -> Solver:
    """A solver for the game of a position."""
    return solver_of(position.game)(position, megabytes)


def check_cost(position: Position, cost: Cost, megabytes: int) -> None:
    """Raises TooLargeError if solving a position takes too long or too much memory."""
    expected = (
        f"solving {position.game.spec} from here takes about {cost.positions:.2g} positions, "
        f"{_duration(cost.seconds)} at {cost.rate / 1e6:g} million a second"
    )
    if cost.megabytes > megabytes:
        raise TooLargeError(f"{expected}, and {_memory(cost.megabytes, megabytes)}")
    if cost.seconds > TOO_LONG:
        raise TooLargeError(expected)


def _memory(needed: float, allowed: int) -> str:
    """The memory of a proof in words, and what is allowed; both in MB."""
    if needed > _ABSURD:
        return "far more memory than there is"
    return f"{size_text(needed * 1e6)} of memory, of which {allowed} MB are allowed"


def _duration(seconds: float) -> str:
    if seconds >= 1000 * 365.25 * 86400:
        return "more than a thousand years"
    for size, unit in ((365.25 * 86400, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.{3 if seconds >= 100 * size else 2}g} {unit}"
    return f"{seconds:.2g} seconds"


def solve(
    position: Position,
    megabytes: int = 1024,
    seconds: float | None = None,
    force: bool = False,
    watch: Callable[[Solver], Any] | None = None,
) -> Solution:
    """Solve a position.

    megabytes: memory that it may take. force: also if it is expected to take too long or too much memory,
    else TooLargeError. seconds: when to give up; UnsolvedError then says what is known. `watch` is called
    with the solver ten times a second.
    """
    if position.is_over:
        return Solution(position, Value.of_end(position), (), "the game is over", 0, 0.0)
    solver = new_solver(position, megabytes)
    if not force:
        check_cost(position, solver.cost(position), megabytes)
    run_until(lambda: solver.compile(position), stop_flag())  # Ctrl-C would break the compiler's work
    began = time.perf_counter()

    def work() -> tuple[Value, tuple[int, ...]] | None:
        value = solver.value(position)
        return None if value is None else (value, solver.line(position, value))

    found = run_until(work, solver.stop, seconds, (lambda: watch(solver)) if watch else None)
    took = time.perf_counter() - began
    if found is None:
        raise UnsolvedError(
            f"stopped after {_duration(took)} and {solver.nodes:,} positions: "
            f"{_known(position, *solver.bounds(position))}"
        )
    return Solution(position, *found, solver.method, solver.nodes, took)


def _known(position: Position, least: int, most: int) -> str:
    first, second = position.game.sides
    if least == most:
        return ("drawn, by what margin is not known", f"{first} wins", f"{second} wins")[least]
    if least == 0:
        return f"{first} does not lose"
    return f"{second} does not lose" if most == 0 else "nothing is known of its value"
