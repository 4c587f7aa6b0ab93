"""Thousands of games stepped at once, as a Gymnasium `VectorEnv` of compiled rules.

    env = nupp.vector.make(SPEC, 1024, opponent="random")

See `make` for the options. The parts below it need no Gymnasium: `GameBatch` steps games, an `Encoding`
writes what learners see of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nupp.extras import require
from nupp.vector.batch import GameBatch
from nupp.vector.decoding import state_of
from nupp.vector.encodings import Encoding, encoding
from nupp.vector.images import Images
from nupp.vector.opponents import NetworkOpponent, Opponent, PlayerOpponent

if TYPE_CHECKING:
    from nupp.rules import Game
    from nupp.vector.env import BoardVectorEnv

__all__ = [
    "Encoding",
    "GameBatch",
    "Images",
    "NetworkOpponent",
    "Opponent",
    "PlayerOpponent",
    "encoding",
    "make",
    "state_of",
]


def make(spec: Game | str, num_envs: int, **options: Any) -> BoardVectorEnv:
    """A Gymnasium vector environment of `num_envs` games; see `BoardVectorEnv` for the options.

    MissingExtraError without Gymnasium, ValueError for what cannot be.
    """
    require("gymnasium", "nupp.vector.make")
    from nupp.vector.env import BoardVectorEnv

    return BoardVectorEnv(spec, num_envs, **options)
