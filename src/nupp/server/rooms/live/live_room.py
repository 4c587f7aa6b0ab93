"""A room in use: who is connected to it, changes in their order, and the messages about them.

All of it belongs to one event loop. A change is stored before anybody hears of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

from nupp.kernel import interpreted
from nupp.rules import Position
from nupp.server.engines.pool import Engines
from nupp.server.logs import LOG
from nupp.server.metrics import Metrics
from nupp.server.models.rooms import ChatCommand, ErrorMessage, PresenceMessage
from nupp.server.models.shared import ProblemError
from nupp.server.offloop import Pace
from nupp.server.play.scene import Contents, contents, without_choices
from nupp.server.rooms.chat import Chat
from nupp.server.rooms.live.readers import READ_ANEW, Client, is_public
from nupp.server.rooms.live.thinking import Thinking
from nupp.server.rooms.live.writer import HeldWriter, Unkept, Writer
from nupp.server.rooms.room import RefusedError, Room
from nupp.server.rooms.view import MOST_NAMED, Presence, move_seen, outlook, whole_seen
from nupp.store import Change, State

LINGER: Final = 90.0
"""Seconds for which a room is kept in memory, and goes on by itself, when nobody is connected to it."""
OVER: Final = 10.0
"""The same where the game is over."""

ASKED: Final = 30.0
"""Seconds for which a player without a connection counts as there after a request."""

SHOWING: Final = Pace()
PLAYING: Final = Pace()
"""Where scenes are made, and where moves are played: in the event loop or not."""

Scenes = tuple[Contents, Contents]
T = TypeVar("T")
Message = Callable[[Client], str]
"""Returns the text that a reader gets."""


class LiveRoom:
    """A room in use. engines, writer, metrics: those of the server."""

    def __init__(
        self,
        room: Room,
        engines: Engines,
        writer: Writer | HeldWriter | Unkept,
        metrics: Metrics,
        on_end: Callable[[Room], Awaitable[None]] | None = None,
    ) -> None:
        """on_end: awaited when the game has ended and that is stored, before anybody hears of it."""
        self.room = room
        self.clients: set[Client] = set()
        self.touched = self._opened = time.monotonic()
        self._left: dict[str, float] = {}
        """When the last connection of a client was closed, or the client's last request came."""
        self._asking: dict[str, asyncio.TimerHandle] = {}
        """The players without a connection who have asked lately."""
        self.rematching = asyncio.Lock()
        self.trouble: str | None = None
        """The message that the database does not take what is played here; None while it does."""
        self.keeping: asyncio.Task[Any] | None = None
        """The task whose change is being stored."""
        self.gone = False
        self.thinking = Thinking(self, engines, metrics)
        self.chat = Chat()
        self._writer, self._metrics, self._on_end = writer, metrics, on_end
        self._turn = asyncio.Lock()
        self._flag: asyncio.TimerHandle | None = None
        self._scenes: tuple[Position, bool, asyncio.Future[Scenes]] | None = None
        self._work: set[asyncio.Task[Any]] = set()

    # ---- who is there ----------------------------------------------------------------------------

    async def enter(self, client: Client) -> None:
        """Let somebody follow the game: they get all of it, and then what happens."""
        self.touched = time.monotonic()
        message = await self._room_message()
        if self.gone:
            client.close(READ_ANEW)
            return
        self.clients.add(client)
        self._forget_request(client.identity)
        self._left.pop(client.identity, None)
        self._heed_addresses()
        client.send(message(client))
        for thought in self.thinking.thoughts.values():
            client.send(thought)
        if self.room.course.sides_of(client.identity):
            for said in self.chat.messages:
                client.send(said.model_dump_json())
        if self.trouble is not None:
            client.send(self.trouble)
        self._send_presence()
        self.go_on()

    def introduce(self, client: Client, name: str) -> None:
        """Let the nickname of somebody who is there be known."""
        client.name = name
        if name and client in self.clients:
            self._send_presence()

    def _heed_addresses(self) -> None:
        """See that a game of one person under two names does not count: both come from one public address."""
        first, second = (seat.holder for seat in self.room.course.seats)
        if first is not None and second is not None and first != second:
            here = [{one.address for one in self.clients if one.identity == who} for who in (first, second)]
            if any(is_public(address) for address in here[0] & here[1]):
                self.room.assisted = True  # kept with the end of the game

    def say(self, client: Client, command: ChatCommand) -> None:
        """Pass on what a player says to both players; RefusedError."""
        message = self.chat.say(self.room, client.identity, command).model_dump_json()
        for other in self.clients:
            if self.room.course.sides_of(other.identity):
                other.send(message)

    def leave(self, client: Client) -> None:
        """Somebody is not there any more."""
        self.clients.discard(client)
        if client.identity not in self._connected:
            self._forget_request(client.identity)
            self._left[client.identity] = time.monotonic()
        self.thinking.end_hints(client)
        self.touched = time.monotonic()
        if not self.gone:
            self._send_presence()

    def heed_request(self, client: str) -> None:
        """A player without a connection has asked something, and so counts as there for a while."""
        if client in self._connected or not self.room.course.sides_of(client):
            return
        is_new = client not in self._asking
        self._forget_request(client)
        self._asking[client] = asyncio.get_running_loop().call_later(ASKED, self._lapse, client)
        self._left[client] = time.monotonic()
        if is_new:
            self._send_presence()

    def _lapse(self, client: str) -> None:
        """A player has not asked anything for a while."""
        del self._asking[client]
        self._send_presence()

    def _forget_request(self, client: str) -> None:
        if client in self._asking:
            self._asking.pop(client).cancel()

    @property
    def _connected(self) -> set[str]:
        return {client.identity for client in self.clients}

    @property
    def presence(self) -> Presence:
        """The people who are connected now, or play by requests."""
        here = self._connected | self._asking.keys()
        holders = [seat.holder for seat in self.room.course.seats]
        first, second = (holder in here for holder in holders)
        now = time.monotonic()
        gone, away = (
            None if holder is None or holder in here else round(now - self._left.get(holder, self._opened), 1)
            for holder in holders
        )
        spectators = [client for client in self.clients if client.identity not in holders]
        names = sorted({client.name for client in spectators if client.name}, key=str.casefold)
        return Presence((first, second), len(spectators), (gone, away), tuple(names[:MOST_NAMED]))

    @property
    def needed(self) -> bool:
        """True if the room has to stay in memory: somebody is or was there lately, or a clock runs."""
        runs = self.room.course.flag_in() is not None
        lately = time.monotonic() - self.touched < (OVER if self.room.course.is_over else LINGER)
        return bool(self.clients or self._turn.locked() or runs or lately)

    def _send_presence(self) -> None:
        message = PresenceMessage(version=self.room.version, **self.presence._asdict())
        self.broadcast(message.model_dump_json())

    def broadcast(self, text: str) -> None:
        """Send a message to everybody."""
        for client in self.clients:
            client.send(text)

    # ---- what is done ----------------------------------------------------------------------------

    async def do(self, act: Callable[[Room], Change | None]) -> None:
        """Change the room in its turn, have the change stored, and send it to everybody.

        RefusedError if it cannot be done.
        """
        await self._in_turn(lambda room: self._keep_and_tell(act(room)))

    async def move(self, client: str | None, ply: int, text: str) -> None:
        """Play a move that `Room.awaits` and `Room.checked` allow, have it stored, and send it to everybody.

        Arguments and errors as of `Room.move`, which does it.
        """
        arrived = time.perf_counter()

        async def play(room: Room) -> None:
            if room.awaits(client, ply, text):
                known = self._legal_moves()
                checked = await PLAYING.do(room.course.game.spec, lambda: room.checked(text, known))
                await self._keep_and_tell(room.move(client, ply, text, checked))
                self._metrics.move_seconds.observe(time.perf_counter() - arrived)

        await self._in_turn(play)
        self._metrics.moves.labels("person" if client else "engine").inc()

    async def _in_turn(self, act: Callable[[Room], Awaitable[None]]) -> None:
        """Do something when nobody else changes the room and its scenes are made. Then it goes on."""
        self.touched = time.monotonic()
        if self.trouble is not None and self._turn.locked():
            raise RefusedError("database", "the database cannot be used now: expected to be asked again soon")
        async with self._turn:
            await self._know_position()
            if self.gone:
                raise RefusedError("ending", "the room is closed for a moment: try again")
            await act(self.room)
        self.go_on()

    async def _keep_and_tell(self, change: Change | None) -> None:
        """Have a change stored, and send it to everybody."""
        if change is None:
            return
        there = tuple(self.clients)  # who comes later gets the room with this change
        self.thinking.heed(change)
        safe = self._writer.write(change)
        self.keeping = asyncio.current_task()
        try:
            message = await self._message_of(change)
            await safe
            if self._on_end is not None and change.state is State.OVER:
                await self._on_end(self.room)
        finally:
            self.keeping = None
        self.trouble = None
        for client in there:
            client.send(message(client))

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something in the background; what goes wrong with it is written down."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[Any]) -> None:
        self._work.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, RefusedError | ProblemError):
            LOG.error("a room's work failed", exc_info=error)

    def go_on(self) -> None:
        """Let the clock of a person run, and an engine think, if it is their turn and nothing is unsafe."""
        if not (self._turn.locked() or self.gone):
            self.room.course.resume()
            self.set_flag()
            self.thinking.go_on()

    # ---- messages --------------------------------------------------------------------------------

    async def _know_position(self) -> None:
        """See that the scenes of the position are made; a faulty view is no matter."""
        try:
            await self._scene()
        except Exception:  # the game's class may be another package's
            LOG.debug("a position of %s cannot be shown", self.room.course.game.spec)

    async def _scene(self) -> Scenes:
        """The present position, as those see it who may move, and all others."""
        while True:
            made = self._scene_made()
            try:
                scenes = made.result() if made.done() else await asyncio.shield(made)
            except Exception:
                self._scenes = None  # it is tried again
                raise
            if made is self._scene_made():  # else the game went on meanwhile
                return scenes

    def _scene_made(self) -> asyncio.Future[Scenes]:
        """The same, made once for each position."""
        position, goes_on = self.room.course.position, self.room.course.side is not None
        if self._scenes is None or self._scenes[0] is not position or self._scenes[1] != goes_on:
            moves = self.room.course.moves
            last = moves[-1].move if moves else ""
            made = SHOWING.do(position.game.spec, lambda: _make_scenes(position, goes_on, last))
            self._scenes = position, goes_on, made
        return self._scenes[2]

    def _legal_moves(self) -> Sequence[str]:
        """The legal moves of the position, as its scenes list them; nothing if they could not be made."""
        made = self._scene_made()
        known = made.done() and not made.exception()
        choices = made.result()[0]["choices"] if known else None
        return choices["moves"] if choices else ()

    async def _message_of(self, change: Change) -> Message:
        """The message about a change; about a game that cannot be shown, an error."""
        try:
            return await (self._move_message() if _is_plain_move(change) else self._room_message())
        except Exception:  # the game's class may be another package's
            spec = self.room.course.game.spec
            LOG.exception("a position of %s cannot be shown", spec)
            words = f"the position cannot be shown: {spec} failed; the move is kept"
            text = ErrorMessage(id=None, code="game", message=words).model_dump_json()
            return lambda client: text

    async def _room_message(self) -> Message:
        """The message with all of the room; encoded once for those who see the same."""
        mover, others = await self._scene()
        texts: dict[tuple[bool, ...], str] = {}

        def text_of(client: Client) -> str:
            mine = client.identity
            same = outlook(self.room, mine)
            if same not in texts:
                shown = mover if self.room.course.may_move(mine) else others
                texts[same] = whole_seen(self.room, mine, self.presence, shown)
            return texts[same]

        return text_of

    async def _move_message(self) -> Message:
        """The message about the last move; encoded once for who may move, and once for all others."""
        texts = [move_seen(self.room, shown) for shown in await self._scene()]
        course = self.room.course
        holder = None if course.side is None else course.seats[course.side].holder
        return lambda client: texts[client.identity != holder]

    # ---- time ------------------------------------------------------------------------------------

    def set_flag(self) -> None:
        """Look at the clock when it will have run down."""
        if self._flag is not None:
            self._flag.cancel()
        left = self.room.course.flag_in()
        loop = asyncio.get_running_loop()
        self._flag = None if left is None else loop.call_later(left + 0.002, self.look_at_clock)

    def look_at_clock(self) -> None:
        """End the game if the clock that runs has run down."""
        if not self.gone:
            self.begin(self.do(Room.fall))

    # ---- the end ---------------------------------------------------------------------------------

    def forget(self) -> asyncio.Future[None] | None:
        """Let go of everything, the times kept; the room can be loaded again.

        Returns the future of its last change, None if there is none to be kept.
        """
        self.gone = True
        self.thinking.end()
        if self._flag is not None:
            self._flag.cancel()
        for client in list(self._asking):
            self._forget_request(client)
        change = self.room.suspend()
        return None if change is None else self._writer.write(change)

    def dismiss(self, code: int) -> None:
        """Close all connections."""
        self.gone = True
        for client in self.clients:
            client.close(code)


def _make_scenes(position: Position, choices: bool, last: str) -> Scenes:
    """A position, as those see it who may move, and all others; last: the text of the last move."""
    with interpreted():
        shown = contents(position, choices=choices, last=last)
    return shown, without_choices(shown)


def _is_plain_move(change: Change) -> bool:
    return bool(change.moves) and change.keep is None and change.seats is None
