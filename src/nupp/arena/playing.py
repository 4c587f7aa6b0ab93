"""One game between two players, safe from any fault of theirs."""

from __future__ import annotations

import queue
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from nupp.formats import TIME_FORFEIT, GameRecord, record_of
from nupp.formats.record import OUTCOMES
from nupp.kernel import Deadline, under
from nupp.players import Budget, Clock, Decision, Player, TimeControl
from nupp.players.base import PlayerError
from nupp.rules import Position

R = TypeVar("R")

ADJUDICATED: Final = "adjudicated"
"""The first words of the termination of a game that ended as both players were certain of its result."""
MOVE_LIMIT: Final = "move limit"
"""The first words of the termination of a game that was drawn because it reached its greatest length."""

_LOOK: Final = 0.5
"""Seconds between two looks at whether anybody waits for the game any more."""
_UNTIMED: Final = 10
"""The factor by which a move without a limit of time may take longer."""
_CERTAIN: Final = {"win": 1, "loss": -1, "draw": 0}
"""The result, for the side that moved, by each kind of a certain score but `proven`."""


def ending_of(record: GameRecord) -> str:
    """The cause of a game's end, without further words; empty if that were the rules."""
    return (record.termination or "").partition(":")[0]


class GivenUpError(Exception):
    """A game that nobody waits for any more."""


class HungError(Exception):
    """A player has not answered in time, and may be thinking still."""


@dataclass(frozen=True)
class Conditions:
    """The conditions of a game.

    limits: of each move. control: the time of each side for the whole game. patience: how many seconds past
    its time a move is waited for; ten times as many for moves without a limit of time. proven: whether a game
    ends as soon as both players are certain how. max_plies: after this many it is a draw.
    """

    limits: Budget
    control: TimeControl | None = None
    patience: float = 60.0
    proven: bool = False
    max_plies: int | None = None

    @property
    def clock(self) -> str | None:
        """The time control as records have it."""
        return None if self.control is None else str(self.control)

    @property
    def untimed(self) -> float:
        """The seconds after which a player counts as hanging where it has no limit of time."""
        return _UNTIMED * self.patience

    def time_for(self, budget: Budget, left: float) -> float:
        """The seconds after which a player who has not moved is taken to hang."""
        if self.control is not None:
            return max(0.0, left) + self.patience
        return self.untimed if budget.seconds is None else budget.seconds + self.patience


def play_game(
    opening: Position,
    seats: Sequence[Player],
    seeds: Sequence[int],
    conditions: Conditions,
    given_up: threading.Event,
    watch: Callable[[Position], object] = lambda position: None,
    **details: Any,
) -> tuple[GameRecord, bool]:
    """Play one game from an opening; return its record, and whether the players can play another one.

    seats, seeds: the players by side, and what each is seeded with before. watch: called with the opening and
    the position after each move. details: further fields of the record. A player that fails, moves illegally
    or hangs loses, with its words kept as the termination; so does one whose time runs out, whatever it
    wanted to play. After a player has hung both should be left alone. GivenUpError soon after `given_up` is
    set.
    """
    course = _Course(opening, seats, conditions, given_up)
    course.begin(seeds)
    watch(course.position)
    while not course.position.is_over and not course.ending:
        course.move()
        watch(course.position)
    record = record_of(
        course.position,
        (seats[0].spec, seats[1].spec),
        seconds=tuple(course.seconds),
        waited=course.waited or None,
        opening=len(opening.moves),
        clock=conditions.clock,
        **course.ending,
        **details,
    )
    ended_well = True
    if course.position.is_over:
        ended_well = report_end(seats, course.position, conditions.untimed, given_up)
    return record, ended_well and not course.hung


def report_end(
    seats: Sequence[Player], position: Position, seconds: float, given_up: threading.Event
) -> bool:
    """Report the end of a finished game to its players, and return whether they can play another one.

    The game stands, whatever they do; a failure is warned of.
    """
    sound = True
    for side, one in enumerate(seats):
        try:
            call_within(seconds, partial(one.game_over, position, side), given_up)
        except GivenUpError:
            raise
        except Exception as error:
            sound &= not isinstance(error, HungError)
            warnings.warn(f"{one.spec} failed at the end of a game: {reason(error)}", stacklevel=2)
    return sound


class _Course:
    """A game that is being played.

    seconds: of each move. waited: what a side that was asked has taken without having moved.
    ending: how it has ended if not by the rules, as fields of its record. hung: whether a player did.
    """

    def __init__(
        self, opening: Position, seats: Sequence[Player], conditions: Conditions, given_up: threading.Event
    ) -> None:
        self.position, self.seconds = opening, [0.0] * len(opening.moves)
        self.waited = 0.0
        self.ending: dict[str, Any] = {}
        self.hung = False
        self._seats, self._conditions, self._given_up = seats, conditions, given_up
        self._clock = Clock(conditions.control)
        self._claims: list[str | None] = [None, None]

    def begin(self, seeds: Sequence[int]) -> None:
        """Give the players the seeds of the game, by side."""
        for side, seed in enumerate(seeds):
            try:
                call_within(self._conditions.untimed, partial(self._seats[side].seed, seed), self._given_up)
            except GivenUpError:
                raise
            except Exception as error:
                self._fail(side, error)
                return

    def move(self) -> None:
        """Let the side to move choose and play a move, or end the game."""
        side = self.position.to_move
        try:
            decision = self._ask(side)
            if self._clock.fallen(side):
                self._lose(side, TIME_FORFEIT)
                return
            following = self.position.play(decision.code)
            if self._conditions.proven:
                self._claims[side] = claim(decision, side)
        except GivenUpError:
            raise
        except Exception as error:  # whatever a player does wrong, the others go on
            self._fail(side, error)
            return
        self.position = following
        self.seconds.append(self.waited)
        self.waited = 0.0
        if not self.position.is_over:
            self._adjudicate()

    def _ask(self, side: int) -> Decision:
        budget = self._clock.budget(self.position, self._conditions.limits)
        limit = self._conditions.time_for(budget, self._clock.left(side))
        self._clock.start(side)
        choose = partial(self._seats[side].choose, self.position, budget)
        try:
            return call_within(limit, choose, self._given_up)
        finally:
            self.waited = round(self._clock.stop(), 6)

    def _fail(self, side: int, error: Exception) -> None:
        self.hung = isinstance(error, HungError)
        self._lose(side, failure(self.position, side, error))

    def _lose(self, side: int, termination: str) -> None:
        self.ending = {"outcome": OUTCOMES[-1 if side == 0 else 1], "termination": termination}

    def _adjudicate(self) -> None:
        """End the game if a rule of the match says so."""
        plies, outcome = len(self.seconds), self._claims[0]
        if outcome is not None and outcome == self._claims[1]:
            self.ending = {"outcome": outcome, "termination": f"{ADJUDICATED}: both players are certain"}
        elif self._conditions.max_plies is not None and plies >= self._conditions.max_plies:
            self.ending = {"outcome": "draw", "termination": f"{MOVE_LIMIT}: {plies} plies"}


def failure(position: Position, side: int, error: Exception) -> str:
    """The termination of a game that a side lost because its player failed."""
    return f"{position.game.sides[side]} failed: {reason(error)}"


def reason(error: BaseException) -> str:
    """The text of an error, in one line; its kind if it has none. The caller adds who has failed."""
    words = error.words if isinstance(error, PlayerError) else str(error)
    return " ".join(words.split()) or type(error).__name__


def claim(decision: Decision, side: int) -> str | None:
    """The outcome of which a player is certain that moved for a side; None if it is not.

    KeyError for a `proven` score of something else than 1, 0 or -1.
    """
    kind = decision.score_kind
    certain = decision.score if kind == "proven" else _CERTAIN.get(kind)
    return None if certain is None else OUTCOMES[int(certain if side == 0 else -certain)]


def call_within(seconds: float, function: Callable[[], R], given_up: threading.Event) -> R:
    """The value that a player's function returns within some seconds, while the caller waits for it.

    It runs in a separate thread, which is asked to stop and then left behind if need be: a player can be
    written in any way, and nothing can end a thread from outside. HungError or GivenUpError; otherwise raises
    what the function raises, but what would end the program, such as SystemExit, as a RuntimeError.
    """
    deadline, box = Deadline(), queue.SimpleQueue[tuple[Any, BaseException | None]]()

    def work() -> None:
        try:
            with under(deadline):
                box.put((function(), None))
        except BaseException as error:  # also what would end the program
            box.put((None, error))

    if given_up.is_set():
        raise GivenUpError
    threading.Thread(target=copy_context().run, args=(work,), daemon=True).start()
    try:
        value, error = _awaited(box, seconds, given_up)
    except BaseException:
        deadline.move(0)
        raise
    if isinstance(error, Exception):
        raise error
    if error is not None:
        raise RuntimeError(f"{type(error).__name__}: {error}".rstrip(": ")) from error
    return value  # type: ignore[no-any-return]


def _awaited(
    box: queue.SimpleQueue[tuple[Any, BaseException | None]], seconds: float, given_up: threading.Event
) -> tuple[Any, BaseException | None]:
    """The content of the box; HungError if it does not come soon enough, GivenUpError if nobody waits."""
    end = time.perf_counter() + seconds
    while True:
        try:
            return box.get(timeout=max(0.0, min(_LOOK, end - time.perf_counter())))
        except queue.Empty:
            if given_up.is_set():
                raise GivenUpError from None
            if time.perf_counter() >= end:
                raise HungError(f"no answer after {seconds:g} s") from None
