"""Set-up shared by all tests: compiled kernels are kept in the working tree, not in the user's cache."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("NUPP_CACHE", str(Path(__file__).parent.parent / ".kernels"))

from nupp.evaluators import base
from nupp.games import GAMES
from nupp.players import PLAYERS

settings.register_profile("nupp", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("nupp")


@pytest.fixture(autouse=True)
def _own_registries(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is forgotten at its end."""
    monkeypatch.setattr(GAMES, "_entries", dict(GAMES._entries))
    monkeypatch.setattr(PLAYERS, "_entries", dict(PLAYERS._entries))
    monkeypatch.setattr(base, "_EVALUATORS", list(base._EVALUATORS))
