"""Other programs run as plain Python, and are ended when their test is over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nupp.kernel import interpreted
from nupp.players.external import External


@pytest.fixture
def engine() -> Iterator[list[External]]:
    """Players that are ended when the test is over."""
    made: list[External] = []
    yield made
    for one in made:
        one.end()


@pytest.fixture(autouse=True)
def _without_compiled_code(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Here and in the engines, so that nothing waits for a compiler."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with interpreted():
        yield
