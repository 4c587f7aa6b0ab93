"""Agreements of players in a room: seats, draws, takebacks, resignation, rematches, pauses of engines.

Each function acts for a client and returns the `Change` to store; RefusedError if that cannot be done.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nupp.server.rooms.room import RefusedError, Room
from nupp.server.rooms.terms import RoomTerms, new_room
from nupp.store import Change, Reason, State, StoredRoom

PATIENCE: Final = 60.0
"""Seconds that somebody may be away before the other one may claim the game."""
FEWEST: Final = 2
"""The number of moves that a game must have to be won by a claim."""

# ---- seats ---------------------------------------------------------------------------------------


def take_seat(room: Room, client: str, side: int, invitation: str, name: str = "") -> Change | None:
    """Give a client the seat that an invitation, of this hash, is for; None if it has it already.

    name: what the client is called, instead of the name for whom the seat was kept.
    """
    seat = room.course.seats[side]
    if seat.holder == client:
        return None
    if seat.invitation is None or seat.invitation != invitation:
        raise RefusedError("bad_invitation", "the invitation is not valid, or was used: ask for another one")
    room.course.seats[side] = replace(seat, holder=client, invitation=None, name=name or seat.name)
    room.course.go_on_or_wait()
    return room.change(seats=True, state=True)


def rename(room: Room, client: str, name: str) -> Change | None:
    """Let the seats that a client holds have its new nickname; None if they have it."""
    seats = room.course.seats
    held = [side for side, seat in enumerate(seats) if seat.holder == client and seat.name != name]
    for side in held:
        seats[side] = replace(seats[side], name=name)
    return room.change(seats=True) if held else None


def release(room: Room, client: str, side: int, invitation: str) -> Change:
    """Take the seat of a person from who holds it, and keep it for who has an invitation of this hash."""
    room.require_creator(client)
    course = room.course
    if course.seats[side].is_engine:
        raise RefusedError("not_allowed", f"an engine plays {course.name(side)}: expected a person's seat")
    course.seats[side] = replace(course.seats[side], holder=None, invitation=invitation)
    room.forget_offers()
    course.go_on_or_wait()
    return room.change(seats=True, state=True, header=True)


# ---- moves taken back ----------------------------------------------------------------------------


def takeback(room: Room, client: str) -> Change:
    """Take back the last move of a client, or ask the other person for that, or agree to it."""
    side = _acting_side(room, client)
    agreed = room.takeback_offer == 1 - side
    keep = _before_last_move(room, 1 - side if agreed else side)
    if agreed or _is_alone(room, client):
        room.course.take_back(keep)
        room.assisted = True
        room.forget_offers()
        return room.change(keep=keep, state=True, header=True)
    if room.takeback_offer == side:
        raise RefusedError("offered", "you have asked for that already")
    room.takeback_offer = side
    return room.change(header=True)


def _before_last_move(room: Room, side: int) -> int:
    """The ply at which a side moved last; RefusedError if there is none to take back."""
    end = room.course.end
    if end is not None and end.reason is not Reason.RULES:
        words = room.course.end_words(end)
        raise RefusedError("over", f"{words}: expected a game that goes on, or that a move has ended")
    ply = room.course.last_ply_of(side)
    if ply is None:
        raise RefusedError("no_move", f"{room.course.name(side)} has made no move that could be taken back")
    return ply


# ---- the end, and another game -------------------------------------------------------------------


def offer_draw(room: Room, client: str) -> Change:
    """Offer a draw, or agree to one."""
    room.require_playing()
    side = _acting_side(room, client)
    alone = _is_alone(room, client)
    if alone and room.course.sides_of(client) == [side]:
        raise RefusedError("declined", "engines do not accept draws")
    if alone or room.draw_offer == 1 - side:
        return room.draw()
    if room.draw_offer == side:
        raise RefusedError("offered", "you have offered a draw already")
    room.draw_offer = side
    return room.change(header=True)


def refuse(room: Room, client: str) -> Change:
    """Refuse what the other person has offered or asked for."""
    other = 1 - _acting_side(room, client)
    if other not in room.offers.values():
        raise RefusedError("no_offer", "there is no offer to decline")
    room.draw_offer = None if room.draw_offer == other else room.draw_offer
    room.takeback_offer = None if room.takeback_offer == other else room.takeback_offer
    room.rematch_offer = None if room.rematch_offer == other else room.rematch_offer
    return room.change(header=True)


def resign(room: Room, client: str) -> Change:
    """Give the game up; who holds both sides gives up the one to move."""
    if room.course.is_over:
        raise RefusedError("over", "the game is over")
    return room.lose(_acting_side(room, client, moved=False), Reason.RESIGNED)


def claim(room: Room, client: str, away: tuple[float | None, float | None]) -> Change:
    """Win a game that the other person has left for `PATIENCE` seconds.

    away: for each side the seconds that its person has been away; None for who is there.
    """
    room.require_playing()
    side = _acting_side(room, client, moved=False)
    absent = away[1 - side]
    if not room.course.of_two_people or absent is None:
        raise RefusedError("not_away", f"{room.course.name(1 - side)} is there")
    if absent < PATIENCE:
        raise RefusedError("too_early", f"{absent:.0f} s of absence: expected {PATIENCE:g} before a claim")
    if len(room.course.moves) - room.course.given < FEWEST:
        raise RefusedError("too_early", f"expected {FEWEST} moves before a claim")
    return room.lose(1 - side, Reason.LEFT)


def wants_again(room: Room, client: str) -> Change | None:
    """Ask the other person for another game; None if everybody agrees to one."""
    course = room.course
    if not course.is_over:
        raise RefusedError("not_over", "the game goes on: expected its end before another one")
    if not course.sides_of(client) and not (course.of_machines and client == room.creator):
        raise RefusedError("not_your_seat", "you play neither side: only a player can ask for a rematch")
    if _is_alone(room, client) or course.of_machines:
        return None
    side = _acting_side(room, client)
    if room.rematch_offer == 1 - side:
        return None
    if room.rematch_offer == side:
        raise RefusedError("offered", "you have asked for a rematch already")
    room.rematch_offer = side
    return room.change(header=True)


def again(room: Room, id: str) -> StoredRoom:
    """The room in which the same game is to be played again with sides swapped."""
    course = room.course
    terms = RoomTerms(course.control, room.budget, room.pause, room.public)
    seats = course.seats[1], course.seats[0]
    moves = [move.move for move in course.moves[: course.given]]
    return new_room(id, course.game, room.creator, seats, terms, room.start, moves)


def set_rematch(room: Room, id: str) -> Change:
    """Note that the game is played again in the room of this id."""
    room.rematch, room.rematch_offer = id, None
    return room.change(header=True)


def note_help(room: Room) -> Change | None:
    """Note that somebody was given a hint; None if that is known."""
    if room.assisted:
        return None
    room.assisted = True
    return room.change(header=True)


# ---- games of engines ----------------------------------------------------------------------------


def pause(room: Room, client: str) -> Change:
    """Pause a game of two engines."""
    _require_machines(room, client)
    room.require_playing()
    room.course.pause()
    return room.change(state=True, header=True)


def go_on(room: Room, client: str, one_move: bool = False) -> Change:
    """Resume a paused game of two engines, or play one move of it."""
    _require_machines(room, client)
    if room.course.state is not State.PAUSED:
        raise RefusedError("not_paused", "the game is not paused")
    room.course.unpause(one_move)
    return room.change(state=True)


def set_pause(room: Room, client: str, seconds: float) -> Change:
    """Set the least time between two moves of machines."""
    room.require_creator(client)
    room.pause = seconds
    return room.change(header=True)


def pause_after_failure(room: Room) -> Change | None:
    """Pause a game of two engines of which one has failed, so that somebody looks after it."""
    room.course.stand_still()
    if not room.course.of_machines or room.course.state is not State.PLAYING:
        return None
    room.course.pause()
    return room.change(state=True, header=True)


# ---- for whom a client acts ----------------------------------------------------------------------


def _acting_side(room: Room, client: str, moved: bool = True) -> int:
    """The side for which a client acts: of both, the one that has moved last, or the one to move."""
    sides = room.course.sides_of(client)
    if not sides:
        raise RefusedError("not_your_seat", "you play neither side")
    if len(sides) == 1:
        return sides[0]
    position = room.course.position
    return position.previous.to_move if moved and position.previous is not None else position.to_move


def _is_alone(room: Room, client: str) -> bool:
    """True if no other person plays against a client."""
    return all(seat.is_engine or seat.holder == client for seat in room.course.seats)


def _require_machines(room: Room, client: str) -> None:
    room.require_creator(client)
    if not room.course.of_machines:
        raise RefusedError("not_allowed", "people play here: this is for games of two engines")
