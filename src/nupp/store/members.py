"""The servers that share a database, and what each of them owns.

A server is a member from its joining until it leaves or is taken for dead. Its number is never used again. It
owns what it has claimed for as long as it is a member: rooms, studies, tournaments, by names that the server
chooses. A member that does not renew its membership for `LIFE` seconds is removed by the others, and with it
goes all that it owned; so one row is renewed, whatever a server owns. Times are those of the database, so
that the clocks of machines do not matter.

What is written for a member is written in a transaction that calls `require_member`: it locks the row of the
member, so that a member is there until the transaction ends, or the transaction fails. Nobody can write what
another member has taken over.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from nupp.store.database import Database, Section
from nupp.store.errors import BusyError, ConflictError
from nupp.store.schema import LEASES, MEMBERS
from nupp.store.statements import HOLD

LIFE: Final = 1.6
"""Seconds for which a member lives without a sign of life."""

_CHANNEL: Final = sa.literal("nupp_") + sa.func.current_schema()
_NOW: Final = sa.func.clock_timestamp()
_LIFE: Final = sa.text(f"interval '{LIFE} seconds'")


@dataclass(frozen=True)
class Member:
    """A server. address: the URL by which others reach it. secret: what shows it that they are members."""

    number: int
    address: str
    secret: str


def require_member(
    connection: sa.Connection, name: str, number: int | None, things: Iterable[str], kind: str = "room"
) -> None:
    """Keep a member from being removed before the transaction ends; without a number do nothing.

    name: of the database. things, of a kind: what is to be written. ConflictError if the member is gone.
    """
    if number is None:
        return
    if connection.scalar(HOLD, {"number": number}) is None:
        raise ConflictError(name, dict.fromkeys(things, "another server has taken it over"), kind)


class MemberStore(Section):
    """The members of a database on a server; failures as of `RoomStore`."""

    def join(self, address: str, secret: str) -> int:
        """Become a member, in place of one of the same address, which must have ended; returns the number."""
        with self._database.writing() as connection:
            _remove(connection, MEMBERS.c.address == address)
            new = sa.insert(MEMBERS).values(address=address, secret=secret, since=_NOW, expires=_NOW + _LIFE)
            return int(connection.execute(new.returning(MEMBERS.c.number)).scalar_one())

    def leave(self, number: int) -> None:
        """Be no member any more, and own nothing."""
        with self._database.writing() as connection:
            _remove(connection, MEMBERS.c.number == number)

    def claim(self, thing: str, number: int) -> Member | None:
        """Let a member own something unless another one does; returns the owner.

        None if that is just changing: ask again. ConflictError if the number is no member's.
        """
        owner = sa.join(MEMBERS, LEASES, LEASES.c.holder == MEMBERS.c.number)
        with self._database.writing() as connection:
            require_member(connection, self._database.name, number, [thing], "lease")
            new = self._database.insert(LEASES).values(thing=thing, holder=number)
            connection.execute(new.on_conflict_do_nothing(index_elements=["thing"]))
            found = sa.select(*_COLUMNS).select_from(owner).where(LEASES.c.thing == thing)
            row = connection.execute(found).one_or_none()
            return None if row is None else Member(*row)

    def release(self, thing: str, number: int) -> None:
        """Let a member not own something any more, so that any may claim it."""
        own = sa.and_(LEASES.c.thing == thing, LEASES.c.holder == number)
        with self._database.writing() as connection:
            connection.execute(sa.delete(LEASES).where(own))

    def owners(self, things: Iterable[str]) -> dict[str, int]:
        """The numbers of the members that own some things; without those that nobody owns."""
        wanted = sa.select(LEASES.c.thing, LEASES.c.holder).where(LEASES.c.thing.in_(list(things)))
        with self._database.reading() as connection:
            return {row.thing: row.holder for row in connection.execute(wanted)}

    def notify(self, **notice: Any) -> None:
        """Send a notice to all members that listen, the sender too."""
        with self._database.writing() as connection:
            _notify(connection, notice)

    @contextlib.contextmanager
    def listening(self) -> Iterator[Listener]:
        """A connection over which a member lives."""
        with self._database.telling(), self._database.lasting() as connection:
            yield Listener(self._database, connection)


class Listener:
    """A connection that renews a membership and hears notices; of one thread."""

    def __init__(self, database: Database, connection: sa.Connection) -> None:
        self._connection = connection
        channel = connection.scalar(sa.select(_CHANNEL))
        connection.exec_driver_sql(f'LISTEN "{channel}"')

    def renew(self, number: int) -> list[Member] | None:
        """Give a sign of life, and remove members that give none; returns the others, None if one is removed.

        A member that has itself given no sign lately removes nobody yet: if the database was away, all others
        may be as well as it is.
        """
        late = MEMBERS.c.expires < _NOW
        renewed = {"since": sa.case((late, _NOW), else_=MEMBERS.c.since), "expires": _NOW + _LIFE}
        own = sa.update(MEMBERS).where(MEMBERS.c.number == number).values(renewed)
        steady = self._connection.execute(own.returning(MEMBERS.c.since < _NOW - _LIFE)).scalar_one_or_none()
        if steady is None:
            return None
        if steady:
            _remove(self._connection, sa.and_(late, MEMBERS.c.number != number))
        others = sa.select(*_COLUMNS).where(MEMBERS.c.number != number)
        return [Member(*row) for row in self._connection.execute(others)]

    def notices(self, seconds: float) -> Iterator[Mapping[str, Any]]:
        """The notices that come within some seconds."""
        driver: Any = self._connection.connection.driver_connection
        try:
            for one in driver.notifies(timeout=seconds):
                yield json.loads(one.payload)
        except self._connection.dialect.loaded_dbapi.Error as error:
            raise BusyError(f"the database cannot be heard: {' '.join(str(error).split())}") from None


_COLUMNS: Final = (MEMBERS.c.number, MEMBERS.c.address, MEMBERS.c.secret)


def _remove(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
    """Remove members with all that they own, and let the others know."""
    for number in connection.scalars(sa.delete(MEMBERS).where(which).returning(MEMBERS.c.number)).all():
        _notify(connection, {"gone": number})


def _notify(connection: sa.Connection, notice: Mapping[str, Any]) -> None:
    connection.execute(sa.select(sa.func.pg_notify(_CHANNEL, json.dumps(notice))))
