"""A real server on a free port of this machine, and clients of it."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from nupp.server.app import create_app
from nupp.server.http.limits import Rate
from nupp.server.services import Services
from nupp.server.serving import bind, new_server
from nupp.server.settings import Settings

FAST = Rate(10_000.0, 100_000)


@dataclass
class Running:
    """A server that runs: where it is, and its parts."""

    url: str
    parts: Services

    def client(self, **options: Any) -> httpx.Client:
        """A client with cookies of its own."""
        return httpx.Client(base_url=self.url, timeout=120, **options)


@contextlib.contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Running]:
    """A server with its data in a folder, without limits of rate unless they are given."""
    rates = dict.fromkeys(
        ("request_rate", "address_rate", "creation_rate", "address_creation_rate", "message_rate"), FAST
    )
    chosen = Settings(
        **{"database": str(folder / "nupp.db"), "data": folder, "workers": 1, **rates, **settings}
    )
    app, ready = create_app(chosen), threading.Event()
    server = new_server(chosen, app, ready.set)
    with contextlib.closing(bind("127.0.0.1", 0)) as listening:
        # Little fits into the system's buffers, so that it is soon noticed who does not read.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**16)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            assert ready.wait(60)
            yield Running(f"http://127.0.0.1:{listening.getsockname()[1]}", app.state.services)
        finally:
            server.should_exit = True
            thread.join(60)
    assert not thread.is_alive()


def events(client: httpx.Client, job: str, **headers: str) -> list[dict[str, Any]]:
    """All events of a job, until its stream ends."""
    with client.stream("GET", f"/api/jobs/{job}/events", headers=headers) as answer:
        assert answer.status_code == 200, answer.read()
        lines = answer.iter_lines()
        return [json.loads(line[6:]) for line in lines if line.startswith("data: ")]
