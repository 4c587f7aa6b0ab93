"""Details of Dots and Boxes for learners: whose the boxes are, and passes."""

from __future__ import annotations

import numpy as np

from nupp.games.dotsandboxes.rules import DotsAndBoxes
from nupp.kernel import Record
from nupp.kernel.bits import ONE, ZERO, bit
from nupp.rules.details import Details, Reals, register_details


@register_details(DotsAndBoxes)
class BoxDetails(Details[DotsAndBoxes]):
    """Boxes stand on the planes between their four edges."""

    numbers = ("passes in a row, 1/3 each; 1: the side to move has just closed a box",)
    spots = ("boxes of the side to move", "boxes of the other side")

    def __init__(self, game: DotsAndBoxes) -> None:
        super().__init__(game)
        width = game.board.lattice.width
        bottom, top = game.board.box_edges[:, 0], game.board.box_edges[:, 1]
        places = game.board.lattice.places
        self.centres = (places[bottom] + places[top]) // 2
        self.width = width
        self.bits = np.array(game.box_bits)

    def write(self, game: DotsAndBoxes, state: Record, row: Reals, size: int) -> None:
        self.put(row, 0, size, state.last / 3)
        for plane in range(2):
            side = int(state.turn) ^ plane
            for box in range(len(self.bits)):
                place = int(self.bits[box])
                if state.boxes[side, place >> 6] >> np.uint64(place & 63) & ONE != ZERO:
                    self.spot(row, plane, size, self.centres[box], 1)

    def read(self, game: DotsAndBoxes, numbers: Reals, spots: Reals, side: int, state: Record) -> None:
        state.last = round(numbers[0] * 3)
        state.boxes[:] = 0
        for plane in range(2):
            for box in np.flatnonzero(spots[plane][self.centres]).tolist():
                place = int(self.bits[box])
                state.boxes[side ^ plane, place >> 6] |= bit(place & 63)
