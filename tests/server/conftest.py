"""The databases that servers are tested with, and what becomes of the processes of their engines."""

from collections.abc import Iterator

import pytest

from leftovers import no_leftovers
from store.conftest import postgresql, programs, server, sqlite

__all__ = ["postgresql", "programs", "server", "sqlite"]


@pytest.fixture(autouse=True, scope="module")
def _no_leftovers(request: pytest.FixtureRequest) -> Iterator[None]:
    """As for all tests, but at the end of a file: the engines of its server serve several tests."""
    with no_leftovers(f"{request.node.nodeid}::"):
        yield
