"""The terms of a game in a room, and the room that begins with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from nupp.players import Budget, TimeControl
from nupp.rules import Game
from nupp.store import State, StoredMove, StoredRoom, StoredSeat

PAUSE: Final = 0.5
"""Seconds between two moves of machines, unless somebody wants it otherwise."""
SECONDS: Final = 1.0
"""The default budget of an engine for a move."""


@dataclass(frozen=True)
class RoomTerms:
    """The terms of a game: its clock, the budget of engines for a move, and the pause between engines' moves.

    public: whether others find it, to watch.
    """

    control: TimeControl | None = None
    budget: Budget = field(default_factory=lambda: Budget(seconds=SECONDS))
    pause: float = PAUSE
    public: bool = False


def new_room(
    id: str,
    game: Game,
    creator: str,
    seats: tuple[StoredSeat, StoredSeat],
    terms: RoomTerms,
    start: str | None = None,
    moves: Sequence[str] = (),
) -> StoredRoom:
    """A room that is about to be made. The moves have been checked, and are in the game's notation."""
    now = datetime.now(UTC)
    missing = any(seat.is_free for seat in seats)
    return StoredRoom(
        id,
        game.spec,
        creator,
        seats,
        now,
        now,
        start=start,
        clock=None if terms.control is None else str(terms.control),
        header=first_header(terms.budget, terms.pause),
        public=terms.public,
        state=State.WAITING if missing else State.PLAYING,
        moves=tuple(StoredMove(ply, move) for ply, move in enumerate(moves)),
        given=len(moves),
    )


def first_header(budget: Budget, pause: float) -> dict[str, Any]:
    """The stored details of a new room, beside its own columns."""
    return {
        "budget": {name: value for name, value in vars(budget).items() if value is not None},
        "pause": pause,
        "rematch": None,
        "assisted": False,
        "offers": {"draw": None, "takeback": None, "rematch": None},
        "left": None,
    }
