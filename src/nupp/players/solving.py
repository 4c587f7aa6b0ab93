"""An opening book, a solver and a search under one budget: what `exact` and `strong` are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from nupp.kernel import elapsed, run_until
from nupp.players.base import Candidate, Decision, Player, Report, line_texts
from nupp.players.budget import SHORTEST, Budget
from nupp.rules import Position
from nupp.search.book import Book, book_of
from nupp.search.scores import KNOWN, MATE, MAX_PLY
from nupp.search.solve import Solver, TooLargeError, Value

_SHARE: Final = 0.75
"""The part of a budget that goes into solving; the rest is for choosing a move if that fails."""


class SolveFirst:
    """Solves a position if that seems worth trying, and otherwise searches with what is left of the budget.

    A position that the game's opening book has, or of which a table has the outcome alone, is not solved
    unless it is lost: of the moves that keep its outcome the search chooses.

    solver_for: makes the solver, for the first position; it is kept for those that follow. is_worth_trying:
    whether solving may succeed within a budget; it may raise TooLargeError. search: makes the player that
    searches, when it is first needed.
    """

    def __init__(
        self,
        solver_for: Callable[[Position], Solver],
        is_worth_trying: Callable[[Solver, Position, Budget], bool],
        search: Callable[[], Player],
    ) -> None:
        self._solver_for, self._is_worth_trying, self._new_search = solver_for, is_worth_trying, search
        self._solver: Solver | None = None
        self._search: Player | None = None
        self._book: Book | None = None
        self._has_looked = False

    def choose(self, position: Position, budget: Budget, report: Report | None, multipv: int) -> Decision:
        """As `Player.choose`; multipv: how many moves the decision is to list."""
        solver = self._solver or self._ready_solver(position)
        began = elapsed()
        known = self._known(solver, position)
        decision = None
        if known is not None:
            decision = self._of_kept(solver, position, budget, began, *known)
        elif self._is_worth_trying(solver, position, budget):
            decision = _solved(solver, position, budget, began, multipv > 1 or solver.cheap)
        if decision is not None:
            if report:
                report(decision)
            return decision
        search = self._ready_search()
        search.multipv = multipv
        used, nodes = elapsed() - began, solver.nodes
        decision = search.choose(position, _rest(budget, used, nodes), report)
        return replace(decision, nodes=decision.nodes + nodes, seconds=decision.seconds + used)

    def _known(self, solver: Solver, position: Position) -> tuple[Value, tuple[int, ...]] | None:
        """The value of a position that a book or outcomes know not to be lost, and the moves that keep it."""
        found = self._in_book(position) or solver.kept(position)
        return None if found is None or _is_lost(found[0], position) else found

    def _in_book(self, position: Position) -> tuple[Value, tuple[int, ...]] | None:
        """The value of a position that the book has, and the moves that keep it."""
        if not self._has_looked:
            self._book, self._has_looked = book_of(position.game), True
        found = None if self._book is None else self._book.best_moves(position)
        if found is None:
            return None
        outcome, kept = found
        return Value(outcome if position.to_move == 0 else -outcome), kept

    def _of_kept(
        self,
        solver: Solver,
        position: Position,
        budget: Budget,
        began: float,
        value: Value,
        kept: tuple[int, ...],
    ) -> Decision:
        """The decision for one of the moves that keep a value: that of a search, if it is among them."""
        code, nodes = kept[0], 0
        if len(kept) > 1:
            chosen = self._ready_search().choose(position, budget)
            code, nodes = chosen.code if chosen.code in kept else code, chosen.nodes
        decision = _decision(solver, position, began, value, (code,), dict.fromkeys(kept, value))
        return replace(decision, nodes=nodes)

    def compile(self, position: Position) -> None:
        """Compile what both need, or load it."""
        solver = self._solver or self._ready_solver(position)
        solver.cost(position)
        self._ready_search().compile(position)

    def _ready_search(self) -> Player:
        if self._search is None:
            self._search = self._new_search()
        return self._search

    def forget(self) -> None:
        """Forget all that was found out."""
        self._solver = None
        if self._search is not None:
            self._search.forget()

    def _ready_solver(self, position: Position) -> Solver:
        """The solver for the games from here on, with its code compiled."""
        self._solver = self._solver_for(position)
        self._solver.compile(position)
        return self._solver


_OUTCOME_SHARE: Final = 0.9
"""The part of a budget after which a move that keeps the outcome is no longer looked for."""


def _rest(budget: Budget, seconds: float, nodes: int) -> Budget:
    """The rest of a budget of which a part has been used."""
    return Budget(
        seconds=None if budget.seconds is None else max(SHORTEST, budget.seconds - seconds),
        nodes=None if budget.nodes is None else max(1, budget.nodes - nodes),
        depth=budget.depth,
        soft=None if budget.soft is None else max(SHORTEST, budget.soft - seconds),
    )


def _solved(
    solver: Solver, position: Position, budget: Budget, began: float, all_moves: bool
) -> Decision | None:
    """The decision of a solver, with the values of all moves or the best; None if the budget is too small."""
    solver.stop[0] = 0
    solver.allow(None if budget.nodes is None else int(_SHARE * budget.nodes))
    if solver.stop[0]:  # so few that it cannot even begin
        return None

    def work() -> tuple[Value, tuple[int, ...], dict[int, Value]] | None:
        value = solver.value(position)
        line = () if value is None else solver.line(position, value)
        if value is None or not line:
            return None
        return value, line, {line[0]: value, **(_values(solver, position, line[0]) if all_moves else {})}

    used = elapsed() - began
    seconds = None if budget.seconds is None else max(SHORTEST, _SHARE * budget.seconds - used)
    try:
        found = run_until(work, solver.stop, seconds)
    except TooLargeError:
        if budget.unlimited:
            raise
        found = None
    found = found or _outcome_kept(solver, position, budget, began)
    return None if found is None else _decision(solver, position, began, *found)


def _is_lost(value: Value, position: Position) -> bool:
    """True if a value is a loss for the side to move."""
    return value.rank(position.to_move) < Value(0).rank(position.to_move)


def _outcome_kept(
    solver: Solver, position: Position, budget: Budget, began: float
) -> tuple[Value, tuple[int, ...], dict[int, Value]] | None:
    """A move that keeps a win or a draw that a solver found before it was stopped; None if there is none.

    How a game is lost is left to the search, which may set traps.
    """
    least, most = solver.bounds(position)
    value = Value(least)
    if least != most or _is_lost(value, position):
        return None
    solver.stop[0] = 0
    solver.allow(None if budget.nodes is None else max(1, budget.nodes - solver.nodes))
    seconds = None
    if budget.seconds is not None:
        seconds = max(SHORTEST, _OUTCOME_SHARE * budget.seconds - (elapsed() - began))
    code = run_until(lambda: solver.best_move(position, value), solver.stop, seconds)
    return None if code is None else (value, (code,), {code: value})


def _values(solver: Solver, position: Position, best: int) -> dict[int, Value]:
    """The values of moves but the best; those are left out that the solver did not come to."""
    others = (code for code in position.legal_move_codes if code != best)
    found = ((code, solver.worth(position.play_code(code))) for code in others)
    return {code: worth.before() for code, worth in found if worth is not None}


def _decision(
    solver: Solver,
    position: Position,
    began: float,
    value: Value,
    line: tuple[int, ...],
    values: dict[int, Value],
) -> Decision:
    """The decision that follows from the value of a position, a line of best play, and values of moves."""
    score, kind = _score(value, position.to_move)
    pv = line_texts(position, line)
    others = sorted(values, key=lambda code: values[code].rank(position.to_move), reverse=True)
    best_first = dict.fromkeys((line[0], *others))
    return Decision(
        move=pv[0],
        code=line[0],
        score=score,
        score_kind=kind,
        pv=pv,
        depth=len(pv) if value.plies is None else value.plies,
        nodes=solver.nodes,
        seconds=elapsed() - began,
        candidates=tuple(_candidate(position, code, values[code]) for code in best_first),
    )


def _candidate(position: Position, code: int, value: Value) -> Candidate:
    score, kind = _score(value, position.to_move)
    return Candidate(position.format_move(code), score, score_kind=kind)


def _score(value: Value, side: int) -> tuple[int, str]:
    """The score of a value for a side, and its kind."""
    sign = value.outcome if side == 0 else -value.outcome
    if sign == 0:
        return 0, "draw"
    if not value.certain:
        return sign * (KNOWN if value.plies is None else MATE - min(value.plies, MAX_PLY)), "eval"
    if value.plies is None or value.plies >= MAX_PLY:
        return sign, "proven"
    return sign * (MATE - value.plies), "win" if sign > 0 else "loss"
