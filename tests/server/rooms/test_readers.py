"""Who is connected to a room: messages come in order, and who does not read them is closed."""

from __future__ import annotations

import asyncio

from nupp.server.rooms.readers import TOO_SLOW, Client


def test_messages_come_in_their_order_and_are_waited_for() -> None:
    async def run() -> None:
        client = Client("ann", most=2)
        waiting = asyncio.create_task(client.next())
        await asyncio.sleep(0)
        assert not waiting.done()
        client.tell("one")
        client.tell("two")
        assert [await waiting, await client.next()] == ["one", "two"]
        assert client.closed is None

    asyncio.run(run())


def test_who_does_not_read_is_closed_and_gets_nothing_more() -> None:
    async def run() -> None:
        client = Client("ann", most=2)
        for number in range(4):
            client.tell(str(number))
        assert client.closed == TOO_SLOW
        assert client.ended.is_set()
        assert await client.next() is None
        client.close(1000)
        assert client.closed == TOO_SLOW

    asyncio.run(run())


def test_the_end_wakes_who_waits() -> None:
    async def run() -> None:
        client = Client("ann", most=2)
        waiting = asyncio.create_task(client.next())
        await asyncio.sleep(0)
        client.close(1012)
        assert await waiting is None
        assert client.closed == 1012

    asyncio.run(run())
