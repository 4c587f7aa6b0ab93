"""Endgames of draughts: men and kings on the board, and nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nupp.games.draughts.pieces import WHITE
from nupp.games.draughts.rules import Draughts
from nupp.kernel import Record
from nupp.kernel.bits import bit, popcount
from nupp.rules import Moves
from nupp.search.endgames import Endgames, register_endgames

_OWN_KINGS, _ENEMY_MEN, _ENEMY_KINGS = 2, 3, 4


@register_endgames(Draughts)
class DraughtsEndgames(Endgames[Draughts]):
    """All positions; white is the one to move where they are set up."""

    indifferent = ("draws",)

    def pieces(self, game: Draughts, state: Record) -> int:
        return popcount(state.white | state.black)

    def place(self, game: Draughts, found: Moves, n: int, state: Record) -> None:
        for i in range(n):
            cell, kind = found[i] // game.kinds.values, found[i] % game.kinds.values
            at = bit(cell + cell // game.pieces.size)
            if kind >= _ENEMY_MEN:
                state.black |= at
            else:
                state.white |= at
            if kind in (_OWN_KINGS, _ENEMY_KINGS):
                state.kings |= at
        state.turn = WHITE

    def allowed(self, game: Draughts) -> NDArray[np.bool_]:
        """Men do not stand on the row where they would be kings."""
        found = super().allowed(game)
        row = game.pieces.size // 2
        found[0, :row], found[_ENEMY_MEN - 1, -row:] = False, False
        return found
