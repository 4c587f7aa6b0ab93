"""Solvers: their interface, the exact values that they find, and the cost of finding them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from nupp.kernel import StopFlag, stop_flag
from nupp.rules import Game, Position
from nupp.rules.basics import States
from nupp.rules.optional import has_margin
from nupp.search.scores import margin_of

TOO_LONG: Final = 3600.0
"""Seconds: what is expected to take longer counts as too large."""
_LONGEST_LINE: Final = 1000
_BYTES_A_POSITION: Final = 64
_LEAST_TABLE: Final = 4


@dataclass(frozen=True)
class Value:
    """The value of a position to the first player under best play of both sides.

    outcome: 1, 0 or -1. margin: the margin at the end, where the solver finds it. plies: to the end, where
    the solver finds it: the winner hurries and the loser delays. certain: False if a draw by a count of
    moves, or by repetition, may come before the end.
    """

    outcome: int
    margin: int | None = None
    plies: int | None = None
    certain: bool = True

    @classmethod
    def of_end(cls, position: Position) -> Value:
        """The value of a finished game; without a margin if the game keeps no score."""
        return cls(position.outcome, margin_of(position) if has_margin(position.game) else None, 0)

    def before(self) -> Value:
        """The value of a position one ply before, from which best play leads to one of this value."""
        return self if self.plies is None else replace(self, plies=self.plies + 1)

    def rank(self, side: int) -> tuple[int, int, int]:
        """The larger the better for a side: by outcome, then by margin, then by plies."""
        sign = 1 if side == 0 else -1
        hurry = sign * self.outcome * -(self.plies or 0)
        return sign * self.outcome, sign * (self.margin or 0), hurry


@dataclass(frozen=True)
class Cost:
    """The expected cost of solving a position: positions, positions a second, and memory in MB.

    Rough: positions of equal size differ a hundredfold, and so do machines.
    """

    positions: float
    rate: float
    megabytes: float

    @property
    def seconds(self) -> float:
        return self.positions / self.rate


def size_text(size: float) -> str:
    """A number of bytes in the unit that suits it, kB to TB."""
    for unit, name in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")):
        if size >= unit:
            return f"{size / unit:,.1f} {name}"
    return f"{size / 1e3:,.1f} kB"


class TooLargeError(ValueError):
    """A position is expected to take too long, or more memory than is allowed; the message says how much."""


class UnsolvedError(Exception):
    """The end of a search that was stopped before it knew the value; the message says what it does know."""


class Solver(ABC):
    """The base class of solvers, which find exact values of positions of one game by one method.

    Made for a position; it keeps what it has found out for those that follow. Once its stop flag is up all
    its methods return soon, with None where they have no answer.
    """

    method: str
    """The method of proof, in words."""
    cheap: ClassVar[bool] = False
    """True if the values of all later positions are known once a position is solved."""

    def __init__(self, position: Position, megabytes: int) -> None:
        self.game = position.game
        self.megabytes = megabytes
        self.stop: StopFlag = stop_flag()

    def table_size(self, position: Position) -> int:
        """The MB of a table that is large enough for a position, or as large as is allowed.

        Touching memory for the first time costs more than a small search.
        """
        wanted = self.cost(position).positions * _BYTES_A_POSITION / 2**20
        return int(min(self.megabytes, max(_LEAST_TABLE, wanted)))

    haste: ClassVar[float] = 0.0
    """If not 0, it is so fast that `strong` may try it within a move's time, long before the game ends.

    It does so where the expected cost is at most this many times the budget.
    """

    @classmethod
    @abstractmethod
    def fits(cls, game: Game) -> bool:
        """Return True if the solver can solve positions of a game, given time and memory."""

    @abstractmethod
    def cost(self, position: Position) -> Cost:
        """The expected cost of solving a position from scratch."""

    def cost_of_outcome(self, position: Position) -> Cost:
        """The expected cost of finding out who wins, which some solvers do before they ask by how much."""
        return self.cost(position)

    def knows(self, position: Position) -> bool:
        """Return True if the value of a position is known already."""
        return False

    def kept(self, position: Position) -> tuple[Value, tuple[int, ...]] | None:
        """The value of a position and the codes of all moves that keep it, without a search.

        None where that is not known, or `best_move` knows better which of them to take.
        """
        return None

    def compile(self, position: Position) -> None:
        """Compile its code, or load it, before a clock runs: by searches that are stopped at once."""
        self.stop[0] = 1
        self.value(position)
        self.keeps(position.to_move, position, Value(0, 0, 2))
        self.stop[0] = 0
        self.allow(None)

    @property
    @abstractmethod
    def nodes(self) -> int:
        """The positions visited since `allow`; may be read while it solves."""

    @abstractmethod
    def allow(self, nodes: int | None) -> None:
        """Count positions from 0 again, and raise the stop flag before more than `nodes` are visited."""

    @abstractmethod
    def value(self, position: Position) -> Value | None:
        """The value of a position whose game goes on; None if the stop flag went up before it was known."""

    def outcome(self, position: Position) -> int | None:
        """The outcome of a position for its side to move, 1, 0 or -1, whose game goes on; None if stopped."""
        found = self.value(position)
        return None if found is None else found.outcome * (1 if position.to_move == 0 else -1)

    def keeps(self, mover: int, child: Position, value: Value) -> bool | None:
        """Return True if a move of `mover` to `child` keeps `value`, the value of the position before it.

        None if the stop flag went up before it was known. The game goes on in `child`.
        """
        found = self.value(child)
        return None if found is None else found.before() == value

    def margins(self, states: States) -> NDArray[np.float32] | None:
        """The margins of positions for their sides to move; None if the stop flag went up before.

        Their games go on, and the solver finds margins.
        """
        found = np.zeros(len(states), np.float32)
        for row in range(len(states)):
            position = Position(self.game, states[row : row + 1].copy())
            value = self.value(position)
            if value is None:
                return None
            margin = value.outcome if value.margin is None else value.margin
            found[row] = margin if position.to_move == 0 else -margin
        return found

    def bounds(self, position: Position) -> tuple[int, int]:
        """After `value` was stopped: the least and the greatest outcome that the position can have."""
        return -1, 1

    def worth(self, position: Position) -> Value | None:
        """The value of any position, finished or not."""
        return Value.of_end(position) if position.is_over else self.value(position)

    def best_move(self, position: Position, value: Value) -> int | None:
        """The code of a move that keeps the value of a position; None if stopped before one was found."""
        for code in position.legal_move_codes:
            child = position.play_code(code)
            kept = _ends_so(child, value) if child.is_over else self.keeps(position.to_move, child, value)
            if kept:
                return code
            if kept is None:
                break
        return None

    def line(self, position: Position, value: Value) -> tuple[int, ...]:
        """The codes of a line of best play: to the end of the game, or to where a position recurs."""
        codes: list[int] = []
        while not position.is_over and position.occurrences == 1 and len(codes) < _LONGEST_LINE:
            code = self.best_move(position, value)
            if code is None:
                break
            codes.append(code)
            position = position.play_code(code)
            if value.plies:
                value = replace(value, plies=value.plies - 1)
        return tuple(codes)


def _ends_so(end: Position, value: Value) -> bool:
    """True if a finished game has the value that the position one ply before promised."""
    return (
        end.outcome == value.outcome
        and (value.margin is None or Value.of_end(end).margin == value.margin)
        and (value.plies is None or value.plies == 1)
    )
