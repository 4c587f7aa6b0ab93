"""Symmetries of the morris games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nupp.games.morris.notation import parts_of
from nupp.kernel.bits import mask
from nupp.rules.basics import States
from nupp.rules.symmetry import Symmetry

if TYPE_CHECKING:
    from nupp.games.morris.rules import Morris


class MorrisSymmetry(Symmetry["Morris"]):
    """An image of the points; a move names an origin, a target, and a man that it removes."""

    game: Morris

    def map_move(self, move: int) -> int:
        removed, origin, target = (self.cells[part] for part in parts_of(move))
        return 1024 * removed + 32 * origin + target

    def map_state(self, state: States) -> States:
        image: Any = state.copy()
        image[0].own, image[0].enemy = (
            mask(target for cell, target in enumerate(self.cells) if int(men) >> cell & 1)
            for men in (state[0].own, state[0].enemy)
        )
        return image  # type: ignore[no-any-return]
