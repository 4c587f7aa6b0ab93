"""Symmetries of Dots and Boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nupp.kernel.bits import (
    number_of,
    words,
)
from nupp.rules.basics import States
from nupp.rules.symmetry import Symmetry

if TYPE_CHECKING:
    from nupp.games.dotsandboxes.rules import DotsAndBoxes


class EdgeSymmetry(Symmetry["DotsAndBoxes"]):
    """An image of the edges, which are the cells of the board, and of the boxes between them."""

    game: DotsAndBoxes

    def map_move(self, move: int) -> int:
        game = self.game
        return move if move == game.pass_move else int(game.codes[self.cells[game.edges_by_code[move]]])

    def map_state(self, state: States) -> States:
        game, image = self.game, state.copy()
        drawn = number_of(state[0].edges)
        edges = (self.map_move(code) for code in game.edges_by_code if drawn >> code & 1)
        image[0].edges[:] = words(edges, image[0].edges.shape)
        boxes, owners = self._images_of_boxes(), game.owners(state[0])
        for side in range(2):
            owned = (game.box_bits[boxes[box]] for box, owner in enumerate(owners) if owner == side)
            image[0].boxes[side] = words(owned, game.words)
        return image

    def _images_of_boxes(self) -> list[int]:
        """The image of each box: the box whose edges are the images of the box's edges."""
        box_edges = [frozenset(edges) for edges in self.game.board.box_edges.tolist()]
        boxes = {edges: box for box, edges in enumerate(box_edges)}
        return [boxes[frozenset(self.cells[edge] for edge in edges)] for edges in box_edges]
