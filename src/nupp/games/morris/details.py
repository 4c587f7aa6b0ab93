"""Details of the morris games for learners: men in hand, and moves without a mill."""

from __future__ import annotations

from nupp.games.morris.rules import Morris
from nupp.kernel import Record
from nupp.rules.details import Details, Reals, register_details


@register_details(Morris)
class MorrisDetails(Details[Morris]):
    """Shares of the men and of the moves that draw the game."""

    numbers = (
        "men in hand of the side to move",
        "men in hand of the other side",
        "moves in a row without a mill, of those that draw",
    )

    def write(self, game: Morris, state: Record, row: Reals, size: int) -> None:
        self.put(row, 0, size, state.own_hand / game.men)
        self.put(row, 1, size, state.enemy_hand / game.men)
        self.put(row, 2, size, state.quiet / game.quiet)

    def read(self, game: Morris, numbers: Reals, spots: Reals, side: int, state: Record) -> None:
        state.own_hand, state.enemy_hand = round(numbers[0] * game.men), round(numbers[1] * game.men)
        state.quiet = round(numbers[2] * game.quiet)
