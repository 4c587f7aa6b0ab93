"""Databases to be tested with: files of SQLite and, where it is installed, a PostgreSQL server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.servers import Server, find_programs, own_place


@pytest.fixture(scope="session")
def programs() -> Path:
    """The folder of PostgreSQL's programs."""
    pytest.importorskip("psycopg", reason="PostgreSQL is not tested: the package psycopg is not installed")
    if found := find_programs():
        return found
    pytest.skip("PostgreSQL is not tested: no server is installed, and NUPP_POSTGRES names none")


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a server: that of NUPP_POSTGRES, or one that is started here."""
    if given := os.environ.get("NUPP_POSTGRES"):
        yield given
        return
    with Server(request.getfixturevalue("programs")) as started:
        yield started.url


@pytest.fixture
def postgresql(server: str) -> Iterator[str]:
    """The URL of an empty place on the server, which is removed at the end."""
    with own_place(server) as url:
        yield url


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The URL of a file that is not there yet."""
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    return str(request.getfixturevalue(request.param))
