"""A room: one game that is played on the server, by its rules and by the rules of playing together.

No input or output happens here. Whatever is done to a room changes it and returns the `Change` that has to be
stored; what cannot be done is a RefusedError and changes nothing. Who acts is told by the hash of its secret.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import nupp
from nupp.players import Budget, Clock, parse_time_control
from nupp.rules import Position
from nupp.rules.position import result_text
from nupp.server.engines.playing import Rulebook
from nupp.server.rooms.terms import Terms, first_header, new_room
from nupp.store import Change, StoredEnd, StoredMove, StoredRoom
from nupp.store.room import Reason, State


class RefusedError(Exception):
    """Something that cannot be done in a room now; code: one word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Presence(NamedTuple):
    """Who is connected to a room: for each side its holder, and how many others."""

    connected: tuple[bool, bool]
    spectators: int


NOBODY: Final = Presence((False, False), 0)


class Room:
    """A game and all that is known of how it is played.

    A seat is free until somebody holds it; the game waits until none is. While it is `playing`, the clock of
    the side to move runs: of a person at once, of an engine from `engine_begins` on.
    """

    def __init__(self, stored: StoredRoom, position: Position, rulebook: Rulebook) -> None:
        """The room that was stored, at the position that its moves lead to; its clocks stand still."""
        self.id, self.game, self.position = stored.id, position.game, position
        self._rulebook = rulebook
        self.creator, self.start, self.created = stored.creator, stored.start, stored.created
        self.seats = list(stored.seats)
        self.moves = list(stored.moves)
        self.given, self.public = stored.given, stored.public
        self.state: State = stored.state
        self.end = stored.end
        self.version = stored.version
        header = stored.header
        self.control = None if stored.clock is None else parse_time_control(stored.clock)
        self.budget = Budget(**header["budget"])
        self.pause: float = header["pause"]
        self.rematch: str | None = header["rematch"]
        self.draw_offer: int | None = header["offers"]["draw"]
        self.takeback_offer: int | None = header["offers"]["takeback"]
        self.stepping = False
        self._clock = Clock(self.control, _left(header, self.moves))

    # ---- what is the case ------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.state == "over"

    @property
    def side(self) -> int | None:
        """The side that may move now; None while the game waits, is paused or over."""
        return self.position.to_move if self.state == "playing" else None

    @property
    def engine_to_move(self) -> str | None:
        """The spec of the engine that is to move, if one is."""
        side = self.side
        return self.seats[side].name if side is not None and self.seats[side].kind == "engine" else None

    @property
    def of_machines(self) -> bool:
        """Whether engines play both sides."""
        return all(seat.kind == "engine" for seat in self.seats)

    @property
    def of_two_people(self) -> bool:
        """Whether one person plays another; a person may also hold both sides."""
        first, second = self.seats
        same = first.holder is not None and first.holder == second.holder
        return first.kind == second.kind == "person" and not same

    def sides_of(self, client: str) -> list[int]:
        """The sides that a client holds."""
        return [side for side, seat in enumerate(self.seats) if seat.holder == client]

    def may_move(self, client: str) -> bool:
        """Whether it is for a client to move."""
        return self.side in self.sides_of(client)

    def flag_in(self) -> float | None:
        """The seconds after which the clock that runs has run down; None if none can."""
        side = self._clock.running
        left = math.inf if side is None else self._clock.left(side)
        return max(0.0, left) if left < math.inf else None

    def engine_clock(self) -> tuple[float, float] | None:
        """What an engine needs to know of its clock: the seconds left and the increment."""
        if self.control is None:
            return None
        return max(0.0, self._clock.left(self.position.to_move)), self.control.increment

    # ---- moves -----------------------------------------------------------------------------------

    def move(self, client: str, ply: int, text: str) -> Change | None:
        """Play a move for who holds the side to move; None if just this move was played before at its ply."""
        if ply < len(self.moves) and self._is_repeated(client, ply, text):
            return None
        self._require_going_on()
        if ply != len(self.moves):
            raise RefusedError("stale", f"ply {ply}: expected {len(self.moves)}, the number of moves played")
        if not self.sides_of(client):
            raise RefusedError("not_your_seat", "you play neither side: expected who has the seat to move")
        if not self.may_move(client):
            raise RefusedError("not_your_turn", f"it is for {self._name(self.position.to_move)} to move")
        return self._play(text)

    def engine_move(self, ply: int, text: str) -> Change:
        """Play a move for the engine to move, which thought about the position after so many moves."""
        if self.engine_to_move is None or ply != len(self.moves):
            raise RefusedError("stale", f"ply {ply}: no engine is to move there")
        return self._play(text)

    def engine_begins(self) -> None:
        """The engine to move has begun to think: its time runs."""
        if self.engine_to_move is not None:
            self._clock.start(self.position.to_move)

    def _is_repeated(self, client: str, ply: int, text: str) -> bool:
        """Whether a move was played before by the same client."""
        known = self._position_at(ply)
        same = (
            self.moves[ply].move == self.game.notation.normalise(self.game, text)
            or self.moves[ply].move == text
        )
        return same and self.seats[known.to_move].holder == client

    def _position_at(self, ply: int) -> Position:
        """The position after so many moves."""
        position = self.position
        for _ in range(len(self.moves) - ply):
            assert position.previous is not None
            position = position.previous
        return position

    def _play(self, text: str) -> Change:
        """Play a move of the side to move, and see whether that was the end."""
        side = self.position.to_move
        if self._clock.fallen(side):
            raise RefusedError("time", f"the time of {self._name(side)} is up")
        try:
            position, written = self._rulebook.play(self.position, text)
        except ValueError as error:
            raise RefusedError("illegal_move", str(error)) from None
        self._clock.start(side)
        seconds = round(self._clock.stop(), 3)
        move = StoredMove(len(self.moves), written, seconds, self._times())
        self.position = position
        self.moves.append(move)
        header = self._withdraw_offers(side)
        if position.is_over:
            self._finish("rules", position.outcome, position.margin)
        elif self.stepping:
            self.state, self.stepping = "paused", False
        self._run_clock()
        stopped = self.state != "playing"
        return self._change(moves=(move,), state=stopped, header=header)

    def _withdraw_offers(self, side: int) -> bool:
        """Forget what a move answers: the other's offer of a draw, and whoever asks for a move back."""
        had = self.takeback_offer is not None or self.draw_offer == 1 - side
        self.takeback_offer = None
        if self.draw_offer == 1 - side:
            self.draw_offer = None
        return had

    # ---- time ------------------------------------------------------------------------------------

    def fall(self) -> Change | None:
        """End the game if the clock that runs has run down."""
        side = self._clock.running
        if side is None or not self._clock.fallen(side):
            return None
        self._finish("time", -1 if side == 0 else 1, None)
        return self._change(state=True, header=True)

    def suspend(self) -> Change | None:
        """Let no time run until `resume`, and have the times kept; None if there is nothing to keep."""
        ran = self._clock.running is not None
        self._clock.pause()
        return self._change(header=True) if ran and self.control is not None else None

    def resume(self) -> None:
        """Let the time of the person to move run, as after a restart of the server."""
        self._run_clock()

    def stand_still(self) -> None:
        """Let no time run until `resume`, or until the engine that has chosen its move plays it."""
        self._clock.pause()

    def _run_clock(self) -> None:
        """Let the clock of the side to move run if it is a person's, or runs already; and no other one."""
        side = self.side
        if self._clock.running != side:
            self._clock.pause()
        if side is not None and self.seats[side].kind == "person":
            self._clock.start(side)

    def _times(self) -> tuple[float, float] | None:
        """The seconds that the sides have left."""
        if self.control is None:
            return None
        return round(self._clock.left(0), 3), round(self._clock.left(1), 3)

    # ---- seats -----------------------------------------------------------------------------------

    def take_seat(self, client: str, side: int, invitation: str) -> Change | None:
        """Give a client the seat that an invitation, of this hash, is for; None if it has it already."""
        seat = self.seats[side]
        if seat.holder == client:
            return None
        if seat.invitation is None or seat.invitation != invitation:
            raise RefusedError(
                "bad_invitation", "the invitation is not valid, or was used: ask for another one"
            )
        self.seats[side] = replace(seat, holder=client, invitation=None)
        self._go_on_or_wait()
        return self._change(seats=True, state=True)

    def release(self, client: str, side: int, invitation: str) -> Change:
        """Take the seat of a person from who holds it, and keep it for who has an invitation of this hash."""
        self._require_creator(client)
        if self.seats[side].kind == "engine":
            raise RefusedError("not_allowed", f"an engine plays {self._name(side)}: expected a person's seat")
        self.seats[side] = replace(self.seats[side], holder=None, invitation=invitation)
        self.draw_offer = self.takeback_offer = None
        self._go_on_or_wait()
        return self._change(seats=True, state=True, header=True)

    def _go_on_or_wait(self) -> None:
        """Play if nobody is missing, unless the game is over or paused."""
        if self.state in ("waiting", "playing"):
            missing = any(seat.kind == "person" and seat.holder is None for seat in self.seats)
            self.state = "waiting" if missing else "playing"
            self._run_clock()

    # ---- agreements ------------------------------------------------------------------------------

    def takeback(self, client: str) -> Change:
        """Take back the last move of a client, or ask the other person for that, or agree to it."""
        side = self._acting_side(client)
        keep = self._before_last_move(side if self.takeback_offer != 1 - side else 1 - side)
        if self._is_alone(client) or self.takeback_offer == 1 - side:
            return self._take_back(keep)
        if self.takeback_offer == side:
            raise RefusedError("offered", "you have asked for that already")
        self.takeback_offer = side
        return self._change(header=True)

    def _before_last_move(self, side: int) -> int:
        """The ply at which a side moved last; RefusedError if there is none to take back."""
        if self.end is not None and self.end.reason != "rules":
            words = self._end_words(self.end)
            raise RefusedError("over", f"{words}: expected a game that goes on, or that a move has ended")
        position = self.position
        for ply in range(len(self.moves) - 1, self.given - 1, -1):
            assert position.previous is not None
            position = position.previous
            if position.to_move == side:
                return ply
        raise RefusedError("no_move", f"{self._name(side)} has made no move that could be taken back")

    def _take_back(self, keep: int) -> Change:
        self.position = self._position_at(keep)
        del self.moves[keep:]
        self.draw_offer = self.takeback_offer = None
        self.end = None
        self.state = "playing"
        self._clock = Clock(self.control, (self._clock.left(0), self._clock.left(1)))
        self._go_on_or_wait()
        return self._change(keep=keep, state=True, header=True)

    def offer_draw(self, client: str) -> Change:
        """Offer a draw, or agree to one."""
        self._require_going_on()
        side = self._acting_side(client)
        if self._is_alone(client) and len(self.sides_of(client)) == 1:
            raise RefusedError("declined", "engines play on: they agree to no draws")
        if self._is_alone(client) or self.draw_offer == 1 - side:
            self._finish("agreed", 0, None)
            return self._change(state=True, header=True)
        if self.draw_offer == side:
            raise RefusedError("offered", "you have offered a draw already")
        self.draw_offer = side
        return self._change(header=True)

    def refuse(self, client: str) -> Change:
        """Refuse what the other person has offered or asked for."""
        side = self._acting_side(client)
        if 1 - side not in (self.draw_offer, self.takeback_offer):
            raise RefusedError("no_offer", "there is nothing to refuse")
        self.draw_offer = None if self.draw_offer == 1 - side else self.draw_offer
        self.takeback_offer = None if self.takeback_offer == 1 - side else self.takeback_offer
        return self._change(header=True)

    def resign(self, client: str) -> Change:
        """Give the game up; who holds both sides gives up the one to move."""
        if self.is_over:
            raise RefusedError("over", "the game is over")
        side = self._acting_side(client, moved=False)
        self._finish("resigned", -1 if side == 0 else 1, None)
        return self._change(state=True, header=True)

    def again(self, client: str, id: str) -> StoredRoom | None:
        """The room in which the same game is to be played again with sides swapped; None if there is one."""
        if not self.is_over:
            raise RefusedError("not_over", "the game goes on: expected its end before another one")
        if not self.sides_of(client) and not (self.of_machines and client == self.creator):
            raise RefusedError(
                "not_your_seat", "you play neither side: expected who does to ask for a rematch"
            )
        if self.rematch is not None:
            return None
        terms = Terms(self.control, self.budget, self.pause, self.public)
        seats = self.seats[1], self.seats[0]
        moves = [move.move for move in self.moves[: self.given]]
        return new_room(id, self.game, self.creator, seats, terms, self.start, moves)

    def set_rematch(self, id: str) -> Change:
        """The game is played again in the room of this id."""
        self.rematch = id
        return self._change(header=True)

    # ---- machines --------------------------------------------------------------------------------

    def halt(self, client: str) -> Change:
        """Pause a game of two engines."""
        self._require_machines(client)
        self._require_going_on()
        self.state, self.stepping = "paused", False
        self._clock.pause()
        return self._change(state=True, header=True)

    def go_on(self, client: str, one_move: bool = False) -> Change:
        """Go on with a game of two engines that is paused, or for one move only."""
        self._require_machines(client)
        if self.state != "paused":
            raise RefusedError("not_paused", "the game is not paused")
        self.state, self.stepping = "playing", one_move
        return self._change(state=True)

    def set_pause(self, client: str, seconds: float) -> Change:
        """Set the least time between two moves of machines."""
        self._require_creator(client)
        self.pause = seconds
        return self._change(header=True)

    def stop_engine(self) -> Change | None:
        """The engine to move has failed: a game of two engines is paused, so that somebody looks after it."""
        self._clock.pause()
        if not self.of_machines or self.state != "playing":
            return None
        self.state, self.stepping = "paused", False
        return self._change(state=True, header=True)

    # ---- what is told ----------------------------------------------------------------------------

    def to_json(self, client: str | None, presence: Presence = NOBODY) -> dict[str, Any]:
        """The room as a client sees it; without one, as anybody may."""
        return {
            "id": self.id,
            "version": self.version,
            "game": self.game.spec,
            "start": self.start,
            "moves": [move.move for move in self.moves],
            "movers": self._movers(),
            "seconds": [move.seconds for move in self.moves],
            "seats": [self._seat(side, client, presence) for side in (0, 1)],
            **self.status(),
            "pause": self.pause,
            "public": self.public,
            "yours": client == self.creator,
            "rematch": self.rematch,
            "spectators": presence.spectators,
            "created": self.created.isoformat(timespec="seconds"),
        }

    def status(self) -> dict[str, Any]:
        """What a move may change beside the position."""
        return {
            "state": self.state,
            "end": self.end_json(),
            "clock": self.clock_json(),
            "offers": {"draw": self.draw_offer, "takeback": self.takeback_offer},
        }

    def _movers(self) -> list[int]:
        """The side that made each move; nothing where the moves were not played through (`glance`)."""
        found: list[int] = []
        position = self.position
        while position.previous is not None:
            position = position.previous
            found.append(position.to_move)
        return found[::-1]

    def _seat(self, side: int, client: str | None, presence: Presence) -> dict[str, Any]:
        seat = self.seats[side]
        engine = seat.kind == "engine"
        return {
            "kind": seat.kind,
            "name": seat.name,
            "taken": engine or seat.holder is not None,
            "yours": not engine and client is not None and seat.holder == client,
            "connected": engine or presence.connected[side],
        }

    def end_json(self) -> dict[str, Any] | None:
        """How the game ended."""
        if self.end is None:
            return None
        return {
            "outcome": self.end.outcome,
            "margin": self.end.margin,
            "reason": self.end.reason,
            "words": self._end_words(self.end),
        }

    def _end_words(self, end: StoredEnd) -> str:
        if end.reason == "rules" and end.outcome is not None:
            return result_text(self.game, end.outcome, end.margin or 0)
        if end.reason == "agreed":
            return "drawn by agreement"
        if end.outcome is None:
            return "aborted"
        winner = 0 if end.outcome > 0 else 1
        how = "on time" if end.reason == "time" else f": {self._name(1 - winner)} resigned"
        return f"{self._name(winner)} wins{' ' if end.reason == 'time' else ''}{how}"

    def clock_json(self) -> dict[str, Any] | None:
        """The clock as it stands."""
        if self.control is None:
            return None
        first, second = (max(0.0, round(self._clock.left(side), 3)) for side in (0, 1))
        return {"control": str(self.control), "left": [first, second], "running": self._clock.running}

    def stored(self) -> StoredRoom:
        """The room as it is kept."""
        first, second = self.seats
        return StoredRoom(
            self.id,
            self.game.spec,
            self.creator,
            (first, second),
            self.created,
            datetime.now(UTC),
            start=self.start,
            clock=None if self.control is None else str(self.control),
            header=self._header(),
            state=self.state,
            end=self.end,
            version=self.version,
            moves=tuple(self.moves),
            given=self.given,
        )

    # ---- within ----------------------------------------------------------------------------------

    def _finish(self, reason: Reason, outcome: int | None, margin: int | None) -> None:
        self._clock.pause()
        self.state, self.stepping = "over", False
        self.draw_offer = self.takeback_offer = None
        self.end = StoredEnd(reason, outcome, margin)

    def _change(
        self,
        moves: tuple[StoredMove, ...] = (),
        keep: int | None = None,
        state: bool = False,
        header: bool = False,
        seats: bool = False,
    ) -> Change:
        """What was just done, as the next version of the room."""
        after, self.version = self.version, self.version + 1
        first, second = self.seats
        return Change(
            self.id,
            after,
            self.version,
            datetime.now(UTC),
            keep=keep,
            moves=moves,
            state=self.state if state else None,
            end=self.end if state else None,
            header=self._header() if header else None,
            seats=(first, second) if seats else None,
        )

    def _header(self) -> dict[str, Any]:
        return {
            **first_header(self.budget, self.pause),
            "rematch": self.rematch,
            "offers": {"draw": self.draw_offer, "takeback": self.takeback_offer},
            "left": {"ply": len(self.moves), "times": self._times()},
        }

    def _name(self, side: int) -> str:
        return self.game.sides[side]

    def _require_going_on(self) -> None:
        if self.is_over:
            raise RefusedError("over", "the game is over")
        if self.state == "waiting":
            raise RefusedError("waiting", "a seat is free: expected somebody to take it first")
        if self.state == "paused":
            raise RefusedError("paused", "the game is paused")

    def _require_creator(self, client: str) -> None:
        if client != self.creator:
            raise RefusedError("not_allowed", "only who made the room may do that")

    def _require_machines(self, client: str) -> None:
        self._require_creator(client)
        if not self.of_machines:
            raise RefusedError("not_allowed", "people play here: expected a game of two engines")

    def _is_alone(self, client: str) -> bool:
        """Whether no other person plays against a client."""
        return all(seat.kind == "engine" or seat.holder == client for seat in self.seats)

    def _acting_side(self, client: str, moved: bool = True) -> int:
        """The side for which a client acts: of both, the one that has moved last, or the one to move."""
        sides = self.sides_of(client)
        if not sides:
            raise RefusedError("not_your_seat", "you play neither side")
        if len(sides) == 1:
            return sides[0]
        last = self.position.previous
        return last.to_move if moved and last is not None else self.position.to_move


def open_room(stored: StoredRoom, rulebook: Rulebook) -> Room:
    """The room that was stored, with its moves played through; ValueError if that is not possible."""
    game = nupp.game(stored.game)
    return Room(stored, rulebook.replay(game, stored.start, [move.move for move in stored.moves]), rulebook)


def glance(stored: StoredRoom, client: str, rulebook: Rulebook) -> dict[str, Any]:
    """A room that is not in use, as `Room.to_json` tells of it; its moves are not played through for that.

    ValueError if there is no such game any more. To be called where rules are interpreted.
    """
    return Room(stored, nupp.game(stored.game).start_position(), rulebook).to_json(client)


def _left(header: Any, moves: Sequence[StoredMove]) -> tuple[float, float] | None:
    """The seconds that the sides had left when a room was stored; None if all of them."""
    kept = header["left"]
    if kept is not None and kept["ply"] == len(moves) and kept["times"] is not None:
        first, second = kept["times"]
        return first, second
    return moves[-1].left if moves else None
