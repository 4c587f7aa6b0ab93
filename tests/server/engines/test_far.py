"""Workers on a Ray cluster: a small one on this machine, whose machines are lost."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from typing import Any

import pytest

import nupp
from machines import new_cluster
from nupp.players import Budget, Decision
from nupp.server.engines import far
from nupp.server.engines.far import FIRST, why_not
from nupp.server.engines.pool import Engines
from nupp.server.metrics import Metrics
from nupp.server.settings import Settings

pytestmark = pytest.mark.slow

GAME, PLAYER = "othello", "alphabeta:table=1"
LONG = Budget(seconds=50)
LIMIT = 300.0
"""Seconds that a test may take."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with new_cluster() as found:
        yield found


class Pool:
    """A pool with the cluster, and one process here. A context manager."""

    def __init__(self, cluster: Any) -> None:
        self.engines = Engines(Settings(workers=1, engines=cluster.address), Metrics())

    async def __aenter__(self) -> Pool:
        self.engines.begin()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.engines.close()

    async def place(self) -> None:
        """Wait until the cluster has a place for a worker."""
        assert self.engines._cluster is not None
        while not self.engines._cluster.free:
            await asyncio.sleep(0.05)

    def search(self, budget: Budget, thinks: asyncio.Queue[int] | None = None) -> asyncio.Task[Decision]:
        """A search, which says in the queue by which process it is done."""

        def hear(state: str) -> None:
            if state == "thinking" and thinks is not None:
                thinks.put_nowait(self.engines.process_ids()[-1])

        return asyncio.create_task(search(self.engines, budget, on_state=hear))


async def search(engines: Engines, budget: Budget, **options: Any) -> Decision:
    """The decision at the start of a game that is too long to be searched to its end."""
    return await engines.search("ann", GAME, None, [], PLAYER, budget, **options)


def test_a_search_is_done_there_as_here_and_elsewhere_if_its_machine_is_lost(cluster: Any) -> None:
    async def work() -> None:
        first = cluster.add_node(num_cpus=1)
        thinks: asyncio.Queue[int] = asyncio.Queue()
        async with asyncio.timeout(LIMIT), Pool(cluster) as pool:
            await pool.place()
            found = await pool.search(Budget(depth=4))
            assert [number >= FIRST for number in pool.engines.process_ids()] == [True]

            lost = pool.search(LONG, thinks)
            before = await thinks.get()
            second = cluster.add_node(num_cpus=1)
            await pool.place()
            await asyncio.to_thread(cluster.remove_node, first, allow_graceful=False)
            assert await thinks.get() > before  # on the other machine
            lost.cancel()
        cluster.remove_node(second)
        same = nupp.player(PLAYER, GAME).choose(nupp.game(GAME).start_position(), Budget(depth=4))
        assert (found.move, found.score, found.nodes) == (same.move, same.score, same.nodes)

    asyncio.run(work())


def test_a_search_goes_on_here_while_the_cluster_is_away(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(far, "AGAIN", 0.1)

    async def work() -> None:
        node = cluster.add_node(num_cpus=1)
        thinks: asyncio.Queue[int] = asyncio.Queue()
        async with asyncio.timeout(LIMIT), Pool(cluster) as pool:
            await pool.place()
            lost = pool.search(LONG, thinks)
            assert await thinks.get() >= FIRST
            connected = pool.engines._cluster
            assert connected is not None
            assert connected._broker is not None
            connected._broker.kill()
            assert await thinks.get() < FIRST
            lost.cancel()
            await pool.place()  # it has come back
        cluster.remove_node(node)

    asyncio.run(work())


def test_a_cluster_that_does_not_answer_is_named_in_a_line() -> None:
    pytest.importorskip("ray")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    reason = why_not(f"ray://127.0.0.1:{port}")
    assert reason is not None
    assert f"'ray://127.0.0.1:{port}'" in reason
    assert "\n" not in reason
