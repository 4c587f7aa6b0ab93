"""The connections to a room and the messages on their way to them: nobody waits for slow readers."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

TOO_SLOW: Final = 4008
ENDING: Final = 1012
READ_ANEW: Final = 1013
BANNED: Final = 4003
"""Codes with which WebSockets are closed: the reader is too slow, the server ends, the room is read anew, the
address is banned.
"""


def is_public(address: str) -> bool:
    """True for an address of the internet, and not for one of a local network or of the machine."""
    try:
        return ipaddress.ip_network(address, strict=False).is_global
    except ValueError:
        return False


class Client:
    """Somebody who is connected to a room, and the messages that are on the way to them."""

    def __init__(self, identity: str, most: int, address: str = "") -> None:
        """most: messages that may wait."""
        self.identity, self.address = identity, address
        self.name = ""
        """The nickname, once it is known; empty without one."""
        self._most = most
        self._texts: deque[str] = deque()
        self._wake = asyncio.Event()
        self.closed: int | None = None
        """The code with which the connection is to be closed."""
        self.ended = asyncio.Event()
        """Happens when it is to be closed."""

    def send(self, text: str) -> None:
        """Queue a message for the client; one that does not read is closed instead."""
        if self.closed is None:
            self._texts.append(text)
            if len(self._texts) > self._most:
                self.close(TOO_SLOW)
            self._wake.set()

    def close(self, code: int) -> None:
        """Have the connection closed; what has not been sent is dropped."""
        if self.closed is None:
            self.closed = code
            self._texts.clear()
            self._wake.set()
            self.ended.set()

    async def deliver(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what there is, as fast as the reader takes it, until the connection is to be closed."""
        while self.closed is None:
            if self._texts:
                await send(self._texts.popleft())
            else:
                self._wake.clear()
                await self._wake.wait()
