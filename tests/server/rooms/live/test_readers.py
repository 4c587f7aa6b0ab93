"""Who is connected to a room: messages come in order, and who does not read them is closed."""

from __future__ import annotations

import asyncio

from nupp.server.rooms.live.readers import TOO_SLOW, Client


async def deliver(client: Client) -> tuple[list[str], asyncio.Task[None]]:
    """Begin to deliver to a client; what it gets, and the task."""
    heard: list[str] = []

    async def hear(text: str) -> None:
        heard.append(text)

    task = asyncio.create_task(client.deliver(hear))
    await asyncio.sleep(0)
    return heard, task


def test_messages_come_in_their_order_and_are_waited_for() -> None:
    async def run() -> None:
        client = Client("ann", most=2)
        heard, delivery = await deliver(client)
        client.send("one")
        client.send("two")
        await asyncio.sleep(0)
        assert heard == ["one", "two"]
        client.send("three")
        await asyncio.sleep(0)
        assert heard == ["one", "two", "three"]
        assert client.closed is None
        assert not delivery.done()
        delivery.cancel()

    asyncio.run(run())


def test_who_does_not_read_is_closed_and_gets_nothing_more() -> None:
    async def run() -> None:
        client = Client("ann", most=2)
        for number in range(4):
            client.send(str(number))
        assert client.closed == TOO_SLOW
        assert client.ended.is_set()
        heard, delivery = await deliver(client)
        await delivery
        assert heard == []
        client.close(1000)
        assert client.closed == TOO_SLOW

    asyncio.run(run())


def test_the_end_wakes_who_waits() -> None:
    async def run() -> None:
        client = Client("ann", most=2)
        heard, delivery = await deliver(client)
        client.close(1012)
        await delivery
        assert heard == []
        assert client.closed == 1012

    asyncio.run(run())
