"""Details of draughts for learners: the counts that draw a game."""

from __future__ import annotations

from typing import Final

from nupp.games.draughts.rules import Draughts
from nupp.kernel import Record
from nupp.rules.details import Details, Reals, register_details

LONGEST_ENDING: Final = 32
"""Single moves that draw in the longer of the endings that are counted."""


@register_details(Draughts)
class DraughtsDetails(Details[Draughts]):
    """Shares of the moves that draw the game."""

    numbers = (
        "moves by kings in a row without a capture, of those that draw",
        "moves in an ending of few pieces, of those that draw",
    )

    def write(self, game: Draughts, state: Record, row: Reals, size: int) -> None:
        self.put(row, 0, size, state.quiet / game.quiet_limit)
        self.put(row, 1, size, state.ending / LONGEST_ENDING)

    def read(self, game: Draughts, numbers: Reals, spots: Reals, side: int, state: Record) -> None:
        state.quiet = round(numbers[0] * game.quiet_limit)
        state.ending = round(numbers[1] * LONGEST_ENDING)
