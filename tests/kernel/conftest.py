"""Fixtures of the kernel's tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from kernel.workshop import Workshop

# The first example of a test compiles; and a build should not fail by chance.
settings.register_profile("kernel", deadline=None, derandomize=True)
settings.load_profile("kernel")


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)
