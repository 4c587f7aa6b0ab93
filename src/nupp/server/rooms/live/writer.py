"""The one thread that writes to the database: what has come in since the last commit goes into the next one.

A change whose commit failed is kept and written again, together with whatever has come in since, until the
database takes it; so nothing is lost or doubled while it is locked, full or gone.
"""

from __future__ import annotations

import asyncio
import math
import queue
import threading
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from nupp.server.logs import LOG, details
from nupp.server.metrics import Metrics
from nupp.server.rooms.room import RefusedError
from nupp.store import Change, ConflictError, RoomStore, StoredRoom, StoreError

FIRST_WAIT: Final = 0.05
LONGEST_WAIT: Final = 2.0
"""Seconds until a commit that failed is tried again: the first time, and at most."""
GATHERING: Final = 0.016
"""Seconds from a commit to the next: what a commit takes hardly depends on what goes into it."""
MOST_AT_ONCE: Final = 500
"""The number of changes in one commit."""
PROBE: Final = 1.0
"""Seconds for which it is believed that commits succeed because one did."""
_UNKNOWN: Final = "the server does not know whether that was saved"


class _Item(NamedTuple):
    change: Change
    safe: asyncio.Future[None]
    holder: int | None


class Unkept:
    """Takes changes of rooms that are in memory alone; made in the event loop."""

    def write(self, change: Change) -> asyncio.Future[None]:
        """Keep nothing, at once."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done


class HeldWriter:
    """Hands changes to a writer in the name of the server that owns their room: a member of a cluster."""

    def __init__(self, writer: Writer, holder: int) -> None:
        self._writer, self._holder = writer, holder

    def write(self, change: Change) -> asyncio.Future[None]:
        """As `Writer.write`; refused once the member is none any more."""
        return self._writer.write(change, self._holder)


class Writer:
    """Keeps changes of rooms, in the order in which they come.

    on_trouble: called with each commit that failed, and why; on_conflict: with rooms, by id, whose changes do
    not fit to what is stored, and will never be. Both are called in the event loop, in which the writer is
    made.
    """

    def __init__(
        self,
        store: RoomStore,
        metrics: Metrics,
        on_trouble: Callable[[str, set[str]], None],
        on_conflict: Callable[[dict[str, str]], None],
    ) -> None:
        self._store, self._metrics = store, metrics
        self._on_trouble, self._on_conflict = on_trouble, on_conflict
        self._loop = asyncio.get_running_loop()
        self._items: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._one_at_a_time = threading.Lock()
        self._unsafe: set[asyncio.Future[None]] = set()
        self.is_failing = False
        """True while the last commit has failed."""
        self._tried = -math.inf
        self._thread = threading.Thread(target=self._run, name="nupp-writer", daemon=True)
        self._thread.start()

    @property
    def pending(self) -> int:
        """The number of changes that are not saved yet."""
        return len(self._unsafe)

    def write(self, change: Change, holder: int | None = None) -> asyncio.Future[None]:
        """Have a change kept; the result is there when it is safe, a RefusedError if nobody knows that.

        holder: as of `RoomStore.apply`.
        """
        safe: asyncio.Future[None] = self._loop.create_future()
        self._unsafe.add(safe)
        self._items.put(_Item(change, safe, holder))
        return safe

    def create(self, room: StoredRoom) -> None:
        """Keep a new room, when no commit is going on; StoreError as `RoomStore.create`.

        To be called in a thread, since it waits.
        """
        with self._one_at_a_time:
            self._store.create(room)

    async def can_write(self) -> bool:
        """Find out if changes can be kept: by the last commit, or by one that is made for that."""

        def probe() -> None:
            with self._one_at_a_time:
                self._store.probe()

        if not self.is_failing and time.monotonic() - self._tried > PROBE:
            self._tried = time.monotonic()
            try:
                await asyncio.to_thread(probe)
            except StoreError as error:
                self._tried = -math.inf
                LOG.warning("nothing can be written", extra=details(reason=str(error)))
                return False
        return not self.is_failing

    async def close(self, seconds: float) -> bool:
        """Write what is left, for some seconds at most; False if something could not be written.

        Whoever waits for that gets a RefusedError.
        """
        self._items.put(None)
        await asyncio.to_thread(self._thread.join, seconds)
        well = not self._thread.is_alive() and self.pending == 0
        for safe in tuple(self._unsafe):
            self._end(safe, RefusedError("database", _UNKNOWN))
        return well

    # ---- in the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        due: list[_Item] = []
        wait, ending = FIRST_WAIT, False
        while due or not ending:
            ending |= self._take(due)
            if not due:
                continue
            holder = due[0].holder
            if self._commit([item for item in due if item.holder == holder], holder):
                due, wait = [item for item in due if item.holder != holder], FIRST_WAIT
                time.sleep(GATHERING)
            else:
                time.sleep(wait)
                wait = min(LONGEST_WAIT, 2 * wait)

    def _take(self, due: list[_Item]) -> bool:
        """Add what has come in, waiting for it if there is nothing to do; True if that was the last."""
        try:
            while len(due) < MOST_AT_ONCE:
                item = self._items.get(block=not due)
                if item is None:
                    return True
                due.append(item)
        except queue.Empty:
            pass
        return False

    def _commit(self, due: list[_Item], holder: int | None) -> bool:
        """Write changes; False if that has to be tried again."""
        began = time.perf_counter()
        refused: dict[str, str] = {}
        try:
            with self._one_at_a_time:
                self._store.apply([item.change for item in due], holder)
        except ConflictError as error:
            refused = error.reasons
        except StoreError as error:
            self.is_failing = True
            self._metrics.commit_failures.inc()
            self._in_loop(self._on_trouble, str(error), {item.change.room for item in due})
            return False
        self.is_failing = False
        self._metrics.commits.observe(time.perf_counter() - began)
        self._in_loop(self._settle, due, refused)
        return True

    def _in_loop(self, function: Callable[..., None], *args: object) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:  # the loop has ended
            LOG.error("the server ended while changes were being written")

    # ---- in the event loop -----------------------------------------------------------------------

    def _settle(self, due: list[_Item], refused: dict[str, str]) -> None:
        if refused:
            self._on_conflict(refused)
        for item in due:
            self._end(item.safe, RefusedError("database", _UNKNOWN) if item.change.room in refused else None)

    def _end(self, safe: asyncio.Future[None], error: Exception | None) -> None:
        self._unsafe.discard(safe)
        if safe.done():  # whoever waited has been cancelled
            return
        if error is None:
            safe.set_result(None)
        else:
            safe.set_exception(error)
            safe.exception()  # nobody has to wait for it
