"""The memory of an ant colony, and the file that keeps it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from nupp.formats import replace_file
from nupp.games.hexxagon.ants import Pheromone
from nupp.games.hexxagon.rules import Hexxagon

FORMAT: Final = "nupp pheromone 1"


@dataclass
class Memory:
    """The memory of a colony: what it has learnt from its games.

    pheromone: float64 (2, cells, cells), for each side from each cell to each other. points: the pieces that
    each side had at the end of its last game, None if it has played none. games: how many were learnt from.
    """

    pheromone: Pheromone
    points: list[int | None] = field(default_factory=lambda: [None, None])
    games: int = 0


def fresh(game: Hexxagon, tau0: float) -> Memory:
    """The memory of a colony that has seen no game: the same pheromone everywhere."""
    return Memory(np.full((2, game.cells, game.cells), tau0))


def save(memory: Memory, game: Hexxagon, name: str) -> None:
    """Write a memory to a file, whole or not at all; OSError if that fails."""
    content = {
        "format": FORMAT,
        "cells": _cells(game),
        "games": memory.games,
        "points": memory.points,
        "pheromone": memory.pheromone.tolist(),
    }
    replace_file(Path(name), json.dumps(content) + "\n")


def load(game: Hexxagon, name: str) -> Memory:
    """The memory that a file holds; ValueError, which quotes the name, for anything else."""
    try:
        content = json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{name!r} cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError):
        raise ValueError(f"{name!r} is no file of pheromone: expected one that ants have saved") from None
    try:
        return _read(content, game)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ValueError(
            f"{name!r} is no file of pheromone for {game.spec} ({error}): expected one that ants have saved"
        ) from None


def check_place(game: Hexxagon, name: str) -> None:
    """ValueError if a memory cannot be saved under a name without losing something else."""
    path = Path(name)
    if not path.parent.is_dir():
        raise ValueError(f"{name!r} cannot be written: expected a file in a folder that exists")
    if path.exists():
        load(game, name)


def _cells(game: Hexxagon) -> list[str]:
    return [game.board.name(cell) for cell in range(game.cells)]


def _read(content: Any, game: Hexxagon) -> Memory:
    """The memory of a JSON value; some error if it holds none."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"it does not say {FORMAT!r}")
    if content["cells"] != _cells(game):
        raise ValueError(f"it is for a board of {len(content['cells'])} cells, not {game.cells}")
    pheromone = np.array(content["pheromone"], np.float64)
    if pheromone.shape != (2, game.cells, game.cells):
        raise ValueError(f"its shape is {pheromone.shape}")
    if not (np.isfinite(pheromone) & (pheromone >= 0)).all():
        raise ValueError("it holds numbers that are no pheromone")
    first, second = content["points"]
    if not all(value is None or type(value) is int for value in (first, second)):
        raise ValueError(f"the points are {content['points']}")
    games = content["games"]
    if type(games) is not int:
        raise ValueError(f"the number of games is {games!r}")
    return Memory(pheromone, [first, second], games)
