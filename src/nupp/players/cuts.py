"""The expectations of ProbCut in a game: those of a file, or of the game's bundle."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.bundles import bundle_of
from nupp.evaluators.learned import stamp_of
from nupp.rules import Game
from nupp.search.probcut import array_of, from_json


def cuts_of(game: Game, file: str = "") -> NDArray[np.float64]:
    """The array of `nupp.search.probcut` for a game, by a file, or else by the game's bundle.

    ValueError if the file cannot be read or holds none, or if there is no bundle that has it.
    """
    if file:
        path = Path(file)
        try:
            return _read(path, stamp_of(path))
        except OSError as error:
            raise ValueError(f"{file!r}: {error.strerror}") from None
    bundle = bundle_of(game)
    if bundle is None or not bundle.cuts:
        raise ValueError(
            f"probcut: it was not fitted for {game.spec}: expected cuts=FILE, or nupp tune before"
        )
    return _array(bundle.cuts, f"{str(bundle.path)!r}")


@lru_cache(maxsize=64)
def _read(path: Path, stamp: tuple[int, int]) -> NDArray[np.float64]:
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:  # which bytes that are no text are, too
        raise ValueError(f"{str(path)!r} is not JSON: {error}") from None
    return _array(rows, f"{str(path)!r}")


def _array(rows: Any, name: str) -> NDArray[np.float64]:
    try:
        return array_of(from_json(rows))
    except (ValueError, TypeError) as error:
        raise ValueError(f"{name} does not say what ProbCut expects: {error}") from None
