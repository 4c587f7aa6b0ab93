"""Endgames in a table are solved by looking them up; other positions by retrograde analysis."""

from __future__ import annotations

from nupp.kernel import interpreted
from nupp.rules import Game, Position
from nupp.search.endgames import EndgameTable, has_tables, outcomes_of, table_of
from nupp.search.solve.base import Cost, Value
from nupp.search.solve.solvers import RetrogradeSolver, plies_without_draw


class EndgameSolver(RetrogradeSolver):
    """Games with an endgame table, or with one of outcomes.

    A table says who wins, and how long it takes to make progress, but not how long the whole game takes.
    Outcomes do not say how to make progress either: there is no line then.
    """

    def __init__(self, position: Position, megabytes: int) -> None:
        super().__init__(position, megabytes)
        self._table, self._outcomes = table_of(position.game), outcomes_of(position.game)

    @classmethod
    def fits(cls, game: Game) -> bool:
        return RetrogradeSolver.fits(game) and has_tables(game)

    def knows(self, position: Position) -> bool:
        return super().knows(position) or self._is_held(position)

    def cost(self, position: Position) -> Cost:
        return Cost(1, self._RATE, 0) if self._is_held(position) else super().cost(position)

    def value(self, position: Position) -> Value | None:
        if self._table and self._table.holds(position):
            self.method = f"endgame table of up to {self._table.pieces} pieces"
            outcome, plies = self._table.look_up(position)
            return _value(position, outcome, outcome == 0 or plies <= plies_without_draw(position))
        if self._outcomes and self._outcomes.holds(position):
            self.method = f"outcomes of up to {self._outcomes.pieces} pieces"
            outcome = self._outcomes.look_up(position)
            return _value(position, outcome, outcome == 0)
        return super().value(position)

    def best_move(self, position: Position, value: Value) -> int | None:
        """Of moves that keep the value, one that makes progress; None if only outcomes are known."""
        table = self._table
        if table and table.holds(position):
            return max(position.legal_move_codes, key=lambda code: self._worth_of(table, position, code))
        return None if self._is_held(position) else super().best_move(position, value)

    def kept(self, position: Position) -> tuple[Value, tuple[int, ...]] | None:
        """See `Solver.kept`; of positions with distances it is `best_move` that makes progress."""
        if self._table and self._table.holds(position):
            return None
        if not (self._outcomes and self._outcomes.holds(position)):
            return None
        outcome = self._outcomes.look_up(position)
        return _value(position, outcome, outcome == 0), self._outcomes.keeping(position)

    def _is_held(self, position: Position) -> bool:
        """True if a table holds a position."""
        return any(table and table.holds(position) for table in (self._table, self._outcomes))

    def _worth_of(self, table: EndgameTable, position: Position, code: int) -> tuple[int, int]:
        """The larger the better for who plays a move: how the game ends, and how soon there is progress."""
        child = position.play_code(code)
        if child.is_over:
            return child.outcome * (1 - 2 * position.to_move), 0
        outcome, plies = table.look_up(child)
        with interpreted():
            is_conversion = self.game.repetition.plies(self.game, child.state[0]) == 0
        return -outcome, 0 if is_conversion else outcome * plies


def _value(position: Position, outcome: int, certain: bool) -> Value:
    """The value of a position by its outcome for the side to move."""
    return Value(outcome if position.to_move == 0 else -outcome, certain=certain)
