"""Rooms while they are in use: who is connected, what they are told, when engines think, and what is kept.

All of it belongs to one event loop. What is done to a room goes to the writer at once, and out to everybody
when it is safe in the database. Rooms are loaded when somebody comes, and forgotten when nobody needs them.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from nupp.formats import GameRecord
from nupp.games import Position
from nupp.kernel import interpreted
from nupp.players import Budget, Decision
from nupp.server.engines import EngineError, Engines, TooManyError
from nupp.server.identity import digest, new_room_id, new_secret
from nupp.server.limits import Tally
from nupp.server.logs import LOG
from nupp.server.metrics import Metrics
from nupp.server.models import ProblemError
from nupp.server.offloop import off_loop
from nupp.server.playing import Rulebook
from nupp.server.rooms import Presence, RefusedError, Room, open_room
from nupp.server.scene import scene
from nupp.server.settings import Settings
from nupp.server.thoughts import get_ready, thought_of
from nupp.server.wire import dump, room_message, split_scene
from nupp.server.writer import Writer
from nupp.store import Change, Database, RoomStore, StoredRoom, StoreError

LINGER: Final = 90.0
"""Seconds for which a room is kept in memory, and goes on by itself, when nobody is connected to it."""
SWEEP: Final = 10.0
"""Seconds between looks for rooms that nobody needs; what is over is needed no longer than that."""
TOO_SLOW: Final = 4008
GOING: Final = 1012
CONFLICT: Final = 1013
"""Codes with which WebSockets are closed: the reader is too slow, the server ends, the room is read anew."""
ADVISER: Final = "strong"
"""Who gives hints."""
HINT: Final = Budget(seconds=3.0)
"""What a hint may take if nobody has said."""
ATTEMPTS: Final = 2
"""How often an engine is asked for a move before it has failed."""


class Client:
    """Somebody who is connected to a room, and the messages that are on the way to them."""

    def __init__(self, identity: str, most: int) -> None:
        self.identity = identity
        self._most = most
        self._texts: deque[str] = deque()
        self._wake = asyncio.Event()
        self.closed: int | None = None
        """The code with which the connection is to be closed."""
        self.ended = asyncio.Event()
        """Happens when it is to be closed."""

    def tell(self, text: str) -> None:
        """Send a message when it is possible; a client that does not read is closed instead."""
        if self.closed is None:
            self._texts.append(text)
            if len(self._texts) > self._most:
                self.close(TOO_SLOW)
            self._wake.set()

    def close(self, code: int) -> None:
        """Have the connection closed; what has not been sent is dropped."""
        if self.closed is None:
            self.closed = code
            self._texts.clear()
            self._wake.set()
            self.ended.set()

    async def next(self) -> str | None:
        """The next message; None when the connection is to be closed."""
        while not self._texts:
            if self.closed is not None:
                return None
            self._wake.clear()
            await self._wake.wait()
        return self._texts.popleft()


class LiveRoom:
    """A room in use."""

    def __init__(self, live: Live, room: Room) -> None:
        self.room = room
        self.clients: set[Client] = set()
        self.touched = time.monotonic()
        self._live = live
        self._thinking: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._pending = 0
        self._moved = 0.0
        self._settled = asyncio.Event()
        self._settled.set()
        self._scene: tuple[Position, bool, str, str] | None = None
        self._thoughts: dict[int, str] = {}
        self._unsafe: set[asyncio.Future[None]] = set()
        self._hints: set[asyncio.Task[Decision]] = set()
        self.rematching = asyncio.Lock()
        self.troubled = False
        self.gone = False

    # ---- who is there ----------------------------------------------------------------------------

    def enter(self, client: Client) -> None:
        """Let somebody follow the game: they get all of it, and then what happens."""
        self.clients.add(client)
        self.touched = time.monotonic()
        client.tell(self._room_text(client.identity))
        for thought in self._thoughts.values():
            client.tell(thought)
        if self.troubled:
            client.tell(self._live.trouble)
        self._tell_presence()
        self.go_on()

    def leave(self, client: Client) -> None:
        """Somebody is not there any more."""
        self.clients.discard(client)
        self.touched = time.monotonic()
        if not self.gone:
            self._tell_presence()

    @property
    def presence(self) -> Presence:
        """Who is connected now."""
        here = {client.identity for client in self.clients}
        holders = [seat.holder for seat in self.room.seats]
        first, second = (holder in here for holder in holders)
        return Presence((first, second), sum(client.identity not in holders for client in self.clients))

    @property
    def needed(self) -> bool:
        """Whether the room has to stay in memory: somebody is there or was lately, or something goes on."""
        runs = self.room.flag_in() is not None
        lately = time.monotonic() - self.touched < (SWEEP if self.room.is_over else LINGER)
        return bool(self.clients or self._pending or runs or lately)

    def _tell_presence(self) -> None:
        presence = self.presence
        text = dump({"type": "presence", "version": self.room.version, **presence._asdict()})
        self.tell(text)

    # ---- what is done ----------------------------------------------------------------------------

    async def do(self, act: Callable[[Room], Change | None], arrived: float | None = None) -> None:
        """Do something to the room, and return when it is safe; RefusedError if it cannot be done.

        arrived: when a move came in, to measure how long it took.
        """
        self.touched = time.monotonic()
        if self.gone:
            raise RefusedError("ending", "the room is closed for a moment: expected to be asked again")
        change = act(self.room)
        if change is None:
            await self._settled.wait()
        else:
            await self._keep(change, arrived)

    def _keep(self, change: Change, arrived: float | None = None) -> asyncio.Future[None]:
        """Have a change written, tell of it when it is safe, and go on with the game."""
        safe: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._unsafe.add(safe)
        self._pending += 1
        self._settled.clear()
        texts: list[Callable[[Client], str]] = []
        self._live.writer.write(change, lambda: self._done(texts, safe, arrived))
        if change.keep is not None:
            self._thoughts.clear()
        if change.keep is not None or change.moves or self.room.is_over:
            self._stop_thinking()
        texts.append(self._text_of(change))
        return safe

    def _done(
        self, texts: list[Callable[[Client], str]], safe: asyncio.Future[None], arrived: float | None
    ) -> None:
        """A change is safe now."""
        self._pending -= 1
        self._unsafe.discard(safe)
        self.troubled = False
        for client in tuple(self.clients):
            client.tell(texts[0](client))
        if arrived is not None:
            self._live.metrics.move_seconds.observe(time.perf_counter() - arrived)
        if not safe.done():
            safe.set_result(None)
        if not self._pending:
            self._settled.set()
        self.go_on()

    def tell(self, text: str) -> None:
        """Tell everybody something."""
        for client in self.clients:
            client.tell(text)

    def go_on(self) -> None:
        """Let the clock of a person run, and an engine think, if it is their turn and nothing is unsafe."""
        if self._pending or self.gone:
            return
        self.room.resume()
        self._set_flag()
        if self.room.engine_to_move is not None and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.create_task(self._think())
            self._thinking.add_done_callback(_log_failure)
        elif self.room.engine_to_move is None:
            self._stop_engine()

    # ---- messages --------------------------------------------------------------------------------

    def _scenes(self) -> tuple[str, str]:
        """The position as JSON, for who may move and for all others."""
        position, goes_on = self.room.position, self.room.side is not None
        if self._scene is None or self._scene[0] is not position or self._scene[1] != goes_on:
            with interpreted():
                found = scene(position, choices=goes_on)
            self._scene = position, goes_on, *split_scene(found)
        return self._scene[2:]

    def _text_of(self, change: Change) -> Callable[[Client], str]:
        """What makes the message that tells of a change; of a game that cannot be shown, that it cannot."""
        try:
            return self._move_text() if _is_plain_move(change) else self._room_text_now()
        except Exception:  # the game's class may be another package's
            LOG.exception("a position of %s cannot be shown", self.room.game.spec)
            words = f"the position cannot be shown: {self.room.game.spec} failed; the move is kept"
            text = error_text(None, "game", words)
            return lambda client: text

    def _room_text(self, client: str) -> str:
        """All of the room, for one client."""
        mover, others = self._scenes()
        told = self.room.to_json(client, self.presence)
        return room_message(told, mover if self.room.may_move(client) else others)

    def _room_text_now(self) -> Callable[[Client], str]:
        """What makes the message that tells of all the room as it is now."""
        mover, others = self._scenes()
        told = {client.identity: self.room.to_json(client.identity, self.presence) for client in self.clients}
        movers = {client for client in told if self.room.may_move(client)}
        room, presence = self.room, self.presence

        def text(client: Client) -> str:
            found = told.get(client.identity) or room.to_json(client.identity, presence)
            return room_message(found, mover if client.identity in movers else others)

        return text

    def _move_text(self) -> Callable[[Client], str]:
        """What makes the message that tells of the last move."""
        room = self.room
        move = room.moves[-1]
        mover, others = self._scenes()
        head = dump(
            {
                "type": "move",
                "version": room.version,
                "ply": move.ply,
                "move": move.move,
                "seconds": move.seconds,
                **room.status(),
            }
        )
        holder = None if room.side is None else room.seats[room.side].holder
        texts = f'{head[:-1]},"scene":{mover}}}', f'{head[:-1]},"scene":{others}}}'
        return lambda client: texts[client.identity != holder]

    # ---- time ------------------------------------------------------------------------------------

    def _set_flag(self) -> None:
        """Look at the clock when it will have run down."""
        if self._flag is not None:
            self._flag.cancel()
        left = self.room.flag_in()
        loop = asyncio.get_running_loop()
        self._flag = None if left is None else loop.call_later(left + 0.002, self._look_at_clock)

    def _look_at_clock(self) -> None:
        change = None if self.gone else self.room.fall()
        if change is not None:
            self._keep(change)
        elif not self.gone:
            self._set_flag()

    # ---- engines ---------------------------------------------------------------------------------

    def _stop_thinking(self) -> None:
        """End the search of the engine to move, and those for hints."""
        self._stop_engine()
        for hint in self._hints:
            hint.cancel()

    def _stop_engine(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    async def _think(self) -> None:
        """Let the engine to move choose, and play its move."""
        room, ply = self.room, len(self.room.moves)
        spec = room.engine_to_move
        assert spec is not None
        try:
            decision = await self._choose(spec)
            if room.of_machines:
                room.stand_still()  # it has chosen: the rest is for those who look on
                self._set_flag()
                await asyncio.sleep(self._moved + room.pause - time.monotonic())
            position = room.position
            change = room.engine_move(ply, decision.move)
        except (EngineError, TooManyError, RefusedError) as error:
            self._fail(spec, error)
            return
        self._thinking, self._moved = None, time.monotonic()
        self._tell_thought(position, spec, decision, done=True)
        self._live.metrics.moves.labels("engine").inc()
        self._keep(change)

    async def _choose(self, spec: str) -> Decision:
        """What the engine to move decides, which is asked again if its process was lost."""
        await off_loop(get_ready, self.room.game.spec, spec)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return await self._ask(spec)
            except EngineError:
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("it has been asked at least once")

    async def _ask(self, spec: str) -> Decision:
        room = self.room
        side = room.position.to_move
        return await self._live.engines.search(
            room.creator,
            room.game.spec,
            room.start,
            [move.move for move in room.moves],
            spec,
            room.budget,
            on_thought=lambda decision: self._tell_thought(room.position, spec, decision, done=False),
            on_state=lambda state: self._tell_state(side, state),
            clock=room.engine_clock(),
            keep=f"{room.id}:{side}",
            seed=int(digest(f"{room.id}:{side}")[:8], 16),
        )

    def _tell_thought(self, position: Position, spec: str, decision: Decision, done: bool) -> None:
        with interpreted():
            thought = thought_of(position, decision, spec, done)
        text = self._thoughts[position.to_move] = dump({"type": "thought", "thought": thought})
        self.tell(text)

    def _tell_state(self, side: int, state: str) -> None:
        if state == "thinking":
            self.room.engine_begins()
            self._set_flag()
        self.tell(dump({"type": "engine", "side": side, "state": state}))

    def _fail(self, spec: str, error: Exception) -> None:
        """An engine cannot move: a game of machines is paused; else it is asked again when somebody comes."""
        LOG.warning("engine failed", extra={"room": self.room.id, "player": spec, "reason": str(error)})
        if isinstance(error, RefusedError) and error.code == "time":
            self._look_at_clock()
            return
        change = self.room.stop_engine()
        if change is not None:
            self._keep(change)
        self.tell(error_text(None, "engine", f"{spec} cannot move: {error}"))

    async def hint(self, client: Client, ply: int, budget: Budget | None, number: int) -> None:
        """Tell a client what a strong player would play in the present position."""
        room = self.room
        await off_loop(get_ready, room.game.spec, ADVISER)
        if room.is_over or ply != len(room.moves):
            raise RefusedError("stale", f"ply {ply}: expected {len(room.moves)}, where the game goes on")
        position = room.position

        def tell(decision: Decision, done: bool = False) -> None:
            with interpreted():
                thought = thought_of(position, decision, ADVISER, done)
            client.tell(dump({"type": "hint", "id": number, "thought": thought}))

        search = asyncio.create_task(
            self._live.engines.search(
                client.identity,
                room.game.spec,
                room.start,
                [move.move for move in room.moves],
                ADVISER,
                budget or HINT,
                on_thought=tell,
            )
        )
        self._hints.add(search)
        try:
            await asyncio.wait([search])
            if search.cancelled():
                raise RefusedError("stale", "the game went on meanwhile")
            tell(search.result(), done=True)
        except EngineError as error:
            raise RefusedError("engine", str(error)) from None
        except TooManyError as error:
            raise RefusedError("too_many", str(error)) from None
        finally:
            search.cancel()
            self._hints.discard(search)

    # ---- the end ---------------------------------------------------------------------------------

    def forget(self) -> None:
        """Let go of everything, the times kept; the room can be loaded again."""
        self.gone = True
        self._stop_thinking()
        if self._flag is not None:
            self._flag.cancel()
        change = self.room.suspend()
        if change is not None:
            self._live.writer.write(change, lambda: None)

    def dismiss(self, code: int) -> None:
        """Close all connections, and give up what is not safe."""
        self.gone = True
        for client in self.clients:
            client.close(code)
        for safe in self._unsafe:
            if not safe.done():
                safe.set_exception(RefusedError("database", "the server cannot tell whether that was kept"))


class Live:
    """All rooms in use. Made in the event loop."""

    def __init__(self, settings: Settings, metrics: Metrics, database: Database, engines: Engines) -> None:
        self.settings, self.metrics, self.engines = settings, metrics, engines
        self.rulebook = Rulebook()
        self.store = RoomStore(database)
        self.writer = Writer(self.store, metrics, self._on_trouble, self._on_conflict)
        self.trouble = error_text(None, "database", "the database cannot be used now")
        self.sockets = Tally(settings.sockets_per_client)
        self.addresses = Tally(settings.sockets_per_address)
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._open = 0
        self._sweeper = asyncio.create_task(self._sweep())
        metrics.watch_rooms(lambda: len(self._rooms), lambda: self._open, lambda: self.writer.pending)

    # ---- rooms -----------------------------------------------------------------------------------

    async def room(self, id: str) -> LiveRoom:
        """A room, loaded if need be; ProblemError 404 if there is none, 503 if the database is gone."""
        found = self._rooms.get(id)
        if found is not None:
            found.touched = time.monotonic()
            return found
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
            return None
        try:
            room = await asyncio.to_thread(open_room, stored, self.rulebook)
        except ValueError as error:
            LOG.error("room cannot be opened", extra={"room": id, "reason": str(error)})
            raise ProblemError(
                422, "bad_room", f"the game of {id!r} cannot be read any more: {error}"
            ) from None
        return self._add(room)

    def _add(self, room: Room) -> LiveRoom:
        """The room in use of an id: this one, unless somebody else has been faster to open it."""
        found = self._rooms.get(room.id)
        if found is None:
            found = self._rooms[room.id] = LiveRoom(self, room)
            found.go_on()
        return found

    async def create(self, stored: StoredRoom) -> LiveRoom:
        """Keep a new room and open it; ProblemError 503 if it cannot be kept."""
        try:
            await self.writer.create(stored)
        except StoreError as error:
            raise database_problem(error) from None
        return self._add(await asyncio.to_thread(open_room, stored, self.rulebook))

    async def rooms(
        self, client: str | None, state: Any, game: str | None, offset: int, limit: int
    ) -> tuple[StoredRoom, ...]:
        """Rooms as they are stored, newest first; as `RoomStore.rooms`. ProblemError 503."""
        try:
            return await asyncio.to_thread(self.store.rooms, client, state, game, offset, limit)
        except StoreError as error:
            raise database_problem(error) from None

    def in_use(self, id: str) -> LiveRoom | None:
        """A room if it is in memory."""
        return self._rooms.get(id)

    def __len__(self) -> int:
        """How many rooms are in memory: somebody is there, an engine thinks, or a clock runs."""
        return len(self._rooms)

    def rooms_of(self, client: str) -> int:
        """How many of the rooms in memory a client has made."""
        return sum(room.room.creator == client for room in self._rooms.values())

    async def record(self, id: str) -> GameRecord:
        """The game of a room as a record; ProblemError as `room`."""
        return (await self.room(id)).room.stored().record()

    async def rematch(self, of: LiveRoom, client: str) -> None:
        """Play a game again with sides swapped: make the room, and tell everybody of it; RefusedError."""
        async with of.rematching:
            id = new_room_id()
            made = of.room.again(client, id)
            if made is not None:
                await self.create(made)
                await of.do(lambda room: room.set_rematch(id))

    async def release(self, of: LiveRoom, client: str, side: int) -> str:
        """Take a seat from who holds it; returns the token that takes it. RefusedError."""
        token = new_secret()
        await of.do(lambda room: room.release(client, side, digest(token)))
        return token

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
        LOG.warning("commit failed", extra={"reason": reason, "rooms": len(ids)})
        words = f"what was played is kept until the database takes it: {reason}"
        self.trouble = error_text(None, "database", words)
        for room in self._in_use(ids):
            room.room.stand_still()  # nobody knows of the last move yet
            if not room.troubled:
                room.troubled = True
                room.tell(self.trouble)

    def _on_conflict(self, reasons: dict[str, str]) -> None:
        LOG.error("rooms do not agree with the database", extra={"reasons": reasons})
        for room in self._in_use(reasons):
            del self._rooms[room.room.id]
            room.room.suspend()  # what is not stored of it is not to be
            room.forget()
            room.dismiss(CONFLICT)

    def _in_use(self, ids: Iterable[str]) -> list[LiveRoom]:
        return [self._rooms[id] for id in ids if id in self._rooms]

    async def _sweep(self) -> None:
        """Forget rooms that nobody needs, again and again."""
        while True:
            await asyncio.sleep(SWEEP)
            for id, room in list(self._rooms.items()):
                if not room.needed:
                    del self._rooms[id]
                    room.forget()

    async def close(self) -> None:
        """Write what is left, and close all connections."""
        self._sweeper.cancel()
        rooms = list(self._rooms.values())
        self._rooms.clear()
        for room in rooms:
            room.forget()
        if not await self.writer.close(self.settings.grace):
            LOG.error("changes could not be written", extra={"changes": self.writer.pending})
        for room in rooms:
            room.dismiss(GOING)
        self.rulebook.close()


def error_text(number: int | None, code: str, message: str) -> str:
    """The message that something went wrong; number: of the command that it answers."""
    return dump({"type": "error", "id": number, "code": code, "message": message})


def database_problem(error: StoreError) -> ProblemError:
    """What is answered when the database cannot be used; the log knows where it is."""
    LOG.warning("database failed", extra={"reason": str(error)})
    return ProblemError(503, "database", "the database cannot be used now: expected to be asked again soon")


def _log_failure(task: asyncio.Task[None]) -> None:
    """Write down what should not have happened."""
    if not task.cancelled() and task.exception() is not None:
        LOG.error("an engine's turn failed", exc_info=task.exception())


def _is_plain_move(change: Change) -> bool:
    return bool(change.moves) and change.keep is None and change.seats is None
