"""Searches of games whose turns are made of steps, such as a move and then a shot.

The source is a Lithuanian bachelor's thesis, about 2021. In such games there may be thousands of turns to
choose from, so that it pays to look at one step after the other.
Both players here play the game in which a turn is one move as well as the one in which each step is a move of
its own.

The third search of the source, the classic one, is `alphabeta` on whole turns with all its parts off.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Annotated, NamedTuple

from nupp.evaluators import evaluator
from nupp.kernel import interpreted, is_late, run_until
from nupp.players.base import (
    WON_AT_ONCE,
    Candidate,
    Decision,
    Player,
    Report,
    is_due,
    line_texts,
    score_kind,
)
from nupp.players.budget import SHORTEST, USUAL, Budget
from nupp.players.expectation import scale_of
from nupp.players.simple import Eval
from nupp.rules import Game, Position, turns_of
from nupp.search.alphabeta import Iteration, alphabeta, deepen
from nupp.search.recorder import OFF
from nupp.search.scores import MATE, WIN, plies_to_end
from nupp.search.table import new_table, next_generation
from nupp.search.tactics import NO_TACTICS
from nupp.search.workspace import compile_search, new_workspace
from nupp.spec import Between

MOST_TURNS = 64
"""The depth, in turns, at which a search without a depth limit ends."""


class _Found(NamedTuple):
    """The result of a search: its iterations, best first, the nodes that it visited, and the time it took."""

    iterations: list[Iteration]
    nodes: int
    seconds: float


@dataclass(frozen=True)
class StagedOptions:
    """The parameters of searches by turns."""

    depth: Annotated[int, Between(0, MOST_TURNS), "turns looked ahead; 0: as the budget allows"] = 3
    eval: Eval = ""
    iterative: Annotated[bool, "iterative deepening, a turn at a time; always with depth 0"] = False
    pvs: Annotated[bool, "principal variation search"] = False
    ordering: Annotated[bool, "killer moves first, the rest by the history heuristic"] = False
    table: Annotated[int, Between(0, 65536), "size of the transposition table in MB; 0: none"] = 0


class StagedPlayer(Player):
    """A player that looks ahead by turns, and searches a turn step by step.

    A depth counts turns, be it a parameter, of a budget or of a decision.
    """

    def __init__(self, game: Game, options: StagedOptions = StagedOptions()) -> None:
        super().__init__(game)
        turns = turns_of(game)
        if turns is None:
            raise ValueError(f"a turn of {game.name} is one move: expected a game whose turns have steps")
        self.turns, self.staged = turns, turns.staged
        self.options = options
        self.evaluator = evaluator(options.eval, game)
        self._table, self._generation = new_table(options.table), 0

    @classmethod
    def plays(cls, game: Game) -> bool:
        return turns_of(game) is not None and game.repetition.draws_at == 0  # no history goes along

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        if budget.unlimited and self.options.depth == 0:
            budget = USUAL
        root = position if self._by_steps else Position(self.staged, position.state.copy())
        return self._decide(position, root, budget, report)

    @abstractmethod
    def _decide(self, position: Position, root: Position, budget: Budget, report: Report | None) -> Decision:
        """Choose in `position`, which in the game by steps is `root`."""

    # ---- turns and steps -------------------------------------------------------------------------

    @property
    def _by_steps(self) -> bool:
        """True if the game that is played is the one by steps."""
        return self.staged is self.game

    def _turns(self, root: Position, plies: int) -> int:
        """The number of turns in `plies` of a game by steps, the one that has been begun included."""
        if root.game is self.staged:
            return -(-(plies + _phase(root)) // self.turns.steps)
        return max(1, plies - self._steps_left(root) + 1)

    def _steps_left(self, root: Position) -> int:
        """The number of plies of a game by steps that end the turn; an abridged turn that has not begun is
        one.
        """
        phase = _phase(root)
        return self.turns.steps - phase if root.game is self.staged or phase > 0 else 1

    def _score(self, root: Position, score: int) -> int:
        """A score of a search as one of the game that is played: a win counts the plies of that game."""
        if abs(score) < WIN:
            return score
        plies = self._turns(root, plies_to_end(score))
        if self._by_steps:
            plies = plies * self.turns.steps - _phase(root)
        return MATE - plies if score > 0 else plies - MATE

    # ---- searching -------------------------------------------------------------------------------

    def _search(
        self, root: Position, budget: Budget, report: Callable[[_Found], object] | None = None
    ) -> _Found:
        """Alpha-beta from turn to turn in a game by steps, be it the staged or the abridged one."""
        game, depths = root.game, self._depths(root, budget)
        work = new_workspace(root, depths[-1], self._table)
        control = work.control[0]
        self._generation = next_generation(self._table, self._generation)
        control.generation, control.table = self._generation, len(self._table) > 0
        control.pvs = self.options.pvs
        control.killers = control.history = self.options.ordering
        control.node_limit = budget.nodes or control.node_limit
        compile_search(work, lambda: alphabeta(game, self.evaluator, NO_TACTICS, OFF, work, 0, 1, -1, 1))
        began = time.perf_counter()

        def found(iterations: list[Iteration]) -> _Found:
            return _Found(iterations, int(control.nodes), time.perf_counter() - began)

        def on_iteration(iterations: list[Iteration]) -> None:
            if report:
                report(found(iterations))

        def think() -> list[Iteration]:
            roots = root.legal_move_codes
            due = takewhile(lambda depth: depth == depths[0] or not is_late(began, budget.soft), depths)
            return deepen(
                game, self.evaluator, NO_TACTICS, work, roots, due, False, self.multipv, on_iteration
            )

        return found(run_until(think, work.stop, budget.seconds) or [_unsearched(root)])

    def _depths(self, root: Position, budget: Budget) -> range:
        """The plies to search for each number of turns."""
        last = min(self.options.depth or MOST_TURNS, budget.depth or MOST_TURNS)
        first = 1 if self.options.iterative or self.options.depth == 0 else last
        steps = self.turns.steps if root.game is self.staged else 1
        plies = self._steps_left(root)  # of the first turn
        return range(plies + (first - 1) * steps, plies + (last - 1) * steps + 1, steps)


def _phase(position: Position) -> int:
    """The number of steps of its turn that the side to move has made."""
    with interpreted():
        turns = turns_of(position.game)
        return turns.phase(position.state[0]) if turns else 0


def _unsearched(root: Position) -> Iteration:
    """The result of a search that was stopped at once: a legal move with the score 0."""
    return Iteration(0, 0, root.legal_move_codes[:1], False, False)


class TwoIteration(StagedPlayer):
    """Alpha-beta with two nodes for a turn: one for each of its steps.

    Both are cut off where they can be. As both belong to the same side, that is where alpha-beta on whole
    turns is cut off, too, and so both visit the same positions between turns and find the same value; this
    one is faster because it never lists the second steps of first ones that it does not come to. (The source
    saw its two searches play differently.) `twoiteration:depth=3` is the search of the source; iterative
    deepening, move ordering and a transposition table are extras.
    """

    def _decide(self, position: Position, root: Position, budget: Budget, report: Report | None) -> Decision:
        def on_found(found: _Found) -> None:
            if report and is_due(report):
                report(self._decision(position, root, found))

        return self._decision(position, root, self._search(root, budget, on_found))

    def _decision(self, position: Position, root: Position, found: _Found) -> Decision:
        best = found.iterations[0]
        lines = [self._line(root, one.line) for one in found.iterations]
        candidates = tuple(
            Candidate(
                position.format_move(line[0]),
                self._score(root, one.score),
                score_kind=score_kind(one.score, one.exhausted, one.complete),
            )
            for one, line in zip(found.iterations, lines, strict=True)
        )
        return Decision(
            move=candidates[0].move,
            code=lines[0][0],
            score=candidates[0].score,
            score_kind=candidates[0].score_kind,
            pv=line_texts(position, lines[0]),
            depth=self._turns(root, best.depth) if best.depth else 0,
            nodes=found.nodes,
            seconds=found.seconds,
            candidates=candidates,
            unit=self.evaluator.unit,
            scale=scale_of(self.evaluator, self.game),
        )

    def _line(self, root: Position, line: tuple[int, ...]) -> tuple[int, ...]:
        """A line of steps as moves of the game that is played.

        The first turn is finished somehow if it is cut short; if another is, it is left out.
        """
        if self._by_steps:
            return line
        steps = self.turns.steps
        while len(line) < steps:
            line += (root.play_all(line).legal_move_codes[0],)
        starts = range(0, len(line) - steps + 1, steps)
        return tuple(self.turns.join(line[i : i + steps]) for i in starts)


class MoveThenArrow(StagedPlayer):
    """The best first step of a turn, and then the best second step for it alone.

    The first step (a move) is found by alpha-beta as though turns had no other, and each second step (an
    arrow) is then evaluated by further turns of a first step alone. That is what the source's pseudocode
    returns, in which a node is worth what its best first step is. `movethenarrow:depth=3` is the search of
    the source; iterative deepening, move ordering and a transposition table are extras. As second steps are
    left out, nothing is certain but a win at once. Half of a budget is for the first step, what is left for
    the second.
    """

    def _decide(self, position: Position, root: Position, budget: Budget, report: Report | None) -> Decision:
        steps: tuple[int, ...] = ()
        nodes, seconds = 0, 0.0
        while True:
            brief = Position(self._abridged, root.state.copy())
            last = self._by_steps or self._steps_left(root) == 1
            left = _rest(budget, nodes, seconds, 1 if last else 2)
            found = self._search(brief, left) if left else _Found([_unsearched(brief)], 0, 0.0)
            steps += found.iterations[0].line[:1]
            nodes, seconds = nodes + found.nodes, seconds + found.seconds
            if last:
                break
            root = root.play_code(steps[-1])
        best = found.iterations[0]
        code = steps[0] if self._by_steps else self.turns.join(steps)
        text, score = position.format_move(code), self._score(brief, best.score)
        kind = score_kind(score, False, sound=score == WON_AT_ONCE)
        decision = Decision(
            move=text,
            code=code,
            score=score,
            score_kind=kind,
            pv=(text,),
            depth=self._turns(brief, best.depth) if best.depth else 0,
            nodes=nodes,
            seconds=seconds,
            candidates=(Candidate(text, score, score_kind=kind),),
            unit=self.evaluator.unit,
            scale=scale_of(self.evaluator, self.game),
        )
        if report:
            report(decision)
        return decision

    @property
    def _abridged(self) -> Game:
        return self.turns.abridged


def _rest(budget: Budget, nodes: int, seconds: float, shares: int) -> Budget | None:
    """One of equal shares of what is left of a budget; None if nothing is."""
    if budget.nodes is not None and nodes >= budget.nodes:
        return None
    return replace(
        budget,
        seconds=None if budget.seconds is None else max(SHORTEST, (budget.seconds - seconds) / shares),
        nodes=None if budget.nodes is None else max(1, (budget.nodes - nodes) // shares),
        soft=None if budget.soft is None else max(SHORTEST, (budget.soft - seconds) / shares),
    )
