"""The stored values of a game that is being played on the server, and the effect of one change.

Values only, without a database; `rooms.py` keeps them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final

from nupp.formats import TIME_FORFEIT, GameRecord
from nupp.formats.record import OUTCOMES
from nupp.store.checks import as_json, as_member, check_digest, check_text, with_zone


class State(StrEnum):
    """The states of a room: a seat is free, the game goes on, stands still, or has ended."""

    WAITING = "waiting"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


class Reason(StrEnum):
    """Why a game ended."""

    RULES = "rules"
    RESIGNED = "resigned"
    AGREED = "agreed"
    TIME = "time"
    LEFT = "left"
    ABORTED = "aborted"


class SeatKind(StrEnum):
    """The kinds of seats, by their players."""

    PERSON = "person"
    ENGINE = "engine"


TERMINATIONS: Final[Mapping[Reason, str | None]] = {
    Reason.RULES: None,
    Reason.RESIGNED: "resignation",
    Reason.AGREED: "agreement",
    Reason.TIME: TIME_FORFEIT,
    Reason.LEFT: "abandoned",
    Reason.ABORTED: "aborted",
}
"""The reason for which a game ended, as its record names it."""


@dataclass(frozen=True)
class StoredMove:
    """A move that was played: its ply, counted from 0, its text, and the seconds that it took.

    left: the seconds that each side had left after it; None for a game without clocks.
    """

    ply: int
    move: str
    seconds: float = 0.0
    left: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        check_text("move", self.move)
        times = (self.seconds, *(self.left or ()))
        if self.ply < 0 or not all(map(math.isfinite, times)):
            raise ValueError(f"move {self.move} at ply {self.ply} with {times} s: expected finite times")


@dataclass(frozen=True)
class StoredSeat:
    """One side of a room.

    kind: who sits there. name: the spec of an engine, or what the person is called. holder: the SHA-256 of
    the secret of the client that has the seat, in lower-case hexadecimal; None while nobody has it.
    invitation: that of the token that takes it; None if there is none. ValueError for what is no SHA-256: a
    secret is never kept as it is.
    """

    kind: SeatKind
    name: str
    holder: str | None = None
    invitation: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", as_member("kind", self.kind, SeatKind))
        check_text("name", self.name)
        check_digest("holder", self.holder)
        check_digest("invitation", self.invitation)

    @property
    def is_engine(self) -> bool:
        """True if an engine plays this side."""
        return self.kind is SeatKind.ENGINE

    @property
    def is_free(self) -> bool:
        """True while a person is still to come."""
        return not self.is_engine and self.holder is None


@dataclass(frozen=True)
class StoredEnd:
    """The end of a game. outcome: +1 the first side won, -1 the second, 0 drawn, None nobody knows.

    margin: by how much, seen from the first side; None if the game does not count that.
    """

    reason: Reason
    outcome: int | None
    margin: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", as_member("reason", self.reason, Reason))
        if self.outcome not in (None, *OUTCOMES):
            raise ValueError(f"outcome is {self.outcome!r}: expected 1, 0, -1 or None")
        if self.margin is not None and not -(2**63) <= self.margin < 2**63:
            raise ValueError(f"margin is {self.margin}: expected an integer of 64 bits")


@dataclass(frozen=True)
class StoredRoom:
    """A room, and all moves that were played in it.

    id: what others call it by. game: its spec. start: the position text that it began from; None for the
    usual one. creator: the SHA-256 of the secret of the client that made it. seats: first and second side.
    clock: the time control as text (`5m+3s`); None for none. header: whatever else the server wants to find
    again, as JSON (budget, pause, offers, rematch, ...). public: whether others find it, and not only those
    who are given its id. state, end: there is an end exactly if the state is
    `over`. version: of the last change that was stored; whatever is not stored, such as who is connected,
    need not change it. created, changed: with a time zone. moves: those from before the room was made come
    first, and there are `given` of them.
    ValueError for values that cannot be kept.
    """

    id: str
    game: str
    creator: str
    seats: tuple[StoredSeat, StoredSeat]
    created: datetime
    changed: datetime
    start: str | None = None
    clock: str | None = None
    header: Mapping[str, Any] = field(default_factory=dict)
    public: bool = False
    state: State = State.WAITING
    end: StoredEnd | None = None
    version: int = 0
    moves: tuple[StoredMove, ...] = ()
    given: int = 0

    def __post_init__(self) -> None:
        for what in ("id", "game", "start", "clock"):
            check_text(what, getattr(self, what))
        check_digest("creator", self.creator)
        object.__setattr__(self, "state", _checked_state(self.state, self.end))
        if [one.ply for one in self.moves] != list(range(len(self.moves))):
            raise ValueError(f"room {self.id}: its moves are not of the plies 0, 1, 2, ...")
        if not 0 <= self.given <= len(self.moves):
            raise ValueError(f"room {self.id}: {self.given} moves given, and {len(self.moves)} played")
        object.__setattr__(self, "header", as_json(self.header))
        object.__setattr__(self, "created", with_zone(self.created))
        object.__setattr__(self, "changed", with_zone(self.changed))

    def record(self) -> GameRecord:
        """The game as a record; one that goes on has no outcome."""
        end = self.end
        return GameRecord(
            self.game,
            (self.seats[0].name, self.seats[1].name),
            tuple(one.move for one in self.moves),
            start=self.start,
            outcome=None if end is None or end.outcome is None else OUTCOMES[end.outcome],
            margin=end.margin if end else None,
            termination=TERMINATIONS[end.reason] if end else None,
            seconds=tuple(one.seconds for one in self.moves),
            clock=self.clock,
            extra={"room": self.id},
        )


@dataclass(frozen=True)
class Change:
    """The changes in a room between two of its versions; what is None stays as it is.

    room: its id. after: the version that is stored so far. version: the one that it has with this change,
    and greater; versions may be left out. changed: when, with a time zone.
    keep: a takeback: this many moves stay, counted from the first; those after them are cut off.
    moves: are then appended; the first of them has the ply that comes next.
    state, end: the new state, and the end if that is `over`; `end` is only given together with `state`.
    header: takes the place of the whole header. seats: take the place of both seats.
    ValueError for values that cannot be kept.
    """

    room: str
    after: int
    version: int
    changed: datetime
    keep: int | None = None
    moves: tuple[StoredMove, ...] = ()
    state: State | None = None
    end: StoredEnd | None = None
    header: Mapping[str, Any] | None = None
    seats: tuple[StoredSeat, StoredSeat] | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.after < self.version < 2**63:
            raise ValueError(f"room {self.room}: version {self.version} after version {self.after}")
        if self.keep is not None and self.keep < 0:
            raise ValueError(f"room {self.room}: {self.keep} moves to be kept")
        if self.state is not None:
            object.__setattr__(self, "state", _checked_state(self.state, self.end))
        elif self.end is not None:
            raise ValueError(f"room {self.room}: an end without a state: expected state='over'")
        if self.header is not None:
            object.__setattr__(self, "header", as_json(self.header))
        object.__setattr__(self, "changed", with_zone(self.changed))

    @property
    def touches_moves(self) -> bool:
        """True if moves are cut off or appended."""
        return self.keep is not None or bool(self.moves)


# ---- what changes do -----------------------------------------------------------------------------


class MisfitError(Exception):
    """Changes that do not fit to what is stored of their room; the message says why."""


@dataclass(frozen=True)
class Plan:
    """The writes for a room: the moves from ply `kept` on are `new`, and the values change accordingly."""

    version: int
    changed: datetime
    kept: int
    new: tuple[StoredMove, ...]
    values: Mapping[str, Any]
    """Those of state, end, header and seats that are new."""

    @property
    def plies(self) -> int:
        return self.kept + len(self.new)


def plan(version: int, plies: int, load: Callable[[], StoredRoom], changes: Sequence[Change]) -> Plan | None:
    """Return the writes for the changes of one room; None if all of them are stored already.

    version, plies: of the room as it is stored; load: gives all of it, where that is needed. changes: at
    least one, in their order. Those that are stored already, because they were sent twice, are left out if
    the room is as they made it. MisfitError if not, or if a change does not follow on what is stored.
    """
    done, due = _split(version, changes)
    if done:
        _compare(load(), done)
    if not due:
        return None
    kept, new = _replay(due, plies)
    return Plan(due[-1].version, due[-1].changed, kept, tuple(new), _values(due))


def _split(version: int, changes: Sequence[Change]) -> tuple[Sequence[Change], Sequence[Change]]:
    """The changes that led to a version, and those that come after it."""
    for one, following in pairwise(changes):
        if following.after != one.version:
            raise MisfitError(f"its change to version {following.version} does not follow on {one.version}")
    versions = [*(one.after for one in changes), changes[-1].version]
    if version not in versions:
        raise MisfitError(f"it is of version {version}: expected {versions[0]}")
    place = versions.index(version)
    return changes[:place], changes[place:]


def _replay(changes: Sequence[Change], plies: int) -> tuple[int, list[StoredMove]]:
    """Return how many of the moves that were there before stay, and the moves after them."""
    kept, new = plies, list[StoredMove]()
    for change in changes:
        if change.keep is not None:
            if change.keep > kept + len(new):
                raise MisfitError(f"{change.keep} moves are to be kept of {kept + len(new)}")
            kept, new = min(kept, change.keep), new[: max(0, change.keep - kept)]
        for move in change.moves:
            if move.ply != kept + len(new):
                raise MisfitError(f"ply {move.ply} does not follow on {kept + len(new)} moves")
            new.append(move)
    return kept, new


def _compare(room: StoredRoom, done: Sequence[Change]) -> None:
    """MisfitError unless a room is as the changes have made it."""
    touched = [one.moves[0].ply if one.keep is None else one.keep for one in done if one.touches_moves]
    kept, new = _replay(done, touched[0] if touched else len(room.moves))
    there = [one.move for one in room.moves]
    if len(there) != kept + len(new) or there[kept:] != [one.move for one in new]:
        raise MisfitError(f"the moves of its version {room.version} are others")
    for name, value in _values(done).items():
        if getattr(room, name) != value:
            raise MisfitError(f"the {name} of its version {room.version} is another")


def _values(changes: Sequence[Change]) -> dict[str, Any]:
    """The values that changes give to a room."""
    found: dict[str, Any] = {}
    for change in changes:
        if change.state is not None:
            found |= {"state": change.state, "end": change.end}
        if change.header is not None:
            found["header"] = change.header
        if change.seats is not None:
            found["seats"] = change.seats
    return found


def _checked_state(word: str, end: StoredEnd | None) -> State:
    state = as_member("state", word, State)
    if (state is State.OVER) != (end is not None):
        raise ValueError(f"state {state} with end {end}: expected an end exactly if the state is over")
    return state
