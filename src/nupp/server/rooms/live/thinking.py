"""The engines of a room in use: the moves they choose, what they think meanwhile, and hints for people."""

from __future__ import annotations

import asyncio
import time
import weakref
from functools import partial
from typing import TYPE_CHECKING, Final

from nupp.players import Budget, Decision
from nupp.rules import Position
from nupp.server.engines.pool import Engines, OnThought, SearchError, TooManyError
from nupp.server.engines.thoughts import thought_of
from nupp.server.http.identity import digest
from nupp.server.logs import LOG, details
from nupp.server.metrics import Metrics
from nupp.server.models.rooms import EngineMessage, ErrorMessage, HintMessage, ThoughtMessage
from nupp.server.models.work.thinking import Thought
from nupp.server.offloop import off_loop_at_once
from nupp.server.rooms.agreements import note_help, pause_after_failure
from nupp.server.rooms.live.readers import Client
from nupp.server.rooms.room import RefusedError, Room
from nupp.store import Change

if TYPE_CHECKING:
    from nupp.server.rooms.live.live_room import LiveRoom

ADVISER: Final = "strong"
"""The player that gives hints."""
HINT: Final = Budget(seconds=3.0)
"""The default budget of a hint."""
ATTEMPTS: Final = 2
"""The number of tries for a move of an engine before it has failed."""
AGAIN: Final = 15.0
"""Seconds after which an engine that has failed is asked again, as long as somebody waits for its move."""


class Thinking:
    """All searches for one room."""

    def __init__(self, live: LiveRoom, engines: Engines, metrics: Metrics) -> None:
        self.thoughts: dict[int, str] = {}
        """The last thought of the engine of each side, as a message."""
        # Weak, so that a room that is let go of is freed at once: what looks for garbage comes seldom.
        self._of = weakref.ref(live)
        self._engines, self._metrics = engines, metrics
        self._turn: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None
        self._moved = 0.0
        self._in_order = asyncio.Lock()
        self._hints: dict[asyncio.Task[Decision], Client] = {}

    @property
    def _live(self) -> LiveRoom:
        """The room in use: its connections and tasks, which call what is here, hold it."""
        live = self._of()
        assert live is not None
        return live

    @property
    def _room(self) -> Room:
        return self._live.room

    # ---- beginning and ending --------------------------------------------------------------------

    def go_on(self) -> None:
        """Let the engine think that is to move, and no other."""
        if self._room.course.engine_to_move is None:
            self._stop_engine()
        elif self._turn is None or self._turn.done():
            self._turn = self._live.begin(self._take_turn())

    def heed(self, change: Change) -> None:
        """End the searches that a change makes useless."""
        if change.keep is not None:
            self.thoughts.clear()
        if change.keep is not None or change.moves or self._room.course.is_over:
            self.stop()

    def stop(self) -> None:
        """End the search of the engine to move, and those for hints."""
        self._stop_engine()
        for hint in self._hints:
            hint.cancel()

    def end(self) -> None:
        """End all searches for good."""
        self.stop()
        if self._again is not None:
            self._again.cancel()

    def _stop_engine(self) -> None:
        if (
            self._turn is not None and self._turn is not asyncio.current_task()
        ):  # its own move does not end it
            self._turn.cancel()
        self._turn = None

    # ---- moves of engines ------------------------------------------------------------------------

    async def _take_turn(self) -> None:
        """Let the engine to move choose, and play its move."""
        course, ply = self._room.course, len(self._room.course.moves)
        spec = course.engine_to_move
        assert spec is not None
        try:
            decision = await self._choose(spec)
            if course.of_machines:
                course.stand_still()  # it has chosen: the rest is for those who look on
                self._live.set_flag()
                await asyncio.sleep(self._moved + self._room.pause - time.monotonic())
            await self._send_thought(course.position, spec, decision, done=True)
            await self._live.move(None, ply, decision.move)
            self._moved = time.monotonic()
        except (SearchError, TooManyError, RefusedError) as error:
            await self._fail(spec, error)

    async def _choose(self, spec: str) -> Decision:
        """The decision of the engine to move, which is asked again if its process was lost."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return await self._ask(spec)
            except SearchError:
                if attempt == ATTEMPTS:
                    raise
        raise AssertionError("it has been asked at least once")

    async def _ask(self, spec: str) -> Decision:
        room, course = self._room, self._room.course
        position = course.position
        side = position.to_move
        return await self._engines.search(
            room.creator,
            course.game.spec,
            room.start,
            [move.move for move in course.moves],
            spec,
            room.budget,
            on_thought=lambda decision: self._live.begin(self._send_thought(position, spec, decision)),
            on_state=lambda state: self._send_state(side, state),
            clock=course.engine_clock(),
            keep=f"{room.id}:{side}",
            at_once=True,
            seed=int(digest(f"{room.id}:{side}")[:8], 16),
        )

    async def _send_thought(
        self, position: Position, spec: str, decision: Decision, done: bool = False
    ) -> None:
        """Send the thought of the engine to move to everybody, unless the game went on meanwhile."""
        thought = await self._thought(position, decision, spec, done)
        if position is self._room.course.position:
            text = self.thoughts[position.to_move] = ThoughtMessage(thought=thought).model_dump_json()
            self._live.broadcast(text)

    async def _thought(self, position: Position, decision: Decision, spec: str, done: bool) -> Thought:
        """A thought as readers see it, made off the event loop; one after another, in their order."""
        async with self._in_order:
            return await off_loop_at_once(thought_of, position, decision, spec, done)

    def _send_state(self, side: int, state: str) -> None:
        if state == "thinking":
            self._room.course.engine_begins()
            self._live.set_flag()
        self._live.broadcast(EngineMessage.model_validate({"side": side, "state": state}).model_dump_json())

    # ---- engines that fail -----------------------------------------------------------------------

    async def _fail(self, spec: str, error: Exception) -> None:
        """An engine cannot move: a game of machines is paused, others ask again while somebody is there."""
        LOG.warning("engine failed", extra=details(room=self._room.id, player=spec, reason=str(error)))
        if isinstance(error, RefusedError) and error.code == "time":
            self._live.look_at_clock()
            return
        self._room.course.stand_still()
        if self._room.course.of_machines:
            self._turn = None
            await self._live.do(pause_after_failure)
        else:
            self._ask_again()
        words = f"{spec} cannot move: {error}"
        self._live.broadcast(ErrorMessage(id=None, code="engine", message=words).model_dump_json())

    def _ask_again(self) -> None:
        """Ask the engine to move again after a while, if anybody is there then; else when somebody comes."""
        if self._again is not None:
            self._again.cancel()
        self._again = asyncio.get_running_loop().call_later(AGAIN, self._try_again)

    def _try_again(self) -> None:
        if self._live.clients:
            self._live.go_on()

    # ---- hints -----------------------------------------------------------------------------------

    async def hint(self, client: Client, ply: int, budget: Budget | None, number: int) -> None:
        """Send a client the choice of a strong player in the present position; not between two people."""
        await self._live.do(partial(_begin_help, ply=ply))
        position = self._room.course.position

        async def show(decision: Decision, done: bool = False) -> None:
            thought = await self._thought(position, decision, ADVISER, done)
            client.send(HintMessage(id=number, thought=thought).model_dump_json())

        advice = self._advise(client, budget or HINT, lambda decision: self._live.begin(show(decision)))
        search = asyncio.create_task(advice)
        self._hints[search] = client
        try:
            await asyncio.wait([search])
            if search.cancelled():
                raise RefusedError("stale", "the game went on meanwhile")
            await show(search.result(), done=True)
        except SearchError as error:
            raise RefusedError("engine", str(error)) from None
        except TooManyError as error:
            raise RefusedError("too_many", str(error)) from None
        finally:
            search.cancel()
            del self._hints[search]

    async def _advise(self, client: Client, budget: Budget, on_thought: OnThought) -> Decision:
        room, course = self._room, self._room.course
        moves = [move.move for move in course.moves]
        return await self._engines.search(
            client.identity, course.game.spec, room.start, moves, ADVISER, budget, on_thought=on_thought
        )

    def end_hints(self, client: Client) -> None:
        """End the searches for a client who has left."""
        for search, asker in self._hints.items():
            if asker is client:
                search.cancel()


def _begin_help(room: Room, ply: int) -> Change | None:
    """Note that somebody is given a hint at a ply; RefusedError if there are none, or the game went on."""
    course = room.course
    if course.of_two_people and not course.is_over:
        raise RefusedError("not_allowed", "there are no hints between two people")
    if course.is_over or ply != len(course.moves):
        raise RefusedError("stale", f"ply {ply}: expected {len(course.moves)}, where the game goes on")
    return note_help(room)
