"""Fixtures of the kernel's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from kernel.workshop import Workshop
from nupp.kernel import native

# The first example of a test compiles; and a build should not fail by chance.
settings.register_profile("kernel", deadline=None, derandomize=True)
settings.load_profile("kernel")


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the kernels of these tests out of the user's cache."""
    usual, native._cache.folder = native._cache.folder, tmp_path_factory.mktemp("kernels")
    yield
    native._cache.folder = usual
