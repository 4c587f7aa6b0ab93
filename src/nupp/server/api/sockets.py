"""The WebSocket of a room: what comes in is done in order, what goes out waits for slow readers a while."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from nupp.server.http.gate import address_of
from nupp.server.http.limits import Bucket
from nupp.server.logs import LOG
from nupp.server.models.rooms import ChatCommand, DoneMessage, ErrorMessage, HintCommand, RoomCommand
from nupp.server.models.shared import ProblemError
from nupp.server.rooms.commands import carry_out
from nupp.server.rooms.live_room import LiveRoom
from nupp.server.rooms.readers import Client
from nupp.server.rooms.room import RefusedError
from nupp.server.services import Services, client_of, services

router = APIRouter()

UNKNOWN: Final = 4004
LATER: Final = 1013
TOO_MANY: Final = 4029
ABUSED: Final = 1008
"""Codes with which WebSockets are closed: no such room, or none to be read; not now; too many; abused."""
MOST_REFUSED: Final = 1000
"""The number of messages beyond the rate that are answered before the connection is closed."""
MOST_COMMANDS: Final = 64
"""The number of commands of a connection that may be under way at a time."""
CLOSING: Final = 5.0
"""Seconds that a connection has to be closed in order."""

_COMMAND: Final[TypeAdapter[RoomCommand]] = TypeAdapter(RoomCommand)


@router.websocket("/api/rooms/{room}/live")
async def live_socket(
    socket: WebSocket,
    room: str,
    of: Annotated[Services, Depends(services)],
    client: Annotated[str, Depends(client_of)],
) -> None:
    """Follow a room and play in it."""
    await socket.accept()
    address = address_of(socket.scope)
    if not of.live.admit(client, address):
        of.metrics.dropped.labels("too_many").inc()
        await _close(socket, TOO_MANY)
        return
    try:
        found = await of.live.room(room)
    except ProblemError as error:
        await _close(socket, LATER if error.status == 503 else UNKNOWN)
    else:
        await _Connection(socket, found, client, of).serve()
    finally:
        of.live.dismiss(client, address)


async def _close(socket: WebSocket, code: int) -> None:
    """Close a connection, if the other side has not, as far as the other side lets us."""
    with contextlib.suppress(RuntimeError, TimeoutError, WebSocketDisconnect):
        await asyncio.wait_for(socket.close(code), CLOSING)


class _Connection:
    """One WebSocket from its beginning to its end."""

    def __init__(self, socket: WebSocket, room: LiveRoom, client: str, of: Services) -> None:
        self._socket, self._room, self._of = socket, room, of
        self._client = Client(client, of.settings.queue, address_of(socket.scope))
        self._bucket = Bucket(of.settings.message_rate)
        self._refused = 0
        self._commands: set[asyncio.Task[str | None]] = set()

    async def serve(self) -> None:
        """Send and receive until one of them ends."""
        await self._room.enter(self._client)
        self._room.begin(self._introduce())
        both = [asyncio.create_task(self._send()), asyncio.create_task(self._receive())]
        watch = asyncio.create_task(self._client.ended.wait())
        try:
            await asyncio.wait([*both, watch], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._room.leave(self._client)
            for task in (*both, watch):
                task.cancel()
            await asyncio.gather(*both, watch, return_exceptions=True)
        if self._client.closed is not None:
            self._of.metrics.dropped.labels(str(self._client.closed)).inc()
            await _close(self._socket, self._client.closed)

    async def _introduce(self) -> None:
        """Have the nickname known, which takes a look into the database."""
        self._room.introduce(self._client, await self._of.live.people.name_of(self._client.identity))

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._client.deliver(self._socket.send_text)

    async def _receive(self) -> None:
        """Begin to do what each message says, until the other side leaves."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if self._bucket.take():
                self._refuse_flood()
            elif text is None:
                self._refuse(None, "bad_message", "a binary message: expected JSON text")
            else:
                try:
                    self._begin(_COMMAND.validate_json(text))
                except ValidationError as error:
                    self._refuse(None, "bad_message", _reason(error))
            await asyncio.sleep(0)  # others are served between two messages of one

    def _begin(self, command: RoomCommand) -> None:
        """Begin to do what a command says; it is answered when it is done."""
        if len(self._commands) >= MOST_COMMANDS:
            self._refuse(command.id, "too_many", "too many commands at a time")
            return
        room, client = self._room, self._client
        work: Coroutine[Any, Any, str | None]
        if isinstance(command, HintCommand):
            budget = command.budget.for_player() if command.budget else None
            work = room.thinking.hint(client, command.ply, budget, command.id)
        elif isinstance(command, ChatCommand):
            work = self._say(command)
        else:
            work = carry_out(self._of.live, room, client.identity, command)
        task = asyncio.create_task(work)
        self._commands.add(task)
        task.add_done_callback(partial(self._answer, command.id))

    async def _say(self, command: ChatCommand) -> None:
        self._room.say(self._client, command)

    def _answer(self, number: int, task: asyncio.Task[str | None]) -> None:
        """Answer a command that has been carried out, or could not be."""
        self._commands.discard(task)
        if task.cancelled():
            return
        match task.exception():
            case None:
                self._client.send(DoneMessage(id=number, invitation=task.result()).model_dump_json())
            case RefusedError() as error:
                self._refuse(number, error.code, str(error))
            case ProblemError() as error:
                self._refuse(number, error.problem.code, error.problem.message)
            case error:
                LOG.error("command failed", exc_info=error)
                self._refuse(number, "failed", "internal error; the server's log has the cause")

    def _refuse_flood(self) -> None:
        """Do not do what comes too fast, and go away if that does not end."""
        self._refused += 1
        self._refuse(None, "too_many", "too many messages: expected fewer a second")
        if self._refused > MOST_REFUSED:
            self._client.close(ABUSED)

    def _refuse(self, number: int | None, code: str, message: str) -> None:
        self._of.metrics.refused.labels(code).inc()
        self._client.send(ErrorMessage(id=number, code=code, message=message).model_dump_json())


def _reason(error: ValidationError) -> str:
    """The error in a message, in one line, without quoting it."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"a message that is no command: {place + ': ' if place else ''}{first['msg']}"
