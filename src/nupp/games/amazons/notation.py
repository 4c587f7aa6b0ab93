"""Writing and reading the moves of the Amazons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nupp.kernel import Record
from nupp.rules.movetexts import MoveNotation

if TYPE_CHECKING:
    from nupp.games.amazons.rules import Amazons


CELL = "[a-j](?:10|[1-9])"


class AmazonsNotation(MoveNotation["Amazons"]):
    """Cells by their names, with any sign between them."""

    def __init__(self, words: str) -> None:
        super().__init__(f"{CELL}-{CELL}(/{CELL})?|/{CELL}", words)

    def normalise(self, game: Amazons, text: str) -> str:
        wanted = super().normalise(game, text)
        moves, shoots = rf"({CELL})[\s,:>–-]*({CELL})", rf"[\s,:/*(x-]*({CELL})\)?"
        for spelling, form in (
            (moves + shoots, r"\1-\2/\3"),
            (moves, r"\1-\2"),
            (shoots, r"/\1"),
        ):
            if found := re.fullmatch(spelling, wanted):
                return found.expand(form)
        return wanted


class TurnNotation(AmazonsNotation):
    """A move and an arrow as one."""

    def __init__(self) -> None:
        super().__init__("a turn such as b1-b3/d3")

    def texts(self, game: Amazons, state: Record, moves: Sequence[int]) -> list[str]:
        """As in every game, but faster: there may be thousands of turns."""
        names = [cell.name for cell in game.board.cells]
        begun = {way: f"{names[way >> 7]}-{names[way & 127]}/" for way in {move >> 7 for move in moves}}
        return [begun[move >> 7] + names[move & 127] for move in moves]

    def hint(self, game: Amazons, state: Record, wanted: str) -> str:
        return "" if "/" in wanted else f"; a turn needs an arrow, too, as in {wanted}/..."


class StepNotation(AmazonsNotation):
    """A move, or an arrow."""

    def __init__(self) -> None:
        super().__init__("a move such as b1-b3, or then an arrow such as /d3")

    def hint(self, game: Amazons, state: Record, wanted: str) -> str:
        return "; the arrow is a move of its own" if "-" in wanted and "/" in wanted else ""
