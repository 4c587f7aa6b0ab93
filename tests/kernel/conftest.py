"""Fixtures of the kernel's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from kernel.nursery import Nursery
from kernel.workshop import Workshop

# The first example of a test compiles; and a build should not fail by chance.
settings.register_profile("kernel", deadline=None, derandomize=True)
settings.load_profile("kernel")


@pytest.fixture(scope="session")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    with Nursery(tmp_path_factory.mktemp("nursery")) as found:
        yield found


@pytest.fixture
def workshop(tmp_path: Path, nursery: Nursery) -> Workshop:
    return Workshop(tmp_path, nursery)
