"""Details of the labyrinth game for learners: how long it has lasted."""

from __future__ import annotations

from nupp.games.labyrinth.rules import MOST_MOVES, Labyrinth
from nupp.kernel import Record
from nupp.rules.details import Details, Reals, register_details


@register_details(Labyrinth)
class LabyrinthDetails(Details[Labyrinth]):
    """The share of the moves that draw the game."""

    numbers = ("moves since the pieces were placed, of those that draw",)

    def write(self, game: Labyrinth, state: Record, row: Reals, size: int) -> None:
        self.put(row, 0, size, state.moved / MOST_MOVES)

    def read(self, game: Labyrinth, numbers: Reals, spots: Reals, side: int, state: Record) -> None:
        state.moved = round(numbers[0] * MOST_MOVES)
