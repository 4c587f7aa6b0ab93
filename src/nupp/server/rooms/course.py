"""The course of one game: who plays, the position, the moves, the clock, and how it ended.

Nothing here knows of clients, agreements or storage.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from nupp.players import Clock, parse_time_control
from nupp.rules import Position
from nupp.rules.position import result_text
from nupp.store import Reason, State, StoredEnd, StoredMove, StoredRoom


class Course:
    """A game while it is played. While its state is `PLAYING` the clock of the side to move runs.

    The first move takes none of its side's time: clocks start with it. From then on the clock of a person
    runs at once, that of an engine from `engine_begins` on.
    """

    def __init__(self, stored: StoredRoom, position: Position) -> None:
        """Take up a stored game at the position that its moves lead to; its clocks stand still."""
        self.game, self.position = position.game, position
        self.seats = list(stored.seats)
        self.moves = list(stored.moves)
        self.given = stored.given
        self.state = stored.state
        self.end = stored.end
        self.control = None if stored.clock is None else parse_time_control(stored.clock)
        self.stepping = False
        self._clock = Clock(self.control, _left(stored.header, self.moves))

    # ---- whose turn it is ------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.state is State.OVER

    @property
    def side(self) -> int | None:
        """The side that may move now; None while the game waits, is paused or over."""
        return self.position.to_move if self.state is State.PLAYING else None

    @property
    def engine_to_move(self) -> str | None:
        """The spec of the engine that is to move, if one is."""
        side = self.side
        return self.seats[side].name if side is not None and self.seats[side].is_engine else None

    @property
    def of_machines(self) -> bool:
        """True if engines play both sides."""
        return all(seat.is_engine for seat in self.seats)

    @property
    def of_two_people(self) -> bool:
        """True if one person plays another; a person may also hold both sides."""
        first, second = self.seats
        same = first.holder is not None and first.holder == second.holder
        return not (first.is_engine or second.is_engine or same)

    def sides_of(self, client: str) -> list[int]:
        """The sides that a client holds."""
        return [side for side, seat in enumerate(self.seats) if seat.holder == client]

    def may_move(self, client: str) -> bool:
        """Return True if it is a client's turn to move."""
        return self.side in self.sides_of(client)

    def name(self, side: int) -> str:
        """The name of a side in the game."""
        return self.game.sides[side]

    # ---- moves -----------------------------------------------------------------------------------

    def play(self, following: Position, written: str) -> StoredMove:
        """Play the move of the side to move that leads to a position; it may be the end."""
        side = self.position.to_move
        seconds = 0.0
        if self.is_timed:
            self._clock.start(side)
            seconds = round(self._clock.stop(), 3)
        move = StoredMove(len(self.moves), written, seconds, self.times())
        self.position = following
        self.moves.append(move)
        if following.is_over:
            self.finish(Reason.RULES, following.outcome, following.margin)
        elif self.stepping:
            self.state, self.stepping = State.PAUSED, False
        self.resume()
        return move

    def position_at(self, ply: int) -> Position:
        """The position after `ply` moves."""
        position = self.position
        for _ in range(len(self.moves) - ply):
            assert position.previous is not None
            position = position.previous
        return position

    def last_ply_of(self, side: int) -> int | None:
        """The ply at which a side moved last in this room; None if it has not."""
        position = self.position
        for ply in range(len(self.moves) - 1, self.given - 1, -1):
            assert position.previous is not None
            position = position.previous
            if position.to_move == side:
                return ply
        return None

    def take_back(self, keep: int) -> None:
        """Take back all moves but the first `keep`; the game goes on from there."""
        self.position = self.position_at(keep)
        del self.moves[keep:]
        self.end = None
        self.state = State.PLAYING
        self._clock = Clock(self.control, (self._clock.left(0), self._clock.left(1)))
        self.go_on_or_wait()

    def finish(self, reason: Reason, outcome: int | None, margin: int | None = None) -> None:
        """End the game."""
        self._clock.pause()
        self.state, self.stepping = State.OVER, False
        self.end = StoredEnd(reason, outcome, margin)

    def lose(self, side: int, reason: Reason) -> None:
        """End the game with the loss of a side."""
        self.finish(reason, -1 if side == 0 else 1)

    def end_words(self, end: StoredEnd) -> str:
        """The end of a game, in English."""
        if end.reason is Reason.RULES and end.outcome is not None:
            return result_text(self.game, end.outcome, end.margin or 0)
        if end.reason is Reason.AGREED:
            return "drawn by agreement"
        if end.outcome is None:
            return "aborted"
        winner = 0 if end.outcome > 0 else 1
        loser = self.name(1 - winner)
        how = {Reason.TIME: " on time", Reason.LEFT: f": {loser} left"}.get(end.reason, f": {loser} resigned")
        return f"{self.name(winner)} wins{how}"

    # ---- going on and standing still -------------------------------------------------------------

    def go_on_or_wait(self) -> None:
        """Play if nobody is missing, unless the game is over or paused."""
        if self.state in (State.WAITING, State.PLAYING):
            missing = any(seat.is_free for seat in self.seats)
            self.state = State.WAITING if missing else State.PLAYING
            self.resume()

    def pause(self) -> None:
        """Stop the game until it is continued."""
        self.state, self.stepping = State.PAUSED, False
        self._clock.pause()

    def unpause(self, one_move: bool) -> None:
        """Resume a paused game, or play one move of it."""
        self.state, self.stepping = State.PLAYING, one_move

    # ---- time ------------------------------------------------------------------------------------

    def resume(self) -> None:
        """Let the clock of the side to move run if it is a person's, or runs already; and no other one."""
        side = self.side
        if self._clock.running != side:
            self._clock.pause()
        if side is not None and not self.seats[side].is_engine and self.is_timed:
            self._clock.start(side)

    def engine_begins(self) -> None:
        """The engine to move has begun to think: its time runs."""
        if self.engine_to_move is not None and self.is_timed:
            self._clock.start(self.position.to_move)

    def stand_still(self) -> bool:
        """Let no time run until `resume`, or until the engine that chose its move plays it; did any run?"""
        ran = self._clock.running is not None
        self._clock.pause()
        return ran

    @property
    def is_timed(self) -> bool:
        """False for the first move of a game with clocks, which nobody has to hurry for."""
        return self.control is None or len(self.moves) > self.given

    @property
    def running(self) -> int | None:
        """The side whose time runs, if one does."""
        return self._clock.running

    def has_fallen(self, side: int | None) -> bool:
        """Return True if a side has used up its time."""
        return side is not None and self._clock.fallen(side)

    def flag_in(self) -> float | None:
        """The seconds after which the clock that runs has run down; None if none can."""
        side = self._clock.running
        left = math.inf if side is None else self._clock.left(side)
        return max(0.0, left) if left < math.inf else None

    def engine_clock(self) -> tuple[float, float] | None:
        """The clock of the engine to move: the seconds left and the increment."""
        if self.control is None:
            return None
        return max(0.0, self._clock.left(self.position.to_move)), self.control.increment

    def times(self) -> tuple[float, float] | None:
        """The seconds that the sides have left; None without clocks."""
        if self.control is None:
            return None
        return round(self._clock.left(0), 3), round(self._clock.left(1), 3)


def _left(header: Any, moves: Sequence[StoredMove]) -> tuple[float, float] | None:
    """The seconds that the sides had left when a room was stored; None if all of them."""
    kept = header["left"]
    if kept is not None and kept["ply"] == len(moves) and kept["times"] is not None:
        first, second = kept["times"]
        return first, second
    return moves[-1].left if moves else None
