"""A room: one game that is played on the server, who may move in it, and what is stored of it.

No input or output happens here. Whatever is done to a room changes it and returns the `Change` that has to be
stored; what cannot be done is a RefusedError and changes nothing. A client acts by the hash of its secret.
What players agree on is in `agreements`, what readers see of a room in `view`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import nupp
from nupp.players import Budget
from nupp.rules import Position
from nupp.server.play.rules_compiler import Played, RulesCompiler
from nupp.server.rooms.course import Course
from nupp.server.rooms.terms import first_header
from nupp.store import Change, Reason, State, StoredMove, StoredRoom


class RefusedError(Exception):
    """Something that cannot be done in a room now; code: one word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Room:
    """The course of a game, the offers made in it, and the version that was stored last.

    A seat is free until somebody holds it; the game waits until none is.
    """

    def __init__(self, stored: StoredRoom, position: Position, rules_compiler: RulesCompiler) -> None:
        """Take up a stored room at the position that its moves lead to; its clocks stand still."""
        self.id, self.creator, self.start = stored.id, stored.creator, stored.start
        self.created, self.public, self.version = stored.created, stored.public, stored.version
        self.course = Course(stored, position)
        self._rules_compiler = rules_compiler
        header = stored.header
        self.budget = Budget(**header["budget"])
        self.pause: float = header["pause"]
        self.rematch: str | None = header["rematch"]
        self.draw_offer: int | None = header["offers"]["draw"]
        self.takeback_offer: int | None = header["offers"]["takeback"]
        self.rematch_offer: int | None = header["offers"].get("rematch")
        self.assisted: bool = header.get("assisted", False)
        """True if moves were taken back, or hints given."""

    # ---- moves -----------------------------------------------------------------------------------

    def move(self, client: str | None, ply: int, text: str, checked: Played | None = None) -> Change | None:
        """Play a move for a client, or without one for the engine to move; None if it was played before.

        ply: how many moves were played before it. checked: what `checked` returns for the text, by whoever
        has it.
        """
        if not self.awaits(client, ply, text):
            return None
        course = self.course
        side = course.position.to_move
        following, written = checked or self.checked(text)
        move = course.play(following, written)
        answered = self._withdraw_offers(side)
        return self.change(
            moves=(move,), state=course.state is not State.PLAYING, header=answered or course.is_over
        )

    def awaits(self, client: str | None, ply: int, text: str) -> bool:
        """True if a client, or without one an engine, is to move; False for a move that it has played before.

        RefusedError if it is not. The rules are not asked.
        """
        if self._is_repeated(client, ply, text):
            return False
        self._require_turn(client, ply)
        side = self.course.position.to_move
        if self.course.has_fallen(side):
            raise RefusedError("time", f"the time of {self.course.name(side)} is up")
        return True

    def checked(self, text: str, known: Sequence[str] = ()) -> Played:
        """The position after a move, and the move as the game writes it; RefusedError if it is not legal.

        known: as in `RulesCompiler.play`. It changes nothing, and may be called in any thread.
        """
        try:
            return self._rules_compiler.play(self.course.position, text, known)
        except ValueError as error:
            raise RefusedError("illegal_move", str(error)) from None

    def _require_turn(self, client: str | None, ply: int) -> None:
        """RefusedError unless it is for a client, or without one for an engine, to make the move of a ply."""
        course = self.course
        if client is None:
            if course.engine_to_move is None or ply != len(course.moves):
                raise RefusedError("stale", f"ply {ply}: no engine is to move there")
            return
        self.require_playing()
        if ply != len(course.moves):
            raise RefusedError(
                "stale", f"ply {ply}: expected {len(course.moves)}, the number of moves played"
            )
        if not course.sides_of(client):
            raise RefusedError("not_your_seat", "you play neither side: only a player can move")
        if not course.may_move(client):
            raise RefusedError("not_your_turn", f"{course.name(course.position.to_move)} is to move")

    def _is_repeated(self, client: str | None, ply: int, text: str) -> bool:
        """True if the same client has played just this move before."""
        course = self.course
        if client is None or ply >= len(course.moves):
            return False
        played = course.moves[ply].move
        same = played in (text, course.game.notation.normalise(course.game, text))
        return same and course.seats[course.position_at(ply).to_move].holder == client

    @property
    def offers(self) -> dict[str, int | None]:
        """The side that asks for each thing that both have to agree to."""
        return {
            "draw": self.draw_offer,
            "takeback": self.takeback_offer,
            "rematch": self.rematch_offer,
        }

    def forget_offers(self) -> None:
        """Let nobody ask for anything any more."""
        self.draw_offer = self.takeback_offer = self.rematch_offer = None

    def _withdraw_offers(self, side: int) -> bool:
        """Forget what a move of a side answers; returns whether there was anything."""
        before = self.draw_offer, self.takeback_offer
        self.takeback_offer = None
        if self.draw_offer == 1 - side or self.course.is_over:
            self.draw_offer = None
        return before != (self.draw_offer, None)

    # ---- time ------------------------------------------------------------------------------------

    def fall(self) -> Change | None:
        """End the game if the clock that runs has run down."""
        side = self.course.running
        if side is None or not self.course.has_fallen(side):
            return None
        return self.lose(side, Reason.TIME)

    def suspend(self) -> Change | None:
        """Let no time run until `resume`, and have the times kept; None if there is nothing to keep."""
        ran = self.course.stand_still()
        return self.change(header=True) if ran and self.course.control is not None else None

    # ---- the end ---------------------------------------------------------------------------------

    def lose(self, side: int, reason: Reason) -> Change:
        """End the game with the loss of a side."""
        self.course.lose(side, reason)
        self.forget_offers()
        return self.change(state=True, header=True)

    def draw(self) -> Change:
        """End the game as a draw by agreement."""
        self.course.finish(Reason.AGREED, 0)
        self.forget_offers()
        return self.change(state=True, header=True)

    # ---- what is required ------------------------------------------------------------------------

    def require_playing(self) -> None:
        """RefusedError unless the game goes on."""
        match self.course.state:
            case State.OVER:
                raise RefusedError("over", "the game is over")
            case State.WAITING:
                raise RefusedError("waiting", "a seat is free: expected somebody to take it first")
            case State.PAUSED:
                raise RefusedError("paused", "the game is paused")

    def require_creator(self, client: str) -> None:
        """RefusedError unless a client made the room."""
        if client != self.creator:
            raise RefusedError("not_allowed", "only the creator of the room can do that")

    # ---- what is stored --------------------------------------------------------------------------

    def change(
        self,
        moves: tuple[StoredMove, ...] = (),
        keep: int | None = None,
        state: bool = False,
        header: bool = False,
        seats: bool = False,
    ) -> Change:
        """The last change, as the next version of the room."""
        after, self.version = self.version, self.version + 1
        first, second = self.course.seats
        return Change(
            self.id,
            after,
            self.version,
            datetime.now(UTC),
            keep=keep,
            moves=moves,
            state=self.course.state if state else None,
            end=self.course.end if state else None,
            header=self._header() if header else None,
            seats=(first, second) if seats else None,
        )

    def stored(self) -> StoredRoom:
        """The room as it is kept."""
        course = self.course
        first, second = course.seats
        return StoredRoom(
            self.id,
            course.game.spec,
            self.creator,
            (first, second),
            self.created,
            datetime.now(UTC),
            start=self.start,
            clock=None if course.control is None else str(course.control),
            header=self._header(),
            state=course.state,
            end=course.end,
            version=self.version,
            moves=tuple(course.moves),
            given=course.given,
        )

    def _header(self) -> dict[str, Any]:
        return {
            **first_header(self.budget, self.pause),
            "rematch": self.rematch,
            "assisted": self.assisted,
            "offers": self.offers,
            "left": {"ply": len(self.course.moves), "times": self.course.times()},
        }


def open_room(stored: StoredRoom, rules_compiler: RulesCompiler) -> Room:
    """The room that was stored, with its moves played through; ValueError if that is not possible."""
    game = nupp.game(stored.game)
    return Room(
        stored,
        rules_compiler.replay(game, stored.start, [move.move for move in stored.moves]),
        rules_compiler,
    )
