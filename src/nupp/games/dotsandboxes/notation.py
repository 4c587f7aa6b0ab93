"""Writing and reading the moves of Dots and Boxes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nupp.kernel import Record
from nupp.rules.basics import NotationError
from nupp.rules.movetexts import MoveNotation

if TYPE_CHECKING:
    from nupp.games.dotsandboxes.rules import DotsAndBoxes


DOT = "[a-z][0-9]{1,2}"


class DotNotation(MoveNotation["DotsAndBoxes"]):
    """Edges by their two dots in either order, with any sign between, and the usual spellings of a pass."""

    def normalise(self, game: DotsAndBoxes, text: str) -> str:
        wanted = super().normalise(game, text)
        if wanted in ("ps", "--"):
            return "pass"
        wanted = re.sub(f"({DOT})[^a-z0-9]*({DOT})", r"\1\2", wanted)
        try:
            return game.board.name(game.board.cell(wanted))  # the dots in their usual order
        except ValueError:
            return wanted

    def read(self, game: DotsAndBoxes, state: Record, text: str) -> int:
        wanted = self.normalise(game, text)
        if re.fullmatch(DOT + DOT, wanted) and wanted not in game.board.numbers:
            raise NotationError(
                f"{text!r} is no move of {game.name}: expected two dots of the board that are neighbours, "
                "such as a1b1 or a1a2"
            )
        return super().read(game, state, text)
