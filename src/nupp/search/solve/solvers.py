"""The solvers: one class for each method, all with the same face."""

from __future__ import annotations

from typing import ClassVar, Final, cast

import numpy as np

from nupp.games import Game, Position
from nupp.games.connect import ConnectFour
from nupp.games.reversi import BitboardReversi
from nupp.kernel.bits import popcount
from nupp.search import connectfour, endgame, exact, proofnumber, retrograde
from nupp.search.nodes import SPENT_INTERVAL
from nupp.search.solve.base import Cost, Solver, TooLargeError, Value

_UNLIMITED: Final = np.iinfo(np.int64).max
_PROOF_NODES: Final = 3_000_000
_PROOF_MEGABYTES: Final = 128
"""What a first try by proof-number search may take: a few seconds."""


class Counted(Solver):
    """A solver whose search counts positions in `counts`: how many, and how many may be."""

    counts: np.ndarray[tuple[int], np.dtype[np.int64]]

    @property
    def nodes(self) -> int:
        return int(self.counts[0])

    def allow(self, nodes: int | None) -> None:
        """The count is looked at now and then only, so the search ends at the last look before the limit."""
        self.counts[0] = 0
        self.counts[1] = _UNLIMITED if nodes is None else nodes - nodes % SPENT_INTERVAL
        if self.counts[1] == 0:
            self.stop[0] = 1


class ConnectFourSolver(Counted):
    """Connect four on boards that fit into one word."""

    method = "alpha-beta with null windows on bitboards"
    _RATE: ClassVar = 8e6

    def __init__(self, position: Position, megabytes: int) -> None:
        super().__init__(position, megabytes)
        rules = cast(ConnectFour, self.game)
        self._columns = connectfour.Columns(rules.width, rules.height)
        memory = connectfour.new_memory(self._columns, self.table_size(position))
        self._memory = memory._replace(stop=self.stop)
        self.counts = memory.counts

    @classmethod
    def fits(cls, game: Game) -> bool:
        return isinstance(game, ConnectFour) and game.k == 4 and game.words == 1 and game.height <= 19

    def cost(self, position: Position) -> Cost:
        """By what boards from 5 x 4 to 7 x 6 took."""
        empty = self._columns.cells - self._stones(position)
        return Cost(2.0 ** (0.72 * empty + 0.7), self._RATE, 1)

    def value(self, position: Position) -> Value | None:
        stones = self._stones(position)
        score = int(connectfour.solve(self._columns, self._memory, *self._boards(position), stones))
        return None if self.stop[0] != 0 else self._value(position.to_move, score, stones)

    def _value(self, side: int, score: int, stones: int) -> Value:
        """A won game ends with a stone of the winner: its number, from here, is odd or even."""
        cells = self._columns.cells
        outcome = (score > 0) - (score < 0)
        plies = cells - stones
        if outcome != 0:
            plies = cells + 2 - 2 * abs(score) - stones
            plies -= plies % 2 != (outcome > 0)
        return Value(outcome if side == 0 else -outcome, plies=plies)

    def keeps(self, mover: int, child: Position, value: Value) -> bool | None:
        stones = self._stones(child)
        left = self._columns.cells - stones + 1 - (value.plies or 0)  # empty cells at the end
        score = (left + 2) // 2 * (value.outcome if child.to_move == 0 else -value.outcome)
        kept = connectfour.is_at_most(self._columns, self._memory, *self._boards(child), stones, score)
        return None if self.stop[0] != 0 else bool(kept)

    def bounds(self, position: Position) -> tuple[int, int]:
        low, high = np.sign(self._memory.bounds).tolist()
        return (low, high) if position.to_move == 0 else (-high, -low)

    def _boards(self, position: Position) -> tuple[np.uint64, np.uint64]:
        """The stones of the side to move, and all stones."""
        first, second = position.state[0].stones[:, 0]
        return (first if position.to_move == 0 else second), first | second

    def _stones(self, position: Position) -> int:
        return int(self._boards(position)[1]).bit_count()


class EndgameSolver(Counted):
    """Reversi and Othello on boards that fit into one word, towards the end or on a small board."""

    method = "alpha-beta on bitboards, with moves sorted by mobility and parity"
    _RATE: ClassVar = 6e6

    def __init__(self, position: Position, megabytes: int) -> None:
        super().__init__(position, megabytes)
        self._rules = cast(BitboardReversi, self.game)
        self._terrain = endgame.Terrain(self._rules.size)
        work = endgame.new_endgame(self.table_size(position))
        self._work = work._replace(stop=self.stop)
        self.counts = work.counts
        self._bounds = (-1, 1)

    @classmethod
    def fits(cls, game: Game) -> bool:
        return isinstance(game, BitboardReversi)

    def cost(self, position: Position) -> Cost:
        """By what random positions with 10 to 20 empty cells took."""
        own, enemy = position.state[0].own, position.state[0].enemy
        empty = self._rules.cells - popcount(own | enemy)
        return Cost(2.0 ** (1.4 * empty - 2), self._RATE, 1)

    def value(self, position: Position) -> Value | None:
        """Who wins comes first, which is easier, and then by how much."""
        cells = self._rules.cells
        self._bounds = (-1, 1)
        sign = 1 if position.to_move == 0 else -1
        outcome = self._search(position, -1, 1)
        if outcome is None:
            return None
        side = (outcome > 0) - (outcome < 0)
        self._bounds = (sign * side, sign * side)
        if side == 0:
            return Value(0, 0)
        margin = self._search(position, *((0, cells) if side > 0 else (-cells, 0)))
        return None if margin is None else Value(sign * side, sign * margin)

    def keeps(self, mover: int, child: Position, value: Value) -> bool | None:
        margin = (value.margin or 0) if child.to_move == 0 else -(value.margin or 0)
        if child.to_move == mover:
            found = self._search(child, margin - 1, margin)
            return None if found is None else found >= margin
        found = self._search(child, margin, margin + 1)
        return None if found is None else found <= margin

    def bounds(self, position: Position) -> tuple[int, int]:
        return self._bounds

    def _search(self, position: Position, alpha: int, beta: int) -> int | None:
        state = position.state[0]
        found = endgame.solve(
            self._rules, self._terrain, self._work, np.uint64(state.own), np.uint64(state.enemy), alpha, beta
        )
        return None if self.stop[0] != 0 else int(found)


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
        return game.repetition > 0

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
        return Value(outcome, plies=plies if outcome != 0 else None)

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
        return game.repetition == 0

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
        return Value(outcome, None if type(self.game).margin is Game.margin else margin)

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
    _SHARE: ClassVar = 4  # the part of the positions allowed that it may visit is one in so many

    def __init__(self, position: Position, megabytes: int) -> None:
        super().__init__(position, megabytes)
        proof = proofnumber.new_proof(position, min(_PROOF_MEGABYTES, megabytes), exact.PLIES)
        self._proof = proof._replace(stop=self.stop)
        self._proof_nodes = 0
        self._proof_limit: int | None = None

    @classmethod
    def fits(cls, game: Game) -> bool:
        return super().fits(game) and type(game).margin is Game.margin

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
        """Whether it can be shown, within so many positions and what is allowed, that a side wins."""
        if self._proof_limit is not None:  # a position is visited with all that follow it
            left = self._proof_limit - self._proof_nodes - self.game.max_moves - 1
            if left <= 0:
                return False
            nodes = min(nodes, left)
        self._proof.stack[0] = position.state[0]
        proofnumber.ask(self._proof, side, 1, nodes)
        proven = int(proofnumber.prove(self.game, self._proof)) == 1
        self._proof_nodes += int(self._proof.question[0].nodes)
        return proven
