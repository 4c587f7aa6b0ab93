"""The time of rooms without a server."""

from __future__ import annotations

import pytest

from nupp.players import clock as clocks
from server.rooms.rooms import Time


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The time that clocks go by."""
    found = Time()
    monkeypatch.setattr(clocks, "time", found)
    return found
