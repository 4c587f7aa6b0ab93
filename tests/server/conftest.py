"""The server of each file of tests, databases to test servers with, and what becomes of their engines."""

from collections.abc import Iterator

import httpx
import pytest

from leftovers import no_leftovers
from server.rest import Running, running
from store.conftest import postgresql, programs, server, sqlite, url

__all__ = ["postgresql", "programs", "server", "sqlite", "url"]


@pytest.fixture(autouse=True, scope="module")
def _no_leftovers(request: pytest.FixtureRequest) -> Iterator[None]:
    """As for all tests, but at the end of a file: the engines of its server serve several tests."""
    with no_leftovers(f"{request.node.nodeid}::"):
        yield


@pytest.fixture(scope="module")
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for the tests of a file, with the settings that it calls SETTINGS, if it has any."""
    with running(tmp_path_factory.mktemp("data"), **getattr(request.module, "SETTINGS", {})) as found:
        yield found


@pytest.fixture(scope="module")
def client(served: Running) -> Iterator[httpx.Client]:
    """Somebody who asks that server, and has its cookie."""
    with served.client() as found:
        found.get("/api/games")
        yield found
