"""The solvers for any game: one class for each method, all with the same face."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Final

import numpy as np

from nupp.rules import Game, Position
from nupp.rules.optional import has_margin
from nupp.search import exact, proofnumber, retrograde
from nupp.search.nodes import SPENT_INTERVAL
from nupp.search.recorder import OFF
from nupp.search.solve.base import Cost, Solver, TooLargeError, Value
from nupp.search.theory import theory_of

_UNLIMITED: Final = np.iinfo(np.int64).max
_PROOF_NODES: Final = 3_000_000
_PROOF_MEGABYTES: Final = 128
"""The positions of a first try by proof-number search: a few seconds."""


class Counted(Solver):
    """A solver whose search counts positions in `counts`: how many, the most, and perhaps its next look."""

    counts: np.ndarray[tuple[int], np.dtype[np.int64]]

    @property
    def nodes(self) -> int:
        return int(self.counts[0])

    def allow(self, nodes: int | None) -> None:
        """The count is looked at now and then only, so the search ends at the last look before the limit."""
        self.counts[0] = 0
        self.counts[2:] = 0
        self.counts[1] = _UNLIMITED if nodes is None else nodes - nodes % SPENT_INTERVAL
        if self.counts[1] == 0:
            self.stop[0] = 1


class RetrogradeSolver(Solver):
    """Games in which positions recur: all that can be reached, solved from the ends backwards."""

    method = "retrograde analysis of all positions that can be reached, images of each other as one"
    cheap = True
    _RATE: ClassVar = 100_000.0

    def __init__(self, position: Position, megabytes: int) -> None:
        super().__init__(position, megabytes)
        self._solution: retrograde.Solution | None = None
        self._nodes = 0
        self._limit: int | None = None

    @classmethod
    def fits(cls, game: Game) -> bool:
        return game.repetition.draws_at > 0

    @property
    def nodes(self) -> int:
        return self._nodes

    def allow(self, nodes: int | None) -> None:
        """Positions are listed with all that follow them, so the last may bring that many more."""
        self._nodes, self._limit = 0, None if nodes is None else max(0, nodes - self.game.max_moves)
        if self._limit == 0:
            self.stop[0] = 1

    def knows(self, position: Position) -> bool:
        return self._solution is not None and position in self._solution

    def compile(self, position: Position) -> None:
        retrograde.compile_analysis(position)

    def cost(self, position: Position) -> Cost:
        """By random games, which do not see everything."""
        if self.knows(position):
            return Cost(1, self._RATE, 0)
        positions, moves = retrograde.estimate(position)
        size = retrograde.bytes_a_position(self.game, moves)
        return Cost(positions, self._RATE, positions * size / 2**20)

    def value(self, position: Position) -> Value | None:
        if not self.knows(position):
            self._analyse(position)
        if self._solution is None:
            return None
        outcome, plies = self._solution.look_up(position)
        if outcome == 0:
            return Value(0)
        return Value(outcome, plies=plies, certain=plies <= plies_without_draw(position))

    def best_move(self, position: Position, value: Value) -> int | None:
        """Draws by repetition may be better, or worse, than what the position alone is worth."""
        side, best = position.to_move, None
        for code in position.legal_move_codes:
            worth = self.worth(position.play_code(code))
            if worth is None:
                return None
            rank = worth.rank(side)
            if best is None or rank > best[0]:
                best = rank, code
        return best[1] if best else None

    def _analyse(self, position: Position) -> None:
        """Raises TooLargeError if there are more positions than the memory holds."""
        self._solution = None
        moves = retrograde.estimate(position, samples=10_000)[1]
        room = self.megabytes * 2**20 // retrograde.bytes_a_position(self.game, moves)
        largest = min(room, self._limit or room)
        try:
            self._solution = retrograde.analyse(position, largest, self._note, self.stop)
        except retrograde.StoppedError:
            return
        except retrograde.TooLargeError:
            if largest < room:
                self.stop[0] = 1
                return
            raise TooLargeError(
                f"more than {largest:,} positions can be reached in {self.game.spec}, "
                f"and {self.megabytes} MB of memory hold no more"
            ) from None

    def _note(self, doing: str, positions: int) -> None:
        self._nodes = positions


def plies_without_draw(position: Position) -> int:
    """The plies from a position on in which nothing can draw a game whose positions do not recur in them."""
    rule = position.game.repetition
    earlier = Counter(position.past_keys)
    if any(times >= rule.draws_at - 1 for times in earlier.values()):
        return 0
    return rule.plies_left(position.game, position.state[0])


class ExactSolver(Counted):
    """Any game that does not run in circles: the margin under best play."""

    method = "alpha-beta with null windows on the margin, to the end of the game"
    _RATE: ClassVar = 1e6

    def __init__(self, position: Position, megabytes: int) -> None:
        super().__init__(position, megabytes)
        self._search = exact.ExactSearch(self.game, self.table_size(position))
        self.counts = self._search.work.counts

    @classmethod
    def fits(cls, game: Game) -> bool:
        return game.repetition.draws_at == 0

    def cost(self, position: Position) -> Cost:
        return Cost(exact.estimated_positions(position), self._RATE, 1)

    def compile(self, position: Position) -> None:
        self._search.prepare(position)
        self.allow(None)

    def value(self, position: Position) -> Value | None:
        try:
            margin = self._search.value(position, self.stop)
        except exact.SearchStopped:
            return None
        except exact.TooLongError as error:
            raise TooLargeError(str(error)) from None
        outcome = (margin > 0) - (margin < 0)
        return Value(outcome, margin if has_margin(self.game) else None)

    def best_move(self, position: Position, value: Value) -> int | None:
        try:
            return self._search.best_move(position, self.stop)
        except exact.SearchStopped:
            return None


class OutcomeSolver(ExactSolver):
    """Games of which only the outcome counts and that do not run in circles.

    A short proof-number search comes first: it follows threats to the end and so finds wins in minutes, or
    less, that alpha-beta would take days for. Where it finds none, alpha-beta takes over.
    """

    _BY_PROOF: ClassVar = "proof-number search"
    _SHARE: ClassVar = 4  # it may visit one in `_SHARE` of the positions allowed

    def __init__(self, position: Position, megabytes: int) -> None:
        super().__init__(position, megabytes)
        proof = proofnumber.new_proof(position, min(_PROOF_MEGABYTES, megabytes), exact.PLIES)
        self._proof = proof._replace(stop=self.stop)
        self._proof_nodes = 0
        self._proof_limit: int | None = None

    @classmethod
    def fits(cls, game: Game) -> bool:
        return super().fits(game) and not has_margin(game)

    @property
    def nodes(self) -> int:
        return super().nodes + self._proof_nodes

    def allow(self, nodes: int | None) -> None:
        self._proof_nodes = 0
        self._proof_limit = None if nodes is None else nodes // self._SHARE
        super().allow(None if nodes is None else nodes - nodes // self._SHARE)

    def compile(self, position: Position) -> None:
        self._prove(position, 0, 0)
        super().compile(position)

    def value(self, position: Position) -> Value | None:
        """Of the positions allowed for proofs, each side gets a third; the rest is for the line."""
        most = _PROOF_NODES if self._proof_limit is None else min(_PROOF_NODES, self._proof_limit)
        for side in (position.to_move, 1 - position.to_move):
            if self._prove(position, side, most // 3):
                self.method = self._BY_PROOF
                return Value(1 - 2 * side)
        self.method = ExactSolver.method
        return super().value(position)

    def best_move(self, position: Position, value: Value) -> int | None:
        if self.method != self._BY_PROOF:
            return super().best_move(position, value)
        winner = 0 if value.outcome > 0 else 1
        children = [(code, position.play_code(code)) for code in position.legal_move_codes]
        for nodes in (_PROOF_NODES >> 12, _PROOF_NODES >> 6, _PROOF_NODES):  # the right move is mostly known
            for code, child in children:
                won = child.outcome == value.outcome if child.is_over else self._prove(child, winner, nodes)
                if won:
                    return code
        return None

    def _prove(self, position: Position, side: int, nodes: int) -> bool:
        """Return True if it is proved, within `nodes` positions and the overall limit, that a side wins."""
        if self._proof_limit is not None:  # a position is visited with all that follow it
            left = self._proof_limit - self._proof_nodes - self.game.max_moves - 1
            if left <= 0:
                return False
            nodes = min(nodes, left)
        self._proof.stack[0] = position.state[0]
        proofnumber.ask(self._proof, side, 1, nodes)
        proven = int(proofnumber.prove(self.game, theory_of(self.game), OFF, self._proof)) == 1
        self._proof_nodes += int(self._proof.question[0].nodes)
        return proven
