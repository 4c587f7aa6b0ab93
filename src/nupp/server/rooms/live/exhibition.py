"""A game of machines to look at: one at a time, begun when somebody asks for it, and kept in memory alone."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import nupp
from nupp.players import Budget
from nupp.players.warmup import was_prepared
from nupp.rules import GAMES
from nupp.rules.registry import load_plugins
from nupp.server.http.identity import digest, new_room_id, new_secret
from nupp.server.rooms.live.live_room import LiveRoom
from nupp.server.rooms.live.writer import Unkept
from nupp.server.rooms.room import Room, open_room
from nupp.server.rooms.terms import RoomTerms, new_room
from nupp.spec import Spec
from nupp.store import SeatKind, StoredSeat

if TYPE_CHECKING:
    from nupp.server.rooms.live.rooms_in_use import Live

PLAYERS: Final = "level:n=8", "level:n=7"
"""The players of both sides: they play well, and take some milliseconds for a move."""
TERMS: Final = RoomTerms(budget=Budget(seconds=0.5, nodes=2500), pause=1.5, public=True)
CHOSEN_AMONG: Final = 6
"""The number of games, the best known ones, that take turns."""


class Exhibition:
    """The game that is to be seen now. Made in the event loop."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._one_at_a_time = asyncio.Lock()
        self._shown: LiveRoom | None = None
        self._creator = digest(new_secret())
        self._begun = 0

    async def room(self) -> LiveRoom:
        """The room of the game; another one if there is none, or it is over."""
        async with self._one_at_a_time:
            shown = self._shown
            if shown is None or shown.gone or shown.room.course.is_over:
                room = await asyncio.to_thread(self._new_room)
                await self._live.take(room.id)
                self._shown = shown = self._live.add(room, Unkept())
            return shown

    def _new_room(self) -> Room:
        game = nupp.game(self._next_game())
        first, second = PLAYERS if self._begun % 2 else PLAYERS[::-1]
        seats = StoredSeat(SeatKind.ENGINE, first), StoredSeat(SeatKind.ENGINE, second)
        made = new_room(new_room_id(), game, self._creator, seats, TERMS)
        return open_room(made, self._live.rules_compiler)

    def _next_game(self) -> str:
        """The next game: of those that are compiled already, or else the best known one."""
        load_plugins()
        views = {name: nupp.game(name).view for name in GAMES.names()}
        names = sorted(views, key=lambda name: -views[name].traits.known)[:CHOSEN_AMONG]
        specs = [str(Spec(name, dict(views[name].usual_parameters))) for name in names]
        ready = [spec for spec in specs if was_prepared(spec, "strong")] or specs[:1]
        self._begun += 1
        return ready[self._begun % len(ready)]
