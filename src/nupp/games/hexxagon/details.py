"""Details of Hexxagon for learners: the moves without a clone."""

from __future__ import annotations

from nupp.games.hexxagon.rules import Hexxagon
from nupp.kernel import Record
from nupp.rules.details import Details, Reals, register_details


@register_details(Hexxagon)
class HexxagonDetails(Details[Hexxagon]):
    """The share of the moves that draw the game."""

    numbers = ("moves in a row without a clone, of those that draw",)

    def write(self, game: Hexxagon, state: Record, row: Reals, size: int) -> None:
        self.put(row, 0, size, state.quiet / game.quiet)

    def read(self, game: Hexxagon, numbers: Reals, spots: Reals, side: int, state: Record) -> None:
        state.quiet = round(numbers[0] * game.quiet)
