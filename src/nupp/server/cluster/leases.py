"""The things that this server owns, and the way to the owner of anything else.

A thing, such as a room, is owned by one server at a time. Who asks for a thing that nobody owns becomes its
owner. All of it belongs to one event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from nupp.server.cluster.holder import unreachable
from nupp.server.cluster.membership import Membership
from nupp.server.logs import LOG, details
from nupp.server.models.shared import ProblemError
from nupp.store import ConflictError, Database, Member, MemberStore, StoreError

PATIENCE: Final = 4.0
"""Seconds to wait until the owner of something is known and can be reached."""
AGAIN: Final = 0.5
"""Seconds after which is asked again, if no notice comes before."""
MOST_KNOWN: Final = 100_000
"""The number of owners that are remembered: of what was asked for last."""

Hear = Callable[..., object]


@dataclass(frozen=True)
class Duty:
    """Something that some server has to see to at any time. begin: called when this server owns it from now
    on; end: when no more.
    """

    begin: Callable[[], Awaitable[None]]
    end: Callable[[], Awaitable[None]]


class Leases:
    """The share of one of several servers. Made in the event loop.

    database: that of all servers. address: where others reach this one. secret: by which they show that they
    are servers.
    """

    def __init__(self, database: Database, address: str, secret: str) -> None:
        self._store = MemberStore(database)
        self._address, self._secret = address, secret
        self.number: int | None = None
        self.others: dict[int, Member] = {}
        """The other servers that live."""
        self.on_join: list[Callable[[int], None]] = []
        """Called with the number of this server when it has become one of the servers."""
        self.on_loss: list[Callable[[], None]] = []
        """Called when another server has taken over all that this one owned."""
        self.duties: dict[str, Duty] = {}
        self.hear: dict[str, Hear] = {}
        """Called with the values of notices from other servers, or from this one, by the kinds of notices."""
        self._owned: set[str] = set()
        self._known: OrderedDict[str, int] = OrderedDict()
        self._asking: dict[str, asyncio.Task[Member | None]] = {}
        self._aborts: dict[int, set[Callable[[], object]]] = {}
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[object]] = set()
        self._leaving = False
        self._left = asyncio.Event()
        """Happens when this server owns nothing any more, also for the database."""
        self._duty_turn = asyncio.Lock()
        """Held while a duty begins or ends."""
        self._membership = Membership(self._store, self._heed_others, self._heed_notice, self._lost)

    async def join(self) -> None:
        """Become one of the servers; StoreError."""
        self.number = await asyncio.to_thread(self._store.join, self._address, self._secret)
        for call in self.on_join:
            call(self.number)
        LOG.info("joined the cluster", extra=details(member=self.number, address=self._address))
        self._membership.begin(self.number)

    # ---- who owns what ---------------------------------------------------------------------------

    def owns(self, thing: str) -> bool:
        """True if this server owns a thing."""
        return thing in self._owned

    async def owner(self, thing: str) -> Member | None:
        """The server that owns a thing, None for this one, which does if no other did.

        ProblemError 503 if that cannot be found out.
        """
        while not (self.owns(thing) or thing in self._asking):
            if self._leaving:
                return await self._successor()
            found = self.others.get(self._known.get(thing, -1))
            if found is not None:
                return found
            self._ask(thing, self._claim(thing))
        return await self._asked(thing) if thing in self._asking else None

    async def _successor(self) -> Member:
        """Another server, to be asked for what this one hands over; ProblemError 503 if there is none."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._left.wait(), PATIENCE)
        if not self.others:
            raise unreachable()
        return next(iter(self.others.values()))

    async def _asked(self, thing: str) -> Member | None:
        """The owner of a thing, for which the database is just asked."""
        try:
            return await asyncio.shield(self._asking[thing]) or await self.owner(thing)
        except (StoreError, TimeoutError) as error:
            LOG.warning("owner not found", extra=details(thing=thing, reason=str(error)))
            raise unreachable() from None

    def _ask(self, thing: str, work: Coroutine[Any, Any, Member | None]) -> None:
        """Ask the database about a thing, one question at a time."""
        self._asking[thing] = asyncio.create_task(work)
        self._asking[thing].add_done_callback(lambda task: self._asking.pop(thing, None))

    async def _claim(self, thing: str) -> Member | None:
        """Own a thing if no other server does; that server. TimeoutError; StoreError."""
        async with asyncio.timeout(PATIENCE):
            found = None
            while found is None or self.number is None:
                if self.number is None:
                    await self.news()
                else:
                    found = await self._claimed(thing, self.number)
        if self._leaving:
            return await self._successor()
        if found.number != self.number:
            return self._know(thing, found)
        self._owned.add(thing)
        await self._begin_duty(thing)
        return None

    async def _claimed(self, thing: str, number: int) -> Member | None:
        """The owner after a claim with the number of this server; None: ask again. StoreError."""
        try:
            return await asyncio.to_thread(self._store.claim, thing, number)
        except ConflictError:  # the others have taken this server for dead, and it is about to hear that
            await self.news()
            return None

    def _know(self, thing: str, owner: Member) -> Member:
        self.others.setdefault(owner.number, owner)
        self._known[thing] = owner.number
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return owner

    async def take(self, thing: str) -> None:
        """Own a thing; ProblemError 503 if another server does."""
        if await self.owner(thing) is not None:
            raise unreachable()

    def forget(self, thing: str) -> None:
        """Look anew who owns a thing, the next time."""
        self._known.pop(thing, None)

    async def owners(self, things: Iterable[str]) -> Mapping[str, Member]:
        """The other servers that own some things, of those that any owns; nothing if the database is gone."""
        try:
            found = await asyncio.to_thread(self._store.owners, list(things))
        except StoreError:
            return {}
        return {thing: self.others[number] for thing, number in found.items() if number in self.others}

    @contextlib.contextmanager
    def breaking(self, number: int, abort: Callable[[], object]) -> Iterator[None]:
        """While the block lasts, call a function if a server ends: nothing comes from it any more."""
        mine = self._aborts.setdefault(number, set())
        mine.add(abort)
        try:
            yield
        finally:
            mine.discard(abort)

    async def news(self) -> None:
        """Wait until something may have changed."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), AGAIN)

    def let_go(self, thing: str) -> None:
        """Let another server own a thing."""
        if thing in self._owned and thing not in self._asking:
            self._owned.discard(thing)
            self._ask(thing, self._release(thing))

    async def _release(self, thing: str) -> Member | None:
        """Give a thing back; who asks for it meanwhile claims it afterwards."""
        if self.number is not None:
            try:
                await asyncio.to_thread(self._store.release, thing, self.number)
            except StoreError:  # it stays ours
                self._owned.add(thing)
        return None

    # ---- notices ---------------------------------------------------------------------------------

    async def notify(self, **notice: Any) -> None:
        """Send a notice to all servers, this one too; one that cannot be sent is reported."""
        try:
            await asyncio.to_thread(lambda: self._store.notify(**notice))
        except StoreError as error:
            LOG.warning("notice not sent", extra=details(reason=str(error)))

    def _heed_others(self, others: list[Member]) -> None:
        """Take note of the other servers that live."""
        for number in self.others.keys() - {one.number for one in others}:
            self._gone(number)
        self.others = {one.number: one for one in others}
        self._see_to_duties()

    def _heed_notice(self, notice: Mapping[str, Any]) -> None:
        for kind, values in notice.items():
            if kind == "gone":
                self._gone(values)
            elif kind in self.hear:
                self.hear[kind](*values)

    def _gone(self, number: int) -> None:
        """Another server has ended: nobody owns what it owned."""
        if self.others.pop(number, None) is not None:
            LOG.warning("server gone", extra=details(member=number))
            for abort in tuple(self._aborts.pop(number, ())):
                abort()
        self._spread_news()

    def _spread_news(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    # ---- duties ----------------------------------------------------------------------------------

    def _see_to_duties(self) -> None:
        """Take up what no server sees to."""
        for thing in self.duties:
            known = self._known.get(thing) in self.others
            if not (known or self.owns(thing) or thing in self._asking or self.number is None):
                self._in_background(self._take_up(thing))

    async def _take_up(self, thing: str) -> None:
        with contextlib.suppress(ProblemError):  # it is tried again
            await self.owner(thing)

    async def _begin_duty(self, thing: str) -> None:
        """Begin with a duty that this server has got; if that is not possible, let others try."""
        if thing in self.duties:
            async with self._duty_turn:
                try:
                    await self.duties[thing].begin()
                except Exception:
                    self._owned.discard(thing)
                    self._in_background(self._release(thing))
                    raise

    def _in_background(self, work: Coroutine[Any, Any, object]) -> None:
        task: asyncio.Task[object] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- the end ---------------------------------------------------------------------------------

    def _lost(self, number: int) -> None:
        """Others have taken this server for dead: let go of everything, and join anew."""
        if number == self.number and not self._leaving:
            LOG.error("taken for dead by the other servers", extra=details(member=number))
            self.number = None
            self._owned.clear()
            self._known.clear()
            self._in_background(self._join_anew())

    async def _join_anew(self) -> None:
        for call in self.on_loss:
            call()
        async with self._duty_turn:
            for duty in self.duties.values():
                await duty.end()
        while self.number is None and not self._leaving:
            try:
                await self.join()
            except StoreError:
                await self.news()
        self._spread_news()

    def close_doors(self) -> None:
        """Own nothing any more: this server is about to leave, and only writes what is left."""
        self._leaving = True
        self._owned.clear()

    async def leave(self) -> None:
        """Let other servers own everything: nothing of it is in use here any more."""
        self.close_doors()
        number, self.number = self.number, None
        try:
            if number is not None:
                await asyncio.to_thread(self._store.leave, number)
        except StoreError as error:  # the others take it over in some seconds
            LOG.warning("cluster not left", extra=details(reason=str(error)))
        self._left.set()
        await asyncio.to_thread(self._membership.end)
