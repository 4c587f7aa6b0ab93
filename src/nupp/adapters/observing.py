"""The parts that all adapters need: modules of other libraries, and encodings of games."""

from __future__ import annotations

import importlib
from functools import lru_cache
from types import ModuleType
from typing import Any, Final

from numpy.typing import NDArray

from nupp.extras import require
from nupp.rules import Game
from nupp.vector import Encoding, encoding

Observation = dict[str, NDArray[Any]]
"""`observation`: what the encoding shows; `action_mask`: int8, 1 for each legal action."""

LONGEST: Final = 100_000
"""More moves than any game lasts, where a library wants a bound: no game says how long it may be."""


def needed(module: str, extra: str) -> ModuleType:
    """A module of another library; MissingExtraError if it is not installed."""
    require(extra, f"nupp.adapters.{extra}")
    return importlib.import_module(module)


@lru_cache(maxsize=256)
def encoding_of(game: Game, name: str) -> Encoding:
    """An encoding of a game; ValueError as for `nupp.vector.encoding`."""
    return encoding(name, game)


def has_planes(game: Game) -> bool:
    """True if a game lists the contents of its cells."""
    return game.kinds.values > 1
