"""A WebSocket: what comes in is done in order, what goes out waits for slow readers a while."""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Coroutine
from typing import Any, Final, Generic, Protocol, TypeVar

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from nupp.server.http.gate import address_of
from nupp.server.http.limits import Bucket
from nupp.server.logs import LOG
from nupp.server.models.rooms import DoneMessage, ErrorMessage
from nupp.server.models.shared import ProblemError
from nupp.server.rooms.live.readers import Client
from nupp.server.rooms.room import RefusedError
from nupp.server.services import Services

UNKNOWN: Final = 4004
LATER: Final = 1013
TOO_MANY: Final = 4029
ABUSED: Final = 1008
"""Codes with which WebSockets are closed: no such thing, or none to be read; not now; too many; abused."""
MOST_REFUSED: Final = 1000
"""The number of messages beyond the rate that are answered before the connection is closed."""
MOST_COMMANDS: Final = 64
"""The number of commands of a connection that may be under way at a time."""
CLOSING: Final = 5.0
"""Seconds that a connection has to be closed in order."""


class Command(Protocol):
    """A command that comes over a WebSocket. id: by which it is answered."""

    @property
    def id(self) -> int:
        """The number by which the command is answered."""


C = TypeVar("C", bound=Command)


@contextlib.asynccontextmanager
async def admitted(socket: WebSocket, of: Services, client: str) -> AsyncIterator[bool]:
    """Accept a WebSocket and count it while the block lasts; False, and it is closed, if there are too many.

    ProblemError from the block closes it as what is not there, or not now.
    """
    await socket.accept()
    address = address_of(socket.scope)
    if not of.live.admit(client, address):
        of.metrics.dropped.labels("too_many").inc()
        await _close(socket, TOO_MANY)
        yield False
        return
    try:
        yield True
    except ProblemError as error:
        await _close(socket, LATER if error.status == 503 else UNKNOWN)
    finally:
        of.live.dismiss(client, address)


async def _close(socket: WebSocket, code: int) -> None:
    """Close a connection, if the other side has not, as far as the other side lets us."""
    with contextlib.suppress(RuntimeError, TimeoutError, WebSocketDisconnect):
        await asyncio.wait_for(socket.close(code), CLOSING)


class Connection(ABC, Generic[C]):
    """One WebSocket from its beginning to its end. commands: what it takes."""

    def __init__(self, socket: WebSocket, client: str, of: Services, commands: TypeAdapter[C]) -> None:
        self._socket, self._of, self._adapter = socket, of, commands
        self.client = Client(client, of.settings.queue, address_of(socket.scope))
        self._bucket = Bucket(of.settings.message_rate)
        self._refused = 0
        self._commands: set[asyncio.Task[None]] = set()

    @abstractmethod
    async def enter(self) -> None:
        """Let the client follow what the WebSocket is about."""

    @abstractmethod
    def leave(self) -> None:
        """The client does not follow it any more."""

    @abstractmethod
    def work(self, command: C) -> Coroutine[Any, Any, str | None]:
        """Do what a command says; RefusedError or ProblemError if it cannot be done."""

    async def serve(self) -> None:
        """Send and receive until one of them ends."""
        await self.enter()
        both = [asyncio.create_task(self._send()), asyncio.create_task(self._receive())]
        watch = asyncio.create_task(self.client.ended.wait())
        try:
            await asyncio.wait([*both, watch], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.leave()
            for task in (*both, watch):
                task.cancel()
            await asyncio.gather(*both, watch, return_exceptions=True)
        if self.client.closed is not None:
            self._of.metrics.dropped.labels(str(self.client.closed)).inc()
            await _close(self._socket, self.client.closed)

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.client.deliver(self._socket.send_text)

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
                    self._begin(self._adapter.validate_json(text))
                except ValidationError as error:
                    self._refuse(None, "bad_message", _reason(error))
            await asyncio.sleep(0)  # others are served between two messages of one

    def _begin(self, command: C) -> None:
        """Begin to do what a command says; it is answered when it is done."""
        if len(self._commands) >= MOST_COMMANDS:
            self._refuse(command.id, "too_many", "too many commands at a time")
            return
        task = asyncio.create_task(self._carry_out(command))
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)

    async def _carry_out(self, command: C) -> None:
        """Do what a command says, and answer it."""
        try:
            invitation = await self.work(command)
        except RefusedError as error:
            self._refuse(command.id, error.code, str(error))
        except ProblemError as error:
            self._refuse(command.id, error.problem.code, error.problem.message)
        except Exception as error:
            LOG.error("command failed", exc_info=error)
            self._refuse(command.id, "failed", "internal error; the server's log has the cause")
        else:
            self.client.send(DoneMessage(id=command.id, invitation=invitation).model_dump_json())

    def _refuse_flood(self) -> None:
        """Do not do what comes too fast, and go away if that does not end."""
        self._refused += 1
        self._refuse(None, "too_many", "too many messages: expected fewer a second")
        if self._refused > MOST_REFUSED:
            self.client.close(ABUSED)

    def _refuse(self, number: int | None, code: str, message: str) -> None:
        self._of.metrics.refused.labels(code).inc()
        self.client.send(ErrorMessage(id=number, code=code, message=message).model_dump_json())


def _reason(error: ValidationError) -> str:
    """The error in a message, in one line, without quoting it."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"a message that is no command: {place + ': ' if place else ''}{first['msg']}"
