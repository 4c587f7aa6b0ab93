"""The theory that exact searches may use in the Game of the Amazons."""

from __future__ import annotations

import numpy as np

from nupp.games.amazons.rules import Amazons
from nupp.kernel import Record, mix
from nupp.kernel.bits import SPREAD, ZERO, popcount
from nupp.rules.basics import Moves
from nupp.rules.images import image
from nupp.search.theory import Theory, register_theory


@register_theory(Amazons)
class AmazonsTheory(Theory[Amazons]):
    """The theory that exact searches may use in the Game of the Amazons."""

    def margin_bounds(self, state: Record) -> tuple[int, int]:
        """Decided where a side has more moves to itself than the other can ever make.

        Cells that one side alone comes to lie behind arrows and its own amazons. An amazon that walks there,
        and each time shoots at the cell she left, lets nobody in; and no side makes more moves than there are
        empty cells that it comes to. Such territories and bounds: M. Müller, "Solving 5x5 Amazons", 2001.
        """
        if self.game.nowhere > 64 or self.game.is_shooting(state):
            return -1, 1
        side, empty = int(state.turn), self.game.empty_cells(state)
        own = self.game.spread(self.game.amazons_of(state, side), empty)
        other = self.game.spread(self.game.amazons_of(state, 1 - side), empty)
        if self.game.can_walk(state, side, own & ~other, popcount(other) + 1):
            return 1 - 2 * side, 1 - 2 * side
        if self.game.can_walk(state, 1 - side, other & ~own, popcount(own)):
            return 2 * side - 1, 2 * side - 1
        return -1, 1

    def prospect(self, state: Record) -> int:
        """Four for each cell that own amazons come to in fewer moves than the other side's, less the reverse.

        And one for each that both come to in equally many: a queen's territory (J. Lieberum, "An evaluation
        function for the game of amazons", 2005).
        """
        if self.game.nowhere > 64:
            return 0
        side, empty = int(state.turn), self.game.empty_cells(state)
        own, other = self.game.amazons_of(state, side), self.game.amazons_of(state, 1 - side)
        left, found = empty, 0
        while own | other != ZERO:
            own, other = self.game.moved(own, empty) & left, self.game.moved(other, empty) & left
            found += 4 * (popcount(own) - popcount(other)) + popcount(own & other)
            left &= ~(own | other)
        return found

    def rest_key(self, state: Record) -> np.uint64:
        """Of the amazons of the side to move, the other's and the empty cells, the least of their images."""
        if self.game.nowhere > 64 or self.game.staged:
            return self.game.hash(state)
        side, empty = int(state.turn), self.game.empty_cells(state)
        own, other = self.game.amazons_of(state, side), self.game.amazons_of(state, 1 - side)
        least = ~ZERO
        for number in range(len(self.game.board_images)):
            key = image(self.game.board_images, number, own) * SPREAD
            key ^= image(self.game.board_images, number, other)
            least = min(least, key * SPREAD ^ image(self.game.board_images, number, empty))
        return mix(least)

    def count_essential(self, state: Record, moves: Moves) -> int:
        return self.game.count_moves(state, moves)
