"""Clocks: a time for the whole game and one for each move, and how much of it to spend on a move.

How to spend it is the question of R. M. Hyatt, Using time wisely (1984); the answer here is a plain one that
knows nothing of the game but how long it may last.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Final

from nupp.players.budget import SHORTEST, Budget, Remaining, format_duration, parse_duration
from nupp.rules import Position
from nupp.search.playout import random_playouts

LAG: Final = 0.05
"""Seconds that are kept back for each move: a machine may be busy, and a move has to be handed over."""

SAMPLE: Final = 24
"""The number of random games from which the length of a game is estimated."""

FARTHEST: Final = 50
"""The most moves of a side that are saved for."""

_MEMORY: Final = 4
"""The lag is the mean of about this many moves."""
_LEAST_SHARE: Final = 0.2
"""Of its share of the time a move gets as much whatever the lag."""


@dataclass(frozen=True)
class TimeControl:
    """A time for all moves of a side, and what each move adds to it (R. J. Fischer, 1988), in seconds.

    Written `60s+0.5s`, or `60s` if moves add nothing. ValueError unless the time is positive and the
    increment is not negative.
    """

    base: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if not (0 < self.base < math.inf and 0 <= self.increment < math.inf):
            raise ValueError(
                f"a clock of {self.base:g} s and {self.increment:g} s a move: expected a time of more than 0 "
                "and an increment of 0 or more"
            )

    def __str__(self) -> str:
        added = f"+{format_duration(self.increment)}" if self.increment else ""
        return f"{format_duration(self.base)}{added}"


def parse_time_control(text: str) -> TimeControl:
    """The time control that `60s+0.5s`, `5m+3s` or `10m` stands for; ValueError quotes anything else."""
    base, plus, increment = text.partition("+")
    try:
        return TimeControl(parse_duration(base), parse_duration(increment, zero=True) if plus else 0.0)
    except ValueError:
        raise ValueError(
            f"{text!r} is not a clock: expected a time for the game and, after a plus, what each move adds, "
            "such as 60s+0.5s, 5m+3s or 10m"
        ) from None


class Lag:
    """The running mean of the seconds that a side's last moves took beyond what they were given.

    Less than nothing counts as nothing. A machine that is busy or slow is so for a while.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def note(self, excess: float) -> None:
        """Record that a move took `excess` seconds more than it was given."""
        self.seconds += (max(0.0, excess) - self.seconds) / _MEMORY


class Clock:
    """The times that the two sides of one game have left; without a time control both have no end of it.

    At most one side's time runs: from `start` to `stop`. A side that has used up all it had has `fallen`, as
    the flag of a clock does, and gets no more increments. left: what the sides have of a game that was begun
    before.
    """

    def __init__(self, control: TimeControl | None = None, left: tuple[float, float] | None = None) -> None:
        self.control = control
        self._left = list(left) if control and left else [control.base if control else math.inf] * 2
        self._running: int | None = None
        self._began = 0.0
        self._before = (0, 0.0)  # whose time ran before a pause, and for how long
        self._given: list[float | None] = [None, None]  # the seconds for the move that is being thought about
        self._lags = Lag(), Lag()

    def start(self, side: int) -> None:
        """Let the time of a side run; if it runs already, go on. ValueError if that of the other runs."""
        if self._running == 1 - side:
            raise ValueError(f"the clock of side {side} cannot start: that of side {1 - side} is running")
        if self._running is None:
            self._running, self._began = side, time.perf_counter()

    def stop(self) -> float:
        """The side whose time runs has moved: add the increment; returns the seconds that it took.

        What it took before pauses is counted, as long as the time of the other side has not run since.
        """
        if self._running is None:
            raise ValueError("the clock cannot stop: it is not running")
        side = self._running
        self.pause()
        _, taken = self._before
        self._before = (side, 0.0)
        given, self._given[side] = self._given[side], None
        if given is not None:
            self._lags[side].note(taken - given)
        if self.control and not self.fallen(side):
            self._left[side] += self.control.increment
        return taken

    @property
    def running(self) -> int | None:
        """The side whose time runs, if one does."""
        return self._running

    def pause(self) -> None:
        """Let no time run, though nobody has moved; `start` goes on."""
        if self._running is not None:
            side, self._running = self._running, None
            taken = time.perf_counter() - self._began
            self._left[side] -= taken
            last, before = self._before
            self._before = (side, taken + (before if last == side else 0.0))

    def left(self, side: int) -> float:
        """The seconds that a side has left: less than 0 if it took too long, infinity if there is no end."""
        running = time.perf_counter() - self._began if self._running == side else 0.0
        return self._left[side] - running

    def fallen(self, side: int) -> bool:
        """Return True if a side has used up its time."""
        return self.left(side) < 0

    def budget(self, position: Position, limits: Budget) -> Budget:
        """The budget of the side to move for its move, by `allot`; `limits` without a time control.

        The times on both clocks are part of it.
        """
        if self.control is None:
            return limits
        remaining = Remaining((self.left(0), self.left(1)), self.control.increment)
        side = position.to_move
        lag = self._lags[side].seconds
        share = allot(position, remaining.left[side], remaining.increment, limits, lag=lag)
        self._given[side] = share.seconds
        return replace(share, clock=remaining)

    def quick(self, side: int, limits: Budget) -> Budget:
        """The budget of a side whose game's length is not known yet: a hundredth of what it has left."""
        if self.control is None:
            return limits
        return replace(limits, seconds=max(SHORTEST, self.left(side) / 100), soft=None)


def clock_text(seconds: float) -> str:
    """A time as clocks show it, never more than there is: `1:02:03`, `4:58`, or `0:09.7` if it is scarce."""
    tenths = math.floor(10 * max(0.0, seconds))
    minutes, rest = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    shown = f"{rest // 10:02}" if tenths >= 100 else f"{rest / 10:04.1f}"
    return f"{hours}:{minutes:02}:{shown}" if hours else f"{minutes}:{shown}"


def allot(
    position: Position,
    left: float,
    increment: float = 0.0,
    limits: Budget | None = None,
    moves: int | None = None,
    lag: float = 0.0,
) -> Budget:
    """The budget of the side to move for its move, from the time that it has left.

    An equal share of it for each move that the game may still need, less some milliseconds for lag, and most
    of the increment; never more than half of what is left, but SHORTEST in any case. The soft limit is half
    of the time: an iteration mostly takes at least as long as all before it, so that one begun later would be
    stopped half-way.

    left, increment: seconds. limits: of nodes and depth, which hold as well. moves: how many the side has to
    make with what is left, if that is known; otherwise `moves_to_go` estimates it. lag: seconds that moves
    have lately taken beyond what they were given; they are taken off, as far as a fifth of the share.
    """
    moves = moves or moves_to_go(position)
    safe = max(left - LAG * moves, left / 2)
    share = safe / moves + 0.75 * increment
    share = min(share, safe / 2)
    seconds = max(SHORTEST, share - lag, _LEAST_SHARE * share)
    return replace(limits or Budget(), seconds=seconds, soft=seconds / 2)


def moves_to_go(position: Position) -> int:
    """About how many moves the side to move has still to make: those of the longest of a few random games.

    The longest, since good players lose no game as early as random ones do. At least 1 and at most FARTHEST;
    the same whenever it is asked.
    """
    longest = max(random_playouts(position, 1, seed, limit=2 * FARTHEST)[0] for seed in range(SAMPLE))
    return max(1, math.ceil(longest / 2))
