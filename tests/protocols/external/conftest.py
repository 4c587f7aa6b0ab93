"""Other programs run as plain Python, and are ended when their test is over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nupp.protocols import External
from plain import plain_rules

__all__ = ["plain_rules"]


@pytest.fixture
def engine() -> Iterator[list[External]]:
    """Players that are ended when the test is over."""
    made: list[External] = []
    yield made
    for one in made:
        one.end()


@pytest.fixture(autouse=True)
def _plain_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines run without compiled code, too, so that nothing waits for a compiler."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
