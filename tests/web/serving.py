"""A server of nupp in a process of its own, for tests in a real browser."""

from __future__ import annotations

from pathlib import Path

from server.guests import Forked

CHEAPLY = """
from nupp.server.engines.pool import Engines
from nupp.server.rooms.live import exhibition

Engines.expect = lambda *_: None
exhibition.PLAYERS = "random", "random"
"""
"""Spares searches for games that are only looked at, and for the game of machines in the lobby."""


class Server(Forked):
    """A server that can be killed and started again, with all that it keeps in a folder."""

    RUN = CHEAPLY + Forked.RUN

    def __init__(self, folder: Path, *load: Path) -> None:
        super().__init__(f"sqlite:///{folder / 'nupp.db'}", folder / "server.log", load=load)
