"""The alpha-beta player: iterative deepening within a budget, every part of the search a parameter."""

from __future__ import annotations

import time
from typing import Annotated

from nupp.evaluators import evaluator
from nupp.games import Game, Position
from nupp.kernel import run_until
from nupp.players.base import Candidate, Decision, Player, Report, line_texts, score_kind
from nupp.players.budget import Budget
from nupp.players.simple import Eval
from nupp.search.alphabeta import Iteration, alphabeta, deepen
from nupp.search.scores import MATE
from nupp.search.table import new_table, next_generation
from nupp.search.workspace import Workspace, compile_search, new_workspace
from nupp.spec import Between

MANY_MOVES = 64
"""From here on the strong player looks at active moves only, if the game knows which those are."""

WON_AT_ONCE = MATE - 1
"""The score of a move that wins the game, which is certain whatever a search remembers or leaves out."""

DEEPEST = 128
"""The depth at which a search without a depth limit ends."""


class AlphaBeta(Player):
    """Alpha-beta with iterative deepening; with every part switched off, plain alpha-beta."""

    def __init__(
        self,
        game: Game,
        depth: Annotated[int, Between(0, DEEPEST), "plies looked ahead; 0: as the budget allows"] = 0,
        eval: Eval = "",
        table: Annotated[int, Between(0, 65536), "size of the transposition table in MB; 0: none"] = 64,
        iterative: Annotated[bool, "iterative deepening"] = True,
        pvs: Annotated[bool, "principal variation search"] = True,
        aspiration: Annotated[bool, "aspiration windows"] = True,
        killers: Annotated[bool, "killer moves first"] = True,
        history: Annotated[bool, "order by the history heuristic"] = True,
        quiescence: Annotated[
            int, Between(0, 64), "plies of noisy moves looked at where the depth is used up"
        ] = 4,
        deeper: Annotated[bool, "the table may answer from a deeper search"] = True,
        candidates: Annotated[
            int, Between(0, 9), "search active moves only, within this reach; 0: all moves"
        ] = 0,
    ) -> None:
        super().__init__(game)
        self.depth = depth
        self.evaluator = evaluator(eval, game)
        self.iterative, self.aspiration = iterative, aspiration
        self._switches = {
            "table": table > 0,
            "variation": pvs,
            "killers": killers,
            "history": history,
            # Games without noisy moves keep the leaves that cost no call.
            "quiescence": quiescence if type(game).noisy_moves is not Game.noisy_moves else 0,
            "deeper": deeper,
            # Where the game lists all its moves as candidates, a search of them proves what it finds.
            "candidates": candidates if type(game).candidates is not Game.candidates else 0,
        }
        self._table = new_table(table)
        self._generation = 0

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = self._complete(budget)
        depths = self._depths(budget)
        work = self._workspace(position, budget, depths)
        reach = self._switches["candidates"]
        root_moves = position.candidate_codes(reach) if reach else position.legal_move_codes
        compile_search(work, lambda: alphabeta(self.game, self.evaluator, work, 0, 1, -1, 1))
        began = time.perf_counter()

        def tell(found: list[Iteration]) -> None:
            if report:
                report(self._decision(position, work, found, began))

        def think() -> list[Iteration]:
            return deepen(
                self.game, self.evaluator, work, root_moves, depths, self.aspiration, self.multipv, tell
            )

        found = run_until(think, work.stop, budget.seconds)
        # Stopped before anything was searched: the first move listed is legal, and worth 0 for all we know.
        return self._decision(position, work, found or [Iteration(0, 0, root_moves[:1], False, False)], began)

    def _complete(self, budget: Budget | None) -> Budget:
        budget = budget or Budget()
        return Budget(seconds=1.0) if budget.unlimited and self.depth == 0 else budget

    def _depths(self, budget: Budget) -> range:
        deepest = min(self.depth or DEEPEST, budget.depth or DEEPEST)
        return range(1 if self.iterative else deepest, deepest + 1)

    def _workspace(self, position: Position, budget: Budget, depths: range) -> Workspace:
        work = new_workspace(position, depths[-1] + self._switches["quiescence"], self._table)
        self._generation = next_generation(self._table, self._generation)
        control = work.control[0]
        control.generation = self._generation
        control.node_limit = budget.nodes or control.node_limit
        for name, value in self._switches.items():
            control[name] = value
        return work

    def _decision(
        self, position: Position, work: Workspace, found: list[Iteration], began: float
    ) -> Decision:
        best, sound = found[0], _is_sound(position, work)
        candidates = tuple(
            Candidate(
                position.format_move(one.line[0]),
                one.score,
                score_kind=score_kind(
                    one.score, one.exhausted, one.complete, sound or one.score == WON_AT_ONCE
                ),
            )
            for one in found
        )
        return Decision(
            move=candidates[0].move,
            code=best.line[0],
            score=best.score,
            score_kind=candidates[0].score_kind,
            pv=line_texts(position, best.line),
            depth=best.depth,
            nodes=int(work.control[0].nodes),
            seconds=time.perf_counter() - began,
            candidates=candidates,
            unit=self.evaluator.unit,
        )


def _is_sound(position: Position, work: Workspace) -> bool:
    """Whether wins, losses and draws that the search finds are certain."""
    control = work.control[0]
    return control.candidates == 0 and not (position.game.repetition > 0 and control.table != 0)


class Strong(AlphaBeta):
    """The best that nupp has for the game within the budget."""

    def __init__(
        self, game: Game, table: Annotated[int, Between(1, 65536), "memory for its search in MB"] = 64
    ) -> None:
        super().__init__(game, table=table, candidates=1 if game.max_moves > MANY_MOVES else 0)
