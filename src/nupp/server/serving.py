"""Running the server: uvicorn with our settings, from a free port to the last connection."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from typing import Final

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from nupp.server.app import create_app
from nupp.server.services import Services
from nupp.server.settings import LOCAL, Settings

STUCK: Final = 10.0
"""Seconds that a closed connection has to take what was sent to it."""
BACKLOG: Final = 512
MOST_WAITING: Final = 8
"""The number of messages of a WebSocket that may wait to be taken while more are read."""


class Patient(WebSocketsSansIOProtocol):
    """A WebSocket whose other side cannot keep it for ever by reading nothing."""

    def data_received(self, data: bytes) -> None:
        """Take what has come; the base class would stop reading at each message until it is taken."""
        self.read_paused = True
        super().data_received(data)
        self.read_paused = self.queue.qsize() >= MOST_WAITING
        if self.read_paused:
            self.transport.pause_reading()

    async def run_asgi(self) -> None:
        """Serve it, and see that it is gone in the end."""
        await super().run_asgi()
        if self.transport.get_write_buffer_size():
            asyncio.get_running_loop().call_later(STUCK, self.transport.abort)


class Server(uvicorn.Server):
    """A server that says when it can be reached, and lets streams end when it is asked to end."""

    def __init__(self, app: FastAPI, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._on_started = app, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        parts: Services | None = getattr(self._app.state, "services", None)
        if parts is not None:
            parts.jobs.end_watching()
            for listening in self.servers:
                listening.close()
            await parts.hand_over()
        await super().shutdown(sockets)


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens; OSError if the port is in use, or nobody may use it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small parts at once (TCP_NODELAY) only if the protocol is named. Otherwise the second part
    # of an answer on a connection that is kept waits 40 ms for the client to acknowledge the first.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def new_server(settings: Settings, app: FastAPI, started: Callable[[], None] = lambda: None) -> Server:
    """A server for an application with its settings, which is not running yet."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=list(settings.trusted_proxies),
        ws=Patient,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=settings.host not in LOCAL,  # it takes longer than it saves on one machine
        timeout_graceful_shutdown=round(settings.grace) or 1,
        backlog=BACKLOG,
        lifespan="on",
    )
    return Server(app, config, started)


def serve(settings: Settings, listening: socket.socket, started: Callable[[], None] = lambda: None) -> bool:
    """Serve until SIGINT, SIGTERM or SIGHUP; False if it could not start.

    started: called when it can be used.
    """
    server = new_server(settings, create_app(settings), started)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # uvicorn knows the others
        signal.signal(signal.SIGHUP, server.handle_exit)
    server.run(sockets=[listening])
    return server.started
