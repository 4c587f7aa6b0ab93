"""Images of observations and actions under the symmetries of a game, for many positions at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nupp.evaluators.networks.planes import origins, plane_images
from nupp.kernel import interpreted
from nupp.rules import Game, actions_of, start_state
from nupp.vector.encodings import Planes


class Images:
    """The images of planes, masks and policies under the symmetries of a game; the identity comes first.

    count: how many there are. A symmetry that exchanges the sides shows the other side to move. Of a game
    whose sides play towards each other there are those alone that keep the sides. ValueError for a game with
    symmetries whose actions have no fixed moves (see `Actions.codes`).
    """

    def __init__(self, game: Game) -> None:
        kept = [one for one in game.symmetries if not (game.kinds.turned and one.exchange)]
        self.count = len(kept)
        self._side = game.kinds.values - 1
        self._exchanges = np.array([one.exchange for one in kept])
        self._places = _plane_origins(game, kept)
        self._actions = np.stack([_action_images(game, one) for one in kept])
        self._shape = Planes(game).shape

    def of_planes(self, planes: NDArray[Any], which: NDArray[np.int64]) -> NDArray[Any]:
        """The images of `Planes`, (positions, channels, height, width), each under the symmetry of a number.

        ValueError for planes of another shape.
        """
        if planes.shape[1:] != self._shape:
            raise ValueError(f"planes of shape {planes.shape[1:]}: expected {self._shape}")
        flat = planes.reshape(*planes.shape[:2], -1)
        found: NDArray[Any] = np.take_along_axis(flat, self._places[which][:, None, :], axis=2)
        exchanged = self._exchanges[which]
        found[exchanged, self._side] = 1 - found[exchanged, self._side]
        return found.reshape(planes.shape)

    def of_actions(self, values: NDArray[Any], which: NDArray[np.int64]) -> NDArray[Any]:
        """The images of masks or policies, (positions, actions), each under the symmetry of a number."""
        found = np.empty_like(values)
        np.put_along_axis(found, self._actions[which], values, axis=1)
        return found

    def of_numbers(self, actions: NDArray[np.int64], which: NDArray[np.int64]) -> NDArray[np.int64]:
        """The images of actions, each under the symmetry of a number."""
        found: NDArray[np.int64] = self._actions[which, actions]
        return found


def _plane_origins(game: Game, kept: list[Any]) -> NDArray[np.int64]:
    if not game.kinds.turned:
        return plane_images(game)
    return np.stack([origins(game.board.lattice, np.array(one.cells)) for one in kept])


def _action_images(game: Game, symmetry: Any) -> NDArray[np.int64]:
    """The image of each action."""
    actions, state = actions_of(game), start_state(game)[0]
    if symmetry is game.symmetries[0]:
        return np.arange(actions.count)
    codes = actions.codes(game)
    if (codes < 0).any():
        raise ValueError(f"action {int(codes.argmin())} of {game.spec} stands for no fixed move")
    with interpreted():
        return np.array([actions.number(game, state, symmetry.map_move(code)) for code in codes.tolist()])
