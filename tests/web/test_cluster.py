"""Two servers behind a plain proxy, in a real browser: the one with the game is killed, and it goes on."""

from __future__ import annotations

import contextlib
import random
import select
import socket
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import cast

import pytest
import sqlalchemy as sa

from nupp.store import database_url
from server.guests import Forked
from store.conftest import programs
from store.servers import Server as Database

from .conftest import Person
from .serving import Server
from .table import SMALL, befriend, play_on

__all__ = ["programs"]

pytestmark = pytest.mark.slow


class Proxy:
    """Leads each connection to the next of some servers that answers. A context manager."""

    def __init__(self, ports: list[int]) -> None:
        self._ports, self._turn = ports, count()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Proxy:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError), self._connect() as server:
            while True:
                for one in select.select([client, server], [], [])[0]:
                    data = one.recv(1 << 16)
                    if not data:
                        return
                    (server if one is client else client).sendall(data)

    def _connect(self) -> socket.socket:
        for _ in self._ports:
            with contextlib.suppress(ConnectionRefusedError):
                return socket.create_connection(
                    ("127.0.0.1", self._ports[next(self._turn) % len(self._ports)])
                )
        raise ConnectionRefusedError


@pytest.fixture
def servers(programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Forked]]:
    monkeypatch.setenv("NUPP_DATA", str(tmp_path))
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(Database(programs))
        options = "--cluster", "--workers", "1"
        made = [Forked(database.url, tmp_path / f"log{number}", *options) for number in (1, 2)]
        yield [stack.enter_context(one) for one in made]


def owner(servers: list[Forked], room: str) -> Forked:
    """The server that has a room."""
    engine = sa.create_engine(database_url(servers[0].database))
    wanted = sa.text("select address from members join leases on holder = number where thing = :thing")
    with engine.connect() as connection:
        address = connection.scalar(wanted, {"thing": f"room/{room}"})
    engine.dispose()
    return next(one for one in servers if one.url == address)


def test_a_game_goes_on_when_its_server_is_killed(person: Person, servers: list[Forked]) -> None:
    with Proxy([one.port for one in servers]) as proxy:
        tables = befriend(person, SMALL, cast(Server, proxy))
        play_on(tables, 3, random.Random(4))
        scene = tables[0].scene()
        owner(servers, tables[0].room).kill()
        mover = tables[scene["to_move"]]
        mover.page.locator('[data-room][data-connection="lost"]').wait_for()
        mover.step(scene["choices"][0]["steps"][0])
        for table in tables:
            table.wait_plies(4)
            table.page.locator('[data-room][data-connection="open"]').wait_for()
        play_on(tables, 2, random.Random(5))
        assert tables[1].see()["moves"][3] == scene["choices"][0]["move"]
