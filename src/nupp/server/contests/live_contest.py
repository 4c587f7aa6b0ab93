"""A tournament of people in use: its rounds, the rooms of its games, and who follows it.

All of it belongs to one event loop. A change is kept before anybody hears of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import nupp
from nupp.players import parse_time_control
from nupp.server.contests.contest import Contest, Game
from nupp.server.http.identity import digest, new_room_id, new_secret
from nupp.server.models.contests import Contest as ContestModel
from nupp.server.models.contests import ContestGlance, ContestMessage
from nupp.server.models.shared import ProblemError
from nupp.server.offloop import off_loop
from nupp.server.rooms.live.readers import READ_ANEW, Client
from nupp.server.rooms.live.referee import Referee
from nupp.server.rooms.live.rooms_in_use import Live
from nupp.server.rooms.room import RefusedError
from nupp.server.rooms.terms import RoomTerms, new_room
from nupp.store import (
    ConflictError,
    ContestStore,
    SeatKind,
    StoredContest,
    StoredSeat,
    StoreError,
)

PAUSE: Final = 20.0
"""Seconds from the end of a round to the next one."""
WAITS: Final = timedelta(days=1)
"""The time after which a tournament is stopped that has not started and that nobody has changed."""


class LiveContest:
    """A tournament in use.

    live: the rooms of the server. up_since: when it began, in seconds since 1970. referee: sees to the rooms
    of games. holder: in whose name changes are kept, as of `ContestStore.update`.
    """

    def __init__(
        self,
        stored: StoredContest,
        store: ContestStore,
        live: Live,
        up_since: float,
        referee: Referee | None = None,
        holder: int | None = None,
    ) -> None:
        self.stored, self.contest = stored, Contest.read(dict(stored.contents))
        self._shared: tuple[Contest, dict[str, Any]] | None = None
        """A state of the tournament and its parts that all see, made once for all who follow it."""
        self.clients: set[Client] = set()
        self.gone = False
        self.up_since = up_since
        self._store, self._live, self._holder = store, live, holder
        self._referee = referee or Referee(live)
        self._turn = asyncio.Lock()

    # ---- who is there ----------------------------------------------------------------------------

    def enter(self, client: Client) -> None:
        """Let somebody follow the tournament."""
        if self.gone:
            client.close(READ_ANEW)
            return
        self.clients.add(client)
        client.send(self._message(client.identity))

    def leave(self, client: Client) -> None:
        """Somebody does not follow it any more."""
        self.clients.discard(client)

    def _message(self, client: str) -> str:
        return ContestMessage(contest=self.seen(client)).model_dump_json()

    def seen(self, client: str) -> ContestModel:
        """The tournament as a client sees it."""
        one = self.contest
        if self._shared is None or self._shared[0] is not one:
            self._shared = one, one.seen()
        shared = self._shared[1]
        member = one.member(client)
        entrants = [*shared["entrants"]]
        if member is not None:
            place = member.number - 1
            entrants[place] = entrants[place].model_copy(update={"you": True})
        pausing = one.state == "running" and not one.unfinished
        return ContestModel(
            id=self.stored.id,
            version=self.stored.version,
            name=self.stored.name,
            game=one.game,
            clock=one.clock,
            system=one.system,
            rounds=one.rounds,
            late=one.late,
            no_show=one.no_show,
            state=one.state,
            round=one.round,
            next_in=max(0.0, one.began + PAUSE - time.time()) if pausing else None,
            yours=client == self.stored.owner,
            created=self.stored.created.isoformat(timespec="seconds"),
            **{**shared, "entrants": entrants},
        )

    # ---- what is done ----------------------------------------------------------------------------

    async def change(self, act: Callable[[Contest], None]) -> None:
        """Change the tournament, keep that, and send it to everybody; RefusedError if it cannot be done."""
        async with self._turn:
            await self._change(act)

    async def _change(self, act: Callable[[Contest], None]) -> None:
        self._require_here()
        changed = Contest.read(self.contest.contents())
        act(changed)
        stored = replace(
            self.stored,
            contents=changed.contents(),
            version=self.stored.version + 1,
            changed=datetime.now(UTC),
            is_over=changed.is_over,
        )
        try:
            await asyncio.to_thread(self._store.update, stored, self._holder)
        except ConflictError:
            self.close(READ_ANEW)
            raise _read_anew() from None
        except StoreError:
            words = "the database cannot be used now: expected to be asked again soon"
            raise RefusedError("database", words) from None
        self.stored, self.contest = stored, changed
        for client in self.clients:
            client.send(self._message(client.identity))

    def _require_here(self) -> None:
        if self.gone:
            raise _read_anew()

    async def begin_round(self) -> None:
        """Pair the next round and make its rooms, or end the tournament; RefusedError, ProblemError."""
        async with self._turn:
            self._require_here()
            self.contest.require_startable()
            games = await off_loop(self.contest.next_round)
            self._live.require_rooms(sum(one.second is not None for one in games))
            made = [one if one.second is None else await self._with_room(one) for one in games]
            await self._change(lambda one: one.begin(made, time.time()))

    async def _with_room(self, game: Game) -> Game:
        """A game with a room, in which both players have their seats.

        The room is nobody's: who made the tournament is not to take a player's seat.
        """
        assert game.second is not None
        players = [self.contest.members[number - 1] for number in (game.first, game.second)]
        first, second = (StoredSeat(SeatKind.PERSON, one.name, holder=one.client) for one in players)
        terms = RoomTerms(parse_time_control(self.contest.clock), public=True)
        rules = await off_loop(nupp.game, self.contest.game)
        room = new_room(new_room_id(), rules, digest(new_secret()), (first, second), terms)
        await self._live.create(room)
        return replace(game, room=room.id)

    async def adjudicate(self, room: str, points: float) -> None:
        """End a game that goes on with a result; RefusedError."""
        if all(one.room != room for one in self.contest.unfinished):
            raise RefusedError("not_playing", f"{room!r} is no game that goes on here")
        await self._referee.end(room, points)
        await self.change(lambda one: one.settle(room, points, time.time()))

    # ---- as time goes by -------------------------------------------------------------------------

    async def look(self) -> None:
        """Enter results of games that have ended, end those of no-shows, and begin the next round in time.

        What has not started, and was changed by nobody for `WAITS`, is stopped.
        """
        if self.contest.state == "open" and datetime.now(UTC) - self.stored.changed > WAITS:
            await self.change(Contest.stop)
        if self.contest.state != "running":
            return
        for game in self.contest.unfinished:
            await self._look_at(game)
        if not self.contest.unfinished and time.time() >= self.contest.began + PAUSE:
            if sum(one.until is None for one in self.contest.members) < 2:
                await self.change(lambda one: one.begin([], time.time()))
            else:
                await self.begin_round()

    async def _look_at(self, game: Game) -> None:
        room = str(game.room)
        waited = time.time() - max(self.contest.began, self.up_since)
        try:
            points = await self._referee.result(room, is_late=waited >= self.contest.no_show)
        except ProblemError as error:
            if error.status == 503:
                return
            points = 0.5  # it is not there any more: nobody has won
        if points is not None:
            await self.change(lambda one: one.settle(room, points, time.time()))

    def close(self, code: int) -> None:
        """Close all connections; nothing is done any more."""
        self.gone = True
        for client in self.clients:
            client.close(code)


def _read_anew() -> RefusedError:
    return RefusedError("conflict", "the tournament is read anew: expected to be asked again")


def glance(stored: StoredContest, client: str) -> ContestGlance:
    """A tournament in a list."""
    one = Contest.read(dict(stored.contents))
    return ContestGlance(
        id=stored.id,
        name=stored.name,
        game=one.game,
        system=one.system,
        state=one.state,
        entrants=len(one.members),
        yours=stored.owner == client,
        created=stored.created.isoformat(timespec="seconds"),
    )
