"""Endgames of morris: men on the board, when none are left to be placed."""

from __future__ import annotations

from nupp.games.morris.rules import WHITE, Morris
from nupp.kernel import Record
from nupp.kernel.bits import bit, popcount
from nupp.rules import Moves
from nupp.search.endgames import Endgames, register_endgames

_MANY = 99
_ENEMY = 2


@register_endgames(Morris)
class MorrisEndgames(Endgames[Morris]):
    """All positions without men in hand; white is the one to move where they are set up."""

    least = 3
    indifferent = ("quiet",)

    def pieces(self, game: Morris, state: Record) -> int:
        if int(state.own_hand) + int(state.enemy_hand) > 0:
            return _MANY
        return popcount(state.own | state.enemy)

    def place(self, game: Morris, found: Moves, n: int, state: Record) -> None:
        for i in range(n):
            at = bit(found[i] // game.kinds.values)
            if found[i] % game.kinds.values == _ENEMY:
                state.enemy |= at
            else:
                state.own |= at
        state.turn = WHITE
