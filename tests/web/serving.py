"""A server of nupp in a process of its own, for tests in a real browser."""

from __future__ import annotations

from pathlib import Path

from server.guests import Process


class Server(Process):
    """A server that can be killed and started again, with all that it keeps in a folder."""

    def __init__(self, folder: Path, *load: Path) -> None:
        super().__init__(f"sqlite:///{folder / 'nupp.db'}", folder / "server.log", load=load)
