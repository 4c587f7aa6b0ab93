"""The WebSocket of a room."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, WebSocket
from pydantic import TypeAdapter

from nupp.server.http.connection import Connection, admitted
from nupp.server.models.rooms import ChatCommand, HintCommand, RoomCommand
from nupp.server.rooms.live.commands import carry_out
from nupp.server.rooms.live.live_room import LiveRoom
from nupp.server.services import Services, client_of, services

router = APIRouter()

_COMMAND: Final[TypeAdapter[RoomCommand]] = TypeAdapter(RoomCommand)


@router.websocket("/api/rooms/{room}/live")
async def live_socket(
    socket: WebSocket,
    room: str,
    of: Annotated[Services, Depends(services)],
    client: Annotated[str, Depends(client_of)],
) -> None:
    """Follow a room and play in it."""
    async with admitted(socket, of, client) as is_admitted:
        if is_admitted:
            await _RoomConnection(socket, await of.live.room(room), client, of).serve()


class _RoomConnection(Connection[RoomCommand]):
    """A WebSocket of a room."""

    def __init__(self, socket: WebSocket, room: LiveRoom, client: str, of: Services) -> None:
        super().__init__(socket, client, of, _COMMAND)
        self._room, self._live = room, of.live

    async def enter(self) -> None:
        """Let the client follow the game."""
        await self._room.enter(self.client)
        self._room.begin(self._live.introduce(self._room, self.client))

    def leave(self) -> None:
        """The client is not there any more."""
        self._room.leave(self.client)

    def work(self, command: RoomCommand) -> Coroutine[Any, Any, str | None]:
        """Do what a command says."""
        room, client = self._room, self.client
        if isinstance(command, HintCommand):
            budget = command.budget.for_player() if command.budget else None
            return room.thinking.hint(client, command.ply, budget, command.id)
        if isinstance(command, ChatCommand):
            return self._say(command)
        return carry_out(self._live, room, client.identity, command)

    async def _say(self, command: ChatCommand) -> None:
        self._room.say(self.client, command)
