"""The theory that exact searches may use in m,n,k games."""

from __future__ import annotations

import numpy as np

from nupp.games.mnk.rules import _NOBODY, Mnk
from nupp.kernel import Record
from nupp.kernel.bits import ONE, ZERO, lowest_bit
from nupp.rules.basics import Moves
from nupp.rules.images import least_image
from nupp.rules.lines import completing
from nupp.search.theory import Theory, register_theory


@register_theory(Mnk)
class MnkTheory(Theory[Mnk]):
    """The theory that exact searches may use in m,n,k games."""

    def margin_bounds(self, state: Record) -> tuple[int, int]:
        """A side can still win while k cells in a line are free of the other's stones.

        On an empty board the side to move at least draws: if the other had a way to win this one could use
        it, as a stone more never hurts (J. Nash's argument of strategy stealing).
        """
        if self.game.words > 1 or self.game.exact:
            return -1, 1
        first = self.game.has_line(self.game.all_cells & ~state.stones[1, 0])
        second = self.game.has_line(self.game.all_cells & ~state.stones[0, 0])
        begun = int(state.empty) < self.game.cells
        return -int(second and (begun or state.turn == 1)), int(first and (begun or state.turn == 0))

    def rest_key(self, state: Record) -> np.uint64:
        """Of the stones of the side to move and the other's, the least of their images."""
        if self.game.words > 1:
            return self.game.hash(state)
        side = int(state.turn)
        return least_image(self.game.board_images, state.stones[side, 0], state.stones[1 - side, 0])

    def essential_moves(self, state: Record, moves: Moves) -> int:
        """A move that wins at once; or the one that keeps the other side from winning at once.

        Otherwise the cells of runs of k that one of the sides can still fill, those in the middle of the
        board first: other cells change nothing, so that they are only one move.
        """
        if self.game.words > 1 or self.game.exact or state.winner != _NOBODY:
            return self.game.legal_moves(state, moves)
        own, other = state.stones[state.turn, 0], state.stones[1 - int(state.turn), 0]
        empty = self.game.all_cells & ~(own | other)
        urgent = empty & completing(self.game.steps, self.game.k, own)
        if urgent == ZERO:
            urgent = empty & completing(self.game.steps, self.game.k, other)
        if urgent != ZERO:
            moves[0] = self.game.cell_at(lowest_bit(urgent))
            return 1
        alive = self.game.runs_within(self.game.all_cells & ~own) | self.game.runs_within(
            self.game.all_cells & ~other
        )
        n = 0
        for cell in self.game.from_centre:
            if (alive & empty) >> np.uint64(self.game.bit_of(cell)) & ONE != ZERO:
                moves[n] = cell
                n += 1
        if empty & ~alive != ZERO:
            moves[n] = self.game.cell_at(lowest_bit(empty & ~alive))
            n += 1
        return n
