"""One request and one WebSocket, passed on to another server and back."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import h11
from starlette.types import Receive, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from nupp.server.rooms.live.readers import ENDING

Headers = list[tuple[bytes, bytes]]

MISDIRECTED: Final = 421
"""The status with which a server answers a request on what another one owns."""
CONNECTING: Final = 1.0
"""Seconds that another server may take to answer a connection."""
_PIECE: Final = 2**16
"""Bytes that are read at once."""
_HOP: Final = frozenset({b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"date", b"server"})
"""Headers that are of one connection and not of the answer."""


class UnreachableError(Exception):
    """Another server could not be reached, or does not own what it was asked about: nothing has been done."""


class BrokenError(Exception):
    """The connection to another server broke before it answered: nobody knows whether anything was done."""


@dataclass(frozen=True)
class Peer:
    """Another server: its URL, and a function that calls another one if that server ends meanwhile."""

    address: str
    breaking: Callable[[Callable[[], object]], contextlib.AbstractContextManager[None]]


class Answer:
    """An answer of another server: its status, its headers, and the pieces of its body."""

    def __init__(self, line: _Line, head: h11.Response) -> None:
        self._line = line
        self.status = head.status_code
        self.headers: Headers = [(name, value) for name, value in head.headers if name not in _HOP]

    async def pieces(self) -> AsyncIterator[bytes]:
        """The body, piece by piece; BrokenError if it ends too early."""
        while not isinstance(event := await self._line.event(), h11.EndOfMessage):
            if isinstance(event, h11.Data):
                yield bytes(event.data)

    async def body(self) -> bytes:
        """The whole body."""
        return b"".join([piece async for piece in self.pieces()])


class _Line:
    """A connection that serves one request."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._state = h11.Connection(h11.CLIENT)

    def send(self, *events: Any) -> None:
        self._writer.write(b"".join(self._state.send(event) or b"" for event in events))

    async def event(self) -> Any:
        """The next thing that comes; BrokenError if nothing more does."""
        try:
            while (event := self._state.next_event()) is h11.NEED_DATA:
                self._state.receive_data(await self._reader.read(_PIECE))
        except (OSError, h11.RemoteProtocolError) as error:
            raise BrokenError(str(error)) from None
        if isinstance(event, h11.ConnectionClosed):
            raise BrokenError("closed")
        return event


@contextlib.asynccontextmanager
async def asked(
    to: Peer, method: str, target: bytes, headers: Mapping[bytes, bytes], body: bytes
) -> AsyncIterator[Answer]:
    """Ask another server; its answer, whose body can be read inside the block.

    UnreachableError, also if it does not own what it was asked about. BrokenError.
    """
    place = urlsplit(to.address)
    secure = place.scheme == "https"
    try:
        opening = asyncio.open_connection(
            place.hostname, place.port or (443 if secure else 80), ssl=secure or None
        )
        reader, writer = await asyncio.wait_for(opening, CONNECTING)
    except (OSError, TimeoutError) as error:
        raise UnreachableError(str(error)) from None
    with to.breaking(writer.transport.abort), contextlib.closing(writer):
        line = _Line(reader, writer)
        fields = {**headers, b"host": place.netloc.encode(), b"connection": b"close"}
        fields[b"content-length"] = str(len(body)).encode()
        request = h11.Request(method=method, target=target, headers=list(fields.items()))
        line.send(request, h11.Data(data=body), h11.EndOfMessage())
        while isinstance(head := await line.event(), h11.InformationalResponse):
            pass
        answer = Answer(line, head)
        if answer.status == MISDIRECTED:
            raise UnreachableError("it owns that no more")
        yield answer


async def pass_back(answer: Answer, receive: Receive, send: Send) -> None:
    """Send an answer to who asked, until it ends or nobody waits for it; its body may be without end.

    One that breaks off is left incomplete, which the client notices.
    """
    sending = asyncio.create_task(_send_all(answer, send))
    leaving = asyncio.create_task(_left(receive))
    try:
        await asyncio.wait([sending, leaving], return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            with contextlib.suppress(BrokenError):
                sending.result()
    finally:
        for task in (sending, leaving):
            task.cancel()
        await asyncio.gather(sending, leaving, return_exceptions=True)


async def _send_all(answer: Answer, send: Send) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    async for piece in answer.pieces():
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


# ---- WebSockets ----------------------------------------------------------------------------------


async def opened(to: Peer, target: str, headers: Mapping[str, str]) -> ClientConnection:
    """A WebSocket of another server. UnreachableError, also if it does not own what it was asked about."""
    url = f"ws{to.address.removeprefix('http')}{target}"
    try:
        return await connect(
            url,
            additional_headers=headers,
            compression=None,
            max_size=None,
            open_timeout=CONNECTING,
            close_timeout=CONNECTING,
            proxy=None,
        )
    except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as error:
        raise UnreachableError(str(error)) from None


async def joined(socket: WebSocket, line: ClientConnection, to: Peer) -> None:
    """Pass messages on in both directions until one side leaves, and close both."""
    both = [asyncio.create_task(_onward(socket, line)), asyncio.create_task(_back(line, socket))]
    try:
        with to.breaking(line.transport.abort):
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)
        if socket.client_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(_code_of(line))
        await line.close()


async def _onward(socket: WebSocket, line: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            await line.send(message["text"] if message.get("text") is not None else message["bytes"])


async def _back(line: ClientConnection, socket: WebSocket) -> None:
    with contextlib.suppress(ConnectionClosed, WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(str(await line.recv()))


def _code_of(line: ClientConnection) -> int:
    """The code with which the other server has closed; if it has just ended, as one that ends."""
    code = line.protocol.close_rcvd.code if line.protocol.close_rcvd else None
    return ENDING if code is None or code in (1000, 1005, 1006) else code
