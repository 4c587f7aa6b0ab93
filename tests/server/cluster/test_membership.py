"""The thread by which a server stays a member: what it says of a database that is away."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from nupp.server.cluster import membership
from nupp.server.cluster.membership import Membership
from nupp.store import MemberStore, StoreError


class Away:
    """A database that cannot be reached."""

    def __init__(self) -> None:
        self.asked = 0

    def listening(self) -> object:
        self.asked += 1
        raise StoreError("away")


@pytest.mark.parametrize(("remind", "is_each"), [(60.0, False), (0.0, True)])
def test_the_log_says_seldom_that_the_database_is_away(
    remind: float, is_each: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "AGAIN", 0.001)
    monkeypatch.setattr(membership, "REMIND", remind)
    said: list[str] = []
    monkeypatch.setattr(membership.LOG, "warning", lambda message, **more: said.append(message))
    store = Away()

    async def try_it() -> None:
        kept = Membership(cast(MemberStore, store), print, print, print)
        kept.begin(1)
        while store.asked < 5:
            await asyncio.sleep(0.001)
        kept.end()

    asyncio.run(try_it())
    assert set(said) == {"no sign of life given"}
    assert len(said) == (store.asked if is_each else 1)
