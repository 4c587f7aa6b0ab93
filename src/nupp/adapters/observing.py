"""Observations for learners of all libraries: planes of the board, and the numbers of the legal moves."""

from __future__ import annotations

import importlib
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.networks.planes import Planes, grid_of, planes
from nupp.extras import require
from nupp.rules import Game, Position, actions_of, start_state

if TYPE_CHECKING:
    from gymnasium import spaces

Observation = dict[str, NDArray[Any]]
"""`observation`: see `observe`; `action_mask`: see `action_mask`."""

LONGEST: Final = 100_000
"""More moves than any game lasts, where a library wants a bound: no game says how long it may be."""


def needed(module: str, extra: str) -> ModuleType:
    """A module of another library; MissingExtraError if it is not installed."""
    require(extra, f"nupp.adapters.{extra}")
    return importlib.import_module(module)


@lru_cache
def observation_shape(game: Game) -> tuple[int, int, int]:
    """The shape of an observation: channels, height, width.

    ValueError for a game that does not say what stands on its cells.
    """
    channels, height, width = planes(game, start_state(game)).shape[1:]
    return channels + 1, height, width


def observe(position: Position) -> Planes:
    """A position as float32 (channels, height, width), 0 or 1: the planes, and one of the side to move.

    The planes show the contents of the cells as the side to move sees them (see `planes`); the last is all 1
    if that is the second player. ValueError as for `observation_shape`.
    """
    game = position.game
    side = np.full((1, *grid_of(game)[:2]), position.to_move, np.float32)
    return np.concatenate([planes(game, position.state)[0], side])


def action_mask(position: Position) -> NDArray[np.int8]:
    """The mask of legal moves: int8 (number of actions), 0 or 1, by their numbers; see `Actions`."""
    mask = np.zeros(actions_of(position.game).count, np.int8)
    mask[list(position.actions)] = 1
    return mask


def observation_space(game: Game) -> spaces.Dict:
    """The space, as Gymnasium has it, of the observations of a game.

    ValueError as for `observation_shape`.
    """
    gym: Any = needed("gymnasium.spaces", "gymnasium")
    found: spaces.Dict = gym.Dict(
        {
            "observation": gym.Box(0, 1, observation_shape(game), np.float32),
            "action_mask": gym.Box(0, 1, (actions_of(game).count,), np.int8),
        }
    )
    return found


def has_planes(game: Game) -> bool:
    """True if a game lists the contents of its cells."""
    return game.kinds.values > 1
