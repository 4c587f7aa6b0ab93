"""Requests and WebSockets that come to the wrong server are passed on to the owner of what they are about."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from types import SimpleNamespace
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection

from nupp.server.cluster.holder import unreachable
from nupp.server.cluster.leases import PATIENCE, Leases
from nupp.server.cluster.places import member_of, thing_of
from nupp.server.cluster.relay import (
    MISDIRECTED,
    BrokenError,
    Peer,
    UnreachableError,
    asked,
    joined,
    opened,
    pass_back,
)
from nupp.server.cluster.trust import OWN, proof
from nupp.server.http.connection import LATER, admitted
from nupp.server.http.gate import address_of, problem_json, problem_response
from nupp.server.models.shared import Problem, ProblemError
from nupp.server.services import Services
from nupp.store import Member

_NOT_ONWARD: Final = OWN | {"host", "connection", "upgrade", "content-length", "transfer-encoding", "expect"}
"""Headers that are of the connection to this server; those of WebSockets begin with `sec-websocket`."""
_ROUTE: Final = SimpleNamespace(path="forwarded")
"""By which such requests are counted."""
_SAFE: Final = frozenset({"GET", "HEAD"})


class Forwarding:
    """The ASGI application between the gate and the application, of one of several servers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the owner answer, this server or another one."""
        number = thing = None
        if scope["type"] in ("http", "websocket"):
            number = member_of(scope["path"])
            thing = thing_of(scope["path"]) if number is None else None
        if number is None and thing is None:
            await self._app(scope, receive, send)
            return
        errand = _Errand(scope, receive, send, number, thing)
        try:
            if scope["type"] == "http":
                is_mine = await errand.ask_owner()
            else:
                is_mine = await errand.connect_owner()
        except HTTPException as error:  # of a body that is too large
            problem = Problem(code="too_large", message=str(error.detail))
            await problem_json(error.status_code, problem)(scope, receive, send)
        except ProblemError as error:
            await errand.refuse(error)
        else:
            if is_mine:
                await self._app(scope, errand.receive, send)


class _Errand:
    """One request or WebSocket on its way to the owner."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, number: int | None, thing: str | None
    ) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._number, self._thing = number, thing
        self._of: Services = scope["app"].state.services
        self._until = time.monotonic() + PATIENCE
        self._body: bytes | None = None

    @property
    def _leases(self) -> Leases:
        assert self._of.leases is not None
        return self._of.leases

    async def receive(self) -> Message:
        """The next message of the request: its body again, if that was read."""
        if self._body is None:
            return await self._receive()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def refuse(self, error: ProblemError) -> None:
        """Answer that it cannot be done now; another server asks again."""
        if self._scope["nupp.sent"]:
            await self._misdirect()
        elif self._scope["type"] == "http":
            await problem_response(error)(self._scope, self._receive, self._send)
        else:
            socket = WebSocket(self._scope, self._receive, self._send)
            await socket.accept()
            await socket.close(LATER)

    async def _misdirect(self) -> None:
        """Answer another server that this one does not own what it asks about."""
        if self._scope["type"] == "http":
            await Response(status_code=MISDIRECTED)(self._scope, self._receive, self._send)
        else:
            await self._send({"type": "websocket.close", "code": LATER})

    async def _owner(self) -> Member | None:
        """The server to be asked; None for this one."""
        if self._thing is None:
            return self._leases.others.get(self._number or 0)
        return await self._leases.owner(self._thing)

    async def _wait(self) -> None:
        """Wait until the owner may be another one; ProblemError 503 if that takes too long."""
        if time.monotonic() > self._until:
            raise unreachable()
        if self._thing is not None:
            self._leases.forget(self._thing)
        await self._leases.news()

    # ---- requests --------------------------------------------------------------------------------

    async def ask_owner(self) -> bool:
        """Have the owner answer; True if this server is the owner."""
        while (owner := await self._owner()) is not None:
            if self._scope["nupp.sent"]:
                await self._misdirect()
                return False
            if self._body is None:
                self._body = await Request(self._scope, self._receive).body()
            if await self._ask(owner):
                return False
            await self._wait()
        return True

    async def _ask(self, owner: Member) -> bool:
        """Have a server answer; False if it has to be asked again, or another one."""
        self._scope["route"] = _ROUTE
        method, headers = self._scope["method"], self._headers(owner)
        fields = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
        try:
            async with asked(self._peer(owner), method, self._target(), fields, self._body or b"") as answer:
                await pass_back(answer, self._receive, self._send)
        except UnreachableError:
            return False
        except BrokenError:
            if method in _SAFE:
                return False
            raise unreachable() from None
        return True

    def _target(self) -> bytes:
        """The path with its query, as it came."""
        query: bytes = self._scope["query_string"]
        path: bytes = self._scope["raw_path"].partition(b"?")[0]
        return path + b"?" + query if query else path

    def _peer(self, owner: Member) -> Peer:
        return Peer(owner.address, partial(self._leases.breaking, owner.number))

    def _headers(self, owner: Member) -> Mapping[str, str]:
        """The headers that the owner gets."""
        found = {name.decode("latin-1"): value.decode("latin-1") for name, value in self._scope["headers"]}
        kept = {
            name: value
            for name, value in found.items()
            if name not in _NOT_ONWARD and not name.startswith("sec-websocket")
        }
        return kept | proof(owner, self._scope["nupp.client"], address_of(self._scope))

    # ---- WebSockets ------------------------------------------------------------------------------

    async def connect_owner(self) -> bool:
        """Connect a WebSocket with the owner, until one of them leaves; True if this server is the owner."""
        while (owner := await self._owner()) is not None:
            if self._scope["nupp.sent"]:
                await self._misdirect()
                return False
            self._scope["route"] = _ROUTE
            try:
                line = await opened(self._peer(owner), self._target().decode(), self._headers(owner))
            except UnreachableError:
                await self._wait()
            else:
                await self._join(line, owner)
                return False
        return True

    async def _join(self, line: ClientConnection, owner: Member) -> None:
        socket = WebSocket(self._scope, self._receive, self._send)
        async with admitted(socket, self._of, self._scope["nupp.client"]) as is_admitted:
            if is_admitted:
                await joined(socket, line, self._peer(owner))
            else:
                await line.close()
