"""The exact solver of connect four."""

from __future__ import annotations

from typing import ClassVar, cast

import numpy as np

from nupp.games.connectfour import endgame
from nupp.games.connectfour.rules import ConnectFour
from nupp.kernel import Record
from nupp.kernel.bits import ONE, ZERO, bit
from nupp.rules import Game, Position
from nupp.rules.basics import Moves
from nupp.rules.images import least_image
from nupp.rules.lines import completing
from nupp.search.solve import Cost, Counted, Value, register_solver
from nupp.search.theory import Theory, register_theory


@register_solver
class ConnectFourSolver(Counted):
    """Connect four on boards that fit into one word."""

    method = "alpha-beta with null windows on bitboards"
    haste = 0.5  # from 10 stones on with 0.2 s: docs/experiments/evaluators.md, connect four: exact results
    _RATE: ClassVar = 8e6

    def __init__(self, position: Position, megabytes: int) -> None:
        super().__init__(position, megabytes)
        rules = cast(ConnectFour, self.game)
        self._columns = endgame.Columns(rules)
        memory = endgame.new_memory(self._columns, self.table_size(position))
        self._memory = memory._replace(stop=self.stop)
        self.counts = memory.counts

    @classmethod
    def fits(cls, game: Game) -> bool:
        return isinstance(game, ConnectFour) and game.k == 4 and game.words == 1 and game.height <= 19

    def cost(self, position: Position) -> Cost:
        """By what boards from 5 x 4 to 7 x 6 took."""
        empty = self._columns.cells - self._stones(position)
        return Cost(2.0 ** (0.72 * empty + 0.7), self._RATE, 1)

    def cost_of_outcome(self, position: Position) -> Cost:
        """By what random positions with 6 to 12 stones on 7 x 6 took."""
        empty = self._columns.cells - self._stones(position)
        return Cost(2.0 ** (1.12 * empty - 17), self._RATE, 1)

    def outcome(self, position: Position) -> int | None:
        stones = self._stones(position)
        found = int(endgame.outcome(self._columns, self._memory, *self._boards(position), stones))
        return None if self.stop[0] != 0 else found

    def value(self, position: Position) -> Value | None:
        stones = self._stones(position)
        score = int(endgame.solve(self._columns, self._memory, *self._boards(position), stones))
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
        if value.plies is None:  # any move that keeps the outcome will do
            most = -value.outcome if mover == 0 else value.outcome
            kept = endgame.is_at_most(self._columns, self._memory, *self._boards(child), stones, most)
            return None if self.stop[0] != 0 else bool(kept)
        left = self._columns.cells - stones + 1 - value.plies  # empty cells at the end
        score = (left + 2) // 2 * (value.outcome if child.to_move == 0 else -value.outcome)
        kept = endgame.is_at_most(self._columns, self._memory, *self._boards(child), stones, score)
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


@register_theory(ConnectFour)
class ConnectFourTheory(Theory[ConnectFour]):
    """The theory that exact searches may use in connect four."""

    def margin_bounds(self, state: Record) -> tuple[int, int]:
        return -1, 1

    def rest_key(self, state: Record) -> np.uint64:
        """Of the stones of the side to move and the other's, the lesser of the board and its mirror image."""
        if self.game.words > 1:
            return self.game.hash(state)
        side = int(state.turn)
        return least_image(self.game.board_images, state.stones[side, 0], state.stones[1 - side, 0])

    def essential_moves(self, state: Record, moves: Moves) -> int:
        """A move that wins at once; or the one that keeps the other side from winning at once.

        Otherwise those that do not let it win on top of them; one at least.
        """
        n = self.game.legal_moves(state, moves)
        if self.game.words > 1 or n == 0:
            return n
        side = int(state.turn)
        wins = completing(self.game.steps, self.game.k, state.stones[side, 0])
        threats = completing(self.game.steps, self.game.k, state.stones[1 - side, 0])
        for urgent in (wins, threats):
            for i in range(n):
                if urgent & bit(moves[i]) != ZERO:
                    moves[0] = moves[i]
                    return 1
        safe = 0
        for i in range(n):
            if threats >> ONE & bit(moves[i]) == ZERO or moves[i] % self.game.stride == self.game.height - 1:
                moves[safe] = moves[i]
                safe += 1
        return max(safe, 1)
