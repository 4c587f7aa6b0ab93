"""One room while it is in use: who is connected, what they are told, when engines think, and what is kept.

All of it belongs to one event loop. What is done to a room goes to the writer at once, and out to everybody
when it is safe in the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from nupp.kernel import interpreted
from nupp.players import Budget, Decision
from nupp.rules import Position
from nupp.server.api.scene import scene
from nupp.server.engines.pool import EngineError, Engines, TooManyError
from nupp.server.engines.thoughts import thought_of
from nupp.server.http.identity import digest
from nupp.server.logs import LOG, details
from nupp.server.metrics import Metrics
from nupp.server.rooms.readers import Client
from nupp.server.rooms.room import Presence, RefusedError, Room
from nupp.server.rooms.wire import dump, error_text, room_message, split_scene
from nupp.server.rooms.writer import Writer
from nupp.store import Change

LINGER: Final = 90.0
"""Seconds for which a room is kept in memory, and goes on by itself, when nobody is connected to it."""
OVER: Final = 10.0
"""The same where the game is over."""
ADVISER: Final = "strong"
"""Who gives hints."""
HINT: Final = Budget(seconds=3.0)
"""What a hint may take if nobody has said."""
ATTEMPTS: Final = 2
"""How often an engine is asked for a move before it has failed."""
AGAIN: Final = 15.0
"""Seconds after which an engine that has failed is asked again, as long as somebody waits for its move."""


class LiveRoom:
    """A room in use. engines, writer, metrics: those of the server."""

    def __init__(self, room: Room, engines: Engines, writer: Writer, metrics: Metrics) -> None:
        self.room = room
        self.clients: set[Client] = set()
        self.touched = time.monotonic()
        self._engines, self._writer, self._metrics = engines, writer, metrics
        self._thinking: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._again: asyncio.TimerHandle | None = None
        self._pending = 0
        self._moved = 0.0
        self._settled = asyncio.Event()
        self._settled.set()
        self._scene: tuple[Position, bool, str, str] | None = None
        self._thoughts: dict[int, str] = {}
        self._unsafe: set[asyncio.Future[None]] = set()
        self._hints: set[asyncio.Task[Decision]] = set()
        self.rematching = asyncio.Lock()
        self.trouble: str | None = None
        """The message that the database does not take what is played here; None while it does."""
        self.gone = False

    # ---- who is there ----------------------------------------------------------------------------

    def enter(self, client: Client) -> None:
        """Let somebody follow the game: they get all of it, and then what happens."""
        self.clients.add(client)
        self.touched = time.monotonic()
        client.tell(self._room_text(client.identity))
        for thought in self._thoughts.values():
            client.tell(thought)
        if self.trouble is not None:
            client.tell(self.trouble)
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
        lately = time.monotonic() - self.touched < (OVER if self.room.is_over else LINGER)
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
        texts: list[Callable[[Client], str | None]] = []
        self._writer.write(change, lambda: self._done(texts, safe, arrived))
        if change.keep is not None:
            self._thoughts.clear()
        if change.keep is not None or change.moves or self.room.is_over:
            self._stop_thinking()
        texts.append(self._text_of(change))
        return safe

    def _done(
        self, texts: list[Callable[[Client], str | None]], safe: asyncio.Future[None], arrived: float | None
    ) -> None:
        """A change is safe now."""
        self._pending -= 1
        self._unsafe.discard(safe)
        self.trouble = None
        for client in tuple(self.clients):
            text = texts[0](client)
            if text is not None:
                client.tell(text)
        if arrived is not None:
            self._metrics.move_seconds.observe(time.perf_counter() - arrived)
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

    def _text_of(self, change: Change) -> Callable[[Client], str | None]:
        """What makes the message that tells of a change; of a game that cannot be shown, that it cannot.

        None for a client that has come after the change, and was told of the room as it was by then.
        """
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

    def _room_text_now(self) -> Callable[[Client], str | None]:
        """What makes the message that tells those who are there of all the room as it is now."""
        mover, others = self._scenes()
        told = {
            identity: room_message(
                self.room.to_json(identity, self.presence), mover if self.room.may_move(identity) else others
            )
            for identity in {client.identity for client in self.clients}
        }
        return lambda client: told.get(client.identity)

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
        self._metrics.moves.labels("engine").inc()
        self._keep(change)

    async def _choose(self, spec: str) -> Decision:
        """What the engine to move decides, which is asked again if its process was lost."""
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
        return await self._engines.search(
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
        """An engine cannot move: a game of machines is paused, others ask again while somebody is there."""
        LOG.warning("engine failed", extra=details(room=self.room.id, player=spec, reason=str(error)))
        if isinstance(error, RefusedError) and error.code == "time":
            self._look_at_clock()
            return
        change = self.room.stop_engine()
        if change is not None:
            self._keep(change)
        else:
            self._ask_again()
        self.tell(error_text(None, "engine", f"{spec} cannot move: {error}"))

    def _ask_again(self) -> None:
        """Ask the engine to move again after a while, if anybody is there then; else when somebody comes."""
        if self._again is not None:
            self._again.cancel()
        self._again = asyncio.get_running_loop().call_later(AGAIN, self._try_again)

    def _try_again(self) -> None:
        if self.clients:
            self.go_on()

    async def hint(self, client: Client, ply: int, budget: Budget | None, number: int) -> None:
        """Tell a client what a strong player would play in the present position; not between two people."""
        room = self.room
        if room.of_two_people and not room.is_over:
            raise RefusedError("not_allowed", "two people play each other: expected no hints")
        if room.is_over or ply != len(room.moves):
            raise RefusedError("stale", f"ply {ply}: expected {len(room.moves)}, where the game goes on")
        position = room.position

        def tell(decision: Decision, done: bool = False) -> None:
            with interpreted():
                thought = thought_of(position, decision, ADVISER, done)
            client.tell(dump({"type": "hint", "id": number, "thought": thought}))

        search = asyncio.create_task(
            self._engines.search(
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
        for timer in (self._flag, self._again):
            if timer is not None:
                timer.cancel()
        change = self.room.suspend()
        if change is not None:
            self._writer.write(change, lambda: None)

    def dismiss(self, code: int) -> None:
        """Close all connections, and give up what is not safe."""
        self.gone = True
        for client in self.clients:
            client.close(code)
        for safe in self._unsafe:
            if not safe.done():
                safe.set_exception(RefusedError("database", "the server cannot tell whether that was kept"))


def _log_failure(task: asyncio.Task[None]) -> None:
    """Write down what should not have happened."""
    if not task.cancelled() and task.exception() is not None:
        LOG.error("an engine's turn failed", exc_info=task.exception())


def _is_plain_move(change: Change) -> bool:
    return bool(change.moves) and change.keep is None and change.seats is None
