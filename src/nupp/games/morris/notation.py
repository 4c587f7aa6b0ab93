"""Writing and reading the moves of the morris games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nupp.rules.movetexts import MoveNotation

if TYPE_CHECKING:
    from nupp.games.morris.rules import Morris


POINT = "[a-g][1-7]"


class PointNotation(MoveNotation["Morris"]):
    """Points by their names, with any sign between those of a move."""

    def normalise(self, game: Morris, text: str) -> str:
        wanted = super().normalise(game, text)
        wanted = re.sub(rf"({POINT})[^a-z0-9]*({POINT})", r"\1-\2", wanted)
        return re.sub(rf"({POINT})[^a-z0-9]*x[^a-z0-9]*({POINT})", r"\1x\2", wanted)


def parts_of(move: int) -> tuple[int, int, int]:
    """Return the point of the man that a move removes, its origin and its target."""
    return move >> 10, move >> 5 & 31, move & 31
