"""Whatever is done in a room, in any order: what is stored of it is what there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from nupp.players import clock as clocks
from nupp.server.http.identity import digest
from nupp.server.rooms import agreements
from nupp.server.rooms.room import RefusedError, Room, open_room
from nupp.store import Change, StoredRoom
from server.rooms.rooms import ANN, BOB, EVE, RULES, TOKEN, Time, clock, moves_of, person, room

Act = Callable[[Room], Change | None]


CLIENTS = st.sampled_from([ANN, BOB, EVE])
MOVES = st.sampled_from([f"{column}{row}" for column in "abc" for row in "123"])


class Playing(RuleBasedStateMachine):
    """Anything is done by anybody in any order; beside the room, what is stored is kept up by its changes."""

    def __init__(self) -> None:
        super().__init__()
        self.time = Time()
        self.before = clocks.time
        clocks.time = SimpleNamespace(perf_counter=self.time.perf_counter)  # type: ignore[assignment]
        self.room = room(person("ann", ANN), person("bob"), control="60s+1s")
        self.kept: StoredRoom = self.room.stored()

    def teardown(self) -> None:
        clocks.time = self.before

    def do(self, act: Act) -> None:
        """Do something; refused, it changes nothing."""
        before = self.room.version, moves_of(self.room), self.room.course.state
        try:
            change = act(self.room)
        except RefusedError:
            assert (self.room.version, moves_of(self.room), self.room.course.state) == before
            return
        if change is None:
            assert (self.room.version, moves_of(self.room)) == before[:2]
            return
        assert (change.after, change.version) == (before[0], self.room.version)
        self.keep(change)

    def keep(self, change: Change) -> None:
        """Do to what is stored what a change says."""
        kept = self.kept
        plies = len(kept.moves) if change.keep is None else change.keep
        new: dict[str, Any] = {"moves": (*kept.moves[:plies], *change.moves), "version": change.version}
        if change.state is not None:
            new |= {"state": change.state, "end": change.end}
        if change.header is not None:
            new["header"] = change.header
        if change.seats is not None:
            new["seats"] = change.seats
        self.kept = replace(kept, **new)

    @rule(client=CLIENTS, move=MOVES)
    def move(self, client: str, move: str) -> None:
        side = self.room.course.side
        may = side is not None and self.room.course.seats[side].holder == client
        legal = move in self.room.course.position.legal_moves
        plies = len(self.room.course.moves)
        self.do(lambda one: one.move(client, plies, move))
        if not (may and legal):
            assert len(self.room.course.moves) == plies

    @rule(client=CLIENTS, move=MOVES, late=st.integers(1, 3))
    def move_late(self, client: str, move: str, late: int) -> None:
        plies = len(self.room.course.moves)
        self.do(lambda one: one.move(client, max(0, plies - late) if plies else 1, move))
        assert len(self.room.course.moves) == plies

    @rule(client=CLIENTS, token=st.sampled_from([TOKEN, "guess"]), side=st.sampled_from([0, 1]))
    def take_seat(self, client: str, token: str, side: int) -> None:
        self.do(lambda one: agreements.take_seat(one, client, side, digest(token)))

    @rule(client=CLIENTS, side=st.sampled_from([0, 1]))
    def release(self, client: str, side: int) -> None:
        self.do(lambda one: agreements.release(one, client, side, digest(TOKEN)))

    @rule(
        client=CLIENTS, what=st.sampled_from(["takeback", "offer_draw", "refuse", "resign", "pause", "go_on"])
    )
    def say(self, client: str, what: str) -> None:
        self.do(lambda one: getattr(agreements, what)(one, client))

    @rule(seconds=st.floats(0.01, 25))
    def wait(self, seconds: float) -> None:
        self.time.now += seconds
        self.do(Room.fall)

    @precondition(lambda self: self.room.course.state != "over")
    @rule()
    def restart(self) -> None:
        """End the server in order, and start it again after some time."""
        self.do(Room.suspend)
        self.time.now += 500
        self.room = open_room(self.kept, RULES)
        self.room.course.resume()

    @rule()
    def kill(self) -> None:
        """Go on from what is stored."""
        self.room = open_room(self.kept, RULES)
        self.room.course.resume()

    @invariant()
    def what_is_stored_is_what_there_is(self) -> None:
        now = self.room.stored()
        same = ("moves", "state", "end", "seats", "version", "given", "creator", "game", "start", "clock")
        assert {name: getattr(now, name) for name in same} == {
            name: getattr(self.kept, name) for name in same
        }
        for name in ("budget", "pause", "rematch", "offers"):
            assert now.header[name] == self.kept.header[name]

    @invariant()
    def the_state_agrees_with_the_rest(self) -> None:
        one = self.room
        assert (one.course.end is not None) == one.course.is_over
        assert one.course.position.ply == len(one.course.moves)
        assert list(one.course.position.moves) == moves_of(one)
        free = any(seat.holder is None for seat in one.course.seats)
        assert one.course.state == ("over" if one.course.is_over else "waiting" if free else "playing")
        running = clock(one)["running"]
        runs = one.course.state == "playing" and one.course.is_timed
        assert running == (one.course.position.to_move if runs else None)
        assert all((seat.holder is None) == (seat.invitation is not None) for seat in one.course.seats)


Playing.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
test_anything_in_any_order = Playing.TestCase
