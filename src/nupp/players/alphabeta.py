"""The alpha-beta player: iterative deepening within a budget, every part of the search a parameter."""

from __future__ import annotations

import copy
import functools
import itertools
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

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
    usable_reach,
)
from nupp.players.budget import USUAL, Budget
from nupp.players.cuts import cuts_of
from nupp.players.expectation import scale_of
from nupp.players.searchtree import AlphaBetaTree
from nupp.players.simple import Eval
from nupp.rules import Game, Position
from nupp.rules.optional import has_forcing_moves
from nupp.search.alphabeta import Iteration, alphabeta, deepen
from nupp.search.endgames import with_endgames
from nupp.search.erased import Searched, can_erase, erase, erase_nowhere
from nupp.search.recorder import NO_TRACE, OFF, TREE, Recorder, new_trace
from nupp.search.table import new_table, next_generation, touch
from nupp.search.tactics import Tactics, tactics_of
from nupp.search.threads import assisted
from nupp.search.workspace import NO_CUTS, Workspace, compile_search, new_workspace
from nupp.spec import Between

DEEPEST: Final = 128
"""The depth at which a search without a depth limit ends."""


@dataclass(frozen=True)
class AlphaBetaOptions:
    """The parameters of alpha-beta; every part of the search can be switched off."""

    depth: Annotated[int, Between(0, DEEPEST), "plies looked ahead; 0: as the budget allows"] = 0
    eval: Eval = ""
    table: Annotated[int, Between(0, 65536), "size of the transposition table in MB; 0: none"] = 64
    iterative: Annotated[bool, "iterative deepening"] = True
    pvs: Annotated[bool, "principal variation search"] = True
    aspiration: Annotated[bool, "aspiration windows"] = True
    killers: Annotated[bool, "killer moves first"] = True
    history: Annotated[bool, "order by the history heuristic"] = True
    order_by_eval: Annotated[
        int, Between(0, DEEPEST - 1), "order by evaluation with at least this many plies left; 0: nowhere"
    ] = 0
    reductions: Annotated[int, Between(0, 16), "how much late moves are reduced; 0: not at all"] = 0
    quiescence: Annotated[
        int, Between(0, 64), "plies of forcing moves looked at where the depth is used up"
    ] = 4
    deeper: Annotated[bool, "the table may answer from a deeper search"] = True
    tactics: Annotated[bool, "forced replies alone, and moves in the order of the game's own guess"] = True
    late: Annotated[int, Between(0, 99), "moves searched of a position for each ply and one more; 0: all"] = 0
    futility: Annotated[
        float,
        Between(0, 10),
        "near the leaves, take positions as they stand that are outside the bounds by this share of the "
        "evaluator's scale for each ply; 0: none",
    ] = 0.0
    candidates: Annotated[int, Between(0, 9), "search active moves only, within this reach; 0: all moves"] = 0
    probcut: Annotated[
        float, Between(0, 10), "cut off where a shallow search is sure by this many deviations; 0: nowhere"
    ] = 0.0
    cuts: Annotated[str, "file of what ProbCut expects; by default that of the game's bundle"] = ""
    keep: Annotated[bool, "keep the table from move to move"] = False
    once: Annotated[bool, "a position that recurs in the line searched is a draw at once"] = False
    endgames: Annotated[bool, "know the endgames of the game's endgame table, if it has one"] = False
    threads: Annotated[int, Between(1, 256), "threads that search with one table"] = 1

    def switches(self, game: Game) -> dict[str, float]:
        """The parts of a search of a game that are on, by their names in `nupp.search.workspace.CONTROL`."""
        return {
            "table": self.table > 0,
            "pvs": self.pvs,
            "killers": self.killers,
            "history": self.history,
            # Games without forcing moves keep the leaves that cost no call.
            "quiescence": self.quiescence if has_forcing_moves(game) else 0,
            "tt_deeper": self.deeper,
            "once": self.once,
            "order_by_eval": self.order_by_eval,
            "reductions": self.reductions,
            "candidates": usable_reach(game, self.candidates),
            "probcut": self.probcut,
            "late": self.late,
        }


class AlphaBeta(Player):
    """Alpha-beta with iterative deepening; with every part switched off, plain alpha-beta.

    switches: the parts of the search that are on, by their names in `nupp.search.workspace.CONTROL`. table:
    the transposition table.
    """

    records = True

    def __init__(self, game: Game, options: AlphaBetaOptions = AlphaBetaOptions()) -> None:
        super().__init__(game)
        self.options = options
        self.evaluator = evaluator(options.eval, game)
        if options.endgames:
            self.evaluator = with_endgames(self.evaluator, game)
        self.tactics = (tactics_of(game) if options.tactics else Tactics(game)).serving(self.evaluator)
        self._erased: Searched | None = None
        futility = int(options.futility * self.evaluator.scale_in(game)) if options.futility > 0 else 0
        self.switches: Mapping[str, Any] = {**options.switches(game), "futility": futility}
        self.remembers = options.keep
        self._cuts = cuts_of(game, options.cuts) if options.probcut > 0 else NO_CUTS
        self.table = new_table(options.table)
        self._generation, self._is_touched = 0, False

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        if self.record:
            self.forget()
        budget, options = self._complete(budget), self.options
        depths = self._depths(budget)
        works = self._workspaces(position, budget, depths[-1])
        reach = self.switches["candidates"]
        root_moves = position.candidate_codes(reach) if reach else position.legal_move_codes
        self._compile(works[0])
        began = time.perf_counter()

        def on_iteration(found: list[Iteration]) -> None:
            if report and is_due(report):
                report(self._decision(position, works, found, began))

        def search(number: int) -> list[Iteration]:
            """Every other thread begins a ply deeper, so that they do not all do the same."""
            first = min(depths.start + number % 2, depths[-1])
            ahead = range(first, depths.stop)
            due = itertools.takewhile(lambda depth: depth == first or not is_late(began, budget.soft), ahead)
            multipv, hear = (self.multipv, on_iteration) if number == 0 else (1, _say_nothing)
            work = works[number]
            return deepen(
                *self._searched,
                work,
                root_moves,
                due,
                options.aspiration,
                multipv,
                hear,
                self._recorder,
            )

        def think() -> list[Iteration]:
            helpers = [functools.partial(search, number) for number in range(1, len(works))]
            return assisted(lambda: search(0), helpers, [work.stop for work in works[1:]])

        found = run_until(think, works[0].stop, budget.seconds)
        # Stopped before anything was searched: the first move listed is legal, and worth 0 for all we know.
        nothing = [Iteration(0, 0, root_moves[:1], False, False)]
        decision = self._decision(position, works, found or nothing, began)
        return replace(decision, tree=self._tree(position, works[0]))

    def compile(self, position: Position) -> None:
        if self.switches["candidates"]:
            position.candidate_codes(self.switches["candidates"])
        self._compile(self._workspaces(position, Budget(), 1)[0])

    def _compile(self, work: Workspace) -> None:
        compile_search(work, lambda: alphabeta(*self._searched, self._recorder, work, 0, 1, -1, 1))

    def forget(self) -> None:
        super().forget()
        self._generation = next_generation(self.table, self._generation)

    def get_ready(self) -> None:
        if not self._is_touched:
            touch(self.table)
            self._is_touched = True

    # ---- the first tier --------------------------------------------------------------------------

    def first_tier(self) -> AlphaBeta | None:
        return self._searching(erase(self.game, self.evaluator)) if self._can_erase() else None

    def compile_shared(self) -> bool:
        if self._can_erase():
            other = self._searching(erase_nowhere(self.game))
            with interpreted():
                position = self.game.start_position()
            other._compile(other._workspaces(position, Budget(), 1)[0])
        return self._can_erase()

    def _can_erase(self) -> bool:
        return type(self.tactics) is Tactics and can_erase(self.game, self.evaluator)

    def _searching(self, erased: Searched) -> AlphaBeta:
        """This player, with its table, for a search of an erased game."""
        self.forget()  # what is in the table, for one like the other is made for each move
        other = copy.copy(self)
        other._erased = erased
        return other

    @property
    def _searched(self) -> Searched:
        return self._erased or Searched(self.tactics.game, self.evaluator, self.tactics)

    # ---- a search --------------------------------------------------------------------------------

    @property
    def _recorder(self) -> Recorder:
        return TREE if self.record else OFF

    def _complete(self, budget: Budget | None) -> Budget:
        budget = budget or Budget()
        return USUAL if budget.unlimited and self.options.depth == 0 else budget

    def _depths(self, budget: Budget) -> range:
        deepest = min(self.options.depth or DEEPEST, budget.depth or DEEPEST)
        return range(1 if self.options.iterative else deepest, deepest + 1)

    def _workspaces(self, position: Position, budget: Budget, deepest: int) -> list[Workspace]:
        """The memory of each thread; the first one's nodes are the remainder of what the budget allows."""
        if self._generation == 0 or not self.options.keep:
            self._generation = next_generation(self.table, self._generation)
        works, threads = [], 1 if self.record else self.options.threads
        plies = deepest + self.switches["quiescence"]
        for number in range(threads):
            trace = new_trace(self.record, plies) if self.record else NO_TRACE
            work = new_workspace(position, plies, self.table, self._cuts, trace, self._searched.tactics)
            control = work.control[0]
            control.generation, control.plies = self._generation, deepest
            if budget.nodes:
                control.node_limit = (budget.nodes + threads - 1 - number) // threads
            for name, value in self.switches.items():
                control[name] = value
            works.append(work)
        return works

    def _decision(
        self, position: Position, works: list[Workspace], found: list[Iteration], began: float
    ) -> Decision:
        best, sound = found[0], _is_sound(position, works[0])
        others = sorted(found[1:], key=lambda one: -one.score)  # some may be from the iteration before
        candidates = tuple(
            Candidate(
                position.format_move(one.line[0]),
                one.score,
                score_kind=score_kind(
                    one.score, one.exhausted, one.complete, sound or one.score == WON_AT_ONCE
                ),
                pv=line_texts(position, one.line),
            )
            for one in (best, *others)
        )
        return Decision(
            move=candidates[0].move,
            code=best.line[0],
            score=best.score,
            score_kind=candidates[0].score_kind,
            pv=line_texts(position, best.line),
            depth=best.depth,
            nodes=sum(int(work.control[0].nodes) for work in works),
            seconds=time.perf_counter() - began,
            candidates=candidates,
            unit=self.evaluator.unit,
            scale=scale_of(self.evaluator, self.game),
        )

    def _tree(self, position: Position, work: Workspace) -> AlphaBetaTree | None:
        nodes = int(work.control[0].nodes)
        return AlphaBetaTree.of(position, work.trace, nodes, self.evaluator.unit) if work.trace else None


def _say_nothing(found: list[Iteration]) -> None:
    pass


def _is_sound(position: Position, work: Workspace) -> bool:
    """True if wins, losses and draws that the search finds are certain."""
    control = work.control[0]
    depends_on_path = position.game.repetition.draws_at > 0 and (control.table != 0 or control.once != 0)
    return bool(control.candidates == 0 and not depends_on_path)
