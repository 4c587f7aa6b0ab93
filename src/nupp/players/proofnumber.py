"""The proof-number player: is this position won, and by which move?"""

from __future__ import annotations

import time
from typing import Annotated, Literal

import numpy as np

from nupp.kernel import run_until
from nupp.players.base import Candidate, Decision, Player, Report
from nupp.players.budget import USUAL, Budget
from nupp.players.searchtree import ProofTree
from nupp.rules import Game, Position
from nupp.search.exact import PLIES
from nupp.search.proofnumber import PROVEN, Proof, ask, new_proof, prove
from nupp.search.recorder import NO_TRACE, OFF, TREE, new_trace
from nupp.search.theory import theory_of
from nupp.spec import Between

Wanted = Literal["win", "draw"]


class ProofNumber(Player):
    """Proof-number search for a win, or for a draw at least; without a proof the move that is nearest to one.

    Its nodes are positions; of a budget it heeds nodes and time. Its score is 1 for a proven win, -1 where a
    draw at least is disproved, and else what the proof and the disproof number suggest. Not for games that
    are drawn by repetition.
    """

    records = True

    def __init__(
        self,
        game: Game,
        wanted: Annotated[
            Wanted, "what is to be proved for the side to move: a win, or a draw at least"
        ] = "win",
        memory: Annotated[int, Between(1, 65536), "size of its table in MB"] = 64,
    ) -> None:
        super().__init__(game)
        self._least = 1 if wanted == "win" else 0
        self._memory = memory

    @classmethod
    def plays(cls, game: Game) -> bool:
        return game.repetition.draws_at == 0

    def choose(
        self, position: Position, budget: Budget | None = None, report: Report | None = None
    ) -> Decision:
        self._require_turn(position)
        budget = budget or Budget()
        if budget.seconds is None and budget.nodes is None:
            budget = USUAL
        self.compile(position)
        proof, answer, began = self._proof(position), -1, time.perf_counter()
        limit = np.iinfo(np.int64).max if budget.nodes is None else self._limit(budget.nodes)
        if limit > 0:
            answer = run_until(lambda: self._ask(position, proof, limit), proof.stop, budget.seconds)
        decision = self._decision(position, proof, answer, time.perf_counter() - began)
        if report:
            report(decision)
        return decision

    def compile(self, position: Position) -> None:
        self._ask(position, self._proof(position), 0)

    def _limit(self, nodes: int) -> int:
        """The limit of a search that visits no more nodes: a position is visited with all that follow it."""
        return nodes - self.game.max_moves - 1

    def _proof(self, position: Position) -> Proof:
        trace = new_trace(self.record, PLIES) if self.record else NO_TRACE
        return new_proof(position, self._memory, PLIES)._replace(trace=trace)

    def _ask(self, position: Position, proof: Proof, limit: int) -> int:
        """The answer to the question: 1 for yes, 0 for no, -1 if the limit was met before."""
        ask(proof, position.to_move, self._least, limit)
        recorder = TREE if self.record else OFF
        return int(prove(self.game, theory_of(self.game), recorder, proof))

    def _decision(self, position: Position, proof: Proof, answer: int, seconds: float) -> Decision:
        nodes = int(proof.question[0].nodes)
        moves = _weighed(position, proof)
        settled = answer == self._least  # a win is proved, or not even a draw
        best = moves[0]
        tree = None
        if proof.trace:
            tree = ProofTree.of(position, proof.trace, nodes, position.to_move, self._least)
        return Decision(
            move=best.move,
            code=position.parse_move(best.move),
            score=best.score,
            score_kind="proven" if settled else "eval",
            pv=(best.move,),
            depth=int(nodes > 0),
            nodes=nodes,
            seconds=seconds,
            candidates=tuple(moves),
            tree=tree,
        )


def _weighed(position: Position, proof: Proof) -> list[Candidate]:
    """The moves that the search looked at, the nearest to a proof first, with what their numbers suggest."""
    numbers: dict[int, list[int]] = {}
    for code, pair in zip(proof.moves[0].tolist(), proof.numbers[0].tolist(), strict=True):
        numbers.setdefault(code, pair)  # beyond the moves there is nothing but zeros
    known = [code for code in position.legal_move_codes if sum(numbers.get(code, (0, 0)))]
    found = [Candidate(position.format_move(code), _hope(*numbers[code])) for code in known] or [
        Candidate(position.format_move(position.legal_move_codes[0]), 0.0)
    ]
    return sorted(found, key=lambda one: -one.score)


def _hope(proof: int, disproof: int) -> float:
    """From -1 for what is disproved to 1 for what is proven; the fewer leaves are missing, the better."""
    if proof == 0 or disproof == 0:
        return 1.0 if proof == 0 else -1.0
    return (min(disproof, PROVEN) - proof) / (min(disproof, PROVEN) + proof)
