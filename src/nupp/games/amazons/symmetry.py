"""Symmetries of the Amazons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nupp.rules.basics import States
from nupp.rules.symmetry import Symmetry

if TYPE_CHECKING:
    from nupp.games.amazons.rules import Amazons


class AmazonsSymmetry(Symmetry["Amazons"]):
    """An image of the cells; a move names two or three of them, the arrow of a staged game one."""

    game: Amazons

    def map_move(self, move: int) -> int:
        cells = self.cells
        if move < 128:
            return cells[move]
        return cells[move >> 14] << 14 | cells[move >> 7 & 127] << 7 | cells[move & 127]

    def map_state(self, state: States) -> States:
        game = self.game
        image: Any = np.zeros(1, game.State)
        sides = [[self.cells[cell] for cell in game.list_amazons(state[0], side)] for side in range(2)]
        arrows = [self.cells[cell] for cell in game.list_arrows(state[0])]
        turn = int(state[0].turn) ^ self.exchange
        game.write(image[0], sides[::-1] if self.exchange else sides, arrows, turn)
        if game.is_shooting(state[0]):
            image[0].shooter = self.cells[state[0].shooter]
        return image  # type: ignore[no-any-return]
