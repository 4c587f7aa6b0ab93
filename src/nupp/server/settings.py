"""The settings of a server: its address, its database, and the limits for its clients."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from nupp.folders import data_folder
from nupp.server.http.limits import Rate

LOOPBACK = "127.0.0.1"
LOCAL = frozenset({"localhost", LOOPBACK, "::1"})
"""Names of this machine, which nobody else can reach."""
PORT = 8642


REQUESTS = Rate(50.0, 400)
REQUESTS_OF_ADDRESS = Rate(400.0, 2000)
CREATIONS = Rate(2.0, 60)
CREATIONS_OF_ADDRESS = Rate(10.0, 300)
MESSAGES = Rate(50.0, 200)


def default_workers() -> int:
    """As many processes for searches as leave a core to the server and the page, at least one."""
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass(frozen=True)
class Settings:
    """The settings of one server.

    host, port: where it listens; port 0 for any free one. database: its URL, as in `nupp.store`. data: the
    folder for the files of tournaments and reports. secure: whether people reach it by https, so that cookies
    may demand it. origins: other origins whose pages may use it, such as `https://play.example.org` behind a
    proxy that changes the host. allowed_hosts: other names under which it is reached, beside those of
    origins, its machine and any address. trusted_proxies: addresses of proxies that are believed for whom
    they ask.

    workers: the most processes that search. engines: the address of a Ray cluster, as `nupp.arena.cluster`
    takes it, on which they search instead while it has free processors.
    search_seconds, search_nodes: the most that one search may take.
    search_memory: MB that a worker may take beyond what the program itself needs.
    searches_per_client: how many run at a time for one client. waiting_per_client: how many more may wait;
    waiting: of all clients together.
    idle_seconds: after which a worker that has nothing to do ends.
    compile_ahead: whether the strong player of every game is compiled from the start, at low priority.

    message_bytes, body_bytes, short_body_bytes: the largest message over a WebSocket, the largest body of a
    request that brings a file, and that of all others: the event loop reads it.
    queue: messages that may wait for a slow reader. rooms_per_client: rooms in progress that one client may
    have made. rooms: those in memory at a time, beyond which none are made. clock_seconds: the longest clock,
    and a hundred times its longest increment, since a room stays in memory while a clock runs.
    sockets_per_client, sockets_per_address: WebSockets at a time. requests_per_client, requests_per_address:
    requests that are being answered at a time, streams of events included. The rates hold for each client or
    address: of requests, of new rooms and jobs, and of messages over one WebSocket.
    admin_token: opens the page at /admin; there is none without. admin_remote: whether other machines may
    open it. keep_days: days after which finished games are deleted; None keeps them.
    cluster: the URL at which other servers on the same database reach this one; without it there are none.
    grace: seconds that a server waits for its clients and searches when it is asked to end.
    """

    host: str = LOOPBACK
    port: int = PORT
    database: str = ""
    data: Path = field(default_factory=data_folder)
    secure: bool = False
    origins: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = (LOOPBACK,)

    workers: int = field(default_factory=default_workers)
    engines: str = ""
    search_seconds: float = 60.0
    search_nodes: int = 10**10
    search_memory: int = 2048
    searches_per_client: int = 2
    waiting_per_client: int = 32
    waiting: int = 1000
    idle_seconds: float = 600.0
    compile_ahead: bool = False

    message_bytes: int = 16 * 1024
    body_bytes: int = 4 * 1024 * 1024
    short_body_bytes: int = 512 * 1024
    queue: int = 256
    rooms_per_client: int = 100
    rooms: int = 10_000
    clock_seconds: float = 24 * 3600.0
    sockets_per_client: int = 64
    sockets_per_address: int = 1024
    requests_per_client: int = 64
    requests_per_address: int = 512
    request_rate: Rate = REQUESTS
    address_rate: Rate = REQUESTS_OF_ADDRESS
    creation_rate: Rate = CREATIONS
    address_creation_rate: Rate = CREATIONS_OF_ADDRESS
    message_rate: Rate = MESSAGES
    admin_token: str = ""
    admin_remote: bool = False
    keep_days: float | None = None
    cluster: str = ""
    grace: float = 5.0
