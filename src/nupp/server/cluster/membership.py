"""The thread by which a server stays a member: it gives signs of life, and passes on what it hears.

It is a thread, so that the work of the event loop cannot make a server look dead.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from nupp.server.logs import LOG, details
from nupp.store import Member, MemberStore, StoreError
from nupp.store.members import Listener

RENEW: Final = 0.35
"""Seconds between signs of life; `nupp.store.members.LIFE` is the time for which one holds."""
AGAIN: Final = 0.2
"""Seconds until the database is tried again."""
REMIND: Final = 10.0
"""Seconds after which the log says again that the database cannot be reached."""


class Membership:
    """Keeps a member alive. The functions are called in the event loop in which it is made.

    on_others: with the other members that live, after each sign of life. on_notice: with each notice.
    on_loss: with the number that is a member's no more, because others have removed it.
    """

    def __init__(
        self,
        store: MemberStore,
        on_others: Callable[[list[Member]], None],
        on_notice: Callable[[Mapping[str, Any]], None],
        on_loss: Callable[[int], None],
    ) -> None:
        self._store = store
        self._on_others, self._on_notice, self._on_loss = on_others, on_notice, on_loss
        self._loop = asyncio.get_running_loop()
        self._number: int | None = None
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="nupp-member", daemon=True)

    def begin(self, number: int) -> None:
        """Keep a member alive from now on, instead of one that was removed."""
        self._number = number
        if not self._thread.is_alive():
            self._thread.start()

    def end(self) -> None:
        """Give no sign of life any more."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(2 * RENEW)

    # ---- in the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        last = -math.inf
        while not self._ending.is_set():
            try:
                with self._store.listening() as listener:
                    self._listen(listener)
            except StoreError as error:
                if time.monotonic() - last >= REMIND:
                    last = time.monotonic()
                    LOG.warning("no sign of life given", extra=details(reason=str(error)))
                self._ending.wait(AGAIN)

    def _listen(self, listener: Listener) -> None:
        while not self._ending.is_set():
            self._renew(listener)
            for notice in listener.notices(RENEW):
                self._in_loop(self._on_notice, notice)
                if self._ending.is_set():
                    return

    def _renew(self, listener: Listener) -> None:
        number = self._number
        if number is None:
            return
        others = listener.renew(number)
        if others is None:
            self._number = None
            self._in_loop(self._on_loss, number)
        else:
            self._in_loop(self._on_others, others)

    def _in_loop(self, function: Callable[..., None], *values: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(function, *values)
