"""The exact solver of Reversi and Othello."""

from __future__ import annotations

from typing import ClassVar, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from nupp.games.reversi import endgame
from nupp.games.reversi.rules import BitboardReversi, Reversi
from nupp.kernel import Record
from nupp.kernel.bits import popcount
from nupp.rules import Game, Position
from nupp.rules.basics import Moves, States
from nupp.rules.images import least_image
from nupp.search.solve import Cost, Counted, Value, register_solver
from nupp.search.theory import Theory, register_theory


@register_solver
class EndgameSolver(Counted):
    """Reversi and Othello on boards that fit into one word, towards the end or on a small board."""

    method = "alpha-beta on bitboards, with moves sorted by mobility and parity"
    haste = 0.6
    _RATE: ClassVar = 16e6

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
        """By what positions of self-play with 10 to 22 empty cells took."""
        return Cost(2.0 ** (1.22 * self._empties(position) - 0.7), self._RATE, 1)

    def cost_of_outcome(self, position: Position) -> Cost:
        return Cost(2.0 ** (1.33 * self._empties(position) - 5.8), self._RATE, 1)

    def _empties(self, position: Position) -> int:
        return int(self._rules.cells - popcount(position.state[0].own | position.state[0].enemy))

    def value(self, position: Position) -> Value | None:
        """The exact value of a position: first who wins, which is easier, and then by how much."""
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

    def best_move(self, position: Position, value: Value) -> int | None:
        """First the move is tried that the table has: that of the search which found the value."""
        own, enemy = np.uint64(position.state[0].own), np.uint64(position.state[0].enemy)
        known = int(endgame.known_move(self._work, own, enemy))
        if known in position.legal_move_codes:
            child = position.play_code(known)
            if not child.is_over and self.keeps(position.to_move, child, value):
                return known
        return super().best_move(position, value)

    def keeps(self, mover: int, child: Position, value: Value) -> bool | None:
        if value.margin is None:
            return self._keeps_outcome(mover, child, value.outcome)
        margin = value.margin if child.to_move == 0 else -value.margin
        if child.to_move == mover:
            found = self._search(child, margin - 1, margin)
            return None if found is None else found >= margin
        found = self._search(child, margin, margin + 1)
        return None if found is None else found <= margin

    def _keeps_outcome(self, mover: int, child: Position, outcome: int) -> bool | None:
        """As `keeps`, if only the outcome is to be kept; any move keeps a loss."""
        least = outcome if mover == 0 else -outcome
        if least < 0:
            return True
        if child.to_move == mover:
            found = self._search(child, least - 1, least)
            return None if found is None else found >= least
        found = self._search(child, -least, 1 - least)
        return None if found is None else found <= -least

    def margins(self, states: States) -> NDArray[np.float32] | None:
        margins = np.zeros(len(states), np.float32)
        endgame.solve_all(self._rules, self._terrain, self._work, states, margins)
        return None if self.stop[0] != 0 else margins

    def bounds(self, position: Position) -> tuple[int, int]:
        return self._bounds

    def _search(self, position: Position, alpha: int, beta: int) -> int | None:
        state = position.state[0]
        found = endgame.solve(
            self._rules, self._terrain, self._work, np.uint64(state.own), np.uint64(state.enemy), alpha, beta
        )
        return None if self.stop[0] != 0 else int(found)


R = TypeVar("R", bound=Reversi)


@register_theory(Reversi)
class ReversiTheory(Theory[R]):
    """The theory that exact searches may use in Reversi and Othello."""

    def margin_bounds(self, state: Record) -> tuple[int, int]:
        return -self.game.cells, self.game.cells


@register_theory(BitboardReversi)
class BitboardReversiTheory(ReversiTheory[BitboardReversi]):
    """The theory that exact searches may use in Reversi and Othello."""

    def rest_key(self, state: Record) -> np.uint64:
        """Of the discs of the side to move and the other's, the least of their images."""
        return least_image(self.game.board_images, state.own, state.enemy)

    def count_essential(self, state: Record, moves: Moves) -> int:
        return self.game.count_moves(state, moves)
