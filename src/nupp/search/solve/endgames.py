"""Endgames in a table are solved by looking them up; other positions by retrograde analysis."""

from __future__ import annotations

from nupp.kernel import interpreted
from nupp.rules import Game, Position
from nupp.search.endgames import table_file_of, table_of
from nupp.search.solve.base import Cost, Value
from nupp.search.solve.solvers import RetrogradeSolver, plies_without_draw


class EndgameSolver(RetrogradeSolver):
    """Games with an endgame table.

    A table says who wins, and how long it takes to make progress, but not how long the whole game takes.
    """

    def __init__(self, position: Position, megabytes: int) -> None:
        super().__init__(position, megabytes)
        table = table_of(position.game)
        assert table is not None
        self._table = table

    @classmethod
    def fits(cls, game: Game) -> bool:
        return RetrogradeSolver.fits(game) and table_file_of(game) is not None

    def knows(self, position: Position) -> bool:
        return super().knows(position) or self._table.holds(position)

    def cost(self, position: Position) -> Cost:
        return Cost(1, self._RATE, 0) if self._table.holds(position) else super().cost(position)

    def value(self, position: Position) -> Value | None:
        if not self._table.holds(position):
            return super().value(position)
        self.method = f"endgame table of up to {self._table.pieces} pieces"
        outcome, plies = self._table.look_up(position)
        won = outcome if position.to_move == 0 else -outcome
        return Value(won, certain=won == 0 or plies <= plies_without_draw(position))

    def best_move(self, position: Position, value: Value) -> int | None:
        """Of moves that keep the value, one that makes progress."""
        if not self._table.holds(position):
            return super().best_move(position, value)
        return max(position.legal_move_codes, key=lambda code: self._worth_of(position, code))

    def _worth_of(self, position: Position, code: int) -> tuple[int, int]:
        """The larger the better for who plays a move: how the game ends, and how soon there is progress."""
        child = position.play_code(code)
        if child.is_over:
            return child.outcome * (1 - 2 * position.to_move), 0
        outcome, plies = self._table.look_up(child)
        with interpreted():
            is_conversion = self.game.repetition.plies(self.game, child.state[0]) == 0
        return -outcome, 0 if is_conversion else outcome * plies
