"""The rooms in use: loaded when somebody comes, forgotten when nobody needs them, written by one thread.

All of it belongs to one event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final, ParamSpec, TypeVar

from nupp.formats import GameRecord
from nupp.server.cluster.holder import ALONE, ROOM, Holder, unreachable
from nupp.server.engines.pool import Engines
from nupp.server.http.identity import ROOM_ID, digest, new_room_id, new_secret
from nupp.server.http.limits import Buckets, Tally
from nupp.server.logs import LOG, details
from nupp.server.metrics import Metrics
from nupp.server.models.rooms import ErrorMessage
from nupp.server.models.shared import ProblemError
from nupp.server.people.people import People
from nupp.server.play.rules_compiler import RulesCompiler
from nupp.server.rooms import agreements
from nupp.server.rooms.live.exhibition import Exhibition
from nupp.server.rooms.live.live_room import LiveRoom
from nupp.server.rooms.live.readers import BANNED, ENDING, READ_ANEW, Client
from nupp.server.rooms.live.writer import HeldWriter, Unkept, Writer
from nupp.server.rooms.room import RefusedError, Room, open_room
from nupp.server.settings import Settings
from nupp.store import Change, Database, PuzzleStore, RoomStore, State, StoredRoom, StoreError

UNSAFE: Final = "the database cannot be used now: what was played is kept in memory, and not yet safe"
SWEEP: Final = 10.0
"""Seconds between looks for rooms that nobody needs."""
DAY: Final = 24 * 3600.0
"""Seconds between looks for finished games that are to be deleted."""
LATELY: Final = 30.0
"""Days in which games count as played lately."""
COUNTED: Final = 300.0
"""Seconds for which the count of games stays as it is."""

P = ParamSpec("P")
T = TypeVar("T")


class Live:
    """All rooms in use. Made in the event loop."""

    def __init__(
        self,
        settings: Settings,
        metrics: Metrics,
        database: Database,
        engines: Engines,
        creations: Buckets,
        leases: Holder = ALONE,
    ) -> None:
        """creations: the rate at which each client may make rooms. leases: what this server owns."""
        self._leases = leases
        self.settings, self.metrics, self.engines = settings, metrics, engines
        self._creations = creations
        self.rules_compiler = RulesCompiler()
        self.store = RoomStore(database)
        self.writer = Writer(self.store, metrics, self._on_trouble, self._on_conflict)
        self.sockets = Tally(settings.sockets_per_client)
        self.addresses = Tally(settings.sockets_per_address)
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self.exhibition = Exhibition(self)
        self.people = People(database)
        self.puzzles = PuzzleStore(database)
        self._working: set[asyncio.Task[None]] = set()
        self._open = 0
        self._played: Mapping[str, int] = {}
        self._played_until = 0.0
        self._sweepers = [asyncio.create_task(self._sweep())]
        if settings.keep_days is not None:
            self._sweepers.append(asyncio.create_task(self._forget_finished(settings.keep_days)))
        metrics.watch_rooms(lambda: len(self._rooms), lambda: self._open, lambda: self.writer.pending)

    # ---- rooms -----------------------------------------------------------------------------------

    async def room(self, id: str) -> LiveRoom:
        """A room, loaded if need be; ProblemError 404 if there is none, 503 if the database is gone."""
        found = self._rooms.get(id)
        if found is not None:
            found.touched = time.monotonic()
            return found
        if re.fullmatch(ROOM_ID, id) is None:  # nor is a database asked for what it might not take
            raise ProblemError(404, "unknown_room", f"{id[:100]!r} is no room")
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda task: self._loading.pop(id, None))
        try:
            loaded = await asyncio.shield(self._loading[id])
        except StoreError as error:
            raise database_problem(error) from None
        if loaded is None:
            raise ProblemError(404, "unknown_room", f"{id!r} is no room")
        return loaded

    async def _load(self, id: str) -> LiveRoom | None:
        stored = await asyncio.to_thread(self.store.load, id)
        if stored is None:
            self._leases.let_go(ROOM + id)
            return None
        try:
            room = await asyncio.to_thread(open_room, stored, self.rules_compiler)
        except ValueError as error:
            LOG.error("room cannot be opened", extra=details(room=id, reason=str(error)))
            raise ProblemError(
                422, "bad_room", f"the game of {id!r} cannot be read any more: {error}"
            ) from None
        if room.course.is_over:
            await self.people.rate(room)  # if the server has ended before it could
        return self.add(room)

    def add(self, room: Room, writer: Writer | Unkept | None = None) -> LiveRoom:
        """The room in use of an id: this one, unless somebody else has been faster to open it.

        writer: keeps its changes; by default as those of all rooms. ProblemError 503 if another server owns
        it.
        """
        found = self._rooms.get(room.id)
        if found is None:
            if not self._leases.owns(ROOM + room.id):
                raise unreachable()
            found = self._rooms[room.id] = LiveRoom(
                room,
                self.engines,
                writer or self._own_writer(),
                self.metrics,
                None if writer else self.people.rate,
            )
            found.go_on()
        return found

    def _own_writer(self) -> Writer | HeldWriter:
        holder = self._leases.number
        return self.writer if holder is None else HeldWriter(self.writer, holder)

    async def create(self, stored: StoredRoom) -> Room:
        """Keep a new room; ProblemError 503 if it cannot be kept.

        It is opened at once, but of several servers the first that is asked for it opens it: so it is in the
        memory of one to which its players come anyway.
        """

        def create_and_open() -> Room:
            self.writer.create(stored)
            return open_room(stored, self.rules_compiler)

        try:
            room = await asyncio.to_thread(create_and_open)
        except StoreError as error:
            raise database_problem(error) from None
        if self._leases.number is None:
            self.add(room)
        return room

    async def take(self, id: str) -> None:
        """Own a room that nobody else knows yet; ProblemError 503 if that is not possible."""
        await self._leases.take(ROOM + id)

    async def rooms(
        self,
        client: str,
        mine: bool,
        state: State | None,
        game: str | None,
        begun: bool,
        offset: int,
        limit: int,
    ) -> tuple[StoredRoom, ...]:
        """The rooms of a client, and public ones unless only `mine` are wanted; as `RoomStore.rooms`.

        ProblemError 503.
        """
        own = client if mine else None
        return await from_store(self.store.rooms, own, client, state, game, begun, offset, limit)

    async def played(self) -> Mapping[str, int]:
        """The number of times that each game was played lately, by its name; a few minutes old."""
        if time.monotonic() > self._played_until:
            self._played_until = time.monotonic() + COUNTED
            try:
                self._played = await asyncio.to_thread(self.store.played, LATELY)
            except StoreError as error:  # the last count is good enough
                LOG.warning("games could not be counted", extra=details(reason=str(error)))
        return self._played

    def all(self) -> list[LiveRoom]:
        """The rooms in memory, those used last first."""
        return sorted(self._rooms.values(), key=lambda room: -room.touched)

    def close_room(self, id: str) -> None:
        """Close all connections to a room, and let go of it; it can be loaded again."""
        for room in self._in_use([id]):
            del self._rooms[id]
            room.forget()
            room.dismiss(READ_ANEW)

    def turn_out(self, address: str) -> None:
        """Close all connections from an address."""
        for room in self._rooms.values():
            for client in room.clients:
                if client.address == address:
                    client.close(BANNED)

    def in_use(self, id: str) -> LiveRoom | None:
        """A room if it is in memory."""
        return self._rooms.get(id)

    def __len__(self) -> int:
        """The number of rooms in memory: somebody is there, an engine thinks, or a clock runs."""
        return len(self._rooms)

    def require_space(self, client: str, creator: str) -> None:
        """ProblemError 429 unless a client may make another room now, which is to count as its creator's."""
        self._creations.require(client)
        own = sum(room.room.creator == creator for room in self._rooms.values())
        if own >= self.settings.rooms_per_client:
            words = "too many rooms: expected some of them to come to an end first"
            raise ProblemError(429, "too_many", words)
        self.require_rooms(1)

    def require_rooms(self, count: int) -> None:
        """ProblemError 429 unless there is space for as many more rooms."""
        if len(self._rooms) + count > self.settings.rooms:
            words = "too many rooms here: try again later"
            raise ProblemError(429, "too_many", words)

    async def record(self, id: str) -> GameRecord:
        """The game of a room as a record; ProblemError as `room`."""
        return (await self.room(id)).room.stored().record()

    async def rematch(self, of: LiveRoom, client: str) -> None:
        """Ask for another game with sides swapped or, where all agree, make its room and announce it.

        RefusedError; ProblemError as `require_space` and `create`.
        """
        asked: list[Change | None] = []

        def ask(room: Room) -> Change | None:
            asked.append(agreements.wants_again(room, client))
            return asked[0]

        async with of.rematching:
            if of.room.rematch is not None:
                return
            await of.do(ask)
            if asked[0] is not None:
                return
            made = agreements.again(of.room, new_room_id())
            self.require_space(client, made.creator)
            await self.create(made)
            await of.do(lambda room: agreements.set_rematch(room, made.id))

    async def rename(self, client: str, name: str) -> None:
        """Let the seats of a client, in the rooms in use, have its new nickname."""
        for room in [*self._rooms.values()]:
            if room.room.course.sides_of(client):
                with contextlib.suppress(RefusedError):  # it keeps the name that it has
                    await room.do(lambda one: agreements.rename(one, client, name))

    def begin_renaming(self, client: str, name: str) -> None:
        """The same, soon."""
        self._working.add(task := asyncio.create_task(self.rename(client, name)))
        task.add_done_callback(self._working.discard)

    async def release(self, of: LiveRoom, client: str, side: int) -> str:
        """Take a seat from who holds it; returns the token that takes it. RefusedError."""
        token = new_secret()
        await of.do(lambda room: agreements.release(room, client, side, digest(token)))
        for one in of.clients:
            of.begin(self.introduce(of, one))
        return token

    async def introduce(self, of: LiveRoom, client: Client) -> None:
        """Let the nickname of somebody who looks on be known, which takes a look into the database."""
        if not (client.name or of.room.course.sides_of(client.identity)):
            of.introduce(client, await self.people.name_of(client.identity))

    # ---- connections -----------------------------------------------------------------------------

    def admit(self, client: str, address: str) -> bool:
        """Count a connection of a client from an address, unless there are too many."""
        if not self.sockets.enter(client):
            return False
        if not self.addresses.enter(address):
            self.sockets.leave(client)
            return False
        self._open += 1
        return True

    def dismiss(self, client: str, address: str) -> None:
        """A connection that was admitted is closed."""
        self.sockets.leave(client)
        self.addresses.leave(address)
        self._open -= 1

    # ---- trouble and the end ---------------------------------------------------------------------

    def _on_trouble(self, reason: str, ids: set[str]) -> None:
        LOG.warning("commit failed", extra=details(reason=reason, rooms=len(ids)))
        text = ErrorMessage(id=None, code="database", message=UNSAFE).model_dump_json()
        for room in self._in_use(ids):
            room.room.course.stand_still()  # nobody knows of the last move yet
            if room.trouble is None:
                room.broadcast(text)
            room.trouble = text

    def _on_conflict(self, reasons: dict[str, str]) -> None:
        LOG.error("rooms do not agree with the database", extra=details(reasons=reasons))
        for room in self._in_use(reasons):
            room.room.suspend()  # what is not stored of it is not to be
            self.close_room(room.room.id)

    def _in_use(self, ids: Iterable[str]) -> list[LiveRoom]:
        return [self._rooms[id] for id in ids if id in self._rooms]

    async def _sweep(self) -> None:
        """Forget rooms that nobody needs, again and again."""
        while True:
            await asyncio.sleep(SWEEP)
            for id, room in list(self._rooms.items()):
                if not room.needed:
                    del self._rooms[id]
                    self._working.add(task := asyncio.create_task(self._release(id, room.forget())))
                    task.add_done_callback(self._working.discard)

    async def _release(self, id: str, last: asyncio.Future[None] | None) -> None:
        """Let others own a room that was forgotten, when its last change is safe."""
        if last is not None:
            await asyncio.wait([last])
        if id not in self._rooms and id not in self._loading:
            self._leases.let_go(ROOM + id)

    async def _forget_finished(self, days: float) -> None:
        """Delete games that have been over for some days, once a day."""
        while True:
            try:
                while count := await asyncio.to_thread(self.store.forget_finished, days):
                    LOG.info("finished games deleted", extra=details(games=count))
            except StoreError as error:
                LOG.warning("finished games could not be deleted", extra=details(reason=str(error)))
            await asyncio.sleep(DAY)

    def lose(self) -> None:
        """Let go of all rooms, and write nothing: other servers have taken them over."""
        for id, room in list(self._rooms.items()):
            room.room.suspend()
            self.close_room(id)

    async def close(self) -> None:
        """Write what is left, and close all connections; once more does nothing."""
        for sweeper in self._sweepers:
            sweeper.cancel()
        rooms = list(self._rooms.values())
        self._rooms.clear()
        for room in rooms:
            room.forget()
        if not await self.writer.close(self.settings.grace):
            LOG.error("changes could not be written", extra=details(changes=self.writer.pending))
        for room in rooms:
            room.dismiss(ENDING)
        self.store.close()
        self.rules_compiler.close()


async def from_store(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a call of a store, made in a thread; ProblemError 503 if it fails."""
    try:
        return await asyncio.to_thread(call, *args, **kwargs)
    except StoreError as error:
        raise database_problem(error) from None


def database_problem(error: StoreError) -> ProblemError:
    """The answer when the database cannot be used; the log gets the reason."""
    LOG.warning("database failed", extra=details(reason=str(error)))
    return ProblemError(503, "database", "the database is not available: try again soon")
